// Package api is the workspace API over HTTP: the twelve /org endpoints of spec section 4. routes.go is its table of
// contents.
//
// Each operation is a plain function from an input struct to an output struct. The structs are compiled once into a
// schema; the schema decodes requests, finds every fault at once (spec section 7) and prints itself as OpenAPI 3.1, so
// that what is documented and what is done cannot differ.
package api
