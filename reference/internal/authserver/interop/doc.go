// Package interop has no code. Its tests let other people's OAuth clients sign in to the authorization server: the
// certified openid-client of npm, golang.org/x/oauth2, and this module's own oauthflow.
package interop
