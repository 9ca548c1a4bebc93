// Package catalogue holds the requirements as data: every duty and every open point of the specification under an id
// that never changes, with the sections and lines it was read from.
package catalogue

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Version names this set of requirements. A set that was published does not change; a new one gets a new name.
const Version = "2026.1"

//go:embed requirements.tsv
var table string

// Role says which program a requirement binds.
type Role string

// The roles.
const (
	Server   Role = "server"
	Client   Role = "client"
	Receiver Role = "receiver"
)

// Level says how strictly a requirement binds.
type Level string

// The levels. The text states a MUST as a fact; SHOULD is advice or a plain inference; REF is a duty only through an
// RFC that the text names; OBSERVE is a point that the text leaves open.
const (
	Must    Level = "MUST"
	Should  Level = "SHOULD"
	May     Level = "MAY"
	Ref     Level = "REF"
	Observe Level = "OBSERVE"
)

// Requirement is one row.
type Requirement struct {
	ID        string
	Section   string // section and lines of the specification
	Role      Role
	Level     Level
	Needs     []string // what a judge needs beside a base URL and a key
	Statement string
	How       string // how it is observed
}

// All lists every requirement in the order of the catalogue.
func All() []Requirement { return slices.Clone(index().all) }

// index is the table as it was read, and the place of each id in it.
var index = sync.OnceValue(func() (x struct {
	all   []Requirement
	place map[string]int
}) {
	x.place = map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
		f := strings.Split(line, "\t")
		r := Requirement{ID: f[0], Section: f[1], Role: Role(f[2]), Level: Level(f[3]), Statement: f[5], How: f[6]}
		if f[4] != "-" {
			r.Needs = strings.Fields(f[4])
		}
		x.place[r.ID] = len(x.all)
		x.all = append(x.all, r)
	}
	return x
})

// Of lists the requirements of one role.
func Of(role Role) []Requirement {
	return slices.DeleteFunc(All(), func(r Requirement) bool { return r.Role != role })
}

// Get finds a requirement by its id.
func Get(id string) (Requirement, bool) {
	i, known := index().place[id]
	if !known {
		return Requirement{}, false
	}
	return index().all[i], true
}

// Family is the id without its number: the subject that a requirement belongs to.
func (r Requirement) Family() string {
	return r.ID[:strings.LastIndexByte(r.ID, '-')]
}

var lineSpan = regexp.MustCompile(`L(\d+)(?:-(\d+))?`)

// Lines lists the lines of the specification that the requirement was read from.
func (r Requirement) Lines() []int {
	var lines []int
	for _, m := range lineSpan.FindAllStringSubmatch(r.Section, -1) {
		first, _ := strconv.Atoi(m[1])
		last := first
		if m[2] != "" {
			last, _ = strconv.Atoi(m[2])
		}
		for n := first; n <= last; n++ {
			lines = append(lines, n)
		}
	}
	return lines
}
