package dialogue

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// The longest message that the API takes must not hold a server up, whatever is in it. The bound is a hundred times what
// it needs: it finds what grows out of hand, not a busy machine.
func TestLongMessagesAreReadInTime(t *testing.T) {
	c, err := catalog.Load()
	require.NoError(t, err)
	e := New(c)
	for _, piece := range []string{"2 box trucks, ", "12 ", "1/2 ", "40 x 50 by ", "a@b.co ", "revenue 5k and "} {
		message := strings.Repeat(piece, longestRead/len(piece))
		began := time.Now()
		_, err := e.Read(context.Background(), Turn{Message: message, Now: corpusNow, Values: map[string]any{}})
		require.NoError(t, err)
		t.Log(piece, time.Since(began))
		require.Less(t, time.Since(began), time.Minute, piece)
	}
}
