package main

import (
	"os"
	"runtime/debug"
)

// roomy trades memory for time: garbage may grow to three times what is in use before it is collected, as long as all of
// it stays within 512 MiB. Who sets GOGC or GOMEMLIMIT in the environment has the last word.
func roomy() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(300)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(512 << 20)
	}
}
