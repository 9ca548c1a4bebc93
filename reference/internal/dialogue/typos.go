package dialogue

import (
	_ "embed"
	"encoding/json"

	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

//go:embed spelling.json
var spellingJSON []byte

// vocabulary puts right what was misspelled or shortened, among the words that matter here. Correct words that only look
// like a slip for one of those are listed and left alone.
type vocabulary struct {
	right  map[byte][]string // by first letter
	known  map[string]bool
	shorts map[string]string
}

func newVocabulary(c *catalog.Catalog) *vocabulary {
	var data struct {
		CorrectedTo   []string          `json:"corrected_to"`
		NotMisspelled []string          `json:"not_misspelled"`
		ShortForms    map[string]string `json:"short_forms"`
	}
	if err := json.Unmarshal(spellingJSON, &data); err != nil {
		panic("dialogue: spelling.json: " + err.Error())
	}
	v := &vocabulary{right: map[byte][]string{}, known: map[string]bool{}, shorts: data.ShortForms}
	for _, w := range data.CorrectedTo {
		v.right[w[0]] = append(v.right[w[0]], w)
		v.known[w] = true
	}
	for _, w := range data.NotMisspelled {
		v.known[w] = true
	}
	for _, f := range c.Fields {
		for _, cue := range append([]string{f.Label}, f.Cues...) {
			for _, t := range tokens(asciiLower(cue)) {
				v.known[t.text], v.known[t.stem] = true, true
			}
		}
	}
	return v
}

// correct gives the word that was meant. Two slips are forgiven in long words, one in others.
func (v *vocabulary) correct(w string) string {
	if long, ok := v.shorts[w]; ok {
		return long
	}
	if v.glued(w) {
		return v.parted(w)
	}
	if len(w) < 4 || len(w) > 20 || strings.HasSuffix(w, "'s") || v.known[w] || w[0] < 'a' || w[0] > 'z' {
		return w
	}
	best, least := w, 3
	for _, candidate := range v.right[w[0]] {
		allowed := 1
		if len(candidate) >= 8 {
			allowed = 2
		}
		if abs(len(candidate)-len(w)) > allowed {
			continue
		}
		if d := distance(w, candidate); d <= allowed && d < least {
			best, least = candidate, d
		}
	}
	return best
}

var (
	gluedCount = pattern.MustCompile(`^(\d{1,4})(veh|vehs|drv|drvs|drvrs?|emp|emps|ees|loc|locs|trk|trks|ppl)$`)
	letterZero = pattern.MustCompile(`^\d{1,2}o$|^\d{1,3}oo+$`) // not "9021o": a code is not guessed
)

// glued says that a figure is written together with its unit, or with the letter o for its zeros: "5veh", "1oo".
func (v *vocabulary) glued(w string) bool {
	return w[0] >= '0' && w[0] <= '9' && (gluedCount.MatchString(w) || letterZero.MatchString(w))
}

func (v *vocabulary) parted(w string) string {
	if m := gluedCount.FindStringSubmatch(w); m != nil {
		return m[1] + " " + v.correct(m[2])
	}
	return strings.ReplaceAll(w, "o", "0")
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// distance is Damerau and Levenshtein's: insertions, deletions, substitutions and swaps of neighbours.
func distance(a, b string) int {
	var rows [3][24]int
	for j := 0; j <= len(b); j++ {
		rows[1][j] = j
	}
	for i := 1; i <= len(a); i++ {
		two, one, now := &rows[(i-1)%3], &rows[i%3], &rows[(i+1)%3]
		now[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			now[j] = min(one[j]+1, now[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], two[j-2]+1)
			}
		}
	}
	return rows[(len(a)+1)%3][len(b)]
}

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
