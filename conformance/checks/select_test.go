package checks_test

import (
	"os"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/checks"
)

// campaign says whether the long runs were asked for: INTAKE_CONFORMANCE=long.
func campaign() bool { return os.Getenv("INTAKE_CONFORMANCE") == "long" }

// quick leaves out the checks that wait, and those that move the clock of the server that all tests share.
func quick(all []checks.Check) []checks.Check {
	return slices.DeleteFunc(slices.Clone(all), func(one checks.Check) bool {
		return one.Phase == checks.Clock || slices.Contains(strings.Fields(waiting), one.ID) || strings.HasPrefix(one.ID, "GAP-3") || one.ID == "GAP-61" || one.ID == "GAP-20"
	})
}
