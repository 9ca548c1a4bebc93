package risk

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

//go:embed rules.json
var rulesJSON []byte

// Flag is one finding (spec section 2).
type Flag struct {
	Title    string `json:"title"`
	Detail   string `json:"detail"`
	Severity string `json:"severity"` // low, medium or high
	Category string `json:"category"`
}

// rule is one entry of rules.json. Needs are the fields without which the rule says nothing; in the detail, {key} is an
// answer and {name} one of the amounts that Amounts computes.
type rule struct {
	ID       string            `json:"id"`
	Lines    []string          `json:"lines"`
	Needs    []string          `json:"needs"`
	When     string            `json:"when"`
	Amounts  map[string]string `json:"amounts"`
	Title    string            `json:"title"`
	Detail   string            `json:"detail"`
	Severity string            `json:"severity"`
	Category string            `json:"category"`
}

type compiled struct {
	rule
	when    *vm.Program
	amounts map[string]*vm.Program
}

// Rules are the loaded rules. They are safe for concurrent use.
type Rules struct {
	catalog *catalog.Catalog
	all     []compiled
}

// Load reads the embedded rules and checks that they speak only of fields that exist.
func Load() (*Rules, error) {
	c, err := catalog.Load()
	if err != nil {
		return nil, err
	}
	return parse(c, rulesJSON)
}

func parse(c *catalog.Catalog, data []byte) (*Rules, error) {
	var raw []rule
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("risk: rules.json: %w", err)
	}
	env := types.Map{"start_year": types.Float}
	for _, f := range c.Fields {
		env[f.Key] = types.Any
	}
	rules := &Rules{catalog: c}
	for _, one := range raw {
		ready := compiled{rule: one, amounts: map[string]*vm.Program{}}
		var err error
		if ready.when, err = expr.Compile(one.When, expr.Env(env), expr.AsBool()); err != nil {
			return nil, fmt.Errorf("risk: the condition of %s: %w", one.ID, err)
		}
		for name, text := range one.Amounts {
			if ready.amounts[name], err = expr.Compile(text, expr.Env(env)); err != nil {
				return nil, fmt.Errorf("risk: the amount %s of %s: %w", name, one.ID, err)
			}
		}
		for _, key := range one.Needs {
			if _, ok := c.Field(key); !ok {
				return nil, fmt.Errorf("risk: %s needs the unknown field %s", one.ID, key)
			}
		}
		rules.all = append(rules.all, ready)
	}
	return rules, nil
}

// environment holds every field, unanswered ones as nil, and what the year is taken from.
func environment(c *catalog.Catalog, values map[string]any) map[string]any {
	env := map[string]any{}
	for _, f := range c.Fields {
		env[f.Key] = values[f.Key]
	}
	env["start_year"] = 0.0 // the year in which coverage is to start
	if date, ok := values["effective_date"].(string); ok && len(date) >= 4 {
		year := 0.0
		for _, d := range date[:4] {
			year = year*10 + float64(d-'0')
		}
		env["start_year"] = year
	}
	return env
}

// Assess applies every rule of the lines to the answers. Flags come in the order of their severity, high first.
func (r *Rules) Assess(values map[string]any, lines []string) []Flag {
	flags := []Flag{}
	env := environment(r.catalog, values)
	about := r.catalog.Expand(lines)
	for _, one := range r.all {
		if one.concerns(about) && one.holds(env) {
			flags = append(flags, Flag{Title: one.Title, Detail: r.detail(one, env), Severity: one.Severity, Category: one.Category})
		}
	}
	slices.SortStableFunc(flags, func(a, b Flag) int { return rank(a.Severity) - rank(b.Severity) })
	return flags
}

func rank(severity string) int { return slices.Index([]string{"high", "medium", "low"}, severity) }

func (c compiled) concerns(lines []string) bool {
	return len(c.Lines) == 0 || slices.ContainsFunc(c.Lines, func(line string) bool { return slices.Contains(lines, line) })
}

func (c compiled) holds(env map[string]any) bool {
	for _, key := range c.Needs {
		if env[key] == nil {
			return false
		}
	}
	out, err := expr.Run(c.when, env)
	return err == nil && out == true
}

var placeholder = regexp.MustCompile(`\{([a-z0-9_]+)\}`)

func (r *Rules) detail(c compiled, env map[string]any) string {
	return placeholder.ReplaceAllStringFunc(c.Detail, func(hole string) string {
		key := strings.Trim(hole, "{}")
		if f, ok := r.catalog.Field(key); ok {
			return value.Format(f, env[key])
		}
		amount, err := expr.Run(c.amounts[key], env)
		if err != nil {
			return "?"
		}
		kind := catalog.Count
		if strings.HasSuffix(key, "_dollars") {
			kind = catalog.Money
		}
		if n, ok := amount.(float64); ok {
			amount = float64(int64(n + 0.5))
		}
		return value.Format(catalog.Field{Kind: kind}, amount)
	})
}
