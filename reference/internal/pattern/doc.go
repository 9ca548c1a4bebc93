// Package pattern is regular expressions that are asked often and seldom match.
//
// The grammars of the intake look for hundreds of turns of phrase in every sentence. Nearly all of those need certain
// words to be there, so a Pattern works out when it is first used which pieces of text any match must hold one of, and looks
// for these before it lets the expression itself run. An expression of many alternatives is asked one by one, those alone whose
// pieces are there. The answers are those of package regexp.
package pattern
