//go:build !race

package dialogue

// longestRead is the length of a message that must be read in time.
const longestRead = 9600
