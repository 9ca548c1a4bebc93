package main

import (
	"fmt"
	"strings"
)

// say prints one step.
func say(format string, args ...any) { fmt.Printf("• "+format+"\n", args...) }

// bar draws the progress of an upload on one line.
func bar(title string) func(done, total int64) {
	const width = 30
	shown := -1
	return func(done, total int64) {
		if total <= 0 {
			return
		}
		full := int(done * width / total)
		if full == shown {
			return
		}
		shown = full
		fmt.Printf("\r• %s [%s%s] %3d%%", title, strings.Repeat("█", full), strings.Repeat("░", width-full), done*100/total)
		if done == total {
			fmt.Println()
		}
	}
}
