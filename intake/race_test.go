//go:build race

package intake_test

// raceEnabled: the race detector allocates too.
const raceEnabled = true
