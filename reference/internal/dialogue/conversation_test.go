package dialogue

import (
	"bufio"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// conversation is what one person says, line by line, each with what must have changed behind it.
type conversation struct {
	insured string
	lines   []example
}

// conversations reads a file in which "== Name" opens a conversation and every other line is one of a corpus.
func conversations(t *testing.T, name string) (all []conversation) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	require.NoError(t, err)
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for n := 1; scanner.Scan(); n++ {
		text := scanner.Text()
		if insured, opens := strings.CutPrefix(text, "== "); opens {
			all = append(all, conversation{insured: insured})
			continue
		}
		if text == "" || text[0] == '#' {
			continue
		}
		ex, ok := parseExample(text, 0)
		require.True(t, ok, "%s:%d", name, n)
		ex.line = n
		all[len(all)-1].lines = append(all[len(all)-1].lines, ex)
	}
	return all
}

// play has a conversation as a session does: what is read is applied before the next message.
func (c conversation) play(t *testing.T, cat *catalog.Catalog, e *Engine, sum *tally) {
	values := map[string]any{"legal_name": c.insured}
	var skipped []string
	var recent []Change
	for _, ex := range c.lines {
		turn := Turn{Message: ex.say, Now: corpusNow, Values: maps.Clone(values), Skipped: skipped, Recent: recent, Asked: cat.Plan(nil, values, skipped).Next, InsuredName: c.insured}
		if len(ex.asked) > 0 {
			turn.Asked = nil
			for _, key := range ex.asked {
				f, ok := cat.Field(key)
				require.True(t, ok, key)
				turn.Asked = append(turn.Asked, f)
			}
		}
		got, err := e.Read(context.Background(), turn)
		require.NoError(t, err)
		got.Skip = slices.DeleteFunc(got.Skip, func(key string) bool { return slices.Contains(got.Clear, key) })
		wrong := ex.judge(cat, turn, got, sum)
		sum.examples++
		if wrong == "" {
			sum.exact++
		} else {
			t.Logf("line %d %q: %s", ex.line, ex.say, wrong)
		}
		for _, key := range got.Clear {
			delete(values, key)
		}
		maps.Copy(values, got.Set)
		skipped = slices.Concat(skipped, got.Skip)
		recent = got.Recent
	}
}

func TestConversationsAreFollowed(t *testing.T) {
	cat, err := catalog.Load()
	require.NoError(t, err)
	e := New(cat)
	var sum tally
	for _, c := range conversations(t, "conversations.txt") {
		c.play(t, cat, e, &sum)
	}
	t.Log(sum)
	require.GreaterOrEqual(t, sum.accuracy(), 0.97)
	require.GreaterOrEqual(t, sum.precision(), 0.99)
}
