package oauthflow

import (
	"fmt"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

const redacted = "[redacted]"

// secretText is a token, code or verifier: it prints as [redacted] everywhere. reveal is the text itself. A struct keeps it
// in an exported field or behind a pointer, since fmt does not ask unexported fields how they want to be printed.
type secretText string

func (s secretText) reveal() string                { return string(s) }
func (s secretText) Format(f fmt.State, _ rune)    { _, _ = f.Write([]byte(redacted)) }
func (s secretText) String() string                { return redacted }
func (s secretText) LogValue() slog.Value          { return slog.StringValue(redacted) }
func (s secretText) MarshalText() ([]byte, error)  { return []byte(redacted), nil }
func (s *secretText) UnmarshalText(b []byte) error { *s = secretText(b); return nil }

const (
	longestServerText = 300 // runes of a server's own words that an error repeats
	secretRun         = 8   // a secret is recognised by any run of so many of its bytes
)

// cleanText makes a text from outside fit to be shown: no secret, no control or formatting character (which could rewrite
// a terminal line), and no more than longestServerText runes.
func cleanText(text string, secrets ...secretText) string {
	text = hideSecrets(text, secrets...)
	text = strings.Map(func(r rune) rune {
		if unprintable(r) {
			return ' '
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > longestServerText {
		text = string([]rune(text)[:longestServerText]) + "…"
	}
	return text
}

// unprintable tells the characters that must not reach a terminal: controls, and the formatting characters (bidirectional
// overrides, zero-width) that make a text look like another.
func unprintable(r rune) bool {
	return r == utf8.RuneError || unicode.Is(unicode.C, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r)
}

// hideSecrets replaces every run of secretRun bytes or more that text shares with a secret, and shorter secrets whole.
func hideSecrets(text string, secrets ...secretText) string {
	hidden := make([]bool, len(text))
	found := false
	for _, secret := range secrets {
		run := min(secretRun, len(secret))
		for i := 0; run > 0 && i+run <= len(secret); i++ {
			piece := string(secret[i : i+run])
			for at := 0; ; {
				n := strings.Index(text[at:], piece)
				if n < 0 {
					break
				}
				for j := range run {
					hidden[at+n+j] = true
				}
				found = true
				at += n + 1
			}
		}
	}
	if !found {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		switch {
		case !hidden[i]:
			b.WriteByte(text[i])
		case i == 0 || !hidden[i-1]:
			b.WriteString(redacted)
		}
	}
	return b.String()
}
