package checks

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// placeholders are what programs write where there is no value.
var placeholders = regexp.MustCompile(`(?i)^(n/?a|tbd|unknown|undefined|null|nil|none|not (provided|found|available|applicable)|missing|\?+|-+)$`)

// wantNothingInvented warns of a session that has a placeholder for a value once a file was read, as nobody was told: it is not asked for
// any more. One that was there before is what the server makes of a question that was skipped.
func (c *C) wantNothingInvented() {
	for _, n := range c.neighbours() {
		if n.first.call != readCall || n.then.call != detailCall || n.then.status != http.StatusOK {
			continue
		}
		before, known := c.valuesBefore(n.first)
		if !known {
			continue
		}
		c.about(n.first)
		c.about(n.then)
		values, _ := n.then.object()["field_values"].(obj)
		for _, key := range names(values) {
			value, _ := values[key].(string)
			invented := placeholders.MatchString(strings.TrimSpace(value)) && before[key] != value && !c.wasSaidTo(n.first, value)
			c.recommend(!invented, "values of the file in field_values, and what it lacks to be asked for", "%s", what(values, key))
		}
	}
}

// wasSaidTo says whether a file, or a message to its session before it, has a value in it, in letters of either case: a word for nothing may be
// an option.
func (c *C) wasSaidTo(x *exchange, value string) bool {
	value = strings.ToLower(value)
	inFile := func(s pdftext.String) bool {
		text := strings.ToLower(strings.TrimSpace(s.Text))
		return text == value || strings.HasSuffix(text, ": "+value)
	}
	return slices.ContainsFunc(pdftext.Read(x.req.body).Strings(), inFile) || slices.ContainsFunc(c.histories()[sessionIn(x.req)], func(one *exchange) bool {
		return one.start.Before(x.start) && strings.Contains(strings.ToLower(messageOf(one)), value)
	})
}

// valuesBefore are the values of a session as they were before a call, where a look at it says so, or nothing was skipped that might have
// become one.
func (c *C) valuesBefore(x *exchange) (values obj, known bool) {
	known = true
	for _, one := range c.histories()[sessionIn(x.req)] {
		switch {
		case !one.start.Before(x.start):
			return values, known
		case one.call == detailCall && one.ok():
			values, _ = one.object()["field_values"].(obj)
			known = true
		case strings.Contains(strings.ToLower(messageOf(one)), "skip"):
			known = false
		}
	}
	return values, known
}
