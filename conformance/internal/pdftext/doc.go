// Package pdftext reads as much of a PDF as the judge of servers needs: the texts that stand in it, in the open and in
// compressed streams, and whether readers find its objects and the ends of its strings. What it does not find proves
// nothing, since a text may be written in the codes of a font; so nobody is accused of what is missing.
package pdftext
