package checks

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// How many fields of a form have to show the values that the session has under their names before one that is blank is missed, and how
// many have to show those of other names before they are held to be exchanged.
const (
	enoughNamed     = 5
	enoughExchanged = 3
	leastExchanged  = 4 // letters and digits of a value that is unlikely to be another's as well
)

// wantNamedFields warns of forms whose fields have the names of a session's values, and that leave one blank or show the value of another
// name: a fill takes everything collected so far (spec section 4, endpoint 8). What a form calls its fields is left open, and of those
// with names of their own nothing is judged.
func (c *C) wantNamedFields(detail obj, forms map[string]*exchange) {
	values := namedValues(detail)
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		x := forms[form]
		if !x.ok() {
			continue
		}
		read := x.legible()
		right, blank, exchanged, near := 0, []string(nil), []string(nil), []string(nil)
		fields := map[string][]pdftext.Field{} // a later version of a field stands beside the first
		all := read.Fields()
		for _, field := range all {
			fields[field.Name] = append(fields[field.Name], field)
		}
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			v := values[name]
			if v == nil {
				if lists := ungrouped(listsIn(detail)); lostList(lists[name], fields[name], read) {
					blank = append(blank, name)
				}
				continue
			}
			shows := func(field pdftext.Field) bool {
				told := strings.TrimSpace(field.Value)
				return showsValue(v, told) && !caseExchanged(plainText(v), told)
			}
			field := fields[name][len(fields[name])-1]
			shown := strings.TrimSpace(field.Value)
			switch {
			case slices.ContainsFunc(fields[name], shows):
				right++
			case shown == "":
				elsewhere := slices.ContainsFunc(all, func(other pdftext.Field) bool { return showsValue(v, strings.TrimSpace(other.Value)) })
				if _, decided := v.(bool); field.Text && !decided && !elsewhere && !read.Shows(plainText(v)) { // a no may be a mark that is not there
					blank = append(blank, name)
				}
			case isOfAnother(values, name, shown):
				exchanged = append(exchanged, name)
				if otherNumber(v, shown) {
					near = append(near, name+" is "+shown+" of "+text(v))
				}
			case nearValue(v, shown), otherNumber(v, shown):
				near = append(near, name+" is "+shown+" of "+text(v))
			}
		}
		c.about(x)
		c.recommend(len(exchanged) < enoughExchanged, "fields that show the values of their names", "%s shows in %s those of other names", form, strings.Join(exchanged, ", "))
		c.recommend(len(blank) < enoughNamed, "values in the fields of their names", "%s has none in %s", form, strings.Join(blank, ", "))
		c.recommend(right < enoughNamed || len(near) == 0, "the values of the session in the fields of their names", "in %s, %s", form, strings.Join(near, ", "))
		c.recommend(right < enoughNamed || len(blank) == 0, "a value in each field that has the name of one, as in the others", "%s has none in %s",
			form, strings.Join(blank, ", "))
	}
}

// wantMarkedLetters warns of fields whose letters beyond ASCII are in bytes that readers of PDF take for other letters, whatever the page
// shows beside them.
func (c *C) wantMarkedLetters(f fragile, forms map[string]*exchange) {
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		for _, field := range forms[form].legible().Fields() {
			c.about(forms[form])
			c.recommend(!field.Raw || !strings.Contains(field.Value, f.after), "letters beyond ASCII in the fields of forms as PDF writes them",
				"%s of %s in bytes of UTF-8 without their mark, which are other letters (ISO 32000-1 section 7.9.2.2)", field.Name, form)
		}
	}
}

// namedValues are the values of a session that are single ones, by their names.
func namedValues(detail obj) obj {
	values, _ := detail["field_values"].(obj)
	all := obj{}
	for name, v := range ungrouped(values) {
		if whole(v) {
			all[name] = v
		}
	}
	for _, name := range []string{"insured_name", "state"} {
		if v := detail[name]; whole(v) {
			all[name] = v
		}
	}
	return all
}

func isOfAnother(values obj, name, shown string) bool {
	if len(lettersOf(shown)) < leastExchanged {
		return false
	}
	for other, v := range values {
		if other != name && showsValue(v, shown) {
			return true
		}
	}
	return false
}

// nearValue says whether a text of a form is a number that is nearly a value, the opposite of a yes or no, or a text up to its first comma, an
// at sign or somewhere within a word.
func nearValue(v any, shown string) bool {
	if told, is := number(v); is {
		written, too := numberOf(strings.ReplaceAll(shown, " ", ""))
		return too && written != told && math.Abs(written-told) < told/100 && math.Trunc(told) == told
	}
	if decided, is := v.(bool); is {
		other := map[bool][]string{true: noWords[:2], false: yesWords[:2]}[decided]
		return slices.Contains(other, strings.ToLower(shown))
	}
	user, _, address := strings.Cut(plainText(v), "@")
	first, _, listed := strings.Cut(plainText(v), ",")
	return address && user == shown || listed && strings.TrimSpace(first) == shown || cutWithin(plainText(v), shown) ||
		caseExchanged(plainText(v), shown)
}

// words for a yes and for a no in a form.
var (
	yesWords = []string{"yes", "true", "x", "on", "y", "1"}
	noWords  = []string{"no", "false", "off", "n", "0"}
)

// showsValue says whether a text of a form is a value of a session, in whatever form.
func showsValue(v any, shown string) bool {
	if day, is := dayOf(v); is {
		return slices.ContainsFunc(dayForms, func(form string) bool { return day.Format(form) == shown })
	}
	switch decided, is := v.(bool); {
	case is && decided:
		return slices.Contains(yesWords, strings.ToLower(shown))
	case is:
		return slices.Contains(noWords, strings.ToLower(shown))
	}
	if _, is := number(v); is {
		whole, _, _ := strings.Cut(strings.NewReplacer(",", "", "$", "", " ", "").Replace(shown), ".")
		told, _, _ := strings.Cut(plainText(v), ".")
		return whole == told
	}
	return lettersOf(plainText(v)) == lettersOf(shown)
}

// wantOwnForms warns where each of two forms shows the key of the other, which stands for its title, more often than its own: a key may be a
// word that others have, too.
func (c *C) wantOwnForms(j *journey) {
	shows := func(x *exchange, key string) (times int) {
		for _, s := range x.legible().Strings() {
			if !s.Value && len(lettersOf(key)) >= leastExchanged && strings.Contains(lettersOf(s.Text), lettersOf(key)) {
				times++
			}
		}
		return times
	}
	keys := slices.Sorted(maps.Keys(j.downloads))
	for i, one := range keys {
		for _, two := range keys[i+1:] {
			a, b := j.downloads[one], j.downloads[two]
			if !a.ok() || !b.ok() {
				continue
			}
			c.about(a)
			c.about(b)
			c.recommend(shows(a, one) >= shows(a, two) || shows(b, two) >= shows(b, one), "each form under its own key", "%s shows %s, and the other way round", one, two)
		}
	}
}

// programWords are what programs write in the place of a value that is not there. None is a word of people, too.
var programWords = []string{"undefined", "null", "NaN", "[object Object]", "nil", "<nil>"}

// wantNoProgramWords warns of forms that show such a word, alone, where the session has no value that is one, or None in many places.
func (c *C) wantNoProgramWords() {
	const nothing, many = "None", 4
	look := func(j *journey) {
		for _, form := range listedForms(j.after) {
			x := j.downloads[form]
			if x == nil || !x.ok() {
				continue
			}
			none := 0
			c.about(x)
			for _, s := range x.legible().Strings() {
				told := contains(j.after.json, func(text string) bool { return text == s.Text })
				c.recommend(told || !slices.Contains(programWords, s.Text), "blank fields where there is no value", "%q in %s", s.Text, form)
				if s.Text == nothing && !told {
					none++
				}
			}
			c.recommend(none < many, "blank fields where there is no value", "%q in %d places of %s", nothing, none, form)
		}
	}
	c.maybe(func() { look(c.sparse()) })
	look(c.filled())
}
