package main

import (
	"fmt"
	"os"
	"strings"
)

// say prints one step.
func say(format string, args ...any) { fmt.Printf("• "+format+"\n", args...) }

// count is a number of things.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// bar draws the progress of an upload on one line: as it goes on a terminal, and once it is whole anywhere else.
func bar(title string) func(done, total int64) {
	const width = 30
	shown := -1
	info, err := os.Stdout.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	return func(done, total int64) {
		if total <= 0 || !terminal && done < total {
			return
		}
		full := int(done * width / total)
		if full == shown {
			return
		}
		shown = full
		if terminal {
			fmt.Print("\r")
		}
		fmt.Printf("• %s [%s%s] %3d%%", title, strings.Repeat("█", full), strings.Repeat("░", width-full), done*100/total)
		if done == total {
			fmt.Println()
		}
	}
}
