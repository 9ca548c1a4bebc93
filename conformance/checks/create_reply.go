package checks

import (
	"maps"
	"slices"
)

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

// wantFilledKept warns of a session that has another number of filled fields in its detail than in the reply to its create, of two such.
func (c *C) wantFilledKept() {
	c.wantKeptAtOnce("fields_filled", func(told, shown any) bool {
		was, counted := integer(told)
		is, too := integer(shown)
		return counted && too && was != is
	})
}

// wantStateKept warns of a session that has another state in its detail than in the reply to its create, of two such.
func (c *C) wantStateKept() {
	c.wantKeptAtOnce("state", func(told, shown any) bool {
		was, named := told.(string)
		is, too := shown.(string)
		return named && too && was != is
	})
}

// wantFormsOfOwn warns of sessions that are made alike but for their names, where a later one has the forms of each before it and others:
// those of sessions of other lines of business.
func (c *C) wantFormsOfOwn() {
	type grown struct {
		all  []*exchange
		more int
	}
	const few = 4
	alike := map[string]*grown{}
	for _, x := range c.calls() {
		if x.call != createCall || !x.ok() || !c.isHome(x.req) {
			continue
		}
		body := maps.Clone(sentIn(x))
		delete(body, "insured_name")
		group := alike[text(body)]
		if group == nil {
			group = &grown{}
			alike[text(body)] = group
		}
		forms := strs(x.object()["form_keys"])
		if n := len(group.all); n > 0 {
			before := strs(group.all[n-1].object()["form_keys"])
			if slices.ContainsFunc(before, func(key string) bool { return !slices.Contains(forms, key) }) {
				group.more = -len(forms) * few // forms come and go
			} else if len(forms) > len(before) {
				group.more++
			}
		}
		group.all = append(group.all, x)
	}
	for _, key := range slices.Sorted(maps.Keys(alike)) {
		if group := alike[key]; group.more > 0 && len(group.all) >= few {
			first, last := group.all[0], group.all[len(group.all)-1]
			c.about(first)
			c.about(last)
			c.recommend(false, "the forms of a session's own lines of business", "%s, and %s of the first of %d that were made in the same way",
				what(last.object(), "form_keys"), what(first.object(), "form_keys"), len(group.all))
		}
	}
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
	c.recommend(false, "the "+name+" of the create in the detail right after it", "%s, and %s in the reply to the create",
		what(detail.object(), name), what(create.object(), name))
}

// workspaceMembers are what programs call a workspace in a body.
var workspaceMembers = []string{"org_id", "workspace_id", "organization_id", "tenant_id"}

// wantAnsweredWhateverIsNamed fails the check when a turn does not find its session because its body names a workspace: that comes from
// the credential alone (spec section 5).
func (c *C) wantAnsweredWhateverIsNamed() {
	id, message := c.newSession(), obj{"message": "We have 12 employees."}
	c.prepared(c.post(sessionPath(id, "answers"), message), "a turn to be taken")
	for _, member := range workspaceMembers {
		message[member] = "org_" + c.random(12)
	}
	x := c.post(sessionPath(id, "answers"), message, aside) // members that the text does not name may be refused
	c.want(x.status != 404 && x.status != 403, "the session of the key, whatever workspace the body of a turn names", "%s", x)
}

// wantOpenWhateverIsNamed wants a session to be in the workspace of its key, whose body names one that nobody has.
func (c *C) wantOpenWhateverIsNamed() {
	body, named := c.createBody("Conformance "+c.check.ID), "org_"+c.random(12)
	for _, member := range workspaceMembers {
		body[member] = named
	}
	x := c.post("/org/sessions", body)
	id, _ := c.prepared(x, "a create that names a workspace to be taken")["session_id"].(string)
	c.needs(c.detail(c.newSession()).ok(), "other sessions to open", "they do not")
	opened := c.detail(id)
	c.about(x)
	c.wantOf(opened, opened.ok(), "the session in the workspace of the key, whatever its body names", "%s", opened)
}

// wantFilledWithin warns of sessions that have more fields filled than they have in all, whose fields_total was more when they were made.
func (c *C) wantFilledWithin() {
	const some = 2
	made, beyond := map[string]int64{}, map[string]*exchange{}
	for _, x := range c.calls() {
		id, _ := x.object()["session_id"].(string)
		filled, is := integer(x.object()["fields_filled"])
		total, too := integer(x.object()["fields_total"])
		switch {
		case !x.ok() || !is || !too || id == "":
		case x.call == createCall:
			made[id] = total
		case x.call == detailCall && filled > total && total < made[id]:
			beyond[id] = x
		}
	}
	for _, id := range slices.Sorted(maps.Keys(beyond)) {
		x := beyond[id]
		c.traffic = append(c.traffic, x)
		c.about(x)
		c.recommend(len(beyond) < some, "no more fields filled than there are", "%s, %s, and %d in all when the session was made",
			what(x.object(), "fields_filled"), what(x.object(), "fields_total"), made[id])
	}
}
