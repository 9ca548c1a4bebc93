// Package design draws the AcroForm templates: one look for all forms, from the forms' data and the catalogue. Equal input
// makes equal bytes, so the templates are kept in version control and a test compares them with what would be drawn now.
package design
