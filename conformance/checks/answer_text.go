package checks

import (
	"html"
	"slices"
	"strings"
	"unicode/utf8"
)

// longText is told in words that say nothing but of a business, and few of whose beginnings of round lengths end with a word.
const longText = "Commercial roofing contractors installing weatherproof membranes throughout southeastern Georgia including waterfront neighbourhoods everywhere"

// markedText holds marks at which no word, clause or remark ends: marksWithin.
const (
	markedText  = "Baker's bread & rolls"
	marksWithin = "'&"
)

// wantMarksKept warns where a text that answers a question is kept up to one of its marks, or with names of HTML in their place, in
// whichever question.
func (c *C) wantMarksKept() {
	for _, q := range c.listable() {
		turn, sets := c.toldAnew(q.label + ": " + markedText)
		stored := c.valuesOf(sessionIn(turn.req))[q.key]
		for _, kept := range []any{sets[q.key], stored} {
			set, _ := kept.(string)
			rest, begins := strings.CutPrefix(markedText, strings.TrimSpace(set))
			mark, _ := utf8.DecodeRuneInString(strings.TrimSpace(rest))
			c.about(turn)
			c.recommend(set == "" || !begins || !strings.ContainsRune(marksWithin, mark), "a text to be kept as it was told", "%q of %q for %s", set, markedText, q.key)
			c.recommend(html.UnescapeString(set) == set, "the marks of a text as they were told", "%q of %q for %s", set, markedText, q.key)
		}
	}
}

// wantBracketsKept warns where a text that answers a question loses what stands in angle brackets, and keeps what stands in others.
func (c *C) wantBracketsKept() {
	const within, told, plain = "rye and spelt", "Breads <rye and spelt> and rolls", "Breads (rye and spelt) and rolls"
	for _, q := range c.listable() {
		turn, sets := c.toldAnew(q.label + ": " + told)
		for _, kept := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
			set, _ := kept.(string)
			lost := strings.HasPrefix(set, "Breads") && strings.HasSuffix(set, "rolls") && !strings.Contains(set, within)
			c.about(turn)
			c.recommend(!lost || !strings.Contains(plainText(c.setIn(q, q.label+": "+plain)), within), "a text to be kept as it was told", "%q of %q for %s", set, told, q.key)
		}
	}
}

// wantLongKept warns where a text that answers a question is kept as its beginning, which ends within a word, and is well below what
// a message may have.
func (c *C) wantLongKept() {
	texts := c.answeredWith(func(v any) bool { s, is := v.(string); return is && s != "" && !strings.ContainsAny(s, "0123456789@") })
	tried := 0
	for _, q := range texts {
		if len(q.options) > 0 || tried == 2 {
			continue
		}
		tried++
		turn, sets := c.toldAnew(q.label + ": " + longText)
		set, _ := sets[q.key].(string)
		c.about(turn)
		c.recommend(!cutWithin(longText, set), "a text to be kept as it was told", "%d characters of %d for %s: %q", len(set), len(longText), q.key, set)
		stored, _ := c.valuesOf(sessionIn(turn.req))[q.key].(string)
		c.recommend(!cutWithin(longText, stored), "a text to be kept as it was told", "%d characters of %d in field_values for %s: %q", len(stored),
			len(longText), q.key, stored)
	}
}

// beyondASCII has letters of other languages within its words, one of which no decomposition takes to a letter and a mark.
const (
	beyondASCII = "Zoë Größe und Müller"
	decomposed  = "Zoe Groe und Muller"
	unaccented  = "Zoe Große und Muller" // where others are kept that no letter of ASCII stands for
)

// wantLettersKept warns where a text is kept without those of its letters that are beyond ASCII, which stand for others in no language. Which
// other letters are set in their place is left to the server.
func (c *C) wantLettersKept() {
	without := strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, beyondASCII)
	texts, small := 0, []string(nil)
	for _, q := range c.listable() {
		turn, sets := c.toldAnew(q.label + ": " + beyondASCII)
		if kept, is := sets[q.key].(string); is {
			if texts++; kept == strings.ToLower(beyondASCII) {
				small = append(small, q.key)
			}
		}
		for _, kept := range []any{sets[q.key], c.valuesOf(sessionIn(turn.req))[q.key]} {
			c.about(turn)
			c.recommend(!strings.EqualFold(plainText(kept), unaccented),
				"the letters of a text to be kept with their accents, as letters beyond ASCII are", "%q of %q for %s", plainText(kept), beyondASCII,
				q.key)
			c.recommend(!strings.EqualFold(plainText(kept), without) && !strings.EqualFold(plainText(kept), decomposed),
				"the letters of a text to be kept, or others in their place", "%q of %q for %s", plainText(kept), beyondASCII, q.key)
		}
	}
	c.recommend(len(small) < 2 || len(small) < texts, "the capitals of a text to be kept", "%q of %q, for each of %s", strings.ToLower(beyondASCII), beyondASCII,
		strings.Join(small, ", "))
}

// wantNumberLed warns where a text of the intake that begins with a number, such as the street of an address, is kept without it, and it stands
// in no value of its own.
func (c *C) wantNumberLed() {
	detail := c.journey().before
	values := ungrouped(valuesShown(detail))
	for _, q := range c.journey().asked() {
		told := newAnswerer(false).value(q, 0)
		led, rest, more := strings.Cut(told, " ")
		if !more || strings.Trim(led, "0123456789") != "" {
			continue
		}
		apart := slices.ContainsFunc(names(values), func(name string) bool { return plainText(values[name]) == led })
		c.about(detail)
		c.recommend(apart || plainText(values[q.key]) != rest, "a text to be kept with the number that it begins with", "%q of %q for %s", rest, told, q.key)
	}
}
