package checks

import (
	"net/http"
	"slices"
	"unicode/utf8"
)

// wantKnownForms wants the forms of a fill among those that the session has, and those that it lists as filled.
func (c *C) wantKnownForms(fill, detail obj) {
	var listed []string
	for _, form := range objects(detail["filled_forms"]) {
		key, _ := form["form_key"].(string)
		listed = append(listed, key)
	}
	c.want(len(listed) == 0 || len(objects(fill["forms"])) > 0, "the forms that fill made in its reply", "none, and filled_forms lists %v", listed)
	for _, form := range objects(fill["forms"]) {
		key, _ := form["form_key"].(string)
		c.want(slices.Contains(listed, key), "the forms of fill in filled_forms", "%q is not in %v", key, listed)
		c.wantInFormKeys(detail, key)
	}
}

// detailOnceFilled is the detail of a session right after its fill, or a moment later where it lacks forms until then: a server may render
// them once it has answered, as the event of a session that is complete waits for both (spec section 6).
func (c *C) detailOnceFilled(fill *exchange, options ...option) (detail *exchange, tardy bool) {
	lacks := func() bool {
		return slices.ContainsFunc(objects(fill.object()["forms"]), func(form obj) bool {
			key, _ := form["form_key"].(string)
			return !slices.Contains(listedForms(detail), key)
		})
	}
	detail = c.detail(sessionIn(fill.req), options...)
	if !fill.ok() || !detail.ok() || !lacks() {
		return detail, false
	}
	c.wait(moment)
	detail = c.detail(sessionIn(fill.req), options...)
	return detail, !lacks()
}

// wantInFormKeys warns where a form that was filled is not in form_keys: the text has one or the other list. A session may
// have no form_keys until its intake is finished.
func (c *C) wantInFormKeys(detail obj, key string) {
	keys := strs(detail["form_keys"])
	open, _ := integer(detail["pending_count"])
	c.recommend(slices.Contains(keys, key) || len(keys) == 0 && open > 0, "the forms of fill among the session's form_keys", "%q is not in %v", key, keys)
}

// wantAllMade warns where the first fill of a session made forms that its reply does not tell of.
func (c *C) wantAllMade(fill obj, j *journey) {
	if len(objects(j.before.object()["filled_forms"])) > 0 {
		return
	}
	for _, form := range objects(j.after.object()["filled_forms"]) {
		told := slices.ContainsFunc(objects(fill["forms"]), func(one obj) bool { return equal(one["form_key"], form["form_key"]) })
		c.recommend(told, "each form that the first fill of a session made in its reply", "%s is in filled_forms alone", what(form, "form_key"))
	}
}

// wantEachFormMade warns where a fill of an intake that is finished made some of the session's forms, and not all.
func (c *C) wantEachFormMade(fill obj, j *journey) {
	detail := j.after.object()
	open, _ := integer(detail["pending_count"])
	if !j.finished || open > 0 || len(objects(fill["forms"])) == 0 {
		return
	}
	for _, key := range strs(detail["form_keys"]) {
		c.recommend(slices.Contains(listedForms(j.after), key), "each form of a session whose intake is finished to be filled",
			"%s is in form_keys and not in filled_forms", key)
	}
}

// wantKnownFormsInAll wants the forms that any fill of the run wrote something into among those of its session, which was read
// next. Which forms an open session has made is left open.
func (c *C) wantKnownFormsInAll() {
	for _, n := range c.neighbours() {
		if n.first.call != fillCall || n.then.call != detailCall || n.then.status != http.StatusOK {
			continue
		}
		c.traffic = append(c.traffic, n.first)
		c.about(n.then)
		listed := listedForms(n.then)
		for key, count := range writtenOf(n.first.object()) {
			if count > 0 && !slices.Contains(listed, key) && slices.Contains(listedForms(c.detail(sessionIn(n.first.req), asBefore(n.first))), key) {
				continue // it was rendered a moment later
			}
			c.want(count == 0 || slices.Contains(listed, key), "the forms that fill wrote in filled_forms", "%q is not in %v", key, listed)
			c.wantInFormKeys(n.then.object(), key)
		}
	}
}

// wantWholeKey wants the beginning of the key of a form to be no form.
func (c *C) wantWholeKey(j *journey) {
	keys := j.keys()
	for _, key := range keys {
		_, last := utf8.DecodeLastRuneInString(key)
		if short := key[:len(key)-last]; j.downloads[key].ok() && short != "" && !slices.Contains(keys, short) {
			c.wantMissing(c.get(formPath(j.id, short)), "the beginning of a form's key")
			if named := key + ".pdf"; !slices.Contains(keys, named) {
				c.wantNoForm(c.get(formPath(j.id, named)), "a form's key with the ending of a file")
			}
			if other := swapCase(key); other != key && !slices.Contains(keys, other) &&
				!c.get(swapCase("/org/sessions/")+j.id).ok() { // some servers take whole paths in either
				c.wantNoForm(c.get(formPath(j.id, other)), "a form's key in letters of the other case")
			}
			return
		}
	}
}

// wantNoForm wants 404 for what is nearly a form's key, and warns of a server that finds the form all the same.
func (c *C) wantNoForm(x *exchange, what string) {
	c.about(x)
	c.recommend(!x.ok(), "status 404 for "+what, "%s", status(x))
	c.wantMissing(x, what)
}
