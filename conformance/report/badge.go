package report

import (
	"fmt"
	"io"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
)

// Badge writes what a shields endpoint shows: how many MUST of those that were to be judged are met.
func Badge(w io.Writer, r *Report) error {
	met, planned, colour := 0, 0, "brightgreen"
	for _, one := range r.Results {
		if one.Level != catalogue.Must || one.Verdict == NotApplicable {
			continue
		}
		planned++
		if one.Verdict == Pass {
			met++
		}
	}
	switch {
	case r.Failed():
		colour = "red"
	case met < planned:
		colour = "yellow"
	}
	return writeJSON(w, map[string]any{"schemaVersion": 1, "label": "intake spec " + r.Spec, "message": fmt.Sprintf("%d/%d MUST", met, planned), "color": colour})
}
