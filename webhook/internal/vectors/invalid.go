package vectors

import (
	"bytes"
	"compress/gzip"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"
	"unicode/utf16"
)

// forms are signatures whose digits are right and whose form is not.
func (l *list) forms() {
	right := sign(secret, body)
	digits := strings.TrimPrefix(right, "sha256=")
	l.bad("missing", "an empty signature", "")
	for _, prefix := range []string{"", "sha1=", "sha512=", "SHA256=", "Sha256=", "sha256", "sha256:", "sha256 =", "sha256= ", " sha256=", "sha-256=", "hmac-sha256=",
		"v1=", "v1,", "t=1,v1=", "=", "sha256==", "sha256=0x", "sha256=sha256=", "Bearer "} {
		l.bad("prefix", fmt.Sprintf("the right digits behind the prefix %q", prefix), prefix+digits)
	}
	for _, end := range []string{" ", "\n", "\r\n", "\t", "\x00", ",", ";", "0", "00", ", " + right, "," + right, " " + right} {
		l.bad("trailing", fmt.Sprintf("the right signature with %q behind it", end[:min(len(end), 3)]), right+end)
	}
	for _, start := range []string{"\t", "\n", "\x00", "\ufeff", `"`, ","} {
		l.bad("leading", fmt.Sprintf("the right signature with %q before it", start), start+right)
	}
	l.bad("case", "upper-case digits", "sha256="+strings.ToUpper(digits))
	for i := range digits {
		if digits[i] >= 'a' {
			l.bad("case", fmt.Sprintf("digit %d in upper case", i), "sha256="+digits[:i]+strings.ToUpper(digits[i:i+1])+digits[i+1:])
			if i > 30 {
				break
			}
		}
	}
	raw := sum(secret, body)
	for comment, text := range ordered("base64", base64.StdEncoding.EncodeToString(raw), "base64 for URLs", base64.RawURLEncoding.EncodeToString(raw),
		"the digest's bytes themselves", string(raw), "digits in wide letters", wide(digits), "digits with colons", colons(digits), "in quotes", `"`+digits+`"`,
		"bytes in reverse order", hex.EncodeToString(reversed(raw))) {
		l.bad("encoding", "the right digest as "+comment, "sha256="+text)
	}
}

// digests are signatures of the right form with other digits.
func (l *list) digests() {
	right := sign(secret, body)
	digits := strings.TrimPrefix(right, "sha256=")
	for i := range digits {
		other := "0"
		if digits[i] == '0' {
			other = "1"
		}
		l.bad("digit", fmt.Sprintf("digit %d changed", i), "sha256="+digits[:i]+other+digits[i+1:])
	}
	for _, n := range []int{0, 1, 2, 8, 16, 31, 32, 33, 40, 48, 56, 60, 62, 63} {
		l.bad("truncated", fmt.Sprintf("only the first %d digits", n), "sha256="+digits[:n])
	}
	for comment, text := range ordered("all zero", strings.Repeat("0", 64), "all f", strings.Repeat("f", 64), "letters that are no digits", strings.Repeat("g", 64),
		"halves exchanged", digits[32:]+digits[:32], "the digits twice", digits+digits, "a minus sign", "-"+digits[1:], "a plus sign", "+"+digits[1:]) {
		l.bad("digit", comment, "sha256="+text)
	}
}

// keys are signatures under another key.
func (l *list) keys() {
	bare := strings.TrimPrefix(secret, "whsec_")
	decoded, _ := base64.StdEncoding.DecodeString(bare) // a constant that decodes
	for comment, key := range ordered("the secret without whsec_", bare, "the secret's base64 decoded", string(decoded), "another secret", "whsec_other", "no secret", "",
		"the secret in lower case", strings.ToLower(secret), "the secret in upper case", strings.ToUpper(secret), "the secret with a line feed", secret+"\n",
		"the secret with a space", secret+" ", "the secret with a space before it", " "+secret, "the secret in quotes", `"`+secret+`"`, "the secret's base64", base64.StdEncoding.EncodeToString([]byte(secret)),
		"the secret's hex", hex.EncodeToString([]byte(secret)), "the secret without its last letter", secret[:len(secret)-1], "the secret twice", secret+secret,
		"the secret's SHA-256", string(sha(secret)), "the prefix alone", "whsec_") {
		l.bad("key", "signed with "+comment, sign(key, body))
	}
	l.bad("key", "secret and body exchanged", sign(body, secret))
}

// bodies are signatures of what the body could become or have been on its way.
func (l *list) bodies() {
	for i := 0; i < len(body); i += 6 {
		other := []byte(body)
		other[i] ^= 1
		l.bad("altered", fmt.Sprintf("one bit of byte %d was changed after signing", i), sign(secret, string(other)))
	}
	for comment, other := range ordered("with a byte order mark", "\ufeff"+body, "with a line feed", body+"\n", "with a line end of two bytes",
		body+"\r\n", "with a zero byte", body+"\x00",
		"with a space before it", " "+body, "without its last byte", body[:len(body)-1], "without its first byte", body[1:], "empty", "", "twice", body+body,
		"with spaces behind commas and colons", strings.NewReplacer(`":`, `": `, `,"`, `, "`).Replace(body), "with the escape undone", strings.ReplaceAll(body, `\u0026`, "&"),
		"with escaped angles", strings.NewReplacer("<", `\u003c`, ">", `\u003e`).Replace(body), "with the letter outside ASCII escaped", strings.ReplaceAll(body, "\u00e9", `\u00e9`),
		"with an escaped slash", strings.ReplaceAll(body, "/", `\/`), "with the number written anew", strings.ReplaceAll(body, "1.0", "1"), "in Latin-1", strings.ReplaceAll(body, "\u00e9", "\xe9"),
		"with the letter decomposed", strings.ReplaceAll(body, "\u00e9", "e\u0301"), "in UTF-16", utf16le(body), "compressed", gzipped(body),
		"in base64", base64.StdEncoding.EncodeToString([]byte(body)),
		"in lower case", strings.ToLower(body), "as the value of a form", "payload="+body, "behind a time stamp", "1773144000."+body,
		"behind its id and a time stamp", "dlv_7qx2.1773144000."+body,
		"only its data", body[strings.Index(body, `"data":`)+7:len(body)-1]) {
		l.bad("re-serialised", "signed over the body "+comment, sign(secret, other))
	}
}

// algorithms are digests of another kind under the right secret.
func (l *list) algorithms() {
	for name, make := range orderedHashes() {
		mac := hmac.New(make, []byte(secret))
		mac.Write([]byte(body))
		digest := hex.EncodeToString(mac.Sum(nil))
		l.bad("algorithm", "HMAC with "+name, "sha256="+digest)
		l.bad("algorithm", "HMAC with "+name+", named", strings.ToLower(strings.ReplaceAll(name, "-", ""))+"="+digest)
		if len(digest) > 64 {
			l.bad("algorithm", "HMAC with "+name+", cut to 64 digits", "sha256="+digest[:64])
		}
	}
	for comment, text := range ordered("the body alone", body, "secret then body", secret+body, "body then secret", body+secret, "secret, body, secret", secret+body+secret) {
		l.bad("algorithm", "SHA-256 without HMAC over "+comment, "sha256="+hex.EncodeToString(sha(text)))
	}
	l.bad("algorithm", "HMAC of the HMAC", sign(secret, string(sum(secret, body))))
	l.bad("algorithm", "HMAC of the body's digest", sign(secret, string(sha(body))))
}

func orderedHashes() func(yield func(string, func() hash.Hash) bool) {
	return func(yield func(string, func() hash.Hash) bool) {
		_ = yield("MD5", md5.New) && yield("SHA-1", sha1.New) && yield("SHA-224", sha256.New224) && yield("SHA-384", sha512.New384) && yield("SHA-512", sha512.New)
	}
}

func sha(text string) []byte {
	s := sha256.Sum256([]byte(text))
	return s[:]
}

func reversed(b []byte) []byte {
	out := make([]byte, len(b))
	for i, c := range b {
		out[len(b)-1-i] = c
	}
	return out
}

func wide(digits string) string {
	return strings.Map(func(r rune) rune { return r - '!' + '\uff01' }, digits)
}

func colons(digits string) string {
	var out []string
	for i := 0; i < len(digits); i += 2 {
		out = append(out, digits[i:i+2])
	}
	return strings.Join(out, ":")
}

func utf16le(text string) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// gzipped stores without compressing, so that the bytes do not depend on the version of Go.
func gzipped(text string) string {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.NoCompression) // the level is a valid one
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return out.String()
}
