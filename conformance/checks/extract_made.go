package checks

import (
	"net/http"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// The same text in files that are made in other ways. What a program can read is left open, so each of these needs a file beside it that
// differs in one thing, and warns where that makes the difference of all or nothing.

// several values of a file are more than chance.
const several = 5

// wantPackedRead warns where a file brings several values, and none where its text is in a compressed stream, as that of most files is.
func (c *C) wantPackedRead() {
	open, _ := integer(c.extraction().result.object()["extracted_count"])
	c.needs(open >= several, "several values of a file", "%d", open)
	x := c.extract(c.unheardOf(c.extraction().begun), pdfsample.Packed())
	packed, counted := integer(c.prepared(x, "a valid PDF to be taken")["extracted_count"])
	c.wantUnpacked(!counted || packed > 0, int(packed), int(open))
	_, texts := c.broughtBy(pdfsample.Pages(false, pdfsample.Half(0), pdfsample.Half(1))) // where no field says the same
	if len(texts) >= several {
		x, keys := c.broughtBy(pdfsample.PackedPages(pdfsample.Half(0), pdfsample.Half(1)))
		packed, counted = integer(x.object()["extracted_count"])
		c.wantUnpacked(len(keys) > 0 && (!counted || packed > 0), int(packed), len(texts))
	}
}

func (c *C) wantUnpacked(holds bool, packed, open int) {
	c.recommend(holds, "values of a file whose text is in a compressed stream (ISO 32000-1 section 7.4.4)", "%d, and %d of the same file in the open", packed, open)
}

// wantReadAgain fails the check when a file brings one session several values, and another one none at all, of each of two files.
func (c *C) wantReadAgain() {
	var first, second int64
	var x *exchange
	for n := range 2 {
		lines := slices.Concat(pdfsample.Half(0), pdfsample.Half(1))
		for i := range lines {
			if !strings.ContainsAny(lines[i][1], "0123456789@") {
				lines[i][1] += " " + c.random(5+3*n)
			}
		}
		file := pdfsample.Pages(true, lines) // which nobody else uploads
		read := func() (int64, []string) {
			var keys []string
			x, keys = c.broughtBy(file)
			n, _ := integer(x.object()["extracted_count"])
			return n, keys
		}
		var keys []string
		if first, keys = read(); len(keys) < several {
			return
		}
		if second, keys = read(); second > 0 || len(keys) > 0 {
			return
		}
	}
	c.about(x)
	c.fail("the values of a file in each session that it is sent to", "%d of one, and %d of the next", first, second)
}

// broughtBy uploads a file to a session that has none of its values, and gives the keys of those that it brings.
func (c *C) broughtBy(file []byte) (x *exchange, keys []string) {
	id := c.unheardOf(c.extraction().begun)
	before, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	x = c.extract(id, file)
	c.prepared(x, "a valid PDF to be taken")
	after, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
	c.about(x)
	return x, newKeys(before, after)
}

// wantReadWhole warns where a small file brings several values, and a large one with the same text none.
func (c *C) wantReadWhole(small, large *exchange) {
	few, _ := integer(small.object()["extracted_count"])
	many, counted := integer(large.object()["extracted_count"])
	c.about(large)
	same := sessionIn(small.req) == sessionIn(large.req) // to which it may bring nothing new
	c.recommend(few < several || same || !large.ok() || !counted || many > 0, "the values of a large file, as of a small one with the same text",
		"%d, and %d of the small one", many, few)
}

// wantSecondPageRead warns where a file of two pages brings values of its first page alone, and its second page as a file of its own others, of which
// one page with all the lines brings some, too: as fields of a form, or as text alone. It looks at the last lines of such a page as well.
func (c *C) wantSecondPageRead() {
	const some = 2
	values, _ := c.prepared(c.detail(c.extraction().id), "the session's detail")["field_values"].(obj)
	onOne := func(key string) bool { return values[key] != nil } // page, which has all these lines: a server may bring some values and no more
	for _, fields := range []bool{true, false} {
		alone := pdfsample.Pages(fields, pdfsample.Half(1))
		_, second := c.broughtBy(alone)
		if !fields {
			c.maybe(func() { c.wantLastLinesRead(alone, second, onOne) })
		}
		_, both := c.broughtBy(pdfsample.Pages(fields, pdfsample.Half(0), pdfsample.Half(1)))
		known := func(key string) bool { return slices.Contains(second, key) }
		read := slices.ContainsFunc(both, known)
		if !read {
			_, again := c.broughtBy(alone)
			c.needs(slices.ContainsFunc(again, known), "keys that are the same in each session", "others")
		}
		c.recommend(len(second) < some || len(both) < some || read || !slices.ContainsFunc(second, onOne), "the values of the second page of a file, too",
			"none of the %d that a file of that page alone brings, and %d others", len(second), len(both))
	}
}

// wantLastLinesRead warns of a file that does not bring what the second half of its lines brings where they stand alone, and brings fewer values than
// those, or several: few may be all that a server takes of any file.
func (c *C) wantLastLinesRead(half []byte, brought []string, read func(key string) bool) {
	if !slices.ContainsFunc(brought, func(key string) bool { return !read(key) }) {
		return
	}
	_, again := c.broughtBy(half)
	x, whole := c.broughtBy(pdfsample.Sized(0))
	c.needs(len(whole) < len(again) || len(whole) >= several, "several values of a file", "%d", len(whole))
	missing := slices.DeleteFunc(again, func(key string) bool { return slices.Contains(whole, key) || !slices.Contains(brought, key) })
	c.about(x)
	c.recommend(len(missing) == 0, "the values of the last lines of a page, as where they stand alone", "no %s", strings.Join(missing, ", "))
}

// wantNoneCounted warns of values that are counted in a page without any, where the session has gained none.
func (c *C) wantNoneCounted(before, empty *exchange) {
	n, counted := integer(empty.object()["extracted_count"])
	after := c.detail(sessionIn(empty.req))
	was, _ := c.prepared(before, "the session's detail")["field_values"].(obj)
	is, _ := c.prepared(after, "the session's detail")["field_values"].(obj)
	c.about(after)
	c.about(empty)
	c.recommend(!counted || n <= 0 || len(newKeys(was, is)) > 0, "an extracted_count of no values for an empty page", "%d, and field_values has none more", n)
}

// wantNoneOverCounted warns of an extracted_count that is one more, or one less, than the fields of the result with each of three files
// that bring values and no name, which may be counted in another way. What is in the results of two files that have no line in common is no
// field of theirs.
func (c *C) wantNoneOverCounted() {
	lines := pdfsample.Half(1)
	whole := c.countedIn(lines)
	parts := []countedFields{c.countedIn(lines[:len(lines)/2]), c.countedIn(lines[len(lines)/2:])}
	if slices.ContainsFunc(parts, countedFields.few) { // what the server knows may stand in one half
		var lists [2][][2]string
		for i, line := range lines {
			lists[i%2] = append(lists[i%2], line)
		}
		parts = []countedFields{c.countedIn(lists[0]), c.countedIn(lists[1])}
	}
	c.needs(!slices.ContainsFunc(parts, countedFields.few), "results with some fields", "%d and %d", len(parts[0].fields), len(parts[1].fields))
	for name := range parts[0].fields {
		_, both := parts[1].fields[name]
		c.needs(!both, "fields of the files alone", "%s of two that share no line", name)
	}
	off := whole.off()
	one := (off == 1 || off == -1) && parts[0].off() == off && parts[1].off() == off
	c.about(parts[1].result)
	c.recommend(!one || len(whole.fields) == len(parts[0].fields), "extracted_count to count the extracted fields",
		"%+d each, of files of which %d, %d and %d fields are given",
		off, len(whole.fields), len(parts[0].fields), len(parts[1].fields))
}

// countedFields are the fields of the result of a file, and how many it says they are.
type countedFields struct {
	result *exchange
	fields map[string]extracted
	count  int64
}

func (f countedFields) off() int64 { return f.count - int64(len(f.fields)) }

func (f countedFields) few() bool { return len(f.fields) == 0 || f.count < 2 }

// countedIn uploads a file of some lines.
func (c *C) countedIn(lines [][2]string) countedFields {
	x, keys := c.broughtBy(pdfsample.Pages(true, lines))
	count, _ := integer(x.object()["extracted_count"])
	return countedFields{x, uploadGain{result: x, keys: keys}.fields(), count}
}

// wantReadOnceBegun warns where a file that brings several values to a new session brings none, and counts none, to one in which a question
// was answered, of each of two.
func (c *C) wantReadOnceBegun() {
	file := pdfsample.Pages(true, pdfsample.Half(1))
	fresh, keys := c.broughtBy(file)
	found, _ := integer(fresh.object()["extracted_count"])
	c.needs(found >= several && len(keys) >= several, "a file that brings several values to a new session", "%d", len(keys))
	counts := c.counts()
	c.needs(len(counts) > 0, "a question that a number answers", "none")
	samples := [2]*exchange{}
	for i := range samples {
		id := c.begunSession()
		set, _ := c.prepared(c.answer(id, clip(counts[0].label+": 12")), "an answer to be taken")["set_fields"].(obj)
		c.needs(says(set[counts[0].key]), "an answer that is a value", "none")
		samples[i] = c.extract(id, file)
	}
	refused := func(x *exchange) bool { return x.status == http.StatusBadRequest || x.status == http.StatusConflict }
	barren := func(x *exchange) bool {
		n, counted := integer(x.object()["extracted_count"])
		return x.ok() && counted && n == 0
	}
	c.about(samples[1])
	c.recommend(!refused(samples[0]) || !refused(samples[1]), "a valid PDF to be taken, also of a session in which something was answered before", "%s", samples[1])
	c.recommend(!barren(samples[0]) || !barren(samples[1]), "the values of a file, also of a session in which something was answered before",
		"none of the %d that it brings to a new one", found)
}

// wantAmountsWhole warns of an amount that is kept up to its first comma, in a session that got the fixture and in one that got its twin.
func (c *C) wantAmountsWhole(twin *exchange) {
	one, other := c.valuesOf(c.extraction().id), c.valuesOf(sessionIn(twin.req))
	digits := func(v any) string { return strings.TrimSuffix(strings.TrimPrefix(plainText(v), "$"), ".0") }
	for _, key := range names(one) {
		cut := digits(one[key]) == pdfsample.Leading[0] && digits(other[key]) == pdfsample.Leading[1]
		c.about(twin)
		c.recommend(!cut, "the whole amounts of a file", "%s, which stands before the first comma of an amount, and %s of another file", what(one, key), what(other, key))
	}
}
