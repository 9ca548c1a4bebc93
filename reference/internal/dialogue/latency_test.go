package dialogue

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// The longest message that the API takes must not hold a server up, whatever is in it. The work on a sentence grows with
// its length and with the values in it, so both are bounded; BenchmarkRead tells the time.
func TestLongMessagesAreReadInBoundedPieces(t *testing.T) {
	if testing.Short() {
		t.Skip("one message after the other: it shows no race")
	}
	c, err := catalog.Load()
	require.NoError(t, err)
	e := New(c)
	for _, piece := range []string{"2 box trucks, ", "12 ", "1/2 ", "40 x 50 by ", "a@b.co ", "revenue 5k and ", "one two ", "1,", "State Farm ", "my wife and ", "(555) 123-4567 "} {
		turn := Turn{Message: strings.Repeat(piece, 10000/len(piece)), Now: corpusNow, Values: map[string]any{}, Asked: c.Plan(nil, nil, nil).Next}
		r := e.open(turn)
		require.NotEmpty(t, r.sentences, piece)
		for _, s := range r.sentences {
			require.LessOrEqual(t, s.end-s.start, longest+100, piece)
			require.LessOrEqual(t, len(r.valuesIn(s.start, s.end)), crowded, piece)
		}
	}
	_, err = e.Read(context.Background(), Turn{Message: strings.Repeat("12 trucks, ", 900), Now: corpusNow, Values: map[string]any{}})
	require.NoError(t, err)
}
