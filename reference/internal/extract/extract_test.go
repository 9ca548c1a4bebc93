package extract_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/extract"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// sheet makes a page of lines; in a line, two spaces or more begin a new column.
func sheet(lines ...string) *pdfread.Document {
	const size, pitch, letter = 10.0, 16.0, 5.0
	page := pdfread.Page{Width: 612, Height: 792}
	for i, text := range lines {
		var line pdfread.Line
		for at := 0; at < len(text); {
			if text[at] == ' ' {
				at++
				continue
			}
			end := at
			for end < len(text) && text[end] != ' ' {
				end++
			}
			line.Words = append(line.Words, pdfread.Word{Text: text[at:end], X0: 40 + letter*float64(at), X1: 42 + letter*float64(end), Y: 60 + pitch*float64(i), Size: size})
			at = end
		}
		if len(line.Words) > 0 {
			page.Lines = append(page.Lines, line)
		}
	}
	return &pdfread.Document{Pages: []pdfread.Page{page}}
}

func values(t *testing.T, doc *pdfread.Document) map[string]any {
	t.Helper()
	cat, err := theCatalog()
	require.NoError(t, err)
	return extract.Extract(cat, doc, today).Values
}

// theCatalog is loaded once, for its labels are made ready once for each.
var theCatalog = sync.OnceValues(catalog.Load)

func TestTheAgentsFactsAreNotTheInsureds(t *testing.T) {
	got := values(t, sheet(
		"Agency: Three Rivers Agency, Inc.",
		"Phone: 402-555-0144",
		"Address: 400 Broker Way, Omaha, NE 68102",
		"Email: desk@agency.example",
		"",
		"Named insured: Harbor Bakery LLC",
		"Phone: 207-555-0148",
	))
	require.Equal(t, map[string]any{"legal_name": "Harbor Bakery LLC", "contact_phone": "2075550148"}, got)
}

func TestAMortgageeIsNotTheInsured(t *testing.T) {
	got := values(t, sheet(
		"Applicant: Harbor Bakery LLC",
		"",
		"MORTGAGEE",
		"Name: First Harbor Bank",
		"Address: 1 Bank Plaza, Chicago, IL 60601",
	))
	require.Equal(t, map[string]any{"legal_name": "Harbor Bakery LLC"}, got)
}

func TestALimitIsNotTakenFromThePremiumColumn(t *testing.T) {
	got := values(t, sheet(
		"Coverage                     Limit           Premium",
		"Building                                     $1,200",
		"Business personal property   $185,000        $740",
	))
	require.NotContains(t, got, "building_limit")
	require.Equal(t, 185000.0, got["contents_limit"])
}

func TestBoxesBeforeAndBehindTheirWords(t *testing.T) {
	before := values(t, sheet("Are subcontractors used?      [ ] Yes   [X] No", "Any bankruptcy?               [X] Yes   [ ] No"))
	require.Equal(t, map[string]any{"subcontractors_used": false, "bankruptcy": true}, before)
	behind := values(t, sheet("Are subcontractors used?      Yes [ ]   No [X]"))
	require.Equal(t, map[string]any{"subcontractors_used": false}, behind)
	open := values(t, sheet("Are subcontractors used?      [ ] Yes   [ ] No"))
	require.Empty(t, open, "a question that was not answered says nothing")
	both := values(t, sheet("Are subcontractors used?      [X] Yes   [X] No"))
	require.Empty(t, both)
}

func TestTheTotalOfATableCounts(t *testing.T) {
	got := values(t, sheet(
		"Class code    Description        Annual payroll",
		"8017          Retail store       $200,000",
		"8810          Clerical           $50,000",
		"Total                            $250,000",
	))
	require.Equal(t, 250000.0, got["annual_payroll"])
	require.Equal(t, "8017", got["wc_class_code"])
}

func TestSurerValuesWin(t *testing.T) {
	got := values(t, sheet("Premium: $400", "Total annual premium: $5,520"))
	require.Equal(t, 5520.0, got["current_premium"])
}

func TestProseSetsNothing(t *testing.T) {
	got := values(t, sheet(
		"This policy may be cancelled by the first named insured by mailing advance written notice of cancellation.",
		"The premium shown in the declarations is the deposit premium only. Sprinklers must be kept in working order.",
		"Coverage for contents of others is limited as described in the endorsement on page 12 of this policy form.",
	))
	require.Empty(t, got)
}

func TestTheSameAddress(t *testing.T) {
	got := values(t, sheet("Mailing address: 118 Commercial Street, Portland, ME 04101", "Location address: Same as mailing"))
	require.Equal(t, "118 Commercial Street", got["location_address"])
	require.Equal(t, "04101", got["location_zip"])
}

func TestNothingFoundIsSaid(t *testing.T) {
	cat, err := catalog.Load()
	require.NoError(t, err)
	r := extract.Extract(cat, sheet("Dear Sir or Madam"), today)
	require.Zero(t, r.Confidence)
	require.Len(t, r.Notes, 1)
}

func TestTheSameDocumentGivesTheSameValues(t *testing.T) {
	doc := sheet("Named insured: Harbor Bakery LLC", "FEIN: 84-3120957", "Annual sales  $1,180,000   Annual payroll  $362,400")
	first := values(t, doc)
	require.Len(t, first, 4)
	for range 20 {
		require.Equal(t, first, values(t, doc))
	}
	another, err := catalog.Load()
	require.NoError(t, err)
	require.Equal(t, first, extract.Extract(another, doc, today).Values)
}

// An unkind page must neither crash nor take long: many cells on few rows are the worst case.
func TestCrowdedPagesEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("one page after the other: it shows no race")
	}
	lines := make([]string, 60)
	for i := range lines {
		lines[i] = strings.Repeat("City: X  Premium  [ ] Yes  ", 20)
	}
	values(t, sheet(lines...))
}

func FuzzExtract(f *testing.F) {
	f.Add("Named insured: Harbor\nFEIN 84-3120957", 40.0, 10.0)
	f.Add("[X] Yes [ ] No\nDate of loss  Incurred\n01/01/2025  $5", 0.0, 0.0)
	cat, err := catalog.Load()
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string, x, size float64) {
		doc := sheet(strings.Split(text, "\n")...)
		for _, l := range doc.Pages[0].Lines {
			l.Words[0].X0, l.Words[0].Size = x, size
		}
		doc.Fields = append(doc.Fields, pdfread.Field{Name: text, Tooltip: text, Kind: pdfread.TextField, Value: text})
		for key := range extract.Extract(cat, doc, today).Values {
			_, known := cat.Field(key)
			require.True(t, known)
		}
	})
}
