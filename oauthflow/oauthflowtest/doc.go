// Package oauthflowtest is an authorization server for tests of programs that sign in. It is strict where a good server is
// strict (PKCE, single-use codes, slow_down, rotation with reuse detection), publishes its endpoints on paths that change
// with every server, so that none can be guessed, and misbehaves in every way that [Options] names.
//
// It keeps everything in memory and shows what it was asked. It is no server for anything but tests.
package oauthflowtest
