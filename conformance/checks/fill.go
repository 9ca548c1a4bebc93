package checks

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// fillReply looks at the reply of fill.
func fillReply(judge func(c *C, o obj, j *journey)) func(*C) {
	return func(c *C) {
		j := c.filled()
		c.about(j.fill)
		judge(c, j.fill.object(), j)
	}
}

// rendersNone says whether a fill was answered that it rendered no form: a session may have none, without a line of business say.
func rendersNone(fill *exchange) bool {
	forms, listed := fill.object()["forms"].([]any)
	return fill.ok() && listed && len(forms) == 0
}

func (c *C) wantFilled(o obj) {
	c.wantType(o, "forms", "array")
	c.wantType(o, "note", "string")
}

func (c *C) wantForms(o obj) {
	items, _ := o["forms"].([]any)
	for _, item := range items {
		form, ok := item.(obj)
		c.want(ok, "forms as objects", "an item is %s", kind(item))
		c.wantType(form, "form_key", "string")
		c.wantType(form, "fields_written", "integer")
		c.wantType(form, "sparse_suspected", "boolean")
		c.wantStrings(form, "warnings")
	}
	keys := map[string]bool{}
	for _, form := range objects(items) {
		key, _ := form["form_key"].(string)
		c.recommend(!keys[key], "each form once in the reply of fill", "%q twice", key)
		keys[key] = true
	}
}

// wantNoBytes wants no PDF in a reply of fill, however it is written.
func (c *C) wantNoBytes(o obj) {
	magic := []byte("%PDF-")
	marks := []string{string(magic), base64.StdEncoding.EncodeToString(magic)[:6], strings.ToUpper(hex.EncodeToString(magic)), hex.EncodeToString(magic)}
	c.want(!contains(o, func(s string) bool {
		return strings.HasPrefix(s, "JVBERi0") ||
			len(s) > 64 && (slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(s, mark) }) || pdftext.Packs(s, magic))
	}), "no PDF bytes in the JSON", "a long text that holds the beginning of a PDF")
	c.want(!listsBytes(o, magic), "no PDF bytes in the JSON", "a list of numbers that begins as a PDF does")
}

// wantFilledBare fails the check when a fill without a body breaks the server because nothing tells its length, as clients send it that
// have nothing to send. A server may want the length (RFC 9110 section 15.5.12), and say so in words of whatever stands before it.
func (c *C) wantFilledBare(id string) {
	fill := func(options ...option) *exchange { return c.call("POST", sessionPath(id, "fill"), options...) }
	if fill(withoutLength, aside).status < http.StatusInternalServerError {
		return
	}
	c.prepared(fill(), "a fill without a body and with its length")
	x := fill(withoutLength, aside)
	c.want(x.status < http.StatusInternalServerError,
		"an answer to a fill without a body and without Content-Length, be it a refusal, where it is taken with Content-Length: 0", "%s, twice", x)
}

// wantPacked fails the check when a form is no PDF for who takes it in a content coding, as browsers do (RFC 9110 section 12.5.3).
func (c *C) wantPacked(j *journey) {
	keys := j.keys()
	if len(keys) == 0 || !j.downloads[keys[0]].ok() {
		return
	}
	if x := c.get(formPath(j.id, keys[0]), header("Accept-Encoding", "gzip")); x.ok() {
		c.want(isPDF(x.body), "a body that begins as a PDF does, also with Accept-Encoding: gzip", "%s", excerpt(x.body[:min(len(x.body), 40)]))
	}
}

var fillChecks = []Check{
	{ID: "API-FILL-01", later: inTurn(wantOKInAll(fillCall), wantNoneFailing(fillCall, always), (*C).wantFilledAlike), Run: func(c *C) {
		j := c.journey()
		if !j.finished && !j.fill.ok() {
			c.unclear("an intake that is finished", "the answers ran out, and fill answered %s", j.fill)
		}
		if j.fill.status == 400 {
			c.needs(!c.wantsDocuments("POST", "fill"), "a session that needs no document for its forms", "%s", j.fill)
			c.about(j.fill)
		}
		c.wantOK(j.fill, "for fill without a body on a finished intake")
		c.maybe(func() {
			id := c.allSkipped()
			c.wantUnbroken(func() *exchange { return c.call("POST", sessionPath(id, "fill")) }, "fill on a session whose questions were skipped")
			c.wantFilledBare(id)
		})
		c.maybe(func() {
			c.wantEachTime("fill", func(id string) *exchange { return c.call("POST", sessionPath(id, "fill")) })
		})
		c.maybe(c.wantFilledTogether)
	}},
	{ID: "API-FILL-02", Run: fillReply(func(c *C, o obj, _ *journey) {
		c.wantFilled(o)
		c.maybe(func() { c.wantFilled(c.sparse().fill.object()) })
	}), each: ofEach(fillCall, (*C).wantFilled)},
	{ID: "API-FILL-03", Run: fillReply(func(c *C, o obj, _ *journey) {
		items, _ := o["forms"].([]any)
		c.needs(len(items) > 0, "a form in the reply of fill", "%s", what(o, "forms"))
		c.wantForms(o)
		c.maybe(func() { c.wantForms(c.sparse().fill.object()) })
		c.maybe(c.wantCountedDrawn)
		c.maybe(c.wantWrittenAlone)
		c.maybe(c.wantWrittenGained)
		c.maybe(c.wantWrittenShown)
		c.maybe(c.wantWrittenCounted)
	}), each: ofEach(fillCall, (*C).wantForms)},
	{ID: "API-FILL-04", Run: fillReply(func(c *C, o obj, j *journey) {
		c.wantNoBytes(o)
		c.about(j.after)
		c.wantNoBytes(j.after.object())
	}), each: ofEach(fillCall, (*C).wantNoBytes)},
	{ID: "API-FILL-05", later: (*C).wantNoneForgottenInAll, Run: fillReply(func(c *C, o obj, j *journey) {
		forms := objects(o["forms"])
		c.needs(len(forms) > 0, "a form in the reply of fill", "%s", what(o, "forms"))
		for _, form := range forms {
			key, _ := form["form_key"].(string)
			x := j.downloads[key]
			if x != nil {
				c.about(x)
			}
			c.want(x != nil && x.status == 200, "each form of fill to be fetched", "%q: %s", key, status(x))
			again := c.get(formPath(j.id, key))
			c.want(again.status == 200, "a form to be fetched more than once", "%q: %s", key, status(again))
		}
		c.maybe(c.wantTokenForms)
	})},
	{ID: "API-FILL-06", later: (*C).wantKnownFormsInAll, Run: fillReply(func(c *C, o obj, j *journey) {
		c.about(j.after)
		c.wantKnownForms(o, j.after.object())
		c.wantAllMade(o, j)
		c.wantEachFormMade(o, j)
		c.maybe(func() {
			r := c.filledLines()
			c.wantKnownForms(c.prepared(r.fill, "fill"), c.prepared(r.after, "the session's detail"))
		})
		c.maybe(c.wantEachOfLinesMade)
		c.needs(len(objects(o["forms"])) > 0, "a form in the reply of fill", "%s", what(o, "forms"))
		c.about(j.after)
		c.recommend(!j.tardy, "the forms of fill in filled_forms as soon as it is answered", "a moment later")
	})},
	{ID: "API-FILL-07", Long: true, apart: (*C).wantOwnInForms, Run: func(c *C) {
		early, late, hindrance := false, false, ""
		c.sideBySide(
			func(c *C) { early = c.maybe(c.wantLater) },
			func(c *C) { // at the end of an intake
				late = c.maybe(c.wantRefilled)
				hindrance = c.hindrance
				c.wantFiguresOnceRefilled()
			},
			func(c *C) { j := c.filled(); c.wantNamedFields(j.after.object(), j.downloads) },
			(*C).wantNoProgramWords, (*C).wantReadPrinted, (*C).wantAnyShown, (*C).wantAnswersShown, (*C).wantNoneBlankBeside, (*C).wantOthersThanSparse,
			(*C).wantNumbersShown, (*C).wantAmountsAsTold, (*C).wantAmountsInDigits, (*C).wantLastAskedShown, (*C).wantDaysInOrder, (*C).wantZeroShown, (*C).wantShownBeside,
			(*C).wantLettersOfAnswers, (*C).wantDecisionsShown, (*C).wantNoIsNoYes, (*C).wantOwnLabels, (*C).wantFiguresBesideLabels, (*C).wantChosenShown,
			(*C).wantNoInsuredInstead, (*C).wantNoLabelAlone, (*C).wantPrintedWhereWritten, (*C).wantShownAtOnce, (*C).wantShownAfterFills, (*C).wantShownAfterSkip, (*C).wantShownAfterFile,
			(*C).wantShownOnceComplete, (*C).wantReadLaterShown, (*C).wantMarksShown, (*C).wantAtShown, (*C).wantNotCut, (*C).wantListShown,
			(*C).wantNameNotCut, (*C).wantNewNameInForms, (*C).wantNoNumberOfSkipped, (*C).wantEachCollectedShown, (*C).wantBareTold, (*C).wantDaysWhole,
		)
		c.needs(early || late, "two fills of a session with an answer between", "%s", hindrance)
	}},
	{ID: "API-FILL-08", Run: func(c *C) {
		c.journey() // a session that may be filled
		c.session = c.journey().id
		c.hidden(func(id string, options ...option) *exchange {
			return c.call("POST", sessionPath(id, "fill"), options...)
		})
	}},
	{ID: "API-PDF-01", later: inTurn((*C).wantPDFsInAll, (*C).wantFormsAgain, wantNoneFailing(formCall, ofSession)),
		apart: (*C).wantNothingOfFilledBefore, Run: func(c *C) {
			j := c.filled()
			count := 0
			for _, form := range objects(j.after.object()["filled_forms"]) {
				key, _ := form["form_key"].(string)
				x := j.downloads[key]
				if x == nil {
					continue
				}
				count++
				c.wantWholePDF(x)
			}
			c.needs(count > 0, "a form that was produced", "none")
			c.maybe(c.wantWholeOnceGrown)
			c.wantPDFFirst(j)
			c.wantOwnBytes(j)
			c.maybe(c.wantNamesApart)
			c.maybe(c.wantNamesakesApart)
			c.maybe(func() { c.wantPacked(j) })
			c.maybe(func() { c.wantNameShown(j) })
			c.maybe(func() { // at one moment, whichever was rendered last
				early := c.sparse()
				c.wantOtherBytes(early.fill.object(), j.fill.object(), func(key string) (was, is *exchange) {
					return c.get(formPath(early.id, key)), c.get(formPath(j.id, key))
				})
			})
			c.wantTitlesOfKeys(j.downloads)
			c.maybe(c.wantTitlesOfLines)
			c.wantOwnForms(j)
		}},
	{ID: "API-PDF-02", Run: func(c *C) {
		create := c.fullCreate(c.someName())
		o := c.prepared(create, "a session")
		id, _ := o["session_id"].(string)
		keys := strs(o["form_keys"])
		if len(keys) == 0 {
			keys = c.filledKeys()
		}
		c.needs(len(keys) > 0, "the key of a form", "the session has none")
		for _, key := range keys {
			x := c.get(formPath(id, key))
			c.wantMissing(x, "a form before fill")
			c.want(plainDetail(x) == "", "a text in detail for the 404", "%s", plainDetail(x))
		}
		c.maybe(func() {
			if j := c.filled(); j.unfilled != nil && !c.rendersUnasked() {
				c.about(j.unfilled)
				c.wantMissing(j.unfilled, "a form of a finished intake before fill")
			}
		})
	}},
	{ID: "API-PDF-03", Run: func(c *C) {
		j := c.filled()
		c.needs(anyDownload(j), "a form that was produced", "none can be downloaded")
		// Nor does a key that is no form's at all make a request that does not validate: its form is not yet produced by fill.
		c.wantMissing(c.get(formPath(j.id, "no-such-form-"+c.random(8))), "a form key that the session does not have")
		c.wantMissing(c.get(formPath(c.sessionID(), "no-such-form-"+c.random(8))), "a form key that a session does not have whose forms were not filled")
		c.wantMissing(c.get(formPath(j.id, "constructor")), "a word that every object of some languages has, for a form key")
		c.wantWholeKey(j)
		c.maybe(c.wantNoneOfOthers)
	}},
	{ID: "API-PDF-04", Run: func(c *C) {
		j := c.filled()
		for _, key := range j.keys() {
			if j.downloads[key].ok() {
				c.session = j.id
				c.hidden(func(id string, options ...option) *exchange { return c.get(formPath(id, key), options...) })
				return
			}
		}
		c.unclear("a form that was produced", "none can be downloaded")
	}},
}

// otherLines are lines of business that may have other forms than those of most sessions of a run.
var otherLines = []string{"commercial_auto", "workers_compensation", "commercial_property"}

// mostOfOthers is how many forms of them are asked for.
const mostOfOthers = 2

// wantNoneOfOthers asks for forms of sessions of other lines of business, at one whose forms were filled and which does not have them.
func (c *C) wantNoneOfOthers() {
	j := c.filled()
	detail := c.detail(j.id)
	mine, asked := slices.Concat(j.keys(), listedForms(detail), strs(detail.object()["form_keys"])), 0
	for _, line := range otherLines {
		body := c.createBody("Conformance " + line)
		body["lobs"] = []string{line}
		for _, key := range strs(c.post("/org/sessions", body).object()["form_keys"]) {
			if slices.Contains(mine, key) || asked == mostOfOthers {
				continue
			}
			asked++
			x := c.get(formPath(j.id, key))
			c.want(!x.ok(), "no form of another session, which this one does not have", "%s: %s", key, x)
		}
	}
}

// wantPDFFirst asks for a form as clients do that ask for JSON of everything, and take what there is.
func (c *C) wantPDFFirst(j *journey) {
	for _, key := range j.keys() {
		if x := j.downloads[key]; x != nil && x.status == http.StatusOK {
			x = c.get(formPath(j.id, key), header("Accept", "application/json, text/plain, */*"))
			c.want(x.status == http.StatusOK && mediaType(x) == "application/pdf" && isPDF(x.body), "a PDF also for a client that would take JSON",
				"Content-Type %s, %s", x.header.Get("Content-Type"), x)
			return
		}
	}
}

// wantLater fills a session, answers further and fills it again: the second fill shows.
func (c *C) wantLater() {
	c.settingTurn()
	c.newSession() // so that the session is not the one that was made last
	first := c.call("POST", sessionPath(c.session, "fill"))
	c.prepared(first, "fill on an open session")
	before := c.prepared(c.detail(c.session), "the session's detail")
	rendered := map[string]*exchange{}
	for key := range writtenOf(first.object()) {
		rendered[key] = c.get(formPath(c.session, key))
	}
	in, a := &intake{id: c.session}, newAnswerer(false)
	count := 0
	last := c.answer(c.session, greeting)
	pending, _ := integer(before["pending_count"])
	c.recommend(last.status/100 != 4 || pending == 0, "a message to an intake that is open to be taken after a fill of its forms, too", "%s", last)
	c.prepared(last, "a turn of the intake to be answered")
	in.turns = append(in.turns, last)
	for range 6 {
		asks := asksOf(last)
		if len(asks) == 0 {
			break
		}
		last = c.turn(in, a.batch(asks), nil)
		set, _ := last.object()["set_fields"].(obj)
		count += len(set)
	}
	c.needs(count > 0, "values set after the first fill", "none")
	again := c.call("POST", sessionPath(c.session, "fill"))
	c.recommend(again.status/100 != 4 || pending == 0, "a second fill of an open intake to be taken, as the first one was", "%s", again)
	second := c.prepared(again, "a second fill")
	after := c.prepared(c.detail(c.session), "the session's detail")
	c.want(len(objects(second["forms"])) > 0 || len(objects(first.object()["forms"])) == 0, "the forms in the reply of a later fill, too", "%s", what(second, "forms"))
	changed := !equal(first.object()["forms"], second["forms"]) || !equal(before["filled_forms"], after["filled_forms"])
	if !changed {
		c.wait(1100 * time.Millisecond) // a server may write times in seconds
		second = c.prepared(c.call("POST", sessionPath(c.session, "fill")), "a third fill")
		after = c.prepared(c.detail(c.session), "the session's detail")
		changed = !equal(first.object()["forms"], second["forms"]) || !equal(before["filled_forms"], after["filled_forms"])
	}
	c.needs(changed || len(objects(second["forms"])) > 0, "forms that are filled", "none")
	for _, form := range objects(after["filled_forms"]) {
		c.needs(changed || form["updated_at"] != nil, "an updated_at to judge by", "%s", what(form, "updated_at"))
	}
	c.want(changed, "a second fill that shows in fields_written or updated_at", "nothing changed after %d more values", count)
	c.maybe(func() { c.wantAsAtOnce(first.object(), second, after) })
	c.wantOtherBytes(first.object(), second, func(key string) (was, is *exchange) { return rendered[key], c.get(formPath(c.session, key)) })
}

// wantAsAtOnce tells another session the same and fills it once: a form that was filled twice has no less written on it, unless the
// two sessions differ. What a second fill did not write anew shows so.
func (c *C) wantAsAtOnce(first, second, detail obj) {
	var messages []string
	for _, x := range c.run.everything() {
		if x.call == answerCall && x.ok() && sessionIn(x.req) == c.session {
			messages = append(messages, messageOf(x))
		}
	}
	name, _ := detail["insured_name"].(string)
	id := c.sessionNamed(name)
	for _, message := range messages {
		c.prepared(c.answer(id, message), "a turn of another session")
	}
	fill := c.call("POST", sessionPath(id, "fill"))
	once := writtenOf(c.prepared(fill, "fill on another session"))
	c.needs(equal(c.prepared(c.detail(id), "the session's detail")["field_values"], detail["field_values"]), "two sessions that know the same", "they do not")
	was, is := writtenOf(first), writtenOf(second)
	c.about(fill)
	for key, n := range once {
		written, filled := is[key]
		c.want(!filled || written >= n || written != was[key],
			fmt.Sprintf("%d fields written on %s at the second fill, as at a first one with the same values", n, key), "%d, as before those came",
			written)
	}
}

// listsBytes says whether a JSON value holds a list of numbers that are the bytes of a text, at its beginning.
func listsBytes(v any, text []byte) bool {
	switch v := v.(type) {
	case obj:
		for _, item := range v {
			if listsBytes(item, text) {
				return true
			}
		}
	case []any:
		same := len(v) >= len(text)
		for i, item := range v {
			if listsBytes(item, text) {
				return true
			}
			n, whole := integer(item)
			same = same && (i >= len(text) || whole && n == int64(text[i]))
		}
		return same
	}
	return false
}

func anyDownload(j *journey) bool {
	for _, x := range j.downloads {
		if x.ok() {
			return true
		}
	}
	return false
}

// filledKeys are the form keys that the journey ended with.
func (c *C) filledKeys() []string { return c.journey().keys() }

// text writes a JSON value for a message.
func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
