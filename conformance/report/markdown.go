package report

import (
	"fmt"
	"io"
	"strings"
)

// markdownBytes is the bound of a summary in common CI services, with room to spare.
const markdownBytes = 60_000

// Markdown writes a summary for CI, failures first.
func Markdown(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## Intake conformance %s: %s\n\n", r.Spec, r.Name)
	b.WriteString("| verdict | count |\n|---|---:|\n")
	for _, v := range Verdicts {
		fmt.Fprintf(&b, "| %s | %d |\n", v, r.Counts[v])
	}
	fmt.Fprintf(&b, "| **planned** | **%d** |\n", r.Planned)
	for _, v := range []Verdict{Fail, Warn, Inconclusive, Blocked} {
		if r.Counts[v] == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n", strings.ToUpper(string(v[:1]))+string(v[1:]))
		for _, one := range r.Results {
			if one.Verdict != v {
				continue
			}
			line := fmt.Sprintf("- **%s** %s (%s)", one.ID, one.Title, one.Section)
			if one.Expected != "" || one.Got != "" {
				line += fmt.Sprintf("  \n  expected %s; got %s", code(one.Expected), code(one.Got))
			}
			if one.Reproduce != "" && v == Fail {
				line += repeat(one.Reproduce)
			}
			if b.Len()+len(line) > markdownBytes {
				b.WriteString("- and more: see report.html\n")
				break
			}
			b.WriteString(line + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// repeat writes a curl line as code, and a script as a block of it.
func repeat(text string) string {
	if !strings.Contains(text, "\n") {
		return "  \n  " + code(text)
	}
	return "\n\n  ~~~sh\n  " + strings.ReplaceAll(text, "\n", "\n  ") + "\n  ~~~"
}

func code(text string) string {
	text = oneLine(text, 400)
	if text == "" {
		return "nothing"
	}
	return "`" + strings.ReplaceAll(text, "`", "'") + "`"
}
