// Package adapters shows a webhook.Receiver within the routers that people use, behind a proxy and as a function without
// a server. A Receiver is an http.Handler, so each takes a line; what matters is that nothing reads the body before it.
//
// It is a module of its own, so that the routers do not become dependencies of anyone else:
//
//	cd examples/webhook-adapters && go test ./...
package adapters
