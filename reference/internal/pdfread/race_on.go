//go:build race

package pdfread

// shadow is how many times its own memory a program needs: the race detector keeps a history of every word.
const shadow = 64
