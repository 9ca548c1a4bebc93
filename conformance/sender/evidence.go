package sender

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// shownBytes bounds what a report shows of a body.
const shownBytes = 4 << 10

// evidence puts the deliveries of the case into its result, and for a failure the curl line that repeats the last one.
func (j *judge) evidence() {
	for _, x := range j.sent {
		j.result.Exchanges = append(j.result.Exchanges, j.shown(x))
	}
	if n := len(j.sent); n > 0 && (j.result.Verdict == report.Fail || j.result.Verdict == report.Warn) {
		j.result.Reproduce = j.curl(j.sent[n-1])
	}
}

func (j *judge) shown(x Exchange) report.Exchange {
	e := report.Exchange{Error: x.Error, TookMS: x.Took.Milliseconds(),
		Request: report.Message{Method: "POST", URL: j.o.Target, Body: clip(x.Body), Bytes: len(x.Body)}}
	for _, name := range slices.Sorted(maps.Keys(x.Header)) {
		for _, value := range x.Header[name] {
			e.Request.Header = append(e.Request.Header, [2]string{name, clip([]byte(value))})
		}
	}
	if x.Status != 0 {
		e.Response = &report.Message{Status: x.Status, Body: clip(x.Answer), Bytes: len(x.Answer)}
	}
	return e
}

func clip(body []byte) string {
	return strings.ToValidUTF8(string(body[:min(len(body), shownBytes)]), "\ufffd")
}

// curl is a line for a shell that sends the same bytes.
func (j *judge) curl(x Exchange) string {
	var line strings.Builder
	fmt.Fprintf(&line, "curl -i -X POST %s", quoted(j.o.Target))
	for _, name := range slices.Sorted(maps.Keys(x.Header)) {
		for _, value := range x.Header[name] {
			fmt.Fprintf(&line, " -H %s", quoted(name+": "+value))
		}
	}
	fmt.Fprintf(&line, " --data-binary %s", quoted(string(x.Body)))
	return line.String()
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
