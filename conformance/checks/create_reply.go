package checks

// wantEscaped fails the check when a name with what JSON has to escape is taken, and an answer about its session is no JSON for it (RFC 8259
// section 7).
func (c *C) wantEscaped() {
	create := c.post("/org/sessions", c.createBody("Tab\tLine\nMark\u0001 \"A\" \\B"), aside)
	c.needs(create.ok(), "a name with control characters to be taken", "%s", create)
	c.want(create.object() != nil, "a reply that is a JSON object, whatever the name is", "%s", create)
	if id, _ := create.object()["session_id"].(string); id != "" {
		detail := c.detail(id)
		c.want(!detail.ok() || detail.object() != nil, "a detail that is a JSON object, whatever the name is", "%s", detail)
	}
}

// wantTotalKept warns of a session that has another number of fields in its detail than in the reply to its create, of two such.
func (c *C) wantTotalKept() {
	c.wantKeptAtOnce("fields_total", func(told, shown any) bool {
		was, counted := integer(told)
		is, too := integer(shown)
		return counted && too && was != is
	})
}

// wantFormsKept warns of a session that has more forms in its detail than in the reply to its create, of two such.
func (c *C) wantFormsKept() {
	c.wantKeptAtOnce("form_keys", func(told, shown any) bool {
		was, is := strs(told), strs(shown)
		return len(was) > 0 && len(is) > len(was)
	})
}

// wantKeptAtOnce warns where a member of a reply to a create is another one in the detail right after it, of two sessions.
func (c *C) wantKeptAtOnce(name string, another func(told, shown any) bool) {
	var create, detail *exchange
	for range 2 {
		create = c.post("/org/sessions", c.bodyOfAll("Conformance "+c.check.ID))
		id, _ := c.prepared(create, "a session")["session_id"].(string)
		detail = c.detail(id)
		if !another(create.object()[name], detail.object()[name]) {
			return
		}
	}
	c.about(create)
	c.about(detail)
	c.recommend(false, "the "+name+" of the create in the detail right after it", "%s, and %s in the reply to the create", what(detail.object(), name), what(create.object(), name))
}
