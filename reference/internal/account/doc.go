// Package account knows the workspaces: their plans, their agency profiles and their API keys (spec section 5). A
// credential resolves to exactly one workspace here, and nowhere else is one chosen.
package account
