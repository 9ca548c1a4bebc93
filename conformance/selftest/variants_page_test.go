package selftest_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
)

// variantsPage writes the choices for people.
func variantsPage() string {
	var rows, others strings.Builder
	for _, id := range slices.Sorted(maps.Keys(gapChoices)) {
		req, _ := catalogue.Get(id)
		for i, one := range gapChoices[id] {
			by := one.by
			switch {
			case by == own:
				by = "what the reference server does"
			case named(by) == nil:
				by = "none; " + by
			case alike[id+" "+by] != "":
				by += " (not told apart in the profile: " + alike[id+" "+by] + ")"
			}
			point := ""
			if i == 0 {
				point = id + ": " + req.Statement
			}
			fmt.Fprintf(&rows, "| %s | %s | %s |\n", point, one.what, by)
		}
	}
	count := 0
	for _, about := range slices.Sorted(maps.Keys(forms)) {
		count += len(forms[about])
		fmt.Fprintf(&others, "| %s | %s |\n", about, strings.Join(forms[about], "; "))
	}
	return fmt.Sprintf(`# Servers that chose otherwise

What the specification leaves open, a server decides, and no choice is held against it. Each choice below is a variant: a
layer in front of the reference server that the suite is run on. Of %d variants, %d stand at the %d open points, and %d are
forms that no point names. A variant at a point shows in the profile: what is observed there is not what is observed of the
reference server. A test keeps this page as the table in its source is; it is written by

    INTAKE_VARIANTS=$PWD/conformance/VARIANTS.md go test -run TestVariantsPage -count=1 ./conformance/selftest

In the long form each variant alone is judged by every check that waits for nothing; in a plain run a few are. A mix is three to ten variants that do not exclude
each other, drawn from a seed. CI judges 200 mixes, each by one in twenty of those checks, drawn from the same seed.
The long form judges 1,000 mixes by all of them, and one mix in ten by the checks that wait as
well. A server whose every answer takes more than a second is in no mix.

| open point | choice | variant |
|---|---|---|
%s
| form of | variants |
|---|---|
%s`, len(variants), len(variants)-count, len(gapChoices), count, rows.String(), others.String())
}

// The page says what the table says.
func TestVariantsPage(t *testing.T) {
	if path := os.Getenv("INTAKE_VARIANTS"); path != "" {
		require.NoError(t, os.WriteFile(path, []byte(variantsPage()), 0o644))
		return
	}
	page, err := os.ReadFile("../VARIANTS.md")
	require.NoError(t, err)
	require.Equal(t, variantsPage(), string(page))
}
