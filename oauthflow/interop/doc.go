// Package interop signs in with package oauthflow at authorization servers that other people wrote. It has tests only; they
// need Node.js and the packages that INTAKE_TEST_NODE_MODULES points at (oidc-provider, the MCP SDK).
package interop
