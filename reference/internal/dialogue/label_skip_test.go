package dialogue

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// Whatever an ask shows as its label can be said to skip it, and skips nothing else, with its brackets and hyphens.
func TestEachLabelSkipsItsQuestionAlone(t *testing.T) {
	cat, err := catalog.Load()
	require.NoError(t, err)
	e := New(cat)
	var lines []string
	for _, line := range cat.Lines {
		lines = append(lines, line.Key)
	}
	for _, form := range []string{"Skip %s.", "Please skip the question about %s.", "I would like to skip %s for now.", "skip %q please", "Skip: %s"} {
		for _, f := range cat.Fields {
			for _, asked := range []catalog.Field{cat.Fields[0], cat.Fields[5], f} {
				say := fmt.Sprintf(form, f.Label)
				got, err := e.Read(context.Background(), Turn{Message: say, Now: corpusNow, Values: map[string]any{"legal_name": "Acme"}, Lines: lines, Asked: []catalog.Field{asked}, InsuredName: "Acme"})
				require.NoError(t, err)
				require.Equal(t, []string{f.Key}, got.Skip, "%s, while %s is asked", say, asked.Key)
				require.Empty(t, got.Set, "%s, while %s is asked", say, asked.Key)
			}
		}
	}
}
