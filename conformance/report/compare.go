package report

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"reflect"
	"sort"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
)

// profileText writes an observed choice for a person.
func profileText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// ReadProfile reads the choices of a profile.json or a report.json.
func ReadProfile(path string) (map[string]any, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s is no profile: %w", path, err)
	}
	if inner, ok := all["profile"].(map[string]any); ok {
		return inner, nil
	}
	return all, nil
}

// Difference is a point on which two programs chose differently.
type Difference struct {
	ID, Statement, A, B string
}

// DiffProfiles compares the choices of two programs.
func DiffProfiles(a, b map[string]any) []Difference {
	ids := map[string]bool{}
	for _, side := range []map[string]any{a, b} {
		for id := range side {
			ids[id] = true
		}
	}
	var all []Difference
	for id := range ids {
		x, inA := a[id]
		y, inB := b[id]
		if inA == inB && reflect.DeepEqual(x, y) {
			continue
		}
		req, _ := catalogue.Get(id)
		d := Difference{ID: id, Statement: req.Statement, A: "not seen", B: "not seen"}
		if inA {
			d.A = profileText(x)
		}
		if inB {
			d.B = profileText(y)
		}
		all = append(all, d)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].ID < all[j].ID })
	return all
}

// row is one requirement over several reports.
type row struct {
	ID, Title, Level string
	Verdicts         []Verdict
	Agree            bool
}

type matrix struct {
	Names []string
	Met   []string
	Rows  []row
}

func mergeRows(reports []*Report) matrix {
	m := matrix{}
	for _, r := range reports {
		name := r.Name
		if r.Target != "" {
			name += " " + r.Target
		}
		m.Names = append(m.Names, name)
		met, planned := 0, 0
		for _, one := range r.Results {
			if one.Level == catalogue.Must && one.Verdict != NotApplicable {
				planned++
				if one.Verdict == Pass {
					met++
				}
			}
		}
		m.Met = append(m.Met, fmt.Sprintf("%d/%d", met, planned))
	}
	for _, req := range catalogue.All() {
		one, any := row{ID: req.ID, Title: req.Statement, Level: string(req.Level), Agree: true}, false
		for _, r := range reports {
			v := Verdict("")
			for _, result := range r.Results {
				if result.ID == req.ID {
					v, any = result.Verdict, true
				}
			}
			one.Verdicts = append(one.Verdicts, v)
			one.Agree = one.Agree && v == one.Verdicts[0]
		}
		if any {
			m.Rows = append(m.Rows, one)
		}
	}
	return m
}

var matrixTemplate = template.Must(template.New("matrix").Funcs(template.FuncMap{
	"mark": func(v Verdict) string { return strings.ReplaceAll(string(v), "_", " ") },
}).Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Intake conformance: matrix</title>
<style>
:root{color-scheme:light dark}
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;background:light-dark(#f7f7f5,#15171a);color:light-dark(#1d1f23,#e8e9eb)}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid light-dark(#dcdde0,#343940);vertical-align:top}
thead th{position:sticky;top:0;background:light-dark(#f7f7f5,#15171a)}code{font-size:.85rem}
.pass{color:light-dark(#1a7f4b,#5fd08f)}.fail{color:light-dark(#c0262d,#ff7b7f);font-weight:700}.warn{color:light-dark(#946200,#f0b84b)}.blocked,.inconclusive,.not_applicable,.observed{color:light-dark(#5d6470,#a2a9b4)}
tr.differs td:first-child{border-left:3px solid light-dark(#946200,#f0b84b)}
</style></head><body><h1>Intake conformance: matrix</h1>
<p>A bar at the left marks a requirement on which the programs differ.</p>
<table><thead><tr><th scope="col">Requirement</th>{{range $i, $n := .Names}}<th scope="col">{{$n}}<br>{{index $.Met $i}} MUST</th>{{end}}</tr></thead><tbody>
{{range .Rows}}<tr{{if not .Agree}} class="differs"{{end}}><td><code>{{.ID}}</code> {{.Level}}<br>{{.Title}}</td>{{range .Verdicts}}<td class="{{.}}">{{if .}}{{mark .}}{{else}}not judged{{end}}</td>{{end}}</tr>
{{end}}</tbody></table></body></html>
`))

// Matrix writes several reports as one table.
func Matrix(w io.Writer, reports []*Report) error {
	return matrixTemplate.Execute(w, mergeRows(reports))
}
