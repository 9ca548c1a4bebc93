package catalog

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"
)

//go:embed fields.json
var fieldsJSON []byte

//go:embed lines.json
var linesJSON []byte

// Kind says which values a field takes, and so which grammar reads it.
type Kind string

// The kinds. Money, count and percent are stored as float64, yes_no as bool, all others as string: dates as 2006-01-02,
// phone numbers and FEINs as digits, states as two letters, a choice as the value of its option. A year is a float64.
const (
	Text      Kind = "text"
	Name      Kind = "name"
	Money     Kind = "money"
	Count     Kind = "count"
	Percent   Kind = "percent"
	Year      Kind = "year"
	Date      Kind = "date"
	Phone     Kind = "phone"
	Email     Kind = "email"
	URL       Kind = "url"
	FEIN      Kind = "fein"
	State     Kind = "state"
	ZIP       Kind = "zip"
	Street    Kind = "street"
	NAICS     Kind = "naics"
	ClassCode Kind = "class_code"
	YesNo     Kind = "yes_no"
	Choice    Kind = "choice"
	LongText  Kind = "long_text"
)

// Option is one value of a choice, with the other ways in which people say it.
type Option struct {
	Value    string   `json:"value"`
	Label    string   `json:"label"`
	Synonyms []string `json:"synonyms"`
}

// Field is one thing that an application asks.
type Field struct {
	Key      string   `json:"key"`
	Label    string   `json:"label"`
	Group    string   `json:"group"`
	Kind     Kind     `json:"kind"`
	Question string   `json:"question"`
	Help     string   `json:"help"`
	Lines    []string `json:"lines"` // asked for these lines of business; none means always
	When     string   `json:"when"`  // an expression over the values; asked only where it is true
	Min      *float64 `json:"min"`
	Max      *float64 `json:"max"`
	Options  []Option `json:"options"`
	Cues     []string `json:"cues"`   // words by which people name the field
	Labels   []string `json:"labels"` // words that name it only where a colon or the like follows
}

// Line is a line of business. A package includes other lines and is asked as those.
type Line struct {
	Key      string   `json:"key"`
	Label    string   `json:"label"`
	Aliases  []string `json:"aliases"`
	Includes []string `json:"includes"`
}

// Catalog holds the fields in the order in which they are asked.
type Catalog struct {
	Fields []Field
	Lines  []Line

	defaults []string
	atOnce   int
	index    map[string]int
	when     map[string]*vm.Program
	names    map[string]string
}

// Load reads the embedded catalogue.
func Load() (*Catalog, error) { return parse(fieldsJSON, linesJSON) }

func parse(fields, lines []byte) (*Catalog, error) {
	var f struct{ Fields []Field }
	var l struct {
		DefaultLines []string `json:"default_lines"`
		ShownAtOnce  int      `json:"shown_at_once"`
		Lines        []Line   `json:"lines"`
	}
	if err := json.Unmarshal(fields, &f); err != nil {
		return nil, fmt.Errorf("catalog: fields.json: %w", err)
	}
	if err := json.Unmarshal(lines, &l); err != nil {
		return nil, fmt.Errorf("catalog: lines.json: %w", err)
	}
	c := &Catalog{Fields: f.Fields, Lines: l.Lines, defaults: l.DefaultLines, atOnce: l.ShownAtOnce,
		index: map[string]int{}, when: map[string]*vm.Program{}, names: map[string]string{}}
	for i, field := range c.Fields {
		if _, twice := c.index[field.Key]; twice {
			return nil, fmt.Errorf("catalog: the field %s stands twice", field.Key)
		}
		c.index[field.Key] = i
	}
	if err := c.compile(); err != nil {
		return nil, err
	}
	return c, c.nameLines()
}

// compile prepares the conditions. A condition names fields; one that is not answered yet is nil.
func (c *Catalog) compile() error {
	env := types.Map{}
	for _, f := range c.Fields {
		env[f.Key] = types.Any
	}
	for _, f := range c.Fields {
		if f.When == "" {
			continue
		}
		program, err := expr.Compile(f.When, expr.Env(env), expr.AsBool())
		if err != nil {
			return fmt.Errorf("catalog: the condition of %s: %w", f.Key, err)
		}
		c.when[f.Key] = program
	}
	return nil
}

// Field is the field of that key.
func (c *Catalog) Field(key string) (Field, bool) {
	i, ok := c.index[key]
	if !ok {
		return Field{}, false
	}
	return c.Fields[i], true
}

// Reach tells the fields that belong to a session about these lines, asked or not. What only a line needs that is not among
// the usual package is not taken for other sessions.
func (c *Catalog) Reach(lines []string) map[string]bool {
	about, fields := append(c.Expand(lines), c.defaults...), make(map[string]bool, len(c.Fields))
	for _, f := range c.Fields {
		fields[f.Key] = len(f.Lines) == 0 || slices.ContainsFunc(f.Lines, func(line string) bool { return slices.Contains(about, line) })
	}
	return fields
}
