// Package user knows the people: their passwords, the workspaces they belong to, the browsers they are signed in with,
// and the one-time links with which they come in. It shows nothing; the console does.
package user
