package selftest_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// americanForm are values in forms that a program may not take: a day with its month first, an amount with its sign, a telephone number without
// its country.
var americanForm = regexp.MustCompile(`^(?:\d\d/\d\d/\d{4}|\$.*|\(\d{3}\) \d{3}-\d{4})$`)

// strictly hears of a message the answer under the first label, in one form of each kind of value, and nothing else, not even a request
// to skip.
func strictly(said string) string {
	if line := byLabel.FindStringSubmatch(said); line != nil && !americanForm.MatchString(line[2]) && !skipOf.MatchString(said) {
		return line[0]
	}
	return otherwiseSaid
}

// A server may understand one form of an answer alone: its intake comes to its end all the same.
func TestOneFormOfAnAnswerIsUnderstood(t *testing.T) {
	t.Parallel()
	b := newBed(t, hears(strictly))
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf("EVT-01")})
	require.NoError(t, err)
	require.Equal(t, report.Pass, results[0].Verdict, results[0].Got)
	require.Positive(t, b.layer.touched.Load())
}
