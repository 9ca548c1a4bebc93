// Package session is the intake as a domain: what a session is, what may happen to it, and in which order (spec
// sections 1 to 4). It knows nothing of HTTP. Understanding text, reading and filling PDFs, rating risk and the market
// platform are behind small interfaces.
//
// A session's status says how far it is:
//
//	in_progress    questions are open
//	ready_to_fill  nothing is left to ask
//	complete       and the forms are filled: the completion event was recorded with this change
//	submitted      the market platform has the forms
//
// A later change of a value takes a session back to one of the first two, and its filled forms warn that they are out
// of date. Filling it again completes it again, at another instant.
package session
