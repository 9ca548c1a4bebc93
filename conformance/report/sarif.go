package report

import (
	"io"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
)

// SARIF writes failures and warnings as SARIF 2.1.0. A result points at the line of the specification it was read from.
func SARIF(w io.Writer, r *Report) error {
	rules, results, seen := []any{}, []any{}, map[string]int{}
	for _, one := range r.Results {
		level := map[Verdict]string{Fail: "error", Warn: "warning"}[one.Verdict]
		if level == "" {
			continue
		}
		if _, there := seen[one.ID]; !there {
			seen[one.ID] = len(rules)
			rules = append(rules, map[string]any{"id": one.ID, "shortDescription": map[string]any{"text": one.Title},
				"properties": map[string]any{"level": one.Level, "section": one.Section, "role": one.Role}})
		}
		line := 1
		if req, ok := catalogue.Get(one.ID); ok && len(req.Lines()) > 0 {
			line = req.Lines()[0]
		}
		results = append(results, map[string]any{"ruleId": one.ID, "ruleIndex": seen[one.ID], "level": level,
			"message": map[string]any{"text": one.Title + ". Expected " + one.Expected + ". Got " + one.Got},
			"locations": []any{map[string]any{"physicalLocation": map[string]any{"artifactLocation": map[string]any{"uri": "spec.md"},
				"region": map[string]any{"startLine": line}}}}})
	}
	return writeJSON(w, map[string]any{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []any{map[string]any{
			"tool": map[string]any{"driver": map[string]any{"name": "intake-conformance", "version": r.Spec,
				"informationUri": "https://github.com/workspaceintake/intake-go", "rules": rules}},
			"results": results}}})
}
