// Package catalog is what the intake knows how to ask: the fields with their questions, kinds, options, help texts, cues
// and conditions (fields.json), and the lines of business that choose among them (lines.json). Both files are data for
// people to change; fields.schema.json and lines.schema.json say what they may hold, and the tests check them.
package catalog
