package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

func crowded(pages, lines int) *pdfread.Document {
	doc := &pdfread.Document{}
	for range pages {
		p := pdfread.Page{Width: 612, Height: 792}
		for i := range lines {
			y := float64(i) * 2
			p.Lines = append(p.Lines, pdfread.Line{Words: []pdfread.Word{{Text: "Carrier", X0: 10, X1: 20, Y: y, Size: 1}, {Text: "Premium", X0: 40, X1: 50, Y: y, Size: 1}}})
		}
		doc.Pages = append(doc.Pages, p)
	}
	return doc
}

func TestTheWorkOnOneDocumentIsBounded(t *testing.T) {
	cat, err := catalog.Load()
	require.NoError(t, err)
	for name, b := range map[string]*budget{
		"cells":   {cells: 100, looks: mostLooks, matches: mostMatches, known: map[string][]hit{}},
		"looks":   {cells: mostCells, looks: 1000, matches: mostMatches, known: map[string][]hit{}},
		"matches": {cells: mostCells, looks: mostLooks, matches: 1, known: map[string][]hit{}},
	} {
		t.Run(name, func(t *testing.T) {
			r := read(labelsFor(cat).within(b), crowded(3, 60), time.Now())
			require.Contains(t, strings.Join(r.Notes, " "), "too crowded")
		})
	}
	r := Extract(cat, crowded(3, 60), time.Now())
	require.NotContains(t, strings.Join(r.Notes, " "), "too crowded", "what people print stays far below")
}
