// Package value reads and prints values: one closed grammar for each kind of field. The same grammars read a chat
// message, a cell of a document and a form field, so a value means the same wherever it comes from.
//
// Parse wants the whole text to be one value. The finders (Numbers, Dates, Phones, FEINs, Emails, URLs, Addresses,
// Options) point at values inside longer text, with their offsets, and leave the choice between them to the caller.
// Finders expect text that went through Normalize.
package value
