package reference

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Version is the build of this module that the program has: the module's version, the revision it was built from where
// the toolchain noted one, and the version of Go. It is for people to read; its form may change.
func Version() string {
	info, _ := debug.ReadBuildInfo() // nil in a program without modules
	return version(info)
}

func version(info *debug.BuildInfo) string {
	if info == nil {
		return "(devel) " + runtime.Version()
	}
	words := []string{"(devel)"}
	if info.Main.Version != "" {
		words[0] = info.Main.Version
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		said := "revision " + revision
		if settings["vcs.modified"] == "true" {
			said += " with changes"
		}
		words = append(words, "("+said+")")
	}
	return strings.Join(append(words, fmt.Sprintf("%s %s/%s", info.GoVersion, runtime.GOOS, runtime.GOARCH)), " ")
}
