//go:build !peers

package bench

// large are SDKs of whole services, of which none is built here.
var large []client
