package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

//go:embed report.html.tmpl
var page string

var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"family": family,
	"mark":   func(v Verdict) string { return strings.ReplaceAll(string(v), "_", " ") },
	"text":   profileText,
	"percent": func(n, of int) float64 {
		if of == 0 {
			return 0
		}
		return 100 * float64(n) / float64(of)
	},
}).Parse(page))

type pageData struct {
	*Report
	Verdicts []Verdict
	Families []string
}

// HTML writes the report as one page without any reference to the network.
func HTML(w io.Writer, r *Report) error {
	data := pageData{Report: r, Verdicts: Verdicts}
	seen := map[string]bool{}
	for _, one := range r.Results {
		if f := family(one.ID); !seen[f] {
			seen[f] = true
			data.Families = append(data.Families, f)
		}
	}
	return pageTemplate.Execute(w, data)
}
