package checks

import (
	"fmt"
	"slices"
)

// severalLobs is a create with several lines of business, in a form that the server takes; the last one that was tried where none is.
func (c *C) severalLobs() *exchange {
	return shared(c, "several lines of business", func(c *C) (last *exchange) {
		many := append([]string{"general_liability", "cyber", "property", "workers_comp"}, furtherLobs...)
		for _, lobs := range slices.Concat([][]string{many}, twoLines) {
			body := c.createBody("Conformance of several lines")
			body["lobs"] = lobs
			if last = c.post("/org/sessions", body); last.taken() {
				break
			}
		}
		return last
	})
}

// twoLines are ways in which servers may want two lines of business.
var twoLines = [][]string{{"general_liability", "commercial_auto"}, {"General Liability", "Commercial Auto"}, {"GL", "WC"}}

// ofTwoLines makes a session of two lines of business, of which a server may have a form each, or a plain one where it takes no such list.
func (c *C) ofTwoLines(name string, options ...option) (id string) {
	body := c.createBody(name)
	for _, lobs := range twoLines {
		body["lobs"] = lobs
		if x := c.post("/org/sessions", body, options...); x.taken() {
			return plainText(x.object()["session_id"])
		}
	}
	return c.sessionOf(c.createBody(name), options...)
}

// lobCandidates are forms in which servers may want a line of business (GAP-06).
var lobCandidates = []string{"general_liability", "General Liability", "GL", "gl", "cgl", "general-liability", "workers_comp", "workers_compensation",
	"Workers Compensation", "WC", "commercial_auto", "Commercial Auto", "commercial_property", "property", "Property", "bop", "BOP",
	"business_owners", "businessowners", "cyber", "Cyber", "umbrella", "Umbrella", "professional_liability", "inland_marine", "crime", "epli",
	"directors_and_officers", "liquor_liability", "builders_risk", "auto", "home"}

func (c *C) createWithLobs(lobs []string) *exchange {
	body := c.createBody("Conformance " + c.check.ID)
	body["lobs"] = lobs
	return c.post("/org/sessions", body)
}

// lobs finds a way to make lists of lines of business that the server takes: one entry repeated, one with a number, or
// different ones. Entries that are refused alone say nothing (GAP-06).
func (c *C) lobs() func(n int) []string {
	one, found := "", false
	for _, s := range append(strs(c.run.target.Create["lobs"]), lobCandidates...) {
		if found = c.createWithLobs([]string{s}).taken(); found {
			one = s
			break
		}
	}
	c.needs(found, "an entry of lobs that the server takes", "none of %d usual ones is", len(lobCandidates))
	copies := func(n int) []string { return slices.Repeat([]string{one}, n) }
	numbered := func(n int) []string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("%s %d", one, i+1))
		}
		return all
	}
	for _, list := range []func(int) []string{copies, numbered} {
		if c.createWithLobs(list(2)).taken() {
			return list
		}
	}
	c.unclear("a list of lobs long enough to judge its bound", "the server takes %q alone, but neither copies of it nor numbered ones", one)
	return nil
}
