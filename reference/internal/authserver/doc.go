// Package authserver signs applications in on behalf of people (spec section 5): OAuth 2.1 with the device grant (RFC
// 8628), the code grant with PKCE (RFC 7636, RFC 8252), registration (RFC 7591), rotating refresh tokens, revocation
// (RFC 7009) and metadata (RFC 8414). One file holds one endpoint or one grant.
//
// A sign-in is a family. Its refresh tokens are numbered generations, derived from the family by a keyed hash, so that
// a client that lost a reply can be given the same successor again although no token text is stored. Everything that a
// client holds is stored as a keyed hash or not at all.
//
// The package shows no pages. Whoever mounts it brings them (Pages), and calls Grant, Refuse, ApproveDevice and
// DenyDevice with what the person said.
package authserver
