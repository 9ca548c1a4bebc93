package checks

import (
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// nearKeys are keys that nobody was given and that look much like the home workspace's, or like one that the server made, where
// those are longer. Servers are tried with short keys, too: what is left of those may be a part of any word, which a report is not to blacken.
func (c *C) nearKeys() map[string]string {
	const short = 6
	key := c.run.home.Key
	c.maybe(func() {
		if made := c.other().Key; len(made) > len(key) {
			key = made
		}
	})
	bare, prefixed := strings.CutPrefix(key, "bsk_")
	near := map[string]string{"with more at its end": key + "x", "with another last letter": endedOtherwise(key), "without its last letters": key[:max(0, len(key)-4)]}
	if prefixed {
		near["without its prefix"] = bare
	}
	if swapped := swapCase(bare); swapped != bare {
		near["in another case"] = strings.TrimSuffix(key, bare) + swapped
	}
	maps.DeleteFunc(near, func(_, text string) bool { return len(text) < short })
	for _, text := range near {
		c.run.secret(text, "INTAKE_KEY_LIKE_ANOTHER")
	}
	return near
}

// endedOtherwise is a text with another last letter. It differs in its upper bits, since in base64 and base32 the lower ones
// of the last letter may say nothing.
func endedOtherwise(text string) string {
	last := "7"
	if strings.IndexByte("QRSTUVWXYZwxyz0123456789-_", text[len(text)-1]) >= 0 {
		last = "A"
	}
	_, size := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-size] + last
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

// nearTokens are access tokens that nobody was given and that look much like one that somebody was: whoever takes one of
// them did not look at the whole of it, or not at its signature. The last letter stays: in base64 it may say nothing.
func nearTokens(token string) map[string]string {
	if len(token) < 20 {
		return nil
	}
	near := map[string]string{"without its last letters": token[:len(token)-4], "with more at its end": token + "x"}
	for named, from := range map[string]int{"with another letter in its middle": len(token) / 2, "with another letter near its end": len(token) - 9} {
		if i := strings.IndexFunc(token[from:], alphanumeric); i >= 0 && from+i < len(token)-2 {
			near[named] = token[:from+i] + another(token[from+i]) + token[from+i+1:]
		}
	}
	if parts := strings.Split(token, "."); len(parts) == 3 { // a JSON Web Token; RFC 8725 section 2.1
		near["that says it needs no signature"] = base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + parts[1] + "."
	}
	return near
}

// wantNoneNear asks for the tokens of an approved request with device codes that look much like its own, before it is asked for
// with that.
func (c *C) wantNoneNear(d *device) {
	near := nearTokens(d.code)
	for _, named := range slices.Sorted(maps.Keys(near)) {
		c.run.secret(near[named], "INTAKE_CODE_LIKE_ANOTHER")
		other := *d
		other.code = near[named]
		c.wantNoToken(c.asksFor(&other), "the device_code of an approved request "+named)
	}
}

func alphanumeric(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
}

// another is another letter or digit that a text in hex may have, too.
func another(b byte) string {
	if b == '7' {
		return "4"
	}
	return "7"
}
