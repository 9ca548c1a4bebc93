package checks

import (
	"slices"
	"sort"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// wantUnderItsLabel warns where two fields have each what a file says under the label of the other one, going by the words of their keys and of
// the questions about them. Words that both labels have tell nothing.
func (c *C) wantUnderItsLabel(g uploadGain) {
	asked := map[string]string{}
	c.maybe(func() {
		for _, q := range c.journey().asked() {
			asked[q.key] = q.label
		}
	})
	values := ungrouped(g.values)
	under := func(line, other [2]string) string { // a field that is named for a line, and has what stands in another one
		own := func(word string, than [2]string) bool { return !slices.Contains(wordsOf(than[0]), word) }
		for _, key := range names(values) {
			words := wordsOf(key + " " + asked[key])
			has := func(of, than [2]string) bool {
				return slices.ContainsFunc(wordsOf(of[0]), func(word string) bool { return own(word, than) && slices.Contains(words, word) })
			}
			if has(line, other) && !has(other, line) && asInFile(plainText(values[key])) == asInFile(other[1]) {
				return key
			}
		}
		return ""
	}
	lines := slices.Concat(pdfsample.Half(0), pdfsample.Half(1))
	c.about(g.result)
	for i, one := range lines {
		for _, other := range lines[i+1:] {
			first, second := under(one, other), under(other, one)
			c.recommend(first == "" || second == "", "each value of a file under its own label", "%s, and %s, which a file has as %s: %s and %s: %s",
				what(values, first), what(values, second), one[0], one[1], other[0], other[1])
		}
	}
}

// asInFile is a value without what a server may write in its own way: the signs, the order of a date, the decimals of a whole amount.
func asInFile(value string) string {
	if aDate.MatchString(value) {
		parts := wordsOf(value)
		sort.Strings(parts)
		return strings.Join(parts, " ")
	}
	return lettersOf(strings.TrimSuffix(strings.TrimSuffix(value, ".0"), ".00"))
}
