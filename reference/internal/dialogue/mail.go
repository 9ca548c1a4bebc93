package dialogue

import (
	"regexp"
	"strings"
)

var (
	mailHeader = regexp.MustCompile(`(?i)^\s*(?:from|to|cc|bcc|sent|subject|date|reply-to|importance|attachments?)\s*:\s`)
	wrote      = regexp.MustCompile(`(?i)^\s*(?:on .{5,80} wrote:|-+ ?(?:original|forwarded) message ?-+|begin forwarded message:|-+ ?forwarded by .*|sent from my .*|get outlook for .*|_{5,})\s*$`)
	signature  = regexp.MustCompile(`^-- ?$`)
)

// trimMail blanks what a mail program puts around a forwarded answer: headers, quoted lines, the signature. A single
// line is never a mail.
func trimMail(message string) string {
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
		case signature.MatchString(strings.TrimRight(l, " \r")) && i > 0:
			return strings.Join(lines[:i], "\n")
		case wrote.MatchString(l), headers > 1 && mailHeader.MatchString(l), strings.HasPrefix(l, ">") && headers+i > 0:
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
