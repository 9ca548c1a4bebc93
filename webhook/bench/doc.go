// Package bench measures the verification of package webhook beside that of the libraries that others use. It is a
// module of its own, so that nobody who uses the package needs them:
//
//	cd webhook/bench && go test -bench . -count 3
package bench
