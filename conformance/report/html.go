package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
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
	Results  []*entry // in the place of those of the report
	Verdicts []Verdict
	Levels   []levelRow
	Families []familyRow
}

// levelRow is how many requirements of a level hold, of those that were to be judged.
type levelRow struct {
	Level         string
	Met, Judgable int
}

// familyRow is one family with the share of each verdict.
type familyRow struct {
	Name   string
	Counts map[Verdict]int
	Total  int
	Failed int
}

// HTML writes the report as one page of at most 2 MB without any reference to the network. Where the exchanges of a run are too many
// for it, it shows those of failures first, and says what was left out; the JSON form has them all.
func HTML(w io.Writer, r *Report) error {
	data := summed(r)
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, data); err != nil {
		return err
	}
	if err := fill(data.Results, r.Results, pageBytes-page.Len()); err != nil {
		return err
	}
	return pageTemplate.Execute(w, data)
}

// summed counts what the head of the page shows.
func summed(r *Report) pageData {
	data := pageData{Report: r, Results: bare(r.Results), Verdicts: Verdicts}
	for _, level := range []catalogue.Level{catalogue.Must, catalogue.Should, catalogue.Ref} {
		row := levelRow{Level: string(level)}
		for _, one := range r.Results {
			if one.Level == level && one.Verdict != NotApplicable {
				row.Judgable++
				if one.Verdict == Pass {
					row.Met++
				}
			}
		}
		if row.Judgable > 0 {
			data.Levels = append(data.Levels, row)
		}
	}
	at := map[string]int{}
	for _, one := range r.Results {
		name := family(one.ID)
		i, known := at[name]
		if !known {
			i = len(data.Families)
			at[name] = i
			data.Families = append(data.Families, familyRow{Name: name, Counts: map[Verdict]int{}})
		}
		data.Families[i].Counts[one.Verdict]++
		data.Families[i].Total++
		if one.Verdict == Fail {
			data.Families[i].Failed++
		}
	}
	return data
}
