package vectors

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// published are vectors that others published; their digests are theirs and not computed here.
func (l *list) published() {
	l.add(true, "github", "the example of GitHub's documentation for the same form of signature", "It's a Secret to Everybody", "Hello, World!",
		"sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
	run := func(b string, n int) string { return strings.Repeat(b, n) }
	counted, _ := hex.DecodeString("0102030405060708090a0b0c0d0e0f10111213141516171819") // a constant
	for _, c := range []struct{ number, secret, body, digest string }{
		{"1", run("\x0b", 20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
		{"2", "Jefe", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
		{"3", run("\xaa", 20), run("\xdd", 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
		{"4", string(counted), run("\xcd", 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
		{"6", run("\xaa", 131), "Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
		{"7", run("\xaa", 131), "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
			"9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
	} {
		l.add(true, "rfc4231", "RFC 4231 test case "+c.number, c.secret, c.body, "sha256="+c.digest)
	}
}

func (l *list) valid() {
	l.good("event", "the body that the wrong vectors are about", secret, body)
	for _, data := range []string{
		`"event":"submission.sent","data":{"session_id":"s","to":["a@b.example"],"cc":[],"subject":"S","form_keys":[],"provider":"p","sent_at":"2026-03-10T12:00:00.000Z"}`,
		`"event":"esign.completed","data":{"session_id":"s","envelope_id":"e","completed_at":"2026-03-10T12:00:00.000Z"}`,
		`"event":"webhook.test","data":{}`,
		`"event":"later.added","data":{"unknown":[1,null,{"x":true}]}`,
	} {
		l.good("event", "each kind of event, and one that is not known yet", secret, `{"id":"dlv_1","created_at":"2026-03-10T12:00:00.000Z",`+data+`}`)
	}
	for comment, text := range ordered(
		"an empty body", "", "one zero byte", "\x00", "bytes that are no UTF-8", "\xff\xfe\x80", "a byte order mark, signed with the body", "\ufeff{}",
		"line ends at the end, signed with the body", "{}\r\n", "white space inside", "{ \"a\" :\t1 }", "letters outside ASCII", `{"n":"漢字 é 😀"}`,
		"escaped letters", `{"n":"\u6f22\u5b57 \/"}`, "a member twice", `{"a":1,"a":2}`, "a number in an odd spelling", `{"n":1E2}`) {
		l.good("raw-bytes", comment, secret, text)
	}
	for _, n := range []int{55, 56, 63, 64, 65, 119, 120, 127, 128, 1000} {
		l.good("length", fmt.Sprintf("a body of %d bytes: around the blocks of SHA-256", n), secret, strings.Repeat("a", n))
	}
	for _, n := range []int{1, 32, 63, 64, 65, 128, 200} {
		l.good("key-length", fmt.Sprintf("a secret of %d bytes: around the block of HMAC", n), strings.Repeat("k", n), body)
	}
	for comment, key := range ordered("a secret without prefix", "plain", "letters outside ASCII in the secret", "whsec_Schlüssel",
		"a space at the end of the secret counts", secret+" ",
		"a line feed at the end of the secret counts", secret+"\n", "base64 letters in the secret are letters", "whsec_+/+/==") {
		l.good("secret-bytes", comment, key, body)
	}
}

// ordered pairs comments with texts in their order.
func ordered(pairs ...string) func(yield func(string, string) bool) {
	return func(yield func(string, string) bool) {
		for i := 0; i+1 < len(pairs); i += 2 {
			if !yield(pairs[i], pairs[i+1]) {
				return
			}
		}
	}
}
