// Package risk finds what an underwriter would look at twice (spec section 4, endpoint 10). The rules are data, in
// rules.json: a condition over the session's values, a title, and a detail that names the values it rests on.
//
// A rule says nothing about what is not known: it holds only when every value that its condition names is there.
package risk
