// Package interop has no code. Its tests let other people's OAuth clients sign in to the authorization server: the
// certified openid-client of npm, in two generations, simple-oauth2, passport-oauth2 and the client of the MCP SDK; Python's
// Authlib and requests-oauthlib; golang.org/x/oauth2; and this module's own oauthflow.
package interop
