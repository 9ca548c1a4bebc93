package value

import (
	"slices"
	"strings"
	"sync"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

type saying struct{ words, option string }

var sayings sync.Map // key of the field and number of its options -> []saying, longest first

func sayingsOf(f catalog.Field) []saying {
	if known, ok := sayings.Load(f.Key); ok && f.Key != "" {
		return known.([]saying)
	}
	var all []saying
	for _, o := range f.Options {
		for _, s := range append([]string{o.Label, o.Value}, o.Synonyms...) {
			all = append(all, saying{spaced(asciiLower(s)), o.Value})
		}
	}
	slices.SortFunc(all, func(a, b saying) int { return len(b.words) - len(a.words) })
	if f.Key != "" {
		sayings.Store(f.Key, all)
	}
	return all
}

// spaced puts a space for each hyphen and underscore, byte for byte.
func spaced(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return ' '
		}
		return r
	}, s)
}

// Options finds the options of a choice inside a text, the longest wording first; Span.Value is the option's value.
func Options(f catalog.Field, lower string) []Span {
	text := spaced(lower)
	var all []Span
	for _, s := range sayingsOf(f) {
		for at := 0; ; {
			i := strings.Index(text[at:], s.words)
			if i < 0 {
				break
			}
			start, end := at+i, at+i+len(s.words)
			at = end
			if edge(text, start, end) && !overlaps(all, start, end) {
				all = append(all, Span{start, end, s.option, false})
			}
		}
	}
	return sorted(all)
}

func edge(s string, start, end int) bool {
	return (start == 0 || !isWordByte(s[start-1])) && (end == len(s) || !isWordByte(s[end]))
}
