// Package reference is a complete server of the Workspace Intake API: the twelve workspace operations, OAuth sign-in,
// signed webhook events, the application interface for people, and a sandbox of the market platform. It runs on SQLite
// with no configuration at all, and on PostgreSQL with several replicas.
//
// A [Server] is an http.Handler. [Server.Run] adds the listeners and the work in the background:
//
//	server, err := reference.New(ctx, reference.Config{Addr: "127.0.0.1:0", Data: "./data"})
//	...
//	defer server.Close()
//	go server.Run(ctx)
//	workspace, err := server.CreateWorkspace(ctx, reference.NewWorkspace{Plan: "paid", ConnectMarket: true})
//	// workspace.APIKey works at server.URL()
//
// Tests of programs that use the API want package referencetest instead: a server in memory that fails on command.
//
// API.md in this folder describes the API for people who write against it.
package reference
