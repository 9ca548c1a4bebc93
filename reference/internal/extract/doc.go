// Package extract finds the values of the catalogue in a document that was read by pdfread: a declarations page, an
// earlier application, a loss run, a filled form.
//
// It works by place, as a person's eye does. The words of a page become cells; a cell that reads like the label of a field
// (labels.json, and the cues of the catalogue) looks for its value on the same row, below, in its column of a table, or in
// the marks of its boxes. Each pair is parsed by the field's grammar (package value) and gets a confidence; the most
// confident wins. Headings say whom a bare "Phone" or "Address" belongs to, so that the agent's telephone number does not
// become the insured's. Running text labels nothing; its sentences are read for what they say of the policy at hand (prose),
// and with the grammars of package dialogue, which know how people say the same things (tell). They are believed less than any
// label. So is an answer in words behind a question (asked).
package extract
