package value

import (
	_ "embed"
	"encoding/json"

	"slices"
	"strings"
	"sync"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

//go:embed industries.json
var industriesJSON []byte

// Industry is a trade that the project knows: its NAICS code, and words by which people name it.
type Industry struct {
	Code  string   `json:"code"`
	Name  string   `json:"name"`
	Words []string `json:"words"`
}

type tradeWord struct {
	text     string
	industry int
}

var trades = sync.OnceValue(func() (t struct {
	all     []Industry
	byFirst map[string][]tradeWord // longest first
}) {
	if err := json.Unmarshal(industriesJSON, &t.all); err != nil {
		panic("value: industries.json: " + err.Error())
	}
	t.byFirst = map[string][]tradeWord{}
	for i, industry := range t.all {
		for _, w := range industry.Words {
			text := spaced(asciiLower(w))
			first, _, _ := strings.Cut(text, " ")
			t.byFirst[first] = append(t.byFirst[first], tradeWord{text, i})
		}
	}
	for _, list := range t.byFirst {
		slices.SortFunc(list, func(a, b tradeWord) int { return len(b.text) - len(a.text) })
	}
	return t
})

// Trades finds the industries that a text names, most words first; Span.Value is the NAICS code.
func Trades(lower string) []Span {
	text := spaced(lower)
	known := trades()
	var all []Span
	for i := 0; i < len(text); i++ {
		if !isWordByte(text[i]) || i > 0 && isWordByte(text[i-1]) {
			continue
		}
		end := i
		for end < len(text) && text[end] != ' ' && text[end] != ',' && text[end] != '.' && text[end] != ';' && text[end] != '\n' {
			end++
		}
		for _, w := range known.byFirst[text[i:end]] {
			if strings.HasPrefix(text[i:], w.text) && edge(text, i, i+len(w.text)) {
				all = append(all, Span{i, i + len(w.text), known.all[w.industry].Code, false})
				i += len(w.text) - 1
				break
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Span) int { return (b.End - b.Start) - (a.End - a.Start) })
	return all
}

// IndustryName is the project's own name of an industry that it knows.
func IndustryName(code string) (string, bool) {
	for _, industry := range trades().all {
		if industry.Code == code {
			return industry.Name, true
		}
	}
	return "", false
}

var sixDigits = pattern.MustCompile(`\b\d{6}\b`)

// NAICSCodes finds codes of six digits in the range of a sector that exists.
func NAICSCodes(lower string) []Span {
	var all []Span
	for _, m := range sixDigits.FindAllStringIndex(lower, -1) {
		if loose(lower, m[0], m[1]) && plausibleNAICS(lower[m[0]:m[1]]) {
			all = append(all, Span{m[0], m[1], lower[m[0]:m[1]], true})
		}
	}
	return all
}

var sectors = wordSet("11 21 22 23 31 32 33 42 44 45 48 49 51 52 53 54 55 56 61 62 71 72 81 92")

func plausibleNAICS(code string) bool { return sectors[code[:2]] && code[2] != '0' }
