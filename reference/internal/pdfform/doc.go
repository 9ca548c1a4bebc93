// Package pdfform fills PDF forms from the values of a session.
//
// A form is data (package forms) and a template drawn from it (package design, run by go generate). Any other AcroForm
// file may stand in for a template as long as its fields bear the names of the catalogue's fields.
//
// A template is parsed once; filling copies its bytes, replaces the objects of fields and draws the values itself, in
// appearance streams with an embedded subset of the font, so that every viewer and printer shows the same. Equal values
// make equal bytes.
package pdfform

//go:generate go run ./generate
