//go:build !race

package referencetest_test

// slowness is how much longer things may take: the bounds of the tests as they stand.
const slowness = 1
