package checks_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// plantedLiterals are faults of servers that read a text as what it looks like, or look for it where it is always found.
func plantedLiterals() []plant {
	return []plant{
		{"API-CREATE-13", "a name that is a date is refused", noName(regexp.MustCompile(`^\d{4}-\d\d-\d\d`).MatchString)},
		{"API-CREATE-13", "a name that is a time is refused", noName(func(s string) bool { _, err := time.Parse(time.RFC3339, s); return err == nil })},
		{"API-CREATE-13", "a name that is a number is refused", noName(func(s string) bool { n, err := strconv.Atoi(s); return err == nil && n > 9 })},
		{"API-CREATE-13", "a name that is a literal is refused", noName(func(s string) bool { return s == "true" })},
		{"API-GET-09", "a word that every object has breaks the look for an id", crash(func(c *call) bool {
			return c.op == "get" && strings.HasSuffix(c.r.URL.Path, "/constructor")
		})},
		{"API-GET-09", "the prototype of objects is a session", layer{request: func(c *call) bool {
			did := c.r.Method == http.MethodGet && strings.HasSuffix(c.r.URL.Path, "/__proto__")
			if did {
				c.answer(200, obj{})
			}
			return did
		}}},
	}
}

func noName(is func(string) bool) layer {
	return strict("create", 422, func(_ *call, o obj) bool { return is(text(o, "insured_name")) })
}
