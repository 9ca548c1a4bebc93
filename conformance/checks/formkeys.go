package checks

import (
	"net/http"
	"slices"
)

// wantKnownForms wants the forms of a fill among those that the session has, and those that it lists as filled.
func (c *C) wantKnownForms(fill, detail obj) {
	var listed []string
	for _, form := range objects(detail["filled_forms"]) {
		key, _ := form["form_key"].(string)
		listed = append(listed, key)
	}
	c.want(len(listed) == 0 || len(objects(fill["forms"])) > 0, "the forms that fill made in its reply", "none, and filled_forms lists %v", listed)
	keys := strs(detail["form_keys"])
	for _, form := range objects(fill["forms"]) {
		key, _ := form["form_key"].(string)
		c.want(slices.Contains(keys, key), "the forms of fill among the session's form_keys", "%q is not in %v", key, keys)
		c.want(slices.Contains(listed, key), "the forms of fill in filled_forms", "%q is not in %v", key, listed)
	}
}

// wantKnownFormsInAll wants that of every fill of the run whose session was read next.
func (c *C) wantKnownFormsInAll() {
	for _, n := range c.neighbours() {
		if callIn(n.first.req) == fillCall && callIn(n.then.req) == detailCall && n.first.object() != nil && n.then.status == http.StatusOK {
			c.traffic = append(c.traffic, n.first)
			c.about(n.then)
			c.wantKnownForms(n.first.object(), n.then.object())
		}
	}
}

// wantWholeKey wants the beginning of the key of a form to be no form.
func (c *C) wantWholeKey(j *journey) {
	keys := j.keys()
	for _, key := range keys {
		if short := key[:len(key)-1]; j.downloads[key].ok() && short != "" && !slices.Contains(keys, short) {
			c.wantMissing(c.get(formPath(j.id, short)), "the beginning of a form's key")
			return
		}
	}
}
