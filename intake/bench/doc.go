// Package bench measures package intake beside plain net/http and other clients, in one run:
//
//	go test -tags peers -run Ratios -v .          prints a table of ratios to net/http with io.ReadAll and encoding/json
//	go test -tags peers -bench . -benchmem .      the same as benchmarks
//
// All of them get one session, one KiB of JSON, from the same transport in memory or from the same server on loopback, and
// decode it into a type with the same members. It is a module of its own, so that the others never become requirements of
// the SDK. The tag adds SDKs of whole services, which take minutes to build.
package bench
