package checks

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// fragile is the name of an insured that is easily damaged on its way into a form: what follows a parenthesis is lost, or a
// letter beyond ASCII becomes a question mark.
type fragile struct{ before, after string }

func (c *C) fragile() fragile { return fragile{"Zq" + c.random(4), "Kw" + c.random(4)} }

func (f fragile) name() string { return f.before + " (rear) (" + f.after + " Ünal" }

// wantUndamaged fails the check when forms show a value of the session in a form in which it was damaged, and nowhere as it
// is. That a value is not found proves nothing.
func (c *C) wantUndamaged(f fragile, detail obj, forms map[string]*exchange) {
	values, _ := detail["field_values"].(obj)
	for _, x := range forms {
		if !x.ok() {
			continue
		}
		c.about(x)
		all := x.legible().Strings()
		if detail["insured_name"] == f.name() {
			c.wantWholeName(f, values, all)
			c.wantLetters(f, all)
		}
		c.wantDigits(values, all)
		c.wantLastDigits(values, all)
		c.wantDays(values, all)
	}
}

func anyShows(all []pdftext.String, is func(text string) bool) bool {
	return slices.ContainsFunc(all, func(s pdftext.String) bool { return is(s.Text) })
}

// wantWholeName fails the check when a form has the name up to its parenthesis, and another value of several words whole.
func (c *C) wantWholeName(f fragile, values obj, all []pdftext.String) {
	whole := false
	for _, name := range names(values) {
		v, _ := values[name].(string)
		whole = whole || len(v) > len(f.before)+4 && strings.Contains(v, " ") && anyShows(all, func(text string) bool { return strings.Contains(text, v) })
	}
	if !whole || anyShows(all, func(text string) bool { return strings.Contains(text, f.after) }) {
		return
	}
	c.want(!anyShows(all, func(text string) bool {
		text = strings.TrimRight(text, " (")
		return strings.HasSuffix(text, f.before) || strings.HasSuffix(text, f.before+" (rear)")
	}), "a value with parentheses in a form as it is", "%q ends before them", f.name())
}

// brokenLetters are what becomes of Ü where it is left out, or its bytes are counted.
var brokenLetters = []string{"", "?", "??", "\ufffd", "\ufffd\ufffd"}

// garbledLetter is what becomes of Ü before its rest where its bytes are taken for letters, in Latin-1 or as old computers have them: there
// is none for the second byte in many sets, so that anything may stand in its place, or nothing.
var garbledLetter = regexp.MustCompile(`[Ã√][^\x00-\x7f]{0,3}nal`)

// showsBroken says whether a text has Ünal behind some word, with its letter broken. A garbled one is that also where words stand alone.
func showsBroken(text, word string) bool {
	return garbledLetter.MatchString(text) || slices.ContainsFunc(brokenLetters, func(broken string) bool { return strings.Contains(text, word+" "+broken+"nal") })
}

// wantLetters fails the check when a letter of the name is broken, in the value of each field or in all that is shown.
func (c *C) wantLetters(f fragile, all []pdftext.String) {
	values := slices.DeleteFunc(slices.Clone(all), func(s pdftext.String) bool { return !s.Value })
	for _, some := range [][]pdftext.String{values, all} {
		lost := anyShows(some, func(text string) bool { return showsBroken(text, f.after) })
		c.want(!lost || anyShows(some, func(text string) bool { return strings.Contains(text, "Ünal") }),
			"letters beyond ASCII in a form as they are", "%q with one left out, or other signs in its place", f.name())
	}
}

// largeAmount is one whose digits do not all show where it is written with an exponent.
const largeAmount = "$2,345,678"

var withExponent = regexp.MustCompile(`2\.3\d*[eE]\+?0*6\b`)

// wantDigits fails the check when the amount that the session has is written with an exponent, some of its digits lost.
func (c *C) wantDigits(values obj, all []pdftext.String) {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, largeAmount)
	bare := func(text string) string { return strings.NewReplacer(",", "", ".", "", " ", "", "'", "").Replace(text) }
	stored := slices.ContainsFunc(names(values), func(name string) bool {
		return strings.HasPrefix(strings.TrimPrefix(bare(plainText(values[name])), "$"), digits)
	})
	if !stored || anyShows(all, func(text string) bool { return strings.Contains(bare(text), digits) }) {
		return
	}
	c.want(!anyShows(all, withExponent.MatchString), "an amount in a form with all of its digits", "%s is written with an exponent", largeAmount)
}

// digitGroups are numbers as they are written, with commas or without.
var digitGroups = regexp.MustCompile(`\d[\d,]*\d`)

// wantLastDigits warns of a form that shows a large number of the session without its last digit, and nowhere whole.
func (c *C) wantLastDigits(values obj, all []pdftext.String) {
	shown, stored := map[string]bool{}, map[string]bool{}
	for _, s := range all {
		for _, digits := range digitGroups.FindAllString(s.Text, -1) {
			shown[strings.ReplaceAll(digits, ",", "")] = true
		}
	}
	const least = 100_000
	for _, v := range values {
		if n, is := integer(v); is && n >= least {
			stored[strconv.FormatInt(n, 10)] = true
		}
	}
	for _, digits := range slices.Sorted(maps.Keys(stored)) {
		cut := digits[:len(digits)-1]
		c.recommend(shown[digits] || stored[cut] || !shown[cut], "a number in a form with all of its digits", "%s of %s", cut, digits)
	}
}

// dayForms are ways to write a day.
var dayForms = []string{"2006-01-02", "01/02/2006", "1/2/2006", "01-02-2006", "Jan 2, 2006", "January 2, 2006", "2 January 2006", "2 Jan 2006", "20060102", "01022006"}

// dayOf reads a day of a value.
func dayOf(v any) (time.Time, bool) {
	text, _ := v.(string)
	for _, form := range dayForms[:3] {
		if day, err := time.Parse(form, text); err == nil {
			return day, true
		}
	}
	return time.Time{}, false
}

// wantDays fails the check when a form shows the day before or after one that the session has, and that day nowhere.
func (c *C) wantDays(values obj, all []pdftext.String) {
	for _, name := range names(values) {
		day, is := dayOf(values[name])
		if !is || c.nearToday(day) {
			continue
		}
		shown := func(day time.Time, forms ...string) bool {
			return slices.ContainsFunc(forms, func(form string) bool {
				return anyShows(all, func(text string) bool {
					return slices.Contains(strings.Fields(text), day.Format(form)) || strings.TrimSpace(text) == day.Format(form)
				})
			})
		}
		if shown(day, append(slices.Clone(dayForms), "02/01/2006", "02.01.2006", "2.1.2006", "2006/01/02")...) {
			continue
		}
		for _, by := range []int{-1, 1} {
			other := day.AddDate(0, 0, by)
			taken := slices.ContainsFunc(names(values), func(name string) bool { d, is := dayOf(values[name]); return is && d.Equal(other) })
			c.want(taken || !shown(other, dayForms...), "a day in a form as the session has it", "%s is %s, and the form shows %s", name,
				day.Format(time.DateOnly), other.Format(time.DateOnly))
		}
	}
}

// nearToday says whether a form may show a day because it is made then.
func (c *C) nearToday(day time.Time) bool {
	const some = 4 * 24 * time.Hour
	return time.Since(day).Abs() < some || c.run.clock.now().Sub(day).Abs() < some
}

// namesOfOthers are those of the sessions that were made in the run so far, but for what a workspace is called.
func (c *C) namesOfOthers() (all []string) {
	me, _ := c.prepared(c.get("/org/me"), "the identity")["org_name"].(string)
	for _, x := range c.run.traffic() {
		if name, _ := x.object()["insured_name"].(string); x.call == createCall && x.ok() && len(name) > len("Conformance ") &&
			!strings.Contains(me, name) && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// wantNamesApart fills sessions of several insureds at one time: no form has the name of another one in the place of its own.
func (c *C) wantNamesApart() {
	ids, own := []string{}, []string{}
	others := c.namesOfOthers()
	for range 4 {
		name := "Zq" + c.random(8)
		create := c.fullCreate(name + map[bool]string{true: " 東京", false: " Roofing (West"}[len(ids) == 0])
		if !create.taken() { // letters beyond Latin may be refused
			create = c.fullCreate(name + " Roofing (West")
		}
		id, _ := c.prepared(create, "a session")["session_id"].(string)
		ids, own = append(ids, id), append(own, name)
	}
	var next atomic.Int64
	fills := c.atOnce(len(ids), func(one *C) *exchange { return one.call("POST", sessionPath(ids[next.Add(1)-1], "fill")) })
	c.needs(len(fills) == len(ids) && !slices.ContainsFunc(fills, func(x *exchange) bool { return !x.ok() }), "fill on open sessions", "not of each")
	for i, id := range ids {
		_, forms := c.listedForms(id, as(c.run.home.Key))
		for key, x := range forms {
			if x.status == 500 { // once may be bad luck
				x = c.get(formPath(id, key))
				c.want(x.status != 500, "each form of filled_forms to be downloaded, whatever the insured is called", "%s, twice", x)
			}
			if x.ok() {
				c.wantPlaced(x)
				why := x.legible().UnendedText()
				c.wantOf(x, why == "", "a PDF whose strings end where they should, of an insured with a parenthesis in its name", "%s", why)
			}
			all := x.legible().Strings()
			has := func(name string) bool {
				return anyShows(all, func(text string) bool { return strings.Contains(text, name) })
			}
			if !x.ok() || has(own[i]) {
				continue
			}
			for _, other := range slices.Concat(own, others) {
				if has(other) {
					c.aboutNone(takesCrowd)
					c.fail("the name of the session's insured in each form, of fills at one time, too", "%s has %q and not %q", key, other, own[i])
				}
			}
		}
	}
}
