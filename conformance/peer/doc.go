// Package peer judges clients: the program that uses the API, in any language.
//
// A driver is a small program around the client under test. It reads commands as lines of JSON from its standard input
// and writes events and results as lines of JSON to its standard output; conformance/DRIVERS.md describes them. For each
// case a scripted server of its own behaves, and misbehaves, by plan, keeps every request as it came over the wire, and
// the case judges what the client sent, when, and what it made of the answers.
//
// The package knows nothing of any client and imports the standard library alone.
package peer
