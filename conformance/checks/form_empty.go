package checks

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// otherTexts are marks of a PDF that may show a text in a way that is not read here, beside those of fonts.
var otherTexts = []string{"/LZWDecode", "/RunLengthDecode", "/DCTDecode", "/CCITTFaxDecode", "/JBIG2Decode", "/JPXDecode",
	"/Image", "/XFA"}

// wantAnyShown warns where the forms of a session show other texts and none of its many values, not even its name, and where one does of
// which several fields were written, and another shows many values. Forms with a mark of a text that is not read here prove nothing.
func (c *C) wantAnyShown() {
	j := c.filled()
	written, told := writtenOf(j.fill.object()), namedValues(j.after.object())
	var first, blank *exchange
	shown, most := 0, 0
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() {
			continue
		}
		if x.legible().Hides() || x.legible().Has(otherTexts...) || len(x.legible().Strings()) == 0 || x.legible().Outlines() {
			return
		}
		n := valuesIn(x, told)
		if n == 0 && written[key] > leastBeside {
			blank = x
		}
		first, shown, most = x, shown+n, max(most, n)
	}
	c.needs(first != nil && len(told) > leastBeside, "a session with many values, and forms", "%d", len(told))
	c.about(j.fill)
	c.about(first)
	c.recommend(shown > 0, "values of a finished session in its forms", "none of %d, not even the name", len(told))
	if blank != nil {
		c.about(blank)
		c.recommend(most < manySet, "values of a finished session in each form in which fields were written",
			"none of %d, not even the name, and %d in another form", len(told), most)
	}
}

// wantAnswersShown warns of a form that names several questions which were answered and shows none of their answers, where another form
// shows several.
func (c *C) wantAnswersShown() {
	j := c.filled()
	most := 0
	var blank *exchange
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() {
			continue
		}
		if x.legible().Hides() || x.legible().Has(otherTexts...) {
			return
		}
		answers, long := j.answersNamedIn(x)
		n := valuesIn(x, answers)
		if most = max(most, n); n == 0 && long > 1 && len(answers) >= enoughLost {
			blank = x
		}
	}
	if blank != nil {
		c.about(j.fill)
		c.about(blank)
		c.recommend(most < enoughLost, "answers in each form that names what they answer", "none of several, and %d in another form", most)
	}
}

// answersNamedIn are the answers to questions whose labels a form shows, and how many of them are too long to be in a form by chance. A day may be
// written in many ways, and a yes may be a mark.
func (j *journey) answersNamedIn(form *exchange) (answers obj, long int) {
	told := namedValues(j.after.object())
	answers = obj{}
	for _, turn := range j.turns {
		for _, q := range asksOf(turn) {
			v := told[q.key]
			_, isDay := dayOf(v)
			_, decided := v.(bool)
			if decided || isDay || !says(v) || answers[q.key] != nil || !form.legible().Shows(q.label) {
				continue
			}
			if answers[q.key] = v; len(lettersOf(plainText(v))) >= leastPrinted {
				long++
			}
		}
	}
	return answers, long
}

// valuesIn counts the values that a form shows. Letters are compared in the open and in fields, as those of a word may stand one by one.
func valuesIn(form *exchange, values obj) (n int) {
	all := lettersIn(form)
	for _, v := range values {
		if text := lettersOf(plainText(v)); len(text) >= leastPrinted && strings.Contains(all, text) {
			n++
		}
	}
	return n
}

// wantNumbersShown warns where the forms show many texts of a session and none of its large numbers, in whatever form.
func (c *C) wantNumbersShown() {
	const few, large, texts = 2, 10_000, 5
	j := c.filled()
	var read, digits, entered strings.Builder // digits may stand one by one, in fields too, with the names of those between them
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() {
			continue
		}
		if x.legible().Hides() {
			return
		}
		for _, s := range x.legible().Strings() {
			read.WriteString(s.Text + "\n")
			into := &digits
			if s.Value {
				into = &entered
			}
			into.WriteString(digitsOf(s.Text))
		}
	}
	numbers, shown := 0, 0
	for _, v := range namedValues(j.after.object()) {
		if n, is := integer(v); is && n >= large {
			numbers++
			for _, one := range []int64{n, n / 100} { // which may be cents
				if strings.Contains(digits.String()+"\n"+entered.String(), strconv.FormatInt(one, 10)) {
					return
				}
			}
		}
		if told, is := v.(string); is && len(told) >= leastPrinted && strings.Contains(read.String(), told) {
			shown++
		}
	}
	c.aboutForms(j)
	c.recommend(numbers < few || shown < texts, "numbers of a session in its forms, as texts are", "none of %d large ones, and %d texts", numbers, shown)
}

// ofTime are the parts of a file that may tell when it was made, or which one it is. What is longer may be a stream in hexadecimal digits.
var ofTime = regexp.MustCompile(`\b[0-9A-Fa-f]{8,64}\b|\d+`)

// wantOthersThanSparse warns where each form of a session that knows much is the same file, but for digits, as that of one of another name that
// knows next to nothing.
func (c *C) wantOthersThanSparse() {
	early, j := c.sparse(), c.filled()
	known, little := namedValues(j.after.object()), namedValues(early.after.object())
	c.needs(len(known) >= len(little)+manySet, "a session that knows more", "%d values and %d", len(known), len(little))
	var first *exchange
	for _, key := range j.keys() {
		a, b := early.downloads[key], j.downloads[key]
		if a == nil || b == nil || !a.ok() || !b.ok() {
			continue
		}
		if !bytes.Equal(ofTime.ReplaceAll(a.body, nil), ofTime.ReplaceAll(b.body, nil)) {
			return
		}
		first = b
		c.about(a)
	}
	c.needs(first != nil, "a form of each of two sessions", "none")
	c.about(first)
	c.recommend(false, "forms of what was collected of their session",
		"the same file, but for digits, of a session with %d values as of one of another name with %d", len(known), len(little))
}
