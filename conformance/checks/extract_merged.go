package checks

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// uploadGain is what an upload of a file brought a session.
type uploadGain struct {
	result *exchange
	count  int64    // of the result
	keys   []string // that field_values gained, or that have another value
	values obj      // all that there are then
	after  obj      // the detail then
}

// gain uploads a file to the check's session.
func (c *C) gain(file []byte) uploadGain {
	before := c.prepared(c.detail(c.session), "the session's detail")
	g := uploadGain{result: c.extract(c.session, file)}
	o := c.prepared(g.result, "a valid PDF to be taken")
	counted := false
	if g.count, counted = integer(o["extracted_count"]); !counted { // its type is open
		n, err := strconv.ParseInt(plainText(o["extracted_count"]), 10, 64)
		g.count, counted = n, err == nil
	}
	c.needs(counted, "extracted_count as a number to judge by", "%s", what(o, "extracted_count"))
	g.after = c.prepared(c.detail(c.session), "the session's detail")
	old, _ := before["field_values"].(obj)
	g.values, _ = g.after["field_values"].(obj)
	g.keys = newKeys(old, g.values)
	return g
}

// ofFixture is how many of the values that a session has gained stand in the fixture.
func (g uploadGain) ofFixture() (count int) {
	const telling = 4 // letters and digits
	for _, key := range g.keys {
		value := lettersOf(plainText(g.values[key]))
		stands := func(line [2]string) bool { return strings.Contains(lettersOf(line[1]), value) }
		if len(value) >= telling && slices.ContainsFunc(slices.Concat(pdfsample.Half(0), pdfsample.Half(1)), stands) {
			count++
		}
	}
	return count
}

// newKeys are those that have a value, and had none or another one before.
func newKeys(before, after obj) []string {
	return slices.DeleteFunc(names(after), func(key string) bool { return after[key] == nil || equal(after[key], before[key]) })
}

// settled says whether a key was gained and nothing of its value may still be missing.
func (g uploadGain) settled(key string) bool {
	return slices.Contains(g.keys, key) && whole(g.values[key])
}

// whole says whether a value is a single one: of a list or an object, a part may still be missing.
func whole(v any) bool {
	_, is := v.(bool)
	return is || strings.TrimSpace(plainText(v)) != ""
}

// extracted is a field that a result lists.
type extracted struct {
	value      any
	confidence any // in this field alone, where the result tells
}

// readExtracted reads a field that stands as its bare value, or as an object about it.
func readExtracted(v any) extracted {
	about, is := v.(obj)
	if value, there := about["value"]; is && there {
		return extracted{value, about["confidence"]}
	}
	return extracted{value: v}
}

// fields are those that a result lists, whose shape is open: the members of the object, or the items of the list, that has
// one of the session's new keys.
func (g uploadGain) fields() map[string]extracted {
	result := g.result.object()
	for _, name := range names(result) {
		all := map[string]extracted{}
		switch v := result[name].(type) {
		case obj:
			for key := range v {
				all[key] = readExtracted(v[key])
			}
		case []any:
			for _, item := range objects(v) {
				for _, member := range []string{"key", "field_key", "field", "name", "id"} {
					if key, ok := item[member].(string); ok {
						all[key] = readExtracted(item)
						break
					}
				}
			}
		}
		maps.DeleteFunc(all, func(_ string, one extracted) bool { return one.value == nil })
		if slices.ContainsFunc(g.keys, func(key string) bool { _, listed := all[key]; return listed }) {
			return confided(all, result, name)
		}
	}
	return nil
}

// confided takes what the result tells in another member of its confidence in each field.
func confided(all map[string]extracted, result obj, besides string) map[string]extracted {
	for _, name := range names(result) {
		told, is := result[name].(obj)
		for key, one := range all {
			if v := told[key]; is && name != besides && v != nil && one.confidence == nil {
				all[key] = extracted{one.value, v}
			}
		}
	}
	return all
}

// below says whether the confidence in a field is less than in each of some others, or another word than theirs.
func (e extracted) below(others []extracted) bool {
	mine, is := number(e.confidence)
	for _, one := range others {
		theirs, too := number(one.confidence)
		if is && too && theirs <= mine || !is && equal(one.confidence, e.confidence) {
			return false
		}
	}
	return true
}

// wantSameWords fails the check when no text of several words that a result lists has one word in common with what is on the session
// for it, of at least two texts or of a long one. A server may keep a text in a form of its own, and a choice under another name.
func (c *C) wantSameWords(g uploadGain, listed map[string]extracted) {
	const long = 5
	var others []string
	most := 0
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		told, _ := listed[key].value.(string)
		kept, _ := g.values[key].(string)
		one, other := wordsOf(told), wordsOf(kept)
		if len(one) < 2 || len(other) < 2 {
			continue
		}
		if slices.ContainsFunc(one, func(word string) bool { return slices.Contains(other, word) }) {
			return
		}
		others, most = append(others, key), max(most, min(len(one), len(other)))
	}
	if len(others) > 1 || most >= long {
		c.about(g.result)
		key := others[0]
		c.fail("the values that were extracted in field_values", "%s, and %s was extracted", what(g.values, key), text(listed[key].value))
	}
}

// wantSameNumbers warns of a number that is on the session as the digits before its first comma alone, where it was extracted as a whole.
func (c *C) wantSameNumbers(g uploadGain, listed map[string]extracted) {
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		told, whole := number(listed[key].value)
		kept, is := number(g.values[key])
		c.about(g.result)
		cut := whole && is && kept != told && kept > 0 && strings.HasPrefix(groupedDigits(told), fmt.Sprintf("%.0f,", kept))
		c.recommend(!cut, "the numbers that were extracted in field_values", "%s, and %.0f was extracted", what(g.values, key), told)
	}
}

// groupedDigits writes a number with commas.
func groupedDigits(n float64) string {
	digits := fmt.Sprintf("%.0f", n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// wordsOf are the words of a text in small letters, and its numbers.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// wantAllMerged wants every field of a result on the session, where the result names as many as it counts by the keys that
// the session has for them.
func (c *C) wantAllMerged(g uploadGain) {
	listed := g.fields()
	c.about(g.result)
	grouped := len(ungrouped(g.values)) - len(g.values) // which hold several in one
	c.recommend(g.count < several || len(listed) == 0 || 3*len(listed) > int(g.count) || 3*(len(g.keys)+grouped) > int(g.count), "the values that extracted_count counts",
		"%d are counted, %d listed, and field_values gained %d", g.count, len(listed), len(g.keys))
	if len(listed) < 2 || int64(len(listed)) != g.count {
		return
	}
	var missing []string
	var merged []extracted
	for _, key := range slices.Sorted(maps.Keys(listed)) {
		if g.values[key] == nil {
			if !g.holds(listed[key].value) { // under its label, say
				missing = append(missing, key)
			}
		} else {
			merged = append(merged, listed[key])
		}
	}
	// The insured's name, say, has a place of its own on the session: a few may be kept elsewhere.
	c.want(int64(3*len(missing)) <= g.count, "the fields that were extracted in field_values", "%d are counted and listed, and %d of them are not there: %v",
		g.count, len(missing), missing)
	c.wantSameWords(g, listed)
	c.wantSameNumbers(g, listed)
	c.wantNoneCut(g, listed)
	c.wantNoneCrossed(g, listed)
	c.wantNothingAppended(g, listed)
	asked := map[string]bool{}
	if len(missing) > 0 {
		c.maybe(func() { asked = c.askedKeys() })
	}
	c.about(g.result)
	for _, key := range missing { // what an intake asks for has its place in field_values
		if one := listed[key]; asked[key] && !g.holds(one.value) && !g.refuses(key, one.value) && !one.below(merged) {
			c.fail("each field that was extracted in field_values", "%s is counted and listed, intakes ask for it, and it is not there", key)
		}
	}
}

// askedKeys are those of the questions that an intake from its beginning to its end asked.
func (c *C) askedKeys() map[string]bool {
	all, j := map[string]bool{}, c.journey()
	for _, x := range append(slices.Clone(j.turns), j.open, j.before) {
		for _, q := range slices.Concat(objects(x.object()["asks"]), objects(x.object()["next_questions"])) {
			if key, ok := q["key"].(string); ok {
				all[key] = true
			}
		}
	}
	return all
}

// holds says whether a value may stand on the session in another form: as a part of another value, under another key. Of what
// is no text or number it is taken for granted.
func (g uploadGain) holds(v any) bool {
	const telling = 4 // letters and digits
	text := lettersOf(plainText(v))
	return text == "" || contains(g.after, func(s string) bool {
		other := lettersOf(s)
		return other == text || min(len(other), len(text)) >= telling && (strings.Contains(other, text) || strings.Contains(text, other))
	})
}

// aDate is a value that may be of a policy that is over, and of no use to an application.
var aDate = regexp.MustCompile(`^\s*\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}`)

// refuses says whether a value may be one that the session does not take, as its notes may say.
func (g uploadGain) refuses(key string, v any) bool {
	return aDate.MatchString(plainText(v)) || contains(g.result.object()["notes"], func(s string) bool { return strings.Contains(lettersOf(s), lettersOf(key)) })
}

// wantMerged wants what was answered before an extraction to be kept, in whatever words.
func (c *C) wantMerged() {
	_, stored := c.settingTurn()
	uploads := c.uploadBoth(c.session)
	kept, _ := c.prepared(c.detail(c.session), "the session's detail")["field_values"].(obj)
	for key := range stored {
		if stored[key] != nil {
			c.want(kept[key] != nil, "answered values to stay beside the extracted ones", "%s", what(kept, key))
		}
	}
	c.wantBothMerged(uploads, stored, kept)
}

// uploadBoth uploads two files with other lines each at one time; where a server takes one at a time, the fixture.
func (c *C) uploadBoth(id string) []*exchange {
	var next atomic.Int64
	both := c.atOnce(len(pdfsample.Halves()), func(one *C) *exchange { return one.extract(id, pdfsample.Halves()[next.Add(1)-1]) })
	if !slices.ContainsFunc(both, (*exchange).taken) {
		c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	}
	return slices.DeleteFunc(both, func(x *exchange) bool { return !x.taken() })
}

// wantBothMerged fails the check when all that one of two uploads brings is missing on the session that got them at one
// time, and is there on one that gets them one after the other.
func (c *C) wantBothMerged(uploads []*exchange, before, after obj) {
	count := int64(0)
	for _, x := range uploads {
		n, _ := integer(x.object()["extracted_count"])
		count += n
	}
	if len(uploads) < len(pdfsample.Halves()) || int64(len(newKeys(before, after))) >= count {
		return
	}
	both, other := c.session, c.fullSession()
	read := func(id string) obj {
		values, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		return values
	}
	was, brought := read(other), [][]string{}
	for _, pdf := range pdfsample.Halves() {
		c.prepared(c.extract(other, pdf), "a valid PDF to be taken")
		is := read(other)
		brought = append(brought, slices.DeleteFunc(newKeys(was, is), func(key string) bool { return before[key] != nil }))
		was = is
	}
	lost := func(keys []string) bool {
		return len(keys) > 1 && !slices.ContainsFunc(keys, func(key string) bool { return after[key] != nil })
	}
	if !slices.ContainsFunc(brought, lost) {
		return
	}
	c.wait(moment) // they may be merged by then
	after = read(both)
	for _, keys := range brought {
		if lost(keys) {
			c.aboutNone(takesCrowd)
			c.fail("the values of each of two uploads at one time in field_values", "both were taken, and of one of them nothing is there: %v", keys)
		}
	}
}

// wantSecondRead fails the check when a session has nothing of its second file, which brings more than one value to another session
// that the first did not bring.
func (c *C) wantSecondRead() {
	first, second := pdfsample.Halves()[0], pdfsample.Halves()[1]
	values := func(id string) obj {
		stored, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		return stored
	}
	id := c.fullSession()
	made := values(id)
	c.prepared(c.extract(id, first), "a valid PDF to be taken")
	was := values(id)
	x := c.extract(id, second)
	c.wantSomeThere(x, slices.DeleteFunc(newKeys(made, was), func(key string) bool { return made[key] != nil }), values(id),
		"what one file brought to stay when another is read")
	if !x.ok() || len(newKeys(was, values(id))) > 0 {
		return
	}
	other := c.fullSession()
	before := values(other)
	c.prepared(c.extract(other, second), "a valid PDF to be taken")
	brought := slices.DeleteFunc(newKeys(before, values(other)), func(key string) bool { return was[key] != nil })
	c.wait(moment)
	c.about(x)
	there := len(brought) < 2 || len(newKeys(was, values(id))) > 0
	if count, _ := integer(x.object()["extracted_count"]); count < 2 { // it says so
		c.recommend(there, "the values of a second file to be extracted, too", "%d, and %v where it is the first of another session", count, brought)
	}
	c.want(there, "the values of a second file in field_values, too", "none of %v, which it brings to another session", brought)
}

// wantNoneWide wants no value of a session to be the bytes of UTF-16 instead of its text.
func (c *C) wantNoneWide(id string) {
	detail := c.detail(id)
	values, _ := detail.object()["field_values"].(obj)
	for _, key := range names(values) {
		raw := contains(values[key], func(s string) bool {
			return strings.Contains(s, "\x00") || strings.HasPrefix(s, "\u00fe\u00ff") || strings.HasPrefix(s, "\ufffd\ufffd")
		})
		c.want(!raw, "the text of fields that stand in UTF-16 in a file (ISO 32000-1 section 7.9.2.2)", "%s", what(values, key))
	}
}

// wantNothingFound wants a page without text to bring no value of another upload.
func (c *C) wantNothingFound(id string) {
	if empty := c.extract(id, pdfsample.Blank()); !empty.ok() {
		return
	}
	values := c.prepared(c.detail(id), "the session's detail")["field_values"]
	for _, words := range []string{"office@blueheron.example", "418 Larkspur Avenue", "GL-2048817"} {
		c.want(!contains(values, func(s string) bool { return strings.Contains(s, words) }), "no values of another upload", "%q on a session that got an empty page", words)
	}
	second := c.extract(id, pdfsample.Wide())
	if second.ok() {
		c.wantNoneWide(id)
	}
	if count, ok := integer(second.object()["extracted_count"]); second.status == 200 && ok && count > 2 {
		stored, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj)
		was, _ := values.(obj)
		c.want(len(newKeys(was, stored)) > 0, "the values of a second upload in field_values, too", "extracted_count is %d and nothing was gained", count)
	}
}

// wantOwnFile reads another file of the same name and size as the fixture: it brings nothing that stands in that alone.
func (c *C) wantOwnFile() {
	begun := c.extraction().begun
	id := c.unheardOf(begun)
	x := c.extract(id, pdfsample.Twin())
	c.prepared(x, "a valid PDF to be taken")
	c.wantNothingOfFixture(id, x)
	c.wantAmountsWhole(x)
}

// wantFileApart fails the check when what a file brings to a session is on the one, too, that was made first or last in its workspace.
func (c *C) wantFileApart() {
	key := as(c.workspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid"}).Key)
	begun := c.extraction().begun
	first, own, last := c.unheardOf(begun, key), c.unheardOf(begun, key), c.unheardOf(begun, key)
	x := c.extract(own, pdfsample.Sized(0), key)
	c.prepared(x, "a valid PDF to be taken")
	brought := c.valuesOf(own, key)
	for _, other := range [][2]string{{"first", first}, {"last", last}} {
		values := c.valuesOf(other[1], key)
		c.about(x)
		for _, words := range pdfsample.Untwinned() {
			has := func(text string) bool { return strings.Contains(lettersOf(text), lettersOf(words)) }
			c.want(!contains(brought, has) || !contains(values, has), "the values of a file on the session that it was sent to, and on no other",
				"%s on the one, too, that was made %s", words, other[0])
		}
	}
}

// wantNothingOfFixture wants nothing that stands in the fixture alone of an upload of its twin, nor on the session.
func (c *C) wantNothingOfFixture(id string, x *exchange) {
	detail := c.detail(id)
	values := c.prepared(detail, "the session's detail")["field_values"]
	c.about(x)
	c.about(detail)
	for _, words := range pdfsample.Untwinned() {
		c.want(!contains(x.json, func(text string) bool { return strings.Contains(lettersOf(text), lettersOf(words)) }),
			"a result of the file that was sent, and of no other", "%s, which stands in another file", words)
		c.want(!contains(values, func(text string) bool { return strings.Contains(lettersOf(text), lettersOf(words)) }),
			"values of the file that was sent, and of no other", "%s, which stands in another file", words)
	}
}

// unheardOf is a session of an insured that no other one has: a server may take over what it knows of one.
func (c *C) unheardOf(begun bool, options ...option) string {
	id, _ := c.fullCreate("Conformance "+c.random(8), options...).object()["session_id"].(string)
	c.needs(id != "", "a session to work on", "none")
	if begun {
		c.answer(id, greeting, options...)
	}
	return id
}

// wantUnescaped fails the check when values of a file have the signs before their parentheses that a PDF needs there (ISO 32000-1 section
// 7.3.4.2).
func (c *C) wantUnescaped(g uploadGain) {
	for _, key := range g.keys {
		value, _ := g.values[key].(string)
		c.want(!strings.Contains(value, `\(`) && !strings.Contains(value, `\)`), "the text of a file's strings without their escapes", "%s", what(g.values, key))
	}
}

// wantWholeNumbers warns of an amount that has lost its last two or three digits, as what is taken for cents or read up to a comma has, and of a
// telephone number that has lost its area: numbers that the file does not hold.
func (c *C) wantWholeNumbers(g uploadGain) {
	c.about(g.result)
	for _, key := range g.keys {
		c.recommend(digitsOf(plainText(g.values[key])) != pdfsample.LocalPhone, "the whole telephone number of the file",
			"%s, and the file has it with its area", what(g.values, key))
		c.recommend(!slices.Contains(pdfsample.ShortAmounts, asInFile(plainText(g.values[key]))), "the whole amounts of the file",
			"%s, and the file has it with more digits", what(g.values, key))
	}
}
