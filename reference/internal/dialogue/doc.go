// Package dialogue understands what a person writes to the intake and words the reply.
//
// One message is read in steps, each in a file of its own. The text is made plain and cut into tokens (tokens.go), with
// spelling mistakes put right where a word is near one that names a field (typos.go). Values of every closed kind are
// found with their places (values.go), and so are the words that name fields (cues.go). Sentences and their segments
// are told apart by what they do: answer, ask, suppose, speak of somebody else, take back, put off (sentences.go,
// acts.go). Labelled lines and lists come first (labels.go, lists.go, rows.go), then addresses, dates, numbers, choices, yes and
// no, names and descriptions, each assigned to a field by label, by what was asked, by being the only field of its
// kind, and by order. What stays ambiguous sets nothing: the reply asks.
//
// What the last message changed is known (history.go), so that "undo that" takes it back and "sorry, 11" corrects it.
//
// The package only proposes values that package value accepts. Another interpreter, such as one that asks a language
// model, can stand in its place behind the interface Interpreter.
package dialogue
