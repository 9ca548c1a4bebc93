package dialogue

import (
	_ "embed"
	"encoding/json"

	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

//go:embed insurers.json
var insurersJSON []byte

// insurerBook holds the insurers of small businesses by name. Some names are plain words as well and need more evidence.
type insurerBook struct {
	byFirst map[string][][]string // the words of each name, longest first
	plain   map[string]bool
}

var insurers = sync.OnceValue(readInsurerBook) // at its first use: the readers of documents start without it

func readInsurerBook() insurerBook {
	var data struct {
		Names      []string `json:"names"`
		PlainWords []string `json:"plain_words"`
	}
	if err := json.Unmarshal(insurersJSON, &data); err != nil {
		panic("dialogue: insurers.json: " + err.Error())
	}
	book := insurerBook{byFirst: map[string][][]string{}, plain: map[string]bool{}}
	for _, name := range data.Names {
		var words []string
		for _, t := range tokens(name) {
			words = append(words, t.text)
		}
		book.byFirst[words[0]] = append(book.byFirst[words[0]], words)
	}
	for _, list := range book.byFirst {
		slices.SortStableFunc(list, func(a, b []string) int { return len(b) - len(a) })
	}
	for _, name := range data.PlainWords {
		book.plain[name] = true
	}
	return book
}

// mention is a place where an insurer is named.
type mention struct {
	start, end int
	plain      bool // the words mean something else as well
}

// in finds the insurers named in the tokens from..to.
func (b insurerBook) in(lower string, tokens []token) []mention {
	var all []mention
	for i := 0; i < len(tokens); i++ {
		for _, words := range b.byFirst[tokens[i].text] {
			if i+len(words) > len(tokens) || !slices.EqualFunc(tokens[i:i+len(words)], words, func(t token, w string) bool { return t.text == w }) {
				continue
			}
			m := mention{start: tokens[i].start, end: tokens[i+len(words)-1].end, plain: b.plain[strings.Join(words, " ")]}
			if strings.Contains(lower[m.start:m.end], "\n") {
				continue
			}
			all = append(all, m)
			i += len(words) - 1
			break
		}
	}
	return all
}

var (
	insurerTail = pattern.MustCompile(`^ (?:insurance(?: company| co\.?| group)?|mutual|casualty|indemnity|assurance|ins\.?)\b`)
	insurerGone = pattern.MustCompile(`
		\b(?:
			not|no longer(?: with| at| insured (?:with|by|through))?|instead of|rather than|left|dropped|fired|quit|from|was|were|
			used to be|formerly|previously|before|prior|after|until|had|replaced|ditched|cancelled|canceled|moved away from
		)(?: with| by| at| insured (?:with|by|through)| our| my| the)* ?$`)
	insurerNow = pattern.MustCompile(`
		\b(?:
			with|w/?|by|through|thru|via|to|at|under|is|it's|its|now|currently|have|has|use|using|carrier|insurer|insurance|policy|
			from|pay|paying|called|,|:|-|and|instead|presently|still
		)(?: now| currently| the)? ?$`)
	insurerDoes = pattern.MustCompile(`
		^ since\b|^ is (?:the |our )?(?:current|present|existing)\b|^ is (?:who|what) (?:we|i)\b|
		^ (?:has|have|had|insures?|covers?|writes?|carries|is (?:our|the|my)|are (?:our|the|my)|charges?|handles?|provides?|does) ?
		(?:us|me|our|it|the|my|current|carrier|insurer|policy|insurance|coverage|everything|all|right now|now)?\b|
		^ (?:now|currently|right now|at the moment|today|instead|these days)\b`)
	insurerNo = pattern.MustCompile(`
		^(?:'s)? (?:
			quoted?|offer(?:s|ed)?|ad|ads|commercial|ceo|stock|website|app|agent|rep|adjuster|
			(?:non-?renewed|dropped|cancelled|canceled|declined|denied|refused|paid|settled)\b
		)|
		^'s\b`)
	insurerHedge = pattern.MustCompile(`
		\b(?:
			competitor|quote from|quotes from|offer from|heard|looked at|looking at|considering|switch(?:ing)? to|shopping|compare|
			want to move|going to
		)\b`)
	incumbentIs = pattern.MustCompile(`
		(?:^|[,;.] *|\bthe )(?:incumbent|current(?:ly)?|present|expiring|exp)(?: one| carrier| insurer| market)?
		(?: is| was|:| -|'s)?(?: with| through)?(?: the)? *$`)
	hasUs       = pattern.MustCompile(`^ (?:has|have|got|insures?|covers?|writes?|is insuring|is covering) us\b`)
	yearlyPrice = pattern.MustCompile(`^,? ?(?:at |- )?\$?[\d,]+(?:\.\d+)?k? ?(?:/ ?(?:yr|year)|(?:a|per) (?:yr|year)|annually|yearly)`)
	oursIs      = pattern.MustCompile(`\b(?:ours|mine) (?:is|are)(?: with| through)?(?: the)? $`)
	movedTo     = pattern.MustCompile(`\b(?:moved|switched|changed|went|transferred|jumped)\b[^.]{0,40}\b(?:to|with|over to)(?: the)? ?$`)
)

// readInsurers takes an insurer that is named as the present one, where no turn of phrase gave its name already. One that
// is named as left, or that only made an offer, is not taken.
func (r *reader) readInsurers() {
	const key = "current_carrier"
	if r.has(key) || !r.fields[key] {
		return
	}
	for _, s := range r.sentences {
		from, to := r.tokensIn(s.start, s.end)
		named := insurers().in(r.text.Lower, r.tokens[from:to])
		for _, m := range named[:min(len(named), 6)] {
			_, g := r.sentenceOf(m.start)
			if g == nil || g.act != answers && !(g.act == aside && movedTo.MatchString(r.text.Lower[s.start:m.start])) || s.question ||
				r.isClaimed(m.start, m.end) {
				continue
			}
			if tail := insurerTail.FindString(r.text.Lower[m.end:s.end]); tail != "" {
				m.end += len(tail)
			}
			if r.askedAt(key) == 0 {
				m.end = r.capitalRun(m.end, s.end)
			}
			if r.insuresNow(m, s) {
				r.set(key, r.text.Original(m.start, m.end), 7, m.start, m.end)
				r.readPriceBehind(m.end)
				break
			}
		}
	}
}

// capitalRun goes on over the words of a name: "AmTrust North America".
func (r *reader) capitalRun(at, end int) int {
	for at+1 < end && r.text.Lower[at] == ' ' && r.capitalised(at+1) && !strings.HasPrefix(r.text.Lower[at+1:], "i ") {
		next := at + 1
		for next < end && wordByte(r.text.Lower[next]) {
			next++
		}
		at = next
	}
	return at
}

// insuresNow weighs what stands around the name of an insurer.
func (r *reader) insuresNow(m mention, s sentence) bool {
	before, after := r.text.Lower[s.start:m.start], r.text.Lower[m.end:s.end]
	near := before
	if _, g := r.sentenceOf(m.start); g != nil {
		near = r.text.Lower[g.start:m.start]
	}
	if insurerNo.MatchString(after) || insurerHedge.MatchString(near) && !movedTo.MatchString(before) {
		return false
	}
	if movedTo.MatchString(before) || oursIs.MatchString(before) || r.replacesInsurer(m, s) {
		return true
	}
	if insurerGone.MatchString(before) {
		return false
	}
	if incumbentIs.MatchString(before) {
		return true
	}
	if hasUs.MatchString(after) || strings.TrimSpace(before) == "" && yearlyPrice.MatchString(after) && (!m.plain || r.capitalised(m.start)) {
		return true
	}
	if insurerDoes.MatchString(after) && (!m.plain || r.capitalised(m.start)) && !strings.HasPrefix(after, " had") {
		return true
	}
	if strings.TrimSpace(strings.Trim(before, " .,")) == "" && (!m.plain || r.capitalised(m.start) || strings.Trim(after, " .,!") == "") &&
		r.askedAt("current_carrier") >= 0 {
		return true
	}
	if !insurerNow.MatchString(before) {
		return false
	}
	pays := priced.MatchString(after) || payWords.MatchString(s.text(r)) || insuranceTalk.MatchString(s.text(r)) || r.sentenceNames(s, "current_carrier")
	return pays || r.askedAt("current_carrier") >= 0 ||
		!m.plain && (strings.HasSuffix(strings.TrimSpace(before), "with") || strings.HasSuffix(strings.TrimSpace(before), "have"))
}

var priced = pattern.MustCompile(`^(?: insurance)?,? (?:at|for|@|paying)(?: about| around)? \$?\d`)

// replacesInsurer says that the insurer on record is named in the same sentence as what is not so: "not Chubb - Hiscox".
func (r *reader) replacesInsurer(m mention, s sentence) bool {
	held, ok := r.turn.Values["current_carrier"].(string)
	if !ok {
		return false
	}
	i := strings.Index(r.text.Lower[s.start:m.start], asciiLower(held))
	return i >= 0 && insurerGone.MatchString(r.text.Lower[s.start:s.start+i])
}

func (s sentence) text(r *reader) string { return r.text.Lower[s.start:s.end] }

func (r *reader) capitalised(at int) bool {
	c, _ := utf8.DecodeRuneInString(r.text.Plain[at:])
	return unicode.IsUpper(c)
}

// namesInsurer says that a sentence speaks of an insurer by a name that hardly means anything else.
func (r *reader) namesInsurer(s sentence) bool {
	from, to := r.tokensIn(s.start, s.end)
	return slices.ContainsFunc(insurers().in(r.text.Lower, r.tokens[from:to]), func(m mention) bool {
		return !m.plain ||
			r.capitalised(m.start) && m.start > s.start
	})
}

var insurerEnding = set("mutual casualty indemnity assurance")

// knownCarrier takes the name of an insurer that is known, or one that ends as only insurers do.
func knownCarrier(_ *reader, text string) bool {
	lower := asciiLower(text)
	words := tokens(lower)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	last := words[len(words)-1].text
	if insurerEnding[last] && len(words) > 1 {
		return true
	}
	found := insurers().in(lower, words)
	if len(found) == 0 || found[0].start > len("the ") {
		return false
	}
	rest := strings.Trim(insurerTail.ReplaceAllString(lower[found[0].end:], ""), " .,")
	return rest == "" || !found[0].plain && len(strings.Fields(rest)) <= 2
}
