//go:build race

package dialogue

// longestRead is shorter with the race detector, under which reading takes twenty times as long.
const longestRead = 2400
