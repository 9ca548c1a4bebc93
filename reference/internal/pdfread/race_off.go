//go:build !race

package pdfread

// shadow is how many times its own memory a program needs.
const shadow = 1
