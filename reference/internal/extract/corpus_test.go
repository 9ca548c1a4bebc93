package extract_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/extract"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// gold is what a person reads in a document of the corpus.
type gold struct {
	Producer string         `json:"producer"`
	Layout   string         `json:"layout"`
	Values   map[string]any `json:"values"`

	// Optional are values that a careful reader may take or leave.
	Optional map[string][]any `json:"optional,omitempty"`
}

// score counts values: right, wrong or not there, missed.
type score struct{ right, extra, missed int }

func (s score) precision() float64 { return float64(s.right) / float64(max(1, s.right+s.extra)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(1, s.right+s.missed)) }

// The corpus was made with Chromium and LibreOffice from the sources beside the files. The half "held-out" was not looked
// at while the rules were written, so its bounds are the honest ones. "producers" has other layouts from a dozen other
// writers of PDF; their values were written down before the first reading, and the rules learned from them afterwards,
// so that its figures say what was learned, not what a new document gives: the last four lots, 46 documents with 841 values
// of which some are kept here (l to o), had a precision of 0.95 and a recall of 0.78 at their first reading. A plain run reads
// every fifth of these, and of all under the race detector, which makes reading ten times slower; EXTRACT_CORPUS=full reads all.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("one document after the other: it shows no race")
	}
	cat, err := catalog.Load()
	require.NoError(t, err)
	bounds := map[string]struct{ precision, recall float64 }{"develop": {0.97, 0.97}, "held-out": {0.95, 0.93}, "producers": {0.98, 0.95}}
	for half, bound := range bounds {
		t.Run(half, func(t *testing.T) {
			var all score
			files, err := filepath.Glob(filepath.Join("testdata", half, "*.json"))
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(files), 12)
			if half == "producers" && os.Getenv("EXTRACT_CORPUS") != "full" {
				files = everyFifth(files)
			}
			for _, file := range files {
				s := scoreOf(t, cat, file)
				all.right += s.right
				all.extra += s.extra
				all.missed += s.missed
			}
			t.Logf("%s: %d documents, %d values, precision %.3f, recall %.3f", half, len(files), all.right+all.missed, all.precision(), all.recall())
			require.GreaterOrEqual(t, all.precision(), bound.precision)
			require.GreaterOrEqual(t, all.recall(), bound.recall)
		})
	}
}

func everyFifth(files []string) (some []string) {
	for i := 0; i < len(files); i += 5 {
		some = append(some, files[i])
	}
	return some
}

var today = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// reader ends with the process, and its workers with it.
var reader = pdfread.NewReader(pdfread.Options{CPU: time.Minute, Deadline: 2 * time.Minute})

func scoreOf(t *testing.T, cat *catalog.Catalog, file string) (s score) {
	t.Helper()
	var g gold
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &g))
	pdf, err := os.ReadFile(strings.TrimSuffix(file, ".json") + ".pdf")
	require.NoError(t, err)
	doc, err := reader.Read(context.Background(), pdf)
	require.NoError(t, err, file)
	got := extract.Extract(cat, doc, today).Values
	for key, want := range g.Values {
		v, found := got[key]
		switch {
		case found && same(v, want):
			s.right++
		case found:
			s.extra++
			s.missed++
			t.Logf("%s: %s is %v, want %v", filepath.Base(file), key, v, want)
		default:
			s.missed++
			t.Logf("%s: %s missed, want %v", filepath.Base(file), key, want)
		}
	}
	for key, v := range got {
		if _, wanted := g.Values[key]; !wanted && !implied(key, v, g.Values) && !slices.ContainsFunc(g.Optional[key], func(o any) bool { return same(v, o) }) {
			s.extra++
			t.Logf("%s: %s is %v, not in the document", filepath.Base(file), key, v)
		}
	}
	return s
}

func same(got, want any) bool {
	a, isText := got.(string)
	b, alsoText := want.(string)
	if isText && alsoText {
		return fold(a) == fold(b)
	}
	return got == want
}

func fold(s string) string {
	s = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(s, "https://"), "www."))
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" .,’'", r) }), " ")
}

// implied are values that follow from what the document says, though it does not say them.
func implied(key string, v any, values map[string]any) bool {
	switch key {
	case "loss_count", "loss_total":
		return v == 0.0 && values["losses_5yr"] == false
	case "total_employees":
		full, _ := values["full_time_employees"].(float64)
		part, _ := values["part_time_employees"].(float64)
		return v == full+part
	}
	return slices.Contains([]string{"losses_5yr"}, key) && values["loss_count"] != nil
}
