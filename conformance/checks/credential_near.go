package checks

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// strangerKey is a key that nobody was given.
func (c *C) strangerKey() string {
	key := "bsk_" + c.random(43)
	c.run.madeUp(key)
	return key
}

// strangerToken is a JSON Web Token that nobody was given, of the home workspace by its own words.
func (c *C) strangerToken(head string) string {
	var me obj
	c.maybe(func() { me = c.keyWorks().object() })
	claims := text(obj{"sub": me["org_id"], "org_id": me["org_id"], "exp": 4102444800, "jti": c.random(8)})
	token := base64.RawURLEncoding.EncodeToString([]byte(head)) + "." + base64.RawURLEncoding.EncodeToString([]byte(claims)) + "." + base64.RawURLEncoding.EncodeToString([]byte(c.random(32)))
	c.run.madeUp(token)
	return token
}

// likeness is a text that looks much like a credential, and how a shell makes it of the variable that holds that.
type likeness struct{ text, shell string }

// derivation is how a shell makes a likeness.
type derivation struct{ from, shell string }

// alike keeps a likeness of a credential out of everything that is written. A curl line makes it of the credential.
func (r *run) alike(of string, l likeness) {
	r.secret(l.text, "")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.derived[l.text] = derivation{of, l.shell}
}

// nearKeys are keys that nobody was given and that look much like the home workspace's, or like one that the server made, where
// those are longer. Servers are tried with short keys, too: what is left of those may be a part of any word, which a report is not to blacken.
func (c *C) nearKeys() map[string]likeness {
	const short = 6
	key := c.run.home.Key
	c.maybe(func() {
		if made := c.other().Key; len(made) > len(key) {
			key = made
		}
	})
	bare, prefixed := strings.CutPrefix(key, "bsk_")
	otherwise := endedOtherwise(key)
	near := map[string]likeness{
		"with more at its end":     {key + "x", "${%s}x"},
		"with another last letter": {otherwise, "${%s%%?}" + otherwise[len(otherwise)-1:]},
		"without its last letters": {key[:max(0, len(key)-4)], "${%s%%????}"},
	}
	if prefixed {
		near["without its prefix"] = likeness{bare, "${%s#bsk_}"}
	}
	if swapped := swapCase(bare); swapped != bare {
		near["in another case"] = likeness{strings.TrimSuffix(key, bare) + swapped, strings.TrimSuffix(key, bare) + `$(printf %%s "${%s#bsk_}" | tr a-zA-Z A-Za-z)`}
	}
	maps.DeleteFunc(near, func(_ string, l likeness) bool { return len(l.text) < short })
	for _, l := range near {
		c.run.alike(key, l)
	}
	return near
}

// endedOtherwise is a text with another last letter. It differs in its upper bits, since in base64 and base32, in letters of
// either case, the lower ones of the last letter may say nothing.
func endedOtherwise(text string) string {
	last := "7"
	switch end := text[len(text)-1]; {
	case strings.IndexByte("qrstuvwxyz", end) >= 0:
		last = "a"
	case strings.IndexByte("QRSTUVWXYZ0123456789-_", end) >= 0:
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
// them did not look at the whole of it, or not at its signature.
func (c *C) nearTokens(token string) map[string]likeness {
	if len(token) < 20 {
		return nil
	}
	otherwise := endedOtherwise(token)
	near := map[string]likeness{
		"with another last letter": {otherwise, "${%s%%?}" + otherwise[len(otherwise)-1:]},
		"without its last letters": {token[:len(token)-4], "${%s%%????}"},
		"with more at its end":     {token + "x", "${%s}x"},
	}
	for named, from := range map[string]int{"with another letter in its middle": len(token) / 2, "with another letter near its end": len(token) - 9} {
		if i := strings.IndexFunc(token[from:], alphanumeric); i >= 0 && from+i < len(token)-2 {
			letter := another(token[from+i])
			near[named] = likeness{token[:from+i] + letter + token[from+i+1:], fmt.Sprintf(`$(printf %%%%s "${%%s}" | sed 's/./%s/%d')`, letter, from+i+1)}
		}
	}
	if parts := strings.Split(token, "."); len(parts) == 3 { // a JSON Web Token; RFC 8725 section 2.1
		head := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","typ":"JWT"}`))
		near["that says it needs no signature"] = likeness{head + "." + parts[1] + ".", head + `.$(printf %%s "${%s}" | cut -d . -f 2).`}
	}
	for _, l := range near {
		c.run.alike(token, l)
	}
	return near
}

// wantNoneNear asks for the tokens of an approved request with device codes that look much like its own, before it is asked for
// with that.
func (c *C) wantNoneNear(d *device) {
	near := c.nearTokens(d.code)
	for _, named := range slices.Sorted(maps.Keys(near)) {
		other := *d
		other.code = near[named].text
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
