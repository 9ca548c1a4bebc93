package risk

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

//go:embed rules.json
var rulesJSON []byte

// Severities of a flag, from what is worth knowing to what decides.
var severities = []string{"low", "medium", "high"}

// Flag is something that an underwriter would look at twice.
type Flag struct {
	Title    string `json:"title"`
	Detail   string `json:"detail"`
	Severity string `json:"severity"` // low, medium or high
	Category string `json:"category"`
}

// rule is one entry of rules.json.
type rule struct {
	Key      string   `json:"key"`
	Title    string   `json:"title"`
	Detail   string   `json:"detail"` // {field_key} stands for the value as people write it
	Severity string   `json:"severity"`
	Category string   `json:"category"`
	Lines    []string `json:"lines"` // holds only for sessions with one of these lines; empty: always
	When     string   `json:"when"`  // a condition over the values

	program *vm.Program
	needs   []string // the fields that the condition names
}

// Rules are the rules, ready to be applied. They are safe for concurrent use.
type Rules struct {
	catalog *catalog.Catalog
	all     []rule
}

// Load reads and checks the rules that come with the program.
func Load() (*Rules, error) {
	questions, err := catalog.Load()
	if err != nil {
		return nil, err
	}
	var file struct {
		Rules []rule `json:"rules"`
	}
	dec := json.NewDecoder(bytes.NewReader(rulesJSON))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("risk: reading rules.json: %w", err)
	}
	r := &Rules{catalog: questions, all: file.Rules}
	for i := range r.all {
		if err := r.prepare(&r.all[i]); err != nil {
			return nil, fmt.Errorf("risk: rule %q: %w", r.all[i].Key, err)
		}
	}
	return r, nil
}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// prepare compiles a rule and checks that everything it names exists.
func (r *Rules) prepare(one *rule) (err error) {
	if !slices.Contains(severities, one.Severity) || one.Title == "" || one.Detail == "" || one.Category == "" {
		return errors.New("it needs a title, a detail, a category and a severity of low, medium or high")
	}
	env := map[string]any{}
	for _, f := range r.catalog.Fields {
		env[f.Key] = example(f)
	}
	found := &names{}
	if one.program, err = expr.Compile(one.When, expr.Env(env), expr.AsBool(), expr.Patch(found)); err != nil {
		return err
	}
	for _, name := range found.seen {
		if _, known := env[name]; known && !slices.Contains(one.needs, name) {
			one.needs = append(one.needs, name)
		}
	}
	for _, m := range placeholder.FindAllStringSubmatch(one.Detail, -1) {
		if !slices.Contains(one.needs, m[1]) {
			return fmt.Errorf("its detail names %s, which its condition does not", m[1])
		}
	}
	return nil
}

// example is a value of the type that a field's values have, for the checker of conditions.
func example(f catalog.Field) any {
	switch f.Kind {
	case catalog.YesNo:
		return false
	case catalog.Money, catalog.Count, catalog.Percent, catalog.Year:
		return float64(0)
	}
	return ""
}

// names collects the identifiers of a condition.
type names struct{ seen []string }

// Visit is called by the compiler for each node.
func (n *names) Visit(node *ast.Node) {
	if id, ok := (*node).(*ast.IdentifierNode); ok {
		n.seen = append(n.seen, id.Value)
	}
}

// Assess lists the flags of a session with these values and lines of business, the gravest first. An empty list is a clean
// risk.
func (r *Rules) Assess(values map[string]any, lines []string) []Flag {
	flags, about := []Flag{}, r.catalog.Expand(lines)
	for _, one := range r.all {
		if one.holds(values, about) {
			flags = append(flags, Flag{Title: one.Title, Detail: r.detail(one, values), Severity: one.Severity, Category: one.Category})
		}
	}
	slices.SortStableFunc(flags, func(a, b Flag) int {
		return slices.Index(severities, b.Severity) - slices.Index(severities, a.Severity)
	})
	return flags
}

func (one rule) holds(values map[string]any, lines []string) bool {
	if len(one.Lines) > 0 && !slices.ContainsFunc(one.Lines, func(l string) bool { return slices.Contains(lines, l) }) {
		return false
	}
	env := make(map[string]any, len(one.needs))
	for _, name := range one.needs {
		if values[name] == nil {
			return false
		}
		env[name] = values[name]
	}
	holds, err := expr.Run(one.program, env)
	return err == nil && holds == true // a value of another type than the field's is not known either
}

func (r *Rules) detail(one rule, values map[string]any) string {
	return placeholder.ReplaceAllStringFunc(one.Detail, func(mark string) string {
		key := strings.Trim(mark, "{}")
		f, _ := r.catalog.Field(key)
		return value.Format(f, values[key])
	})
}
