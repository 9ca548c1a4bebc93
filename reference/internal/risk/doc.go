// Package risk finds what an underwriter would look at twice in a session's answers. The rules are data (rules.json):
// each has a condition over the answers, and a title and a detail that name the values it saw. A condition that needs
// an answer which is not there does not hold.
package risk
