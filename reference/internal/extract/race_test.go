//go:build race

package extract_test

const raceDetector = true
