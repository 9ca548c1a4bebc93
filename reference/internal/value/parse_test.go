package value

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

var testNow = time.Date(2026, 3, 10, 15, 0, 0, 0, time.UTC)

var entity = catalog.Field{Kind: catalog.Choice, Options: []catalog.Option{
	{Value: "llc", Label: "LLC", Synonyms: []string{"limited liability company"}},
	{Value: "nonprofit", Label: "Nonprofit", Synonyms: []string{"non-profit", "501c3"}}}}

// Beside each grammar stands what it reads, and what it must refuse.
func TestParse(t *testing.T) {
	for _, group := range []struct {
		field catalog.Field
		reads map[string]any
		not   []string
	}{
		{catalog.Field{Kind: catalog.Money}, map[string]any{"$1,250,000": 1250000.0, "1.2 mil": 1200000.0, "210k": 210000.0, "half a million": 500000.0, "$1M": 1e6, "2 and a half million": 2.5e6,
			"about $85,000 a year": 85000.0, "none": 0.0, "a hundred and fifty thousand": 150000.0, "$12.50": 12.5, "a million and a half": 1.5e6, "250 to 300k": 275000.0, "$ 0": 0.0},
			[]string{"", "a lot", "15%", "1M/2M", "twelve monkeys", "$", "abc123"}},
		{catalog.Field{Kind: catalog.Count}, map[string]any{"12": 12.0, "two dozen": 24.0, "1,200": 1200.0, "seven trucks": 7.0, "10-12": 11.0, "forty-two": 42.0, "zero": 0.0, "a couple": 2.0},
			[]string{"$12", "1.5", "12%", "-3", "several", "3 of the 10"}},
		{catalog.Field{Kind: catalog.Percent}, map[string]any{"15%": 15.0, "30 percent": 30.0, "8": 8.0, "about 5 pct": 5.0}, []string{"lots", "5% of 20%"}},
		{catalog.Field{Kind: catalog.Year}, map[string]any{"1998": 1998.0, "since 2011": 2011.0, "15 years": 2011.0, "nineteen ninety-eight": 1998.0, "two thousand eight": 2008.0, "'98": 1998.0, "6/1/2015": 2015.0},
			[]string{"3024", "$1998", "1200", "next year"}},
		{catalog.Field{Kind: catalog.Date}, map[string]any{"4/1/2026": "2026-04-01", "04-15-26": "2026-04-15", "April 1": "2026-04-01", "1 May 2026": "2026-05-01", "2026-08-01": "2026-08-01", "Jan 5": "2027-01-05",
			"next month": "2026-04-01", "in two weeks": "2026-03-24", "tomorrow": "2026-03-11", "the 15th": "2026-03-15", "the 1st": "2026-04-01", "end of the month": "2026-03-31", "first of next month": "2026-04-01"},
			[]string{"2/30/2026", "13/45/2026", "soon", "1/2/3/4", "may we"}},
		{catalog.Field{Kind: catalog.Phone}, map[string]any{"(404) 555-0117": "4045550117", "404.555.0117 x12": "4045550117", "+1 404 555 0117": "4045550117", "4045550117": "4045550117"},
			[]string{"555-0117", "404-555-01178", "1234567890123", "104-555-0117"}},
		{catalog.Field{Kind: catalog.FEIN}, map[string]any{"12-3456789": "123456789", "123456789": "123456789", "EIN 47-1234567": "471234567"}, []string{"123-45-6789", "12345678", "00-0000000"}},
		{catalog.Field{Kind: catalog.Email}, map[string]any{"A.B@Example.com": "a.b@example.com", "joe at acme dot com": "joe@acme.com"}, []string{"a@b", "@acme.com", "joe"}},
		{catalog.Field{Kind: catalog.URL}, map[string]any{"https://www.Acme.com/": "acme.com", "acme.example": "acme.example", "acme dot com": "acme.com"}, []string{"acme", "Acme Inc.", "joe@acme.com", "1.5"}},
		{catalog.Field{Kind: catalog.State}, map[string]any{"TX": "TX", "new york": "NY", "N.C.": "NC", "Texas.": "TX", "Washington DC": "DC"}, []string{"ZZ", "Ontario", ""}},
		{catalog.Field{Kind: catalog.ZIP}, map[string]any{"02139": "02139", "60614-1234": "60614"}, []string{"1234", "123456", "abcde"}},
		{catalog.Field{Kind: catalog.Street}, map[string]any{"410 W 5th St": "410 W 5th St", "PO Box 772, Reno, NV 89501": "PO Box 772", "1515 E Butler Ave, Flagstaff, AZ 86001": "1515 E Butler Ave", "123 Highway 50 West": "123 Highway 50 West"},
			[]string{"downtown", "Main Street", "?"}},
		{catalog.Field{Kind: catalog.NAICS}, map[string]any{"722511": "722511", "NAICS 238220": "238220", "plumbing": "238220", "landscaping and lawn care": "561730"}, []string{"102030", "72251", "7225111", "bakery and plumbing"}},
		{catalog.Field{Kind: catalog.ClassCode}, map[string]any{"5183": "5183", "0042": "0042", "042": "0042"}, []string{"51", "58371", "none"}},
		{catalog.Field{Kind: catalog.YesNo}, map[string]any{"Yes": true, "yep": true, "X": true, "no.": false, "nah": false, "none": false, "we don't": false}, []string{"maybe", "12", "yes and no"}},
		{entity, map[string]any{"LLC": "llc", "a limited liability company": "llc", "501c3": "nonprofit", "Non-Profit": "nonprofit"}, []string{"corp", "an LLC or a nonprofit", "wallchart"}},
		{catalog.Field{Kind: catalog.Name}, map[string]any{"Siobhán O’Rourke": "Siobhán O’Rourke", "Weiss Dentistry, P.C.": "Weiss Dentistry, P.C."}, []string{"n/a", "none", "--", "?"}},
	} {
		for text, want := range group.reads {
			v, ok := Parse(group.field, text, testNow)
			assert.True(t, ok, "%s %q", group.field.Kind, text)
			assert.Equal(t, want, v, "%s %q", group.field.Kind, text)
		}
		for _, text := range group.not {
			v, ok := Parse(group.field, text, testNow)
			assert.False(t, ok, "%s %q = %v", group.field.Kind, text, v)
		}
	}
}

func TestBoundsAreKept(t *testing.T) {
	low, high := 0.0, 100.0
	f := catalog.Field{Kind: catalog.Percent, Min: &low, Max: &high}
	_, ok := Parse(f, "120%", testNow)
	require.False(t, ok)
	_, ok = Parse(f, "100%", testNow)
	require.True(t, ok)
}

func TestFormat(t *testing.T) {
	for _, test := range []struct {
		field catalog.Field
		value any
		want  string
	}{
		{catalog.Field{Kind: catalog.Money}, 1250000.0, "$1,250,000"},
		{catalog.Field{Kind: catalog.Money}, 12.5, "$12.50"},
		{catalog.Field{Kind: catalog.Count}, 12000.0, "12,000"},
		{catalog.Field{Kind: catalog.Year}, 1998.0, "1998"},
		{catalog.Field{Kind: catalog.Percent}, 7.5, "7.5%"},
		{catalog.Field{Kind: catalog.Date}, "2026-03-10", "03/10/2026"},
		{catalog.Field{Kind: catalog.Phone}, "4045550117", "(404) 555-0117"},
		{catalog.Field{Kind: catalog.FEIN}, "123456789", "12-3456789"},
		{catalog.Field{Kind: catalog.YesNo}, true, "Yes"},
		{catalog.Field{Kind: catalog.YesNo}, false, "No"},
		{entity, "llc", "LLC"},
		{catalog.Field{Kind: catalog.Text}, nil, ""},
	} {
		require.Equal(t, test.want, Format(test.field, test.value))
	}
}

// What Format prints, Parse reads back.
func TestFormatAndParseAgree(t *testing.T) {
	for kind, v := range map[catalog.Kind]any{catalog.Money: 1250000.0, catalog.Count: 12000.0, catalog.Percent: 7.0, catalog.Year: 1998.0,
		catalog.Date: "2026-03-10", catalog.Phone: "4045550117", catalog.FEIN: "123456789", catalog.YesNo: true} {
		back, ok := Parse(catalog.Field{Kind: kind}, Format(catalog.Field{Kind: kind}, v), testNow)
		require.True(t, ok, kind)
		require.Equal(t, v, back, kind)
	}
}

func TestAddressesCarryTheirPlace(t *testing.T) {
	found := Addresses(Normalize("Mail: PO Box 772, Kansas City, MO 64101. Shop: 500 St Charles Ave #4, New Orleans LA"))
	require.Len(t, found, 2)
	require.Equal(t, []string{"PO Box 772", "Kansas City", "MO", "64101"}, []string{found[0].Street, found[0].City, found[0].State, found[0].ZIP})
	require.True(t, found[0].Box)
	require.Equal(t, []string{"500 St Charles Ave #4", "New Orleans", "LA", ""}, []string{found[1].Street, found[1].City, found[1].State, found[1].ZIP})
	for _, text := range []string{"we have 12 trucks on main street", "10 people drive to work", "2,900 square feet", "one more way to look at it"} {
		require.Empty(t, Addresses(Normalize(text)), text)
	}
}

func TestOriginalGivesWhatWasTyped(t *testing.T) {
	text := Normalize("**Café** “Zoë’s” — 12")
	i := len("  caf")
	require.Contains(t, text.Original(0, len(text.Plain)), "Zoë’s")
	require.NotContains(t, text.Lower[:i], "*")
	again := text.Respell(func(w string) string {
		if w == "12" {
			return "twelve"
		}
		return w
	})
	require.Contains(t, again.Lower, "twelve")
	require.Contains(t, again.Original(0, len(again.Plain)), "12")
}

func TestTheTableOfTradesIsSound(t *testing.T) {
	var all []Industry
	require.NoError(t, json.Unmarshal(industriesJSON, &all))
	require.GreaterOrEqual(t, len(all), 250)
	codes, words := map[string]bool{}, map[string]string{}
	for _, industry := range all {
		require.Len(t, industry.Code, 6)
		require.True(t, plausibleNAICS(industry.Code), industry.Code)
		require.False(t, codes[industry.Code], industry.Code)
		codes[industry.Code] = true
		for _, w := range industry.Words {
			require.Empty(t, words[w], "%s names two trades", w)
			words[w] = industry.Code
			found := Trades(w)
			require.NotEmpty(t, found, w)
			require.Equal(t, industry.Code, found[0].Value, w)
		}
	}
	name, ok := IndustryName("722511")
	require.True(t, ok)
	require.Equal(t, "Full-service restaurant", name)
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1.2 mil", "PO Box 1, Reno NV 89501", "nineteen oh five", "½", "9/9/99", "a@b.co", "\xff", "one hundred and"} {
		f.Add(seed)
	}
	kinds := []catalog.Kind{catalog.Text, catalog.Money, catalog.Count, catalog.Percent, catalog.Year, catalog.Date, catalog.Phone, catalog.Email, catalog.URL,
		catalog.FEIN, catalog.State, catalog.ZIP, catalog.Street, catalog.NAICS, catalog.ClassCode, catalog.YesNo, catalog.LongText}
	f.Fuzz(func(t *testing.T, text string) {
		for _, kind := range kinds {
			if v, ok := Parse(catalog.Field{Kind: kind}, text, testNow); ok {
				require.NotNil(t, v)
				require.NotEmpty(t, Format(catalog.Field{Kind: kind}, v))
			}
		}
	})
}

// Dictation programs part the names of sites into words and write the figures of addresses in words.
func TestDictatedNamesAndPlaces(t *testing.T) {
	for said, want := range map[string]string{
		"my email is info at halvorsen marine dot com": "info@halvorsenmarine.com",
		"email me at joe at oak tree cafe dot net":     "joe@oaktreecafe.net",
	} {
		found := Emails(said)
		require.Len(t, found, 1, said)
		require.Equal(t, want, found[0].Value)
	}
	for said, want := range map[string][]string{
		"website is halvorsen marine dot com": {"halvorsenmarine.com"},
		"oak tree cafe dot com":               {"oaktreecafe.com"},
		"find us at oaktree dot com":          {"oaktree.com"},
		"look for the oak tree dot com":       nil,
	} {
		var got []string
		for _, s := range URLs(said) {
			got = append(got, s.Value)
		}
		require.Equal(t, want, got, said)
	}
	for said, want := range map[string]Address{
		"twelve hundred main street suite four, dayton ohio four five four oh two":  {Street: "1200 Main Street Suite 4", City: "Dayton", State: "OH", ZIP: "45402"},
		"forty five twenty one oak ridge drive, plano texas 75024":                  {Street: "4521 Oak Ridge Drive", City: "Plano", State: "TX", ZIP: "75024"},
		"p o box three fifty seven, boise idaho eight three seven oh one":           {Street: "P O Box 357", City: "Boise", State: "ID", ZIP: "83701"},
		"one twenty five west elm avenue apartment two ten in akron ohio 44308":     {Street: "125 West Elm Avenue Apartment 210", City: "Akron", State: "OH", ZIP: "44308"},
		"seven oh four county line road, reno nevada eighty nine five oh two":       {Street: "704 County Line Road", City: "Reno", State: "NV", ZIP: "89502"},
		"one thousand twenty lake boulevard, tampa florida three three six oh two.": {Street: "1020 Lake Boulevard", City: "Tampa", State: "FL", ZIP: "33602"},
	} {
		found := Addresses(Normalize(said).Digits())
		require.Len(t, found, 1, said)
		got := found[0]
		require.Equal(t, want, Address{Street: got.Street, City: got.City, State: got.State, ZIP: got.ZIP}, said)
	}
	for _, said := range []string{"we have twenty people on the road", "payroll is three hundred thousand", "two twenty foot trucks drive", "fifteen guys out on the road"} {
		require.Empty(t, SpokenPlaces(said), said)
	}
	for said, want := range map[string]float64{"a million two": 1.2e6, "one million two fifty last year": 1.25e6, "two million five hundred thousand": 2.5e6, "a million two hundred a year": 1.2e6, "one million two million": 1e6} {
		found := Numbers(said)
		require.NotEmpty(t, found, said)
		require.InDelta(t, want, found[0].Value, 1, said)
	}
}

func TestWeeksFromADay(t *testing.T) {
	for said, want := range map[string]string{"a week from monday": "2026-03-23", "two weeks from friday": "2026-03-27", "monday after next": "2026-03-23"} {
		found := Dates(said, testNow)
		require.Len(t, found, 1, said)
		require.Equal(t, want, found[0].Value, said)
	}
}

// FuzzFind checks that what is found in any text lies inside it, in order and apart.
func FuzzFind(f *testing.F) {
	for _, seed := range []string{"twelve hundred main street suite four, dayton ohio four five four oh two", "info at oak tree dot com", "p o box two ten", "\xff a million two two million", "one two three four five", "½ – oak road"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, said string) {
		text := Normalize(said[:min(len(said), 2000)]).Digits()
		require.Len(t, text.Lower, len(text.Plain))
		require.Len(t, text.offsets, len(text.Plain)+1)
		for _, found := range [][]Span{SpokenPlaces(text.Lower), SpokenDigits(text.Lower), Emails(text.Lower), URLs(text.Lower), Dates(text.Lower, testNow)} {
			for i, s := range sorted(found) {
				require.True(t, s.Start >= 0 && s.Start < s.End && s.End <= len(text.Lower), "%q", text.Lower)
				require.True(t, i == 0 || found[i-1].End <= s.Start, "%q", text.Lower)
			}
		}
		for _, a := range Addresses(text) {
			require.True(t, a.Start < a.StreetEnd && a.StreetEnd <= a.End && a.End <= len(text.Lower))
			require.NotEmpty(t, text.Written(a.Start, a.End))
		}
	})
}
