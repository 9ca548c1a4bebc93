package checks

import (
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// enoughPrinted is of how many values that a form prints where they were answered one is printed where they were read from a file, and
// leastPrinted how long such a value is.
const (
	enoughPrinted = 3
	leastPrinted  = 5
)

// wantReadPrinted fails the check when a form prints values that were answered, and of a session that has values of the same keys from a
// file none of them, or the other way round: a fill takes everything collected so far (spec section 4, endpoint 8).
func (c *C) wantReadPrinted() {
	j := c.journey()
	answered, _ := j.after.object()["field_values"].(obj)
	id := c.fullSession()
	known, _ := c.prepared(c.detail(id), "the session's detail")["field_values"].(obj) // of its create
	c.prepared(c.extract(id, pdfsample.Sized(0)), "a valid PDF to be taken")
	c.prepared(c.call("POST", sessionPath(id, "fill")), "fill after a file was read")
	detail, forms := c.listedForms(id, as(c.run.home.Key))
	filed, _ := detail.object()["field_values"].(obj)
	c.wantNamedFields(detail.object(), forms)
	for form, x := range forms {
		was := j.downloads[form]
		if was == nil || !was.ok() || !x.ok() {
			continue
		}
		first, second := was.legible(), x.legible()
		could, does, filedOnly := 0, 0, 0
		for _, key := range newKeys(known, filed) {
			before, _ := answered[key].(string)
			now, _ := filed[key].(string)
			if len(before) < leastPrinted || len(now) < leastPrinted || c.standing(form, before) || c.standing(form, now) {
				continue
			}
			if !first.Shows(before) {
				if second.Shows(now) {
					filedOnly++
				}
				continue
			}
			if could++; second.Shows(now) {
				does++
			}
		}
		c.about(x)
		c.want(could < enoughPrinted || does > 0, "values of a file in the forms, as those that were answered are", "none of %d in %s", could, form)
		c.about(was)
		c.want(5*could > filedOnly || filedOnly < enoughPrinted, "values that were answered in the forms, as those of a file are", "%d of %d in %s",
			could, could+filedOnly, form)
	}
}

// enoughRead is how many values besides the name have to be read in the forms of a session before the name is missed in them,
// leastTold how many letters and digits such a value has, and nameRead how many of the name have to be there: a field may be narrow.
const (
	enoughRead = 2
	leastTold  = 9
	nameRead   = 12
)

// wantNameShown warns where no form of a session shows the name of its insured, of which letters and digits alone are compared, though
// other values that were told can be read in them. Forms with a font that may hide a text prove nothing.
func (c *C) wantNameShown(j *journey) {
	name, _ := j.after.object()["insured_name"].(string)
	values, _ := j.after.object()["field_values"].(obj)
	var read strings.Builder
	for _, key := range j.keys() {
		x := j.downloads[key]
		if !x.ok() {
			continue
		}
		if x.legible().Hides() {
			return
		}
		for _, s := range x.legible().Strings() {
			read.WriteString(lettersOf(s.Text))
		}
	}
	letters, all, others := lettersOf(name), read.String(), 0
	for _, v := range ungrouped(values) {
		told, _ := v.(string)
		if told = lettersOf(told); len(told) >= leastTold && !strings.Contains(told, letters) && strings.Contains(all, told) {
			others++
		}
	}
	if len(letters) < leastTold || others < enoughRead {
		return
	}
	c.aboutForms(j)
	c.recommend(strings.Contains(all, letters[:min(len(letters), nameRead)]), "the name of the insured in a form", "%q in none, and %d other values are", name, others)
}

// aboutForms says that the first form of a session is what is being judged.
func (c *C) aboutForms(j *journey) {
	for _, key := range j.keys() {
		if x := j.downloads[key]; x.ok() {
			c.about(x)
			return
		}
	}
}
