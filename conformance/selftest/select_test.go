package selftest_test

import (
	"os"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/checks"
)

// campaign says whether the long runs were asked for: INTAKE_CONFORMANCE=long.
func campaign() bool { return os.Getenv("INTAKE_CONFORMANCE") == "long" }

// short is what a plain test run can afford: the checks of the API; the campaign takes all that do not wait.
func short(all []checks.Check) []checks.Check {
	if campaign() {
		return quick(all)
	}
	return checks.Selected(quick(all), checks.Options{Pattern: "API-ME,API-CREATE,API-LIST,API-GET,API-ANSWER,AUTH,ERR"})
}

// quick leaves out the checks that wait, and those that move the clock far.
func quick(all []checks.Check) []checks.Check {
	return slices.DeleteFunc(slices.Clone(all), func(one checks.Check) bool {
		return one.Phase == checks.Clock || slices.Contains(strings.Fields(waiting+" GAP-20 GAP-33 GAP-34 GAP-36 GAP-61"), one.ID)
	})
}

// still leaves out, beside those, the checks that let time pass at all, be it the moment after which no delivery is expected.
func still(all []checks.Check) []checks.Check {
	return slices.DeleteFunc(quick(all), func(one checks.Check) bool {
		return strings.HasPrefix(one.ID, "EVT-") || strings.HasPrefix(one.ID, "HOOK-") || one.ID == "LIM-12" || one.ID == "GAP-45"
	})
}
