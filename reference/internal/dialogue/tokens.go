package dialogue

import (
	"sort"
	"strings"
)

// token is one word or figure of the message.
type token struct {
	text       string
	stem       string
	start, end int
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// tokens cuts a text at everything that is neither letter, digit nor an apostrophe inside a word.
func tokens(lower string) []token {
	var all []token
	for i := 0; i < len(lower); {
		if !wordByte(lower[i]) {
			i++
			continue
		}
		j := i
		for j < len(lower) && (wordByte(lower[j]) || lower[j] == '\'' && j+1 < len(lower) && wordByte(lower[j+1])) {
			j++
		}
		all = append(all, token{lower[i:j], stem(lower[i:j]), i, j})
		i = j
	}
	return all
}

// stem takes the plural off.
func stem(w string) string {
	switch {
	case strings.HasSuffix(w, "'s") && len(w) > 3:
		return w[:len(w)-2]
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us"):
		return w[:len(w)-1]
	}
	return w
}

// tokensIn gives the index range of the tokens inside an area.
func (r *reader) tokensIn(start, end int) (from, to int) {
	from = sort.Search(len(r.tokens), func(i int) bool { return r.tokens[i].start >= start })
	to = from
	for to < len(r.tokens) && r.tokens[to].end <= end {
		to++
	}
	return from, to
}

func (r *reader) words(start, end int) []string {
	from, to := r.tokensIn(start, end)
	var all []string
	for _, t := range r.tokens[from:to] {
		all = append(all, t.text)
	}
	return all
}

func set(list string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(list) {
		all[w] = true
	}
	return all
}
