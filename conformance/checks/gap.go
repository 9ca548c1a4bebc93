package checks

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// shape lists the members of a JSON value with their types.
func shape(v any) any {
	switch v := v.(type) {
	case obj:
		members := obj{}
		for name, item := range v {
			members[name] = shape(item)
		}
		return members
	case []any:
		if len(v) == 0 {
			return []any{}
		}
		return []any{shape(v[0])}
	}
	return kind(v)
}

func names(o obj) []string {
	all := []string{}
	for name := range o {
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}

func sorted(set map[string]bool) []string {
	all := []string{}
	for s := range set {
		all = append(all, s)
	}
	sort.Strings(all)
	return all
}

// statuses answers each probe of a create member with its status.
func (c *C) createStatuses(member string, values ...any) obj {
	seen := obj{}
	for _, v := range values {
		body := c.createBody("Conformance " + c.check.ID)
		body[member] = v
		seen[fmt.Sprint(v)] = c.post("/org/sessions", body, aside).status
	}
	return seen
}

func (c *C) flagValues(member string) {
	seen := map[string]bool{}
	for _, x := range c.risks() {
		list, _, _ := flags(x)
		for _, flag := range objects(list) {
			if s, ok := flag[member].(string); ok {
				seen[s] = true
			}
		}
	}
	c.observe(sorted(seen))
}

var timeForms = []struct {
	match *regexp.Regexp
	value string
}{
	{regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`), "RFC 3339, milliseconds, Z"},
	{regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`), "RFC 3339, seconds, Z"},
	{regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$`), "RFC 3339, other fraction, Z"},
	{regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$`), "RFC 3339 with an offset"},
	{regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$`), "ISO 8601 without a zone"},
}

func timeForm(v any) string {
	s, ok := v.(string)
	if !ok {
		return kind(v)
	}
	for _, form := range timeForms {
		if form.match.MatchString(s) {
			return form.value
		}
	}
	return "another text"
}

// raw sends a body as JSON that may be none.
func (c *C) rawCreate(contentType, body string) *exchange {
	options := []option{bodyOf(contentType, []byte(body)), aside}
	if contentType == "" {
		options = append(options, func(r *request) { r.header.Del("Content-Type") })
	}
	return c.call("POST", "/org/sessions", options...)
}

var gapChecks = slices.Concat(replyGaps, requestGaps, signInGaps, deliveryGaps, stateGaps)

var replyGaps = []Check{
	{ID: "GAP-01", Run: func(c *C) {
		seen := map[string]bool{}
		for _, turn := range c.journey().turns {
			for _, o := range objects(turn.object()["asks"]) {
				for name, v := range o {
					if !slices.Contains([]string{"key", "label", "kind", "options"}, name) {
						seen[name+": "+kind(v)] = true
					}
				}
			}
		}
		c.observe(sorted(seen))
	}},
	{ID: "GAP-02", Run: func(c *C) { c.observe(shape(c.extract(c.sessionID(), pdfsample.Sized(0)).json)) }},
	{ID: "GAP-03", Run: func(c *C) { c.flagValues("severity") }},
	{ID: "GAP-04", Run: func(c *C) { c.flagValues("category") }},
	{ID: "GAP-05", Run: func(c *C) { c.observe(c.createStatuses("state", "CA", "ca", "California", "ZZ", "")) }},
	{ID: "GAP-06", Run: func(c *C) {
		seen := obj{}
		for _, value := range []string{"general_liability", "General Liability", "GL", "cyber", "no such line", ""} {
			seen[value] = c.createWithLobs([]string{value}).status
		}
		c.observe(seen)
	}},
	{ID: "GAP-07", Run: func(c *C) { c.observe(c.createStatuses("naics_code", "722511", "72", "abc", "")) }},
	{ID: "GAP-08", Run: func(c *C) {
		o := c.detail(c.sessionID()).object()
		c.observe(obj{"created_at": timeForm(o["created_at"]), "updated_at": timeForm(o["updated_at"])})
	}},
	{ID: "GAP-09", Run: func(c *C) { c.observe(c.statusPath()) }},
	{ID: "GAP-10", Run: func(c *C) {
		path, edges := c.statusPath(), []string{}
		for i := 1; i < len(path); i++ {
			edges = append(edges, fmt.Sprintf("%s -> %s", path[i-1], path[i]))
		}
		c.observe(edges)
	}},
	{ID: "GAP-11", Phase: Last, Run: func(c *C) {
		for range 6 { // a run of this check alone has made none
			c.newSession()
		}
		c.observe(obj{"items without limit": len(objects(c.list("").object()["sessions"]))})
	}},
	{ID: "GAP-12", Run: func(c *C) {
		seen := obj{}
		for _, limit := range []string{"0", "-1", "1000", "1000000000"} {
			seen[limit] = c.list("?limit="+limit, aside).status
		}
		c.observe(seen)
	}},
	{ID: "GAP-13", Phase: Last, Run: func(c *C) {
		var at []int
		made := []string{}
		for _, letter := range []string{"B", "C", "A"} {
			made = append(made, c.sessionOf(c.createBody(letter+" Conformance GAP-13")))
		}
		ids := idsOf(c.list(""))
		for _, id := range made {
			at = append(at, slices.Index(ids, id))
		}
		switch {
		case slices.Contains(at, -1):
			c.observe("other, or the page is full")
		case at[0] > at[1] && at[1] > at[2]:
			c.observe("newest first")
		case at[0] < at[1] && at[1] < at[2]:
			c.observe("oldest first")
		case at[2] < at[0] && at[0] < at[1]:
			c.observe("by name")
		default:
			c.observe("other")
		}
	}},
	{ID: "GAP-14", Run: func(c *C) { c.observe(shape(c.sent().submit.json)) }},
	{ID: "GAP-15", Run: func(c *C) {
		seen := obj{}
		for _, part := range docsParts[:4] {
			seen[part] = c.document(c.sessionID(), part, pdfsample.Sized(0), aside).status
		}
		c.observe(seen)
	}},
	{ID: "GAP-16", Run: func(c *C) { c.observe(shape(c.document(c.sessionID(), c.docsPart(), pdfsample.Sized(0)).json)) }},
	{ID: "GAP-17", Run: func(c *C) {
		_, container, found := flags(c.journey().risk)
		c.needs(found, "a list of flags", "%s", c.journey().risk)
		c.observe(container)
	}},
	{ID: "GAP-26", Phase: Last, provokes: true, Run: func(c *C) {
		c.stimulus()
		seen := map[string]bool{}
		for _, x := range c.run.traffic() {
			if judged(x) && x.object() != nil {
				line := fmt.Sprintf("%d: %s", x.status, strings.Join(names(x.object()), " "))
				if faults := objects(x.object()["detail"]); len(faults) > 0 {
					line += " of " + strings.Join(names(faults[0]), " ")
				}
				seen[line] = true
			}
		}
		c.observe(sorted(seen))
	}},
	{ID: "GAP-27", Phase: Last, provokes: true, Run: func(c *C) {
		c.stimulus()
		seen := map[string]bool{}
		for _, x := range c.run.traffic() {
			if x.status == 400 && strings.HasPrefix(x.req.path, "/org") {
				parts := strings.Split(x.req.path, "/")
				seen[x.req.method+" "+parts[len(parts)-1]] = true
			}
		}
		c.observe(sorted(seen))
	}},
	{ID: "GAP-29", Phase: Last, Run: func(c *C) {
		c.keyWorks()
		seen := map[string]bool{}
		for _, x := range c.run.traffic() {
			for _, name := range []string{"Deprecation", "Sunset", "Api-Version", "X-Api-Version"} {
				if v := x.header.Get(name); v != "" {
					seen[name+": "+v] = true
				}
			}
		}
		c.observe(sorted(seen))
	}},
	{ID: "GAP-49", Run: func(c *C) { c.observe(c.get("/org/me", anonymous).header.Get("WWW-Authenticate")) }},
	{ID: "GAP-50", Run: func(c *C) {
		holds, all := 0, 0
		for _, turn := range c.journey().turns {
			a, okA := integer(turn.object()["answered_count"])
			p, okP := integer(turn.object()["pending_count"])
			t, okT := integer(turn.object()["total_askable"])
			if okA && okP && okT {
				all++
				if a+p == t {
					holds++
				}
			}
		}
		c.observe(map[bool]string{true: "answered_count + pending_count = total_askable always",
			false: fmt.Sprintf("the sum holds in %d of %d turns", holds, all)}[holds == all])
	}},
	{ID: "GAP-57", Run: func(c *C) { c.observe(shape(c.keyWorks().json)) }},
	{ID: "GAP-59", Run: func(c *C) {
		locs := func(body obj) []string {
			all := []string{}
			for _, fault := range objects(c.post("/org/sessions", body).object()["detail"]) {
				all = append(all, text(fault["loc"]))
			}
			return all
		}
		c.observe(obj{"one fault": locs(obj{"insured_name": ""}), "two faults": locs(obj{"insured_name": 5, "lobs": "x"})})
	}},
	{ID: "GAP-62", Run: func(c *C) {
		id, other := c.sessionID(), c.other()
		unknown, foreign := c.detail(c.unknownID(id)), c.detail(id, as(other.Key))
		c.observe(map[bool]string{true: "alike", false: "they differ"}[unknown.status == foreign.status && string(unknown.body) == string(foreign.body)])
	}},
}

// statusPath lists the statuses of a session from its create to its fill, each once in order.
func (c *C) statusPath() []string {
	j := c.journey()
	var path []string
	for _, x := range []*exchange{j.create, j.open, j.before, j.after} {
		if s, ok := x.object()["status"].(string); ok && (len(path) == 0 || path[len(path)-1] != s) {
			path = append(path, s)
		}
	}
	return path
}

var requestGaps = []Check{
	{ID: "GAP-30", Run: func(c *C) { c.observe(c.between().status) }},
	{ID: "GAP-31", Run: func(c *C) {
		c.observe(c.tooLarge().x.status)
	}},
	{ID: "GAP-32", Run: func(c *C) {
		c.observe(obj{"256 emoji": c.createStatuses("insured_name", strings.Repeat("😀", 256))[strings.Repeat("😀", 256)],
			"128 letters with combining marks": c.post("/org/sessions", c.createBody(strings.Repeat("e\u0301", 128)), aside).status})
	}},
	{ID: "GAP-37", Run: func(c *C) { c.observe(c.rawCreate("application/json", `{"insured_name": "A`).status) }},
	{ID: "GAP-38", Run: func(c *C) {
		body := c.createBody("Conformance GAP-38")
		body["no_such_member"] = 1
		c.observe(c.post("/org/sessions", body, aside).status)
	}},
	{ID: "GAP-39", Run: func(c *C) {
		body := `{"insured_name": "Conformance GAP-39"}`
		c.observe(obj{"none": c.rawCreate("", body).status, "text/plain": c.rawCreate("text/plain", body).status,
			"application/vnd.api+json": c.rawCreate("application/vnd.api+json", body).status})
	}},
	{ID: "GAP-40", Run: func(c *C) {
		unknown, wrong := c.get("/org/no-such-path", aside), c.call("DELETE", "/org/me", aside)
		c.observe(obj{"unknown path": unknown.status, "wrong method": wrong.status, "Allow": wrong.header.Get("Allow"), "detail": problem(wrong) == ""})
	}},
	{ID: "GAP-47", Run: func(c *C) {
		c.observe(c.get("/org/me", header("X-API-Key", c.other().Key), aside).status)
	}},
	{ID: "GAP-48", Run: func(c *C) {
		token := c.token().Access
		c.observe(obj{"token in X-API-Key": c.get("/org/me", anonymous, header("X-API-Key", token), aside).status,
			"lower-case bearer": c.get("/org/me", header("Authorization", "bearer "+token), aside).status})
	}},
	{ID: "GAP-58", Run: func(c *C) {
		c.observe(obj{"white space": c.post("/org/sessions", c.createBody("   "), aside).status,
			"control characters": c.post("/org/sessions", c.createBody("a\tb\u0007"), aside).status})
	}},
}
