package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	mailHeader = pattern.MustCompile(`(?i)^\s*(?:from|to|cc|bcc|sent|subject|date|reply-to|importance|attachments?)\s*:\s`)
	wrote      = pattern.MustCompile(`
		(?i)^\s*(?:
			on .{5,80} wrote:|-+ ?(?:original|forwarded) message ?-+|begin forwarded message:|-+ ?forwarded by .*|sent from my .*|
			get outlook for .*|_{5,}
		)\s*$`)
	signature = pattern.MustCompile(`^-- ?$`)
)

var (
	closing = pattern.MustCompile(`
		(?i)^\s*(?:
			(?:best|kind|warm|warmest|many|with)(?: (?:regards|wishes|thanks))?|regards|thanks(?: again| so much| in advance)?|
			thank you|sincerely|cheers|respectfully|yours(?: truly)?|v/r|br|rgds|thx
		)\s*[,.!-]*\s*$`)
	agency = pattern.MustCompile(`(?i)\b(?:insurance|agency|brokers?|brokerage|underwriters?|cic|cpcu|cisr|csr|account (?:manager|executive)|producer)\b`)
)

// ofAgency says that the few lines under a closing are the signature of somebody who sells insurance.
func ofAgency(lines []string) bool {
	return len(lines) <= 8 && agency.MatchString(strings.Join(lines, "\n"))
}

// isQuestion says that a quoted line asks for a field.
func (e *Engine) isQuestion(line string) bool {
	return strings.HasSuffix(strings.TrimSpace(line), "?") && len(e.namedBy(line)) > 0
}

// trimMail blanks what a mail program puts around a forwarded answer: headers, quoted lines, the signature. A single
// line is never a mail.
func (e *Engine) trimMail(message string) string {
	lines := strings.Split(message, "\n")
	if len(lines) < 2 {
		return message
	}
	headers := 0
	for _, l := range lines {
		if mailHeader.MatchString(l) {
			headers++
		}
	}
	for i, l := range lines {
		switch {
		case signature.MatchString(strings.TrimRight(l, " \r")) && i > 0, i > 0 && closing.MatchString(l) && ofAgency(lines[i+1:]):
			return strings.Join(lines[:i], "\n")
		case strings.HasPrefix(l, ">") && e.isQuestion(strings.TrimLeft(l, "> ")):
			lines[i] = strings.TrimLeft(l, "> ") // what was asked stands above its answer
		case wrote.MatchString(l), headers > 1 && mailHeader.MatchString(l), strings.HasPrefix(l, ">") && headers+i > 0:
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// namedBy are the fields that a line names.
func (e *Engine) namedBy(line string) map[string]bool {
	probe := &reader{Engine: e, text: value.Normalize(line), fields: map[string]bool{}}
	for _, f := range e.catalog.Fields {
		probe.fields[f.Key] = true
	}
	probe.tokens = tokens(probe.text.Lower)
	keys := map[string]bool{}
	for _, c := range probe.findCues() {
		keys[c.key] = true
	}
	return keys
}

var questionWords = set("what what's how many much when who which where is are do does did have has you your the currently")

// answeredBelow says that a question ends its line and that the line below is no question: a form that was answered in
// a mail.
func (r *reader) answeredBelow(at int) bool {
	end := r.lineEnd(at)
	if end >= len(r.text.Lower) || strings.Trim(r.text.Lower[at:end], " ?") != "" || !strings.Contains(r.text.Lower[at:end], "?") {
		return false
	}
	next := strings.TrimSpace(r.text.Lower[end+1 : r.lineEnd(end+1)])
	return next != "" && !strings.HasSuffix(next, "?")
}
