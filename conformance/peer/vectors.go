package peer

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

// vector is one delivery as a receiver sees it.
type vector struct {
	point   string // what it shows
	secret  string
	headers map[string]string
	body    string
}

const signingSecret = "whsec_4eC39HqLyjWDarjtT1zdp7dc4eC39HqLyjWDarjt"

// sign is the header value of spec section 6: the HMAC under the literal bytes of the whole secret.
func sign(secret, body string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(body))
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func headers(event, id, body, secret string) map[string]string {
	return map[string]string{"Content-Type": "application/json", "X-Service-Event": event,
		"X-Service-Delivery": id, "X-Service-Signature": sign(secret, body)}
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// envelope is a fresh delivery with the data given.
func envelope(now time.Time, data string) string {
	return fmt.Sprintf(`{"id":"dlv_1","event":"webhook.test","created_at":%q,"data":%s}`, stamp(now), data)
}

func validVectors(now time.Time) []vector {
	plain := envelope(now, `{}`)
	completed := fmt.Sprintf(`{"id":"dlv_1","event":"webhook.test","created_at":%q,"data":{"session_id":"ses_1","state":null}}`, stamp(now))
	bodies := map[string]string{
		"the smallest data":              plain,
		"null inside data":               completed,
		"spaces around tokens":           strings.NewReplacer(`:`, ` : `, `,`, ` , `).Replace(envelope(now, `{"a":1}`)[:20]) + envelope(now, `{"a":1}`)[20:],
		"line feeds and indentation":     "{\n  \"id\": \"dlv_1\",\n  \"event\": \"webhook.test\",\n  \"created_at\": \"" + stamp(now) + "\",\n  \"data\": {}\n}",
		"carriage returns":               "{\r\n\"id\":\"dlv_1\",\"event\":\"webhook.test\",\"created_at\":\"" + stamp(now) + "\",\r\n\"data\":{}}",
		"tabs":                           "{\t\"id\":\"dlv_1\",\"event\":\"webhook.test\",\"created_at\":\"" + stamp(now) + "\",\"data\":{}\t}",
		"a trailing line feed":           plain + "\n",
		"trailing spaces":                plain + "   ",
		"leading white space":            " \n" + plain,
		"members in another order":       fmt.Sprintf(`{"data":{"z":1,"a":2},"created_at":%q,"event":"webhook.test","id":"dlv_1"}`, stamp(now)),
		"accented letters":               envelope(now, `{"insured_name":"Café Émile"}`),
		"letters beyond Latin":           envelope(now, `{"insured_name":"漢字とかな"}`),
		"letters outside the BMP":        envelope(now, `{"insured_name":"😀🏠"}`),
		"escaped letters":                envelope(now, `{"insured_name":"Caf\u00e9"}`),
		"escaped surrogates":             envelope(now, `{"insured_name":"\ud83d\ude00"}`),
		"escaped slashes":                envelope(now, `{"url":"https:\/\/a.example\/b"}`),
		"escaped quotes and backslashes": envelope(now, `{"insured_name":"\"A\\B\" \n"}`),
		"angle brackets and ampersands":  envelope(now, `{"insured_name":"<A&B>"}`),
		"an integer beyond 2^53":         envelope(now, `{"n":9007199254740993}`),
		"numbers in other spellings":     envelope(now, `{"n":1.0,"m":1e2,"k":-0,"f":0.10}`),
		"a long text":                    envelope(now, `{"text":"`+strings.Repeat("lorem ipsum ", 2000)+`"}`),
		"deep nesting":                   envelope(now, strings.Repeat(`{"a":`, 40)+`1`+strings.Repeat(`}`, 40)),
		"empty arrays and objects":       envelope(now, `{"a":[],"b":{},"c":[[],{}]}`),
		"unknown members":                strings.TrimSuffix(plain, "}") + `,"later":{"x":[1]}}`,
		"zero-width characters":          envelope(now, "{\"insured_name\":\"A\u200bB\u00a0C\"}"),
		"combining marks":                envelope(now, "{\"insured_name\":\"e\u0301\"}"),
		"a null data member":             envelope(now, `{"to":null,"cc":[]}`),
		"a text that looks like JSON":    envelope(now, `{"text":"{\"id\":\"other\"}"}`),
		"a line separator":               envelope(now, "{\"text\":\"a\u2028b\"}"),
	}
	all := make([]vector, 0, len(bodies)+4)
	for point, body := range bodies {
		all = append(all, vector{point, signingSecret, headers("webhook.test", "dlv_1", body, signingSecret), body})
	}
	for point, secret := range map[string]string{
		"a short secret":                  "whsec_a",
		"a long secret":                   "whsec_" + strings.Repeat("k9", 90),
		"a secret that looks like base64": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		"a secret with signs":             "whsec_-_.~+/=",
	} {
		all = append(all, vector{point, secret, headers("webhook.test", "dlv_1", plain, secret), plain})
	}
	return byPoint(all)
}

// byPoint sorts vectors, so that every run meets them in the same order.
func byPoint(all []vector) []vector {
	slices.SortFunc(all, func(a, b vector) int { return strings.Compare(a.point, b.point) })
	return all
}

func invalidVectors(now time.Time) []vector {
	body := envelope(now, `{"insured_name":"Harbor & Main","amount":100, "list":[1,2]}`)
	good := sign(signingSecret, body)
	digits := strings.TrimPrefix(good, "sha256=")
	var all []vector
	add := func(point, signature, received string) {
		h := headers("webhook.test", "dlv_1", body, signingSecret)
		h["X-Service-Signature"] = signature
		all = append(all, vector{point, signingSecret, h, received})
	}
	for i := 0; i < 64; i += 3 {
		add(fmt.Sprintf("digit %d of the signature changed", i), "sha256="+digits[:i]+other(digits[i])+digits[i+1:], body)
	}
	for i := 0; i < len(body); i += 9 {
		changed := []byte(body)
		changed[i] ^= 1
		add(fmt.Sprintf("one bit of byte %d of the body changed", i), good, string(changed))
	}
	for point, signature := range map[string]string{
		"upper-case digits":                   "sha256=" + strings.ToUpper(digits),
		"an upper-case prefix":                "SHA256=" + digits,
		"no prefix":                           digits,
		"the prefix alone":                    "sha256=",
		"an empty header":                     "",
		"another algorithm's name":            "sha1=" + digits,
		"a longer algorithm's name":           "sha512=" + digits,
		"the version prefix of other schemes": "v1=" + digits,
		"63 digits":                           "sha256=" + digits[:63],
		"65 digits":                           good + "0",
		"32 digits":                           "sha256=" + digits[:32],
		"two digests in one header":           good + "," + good,
		"a digest behind a wrong one":         "sha256=" + strings.Repeat("0", 64) + "," + good,
		"the digest in base64":                "sha256=" + base64Of(digits),
		"letters that are no digits":          "sha256=" + strings.Repeat("g", 64),
		"a space behind the prefix":           "sha256= " + digits,
		"the prefix twice":                    "sha256=sha256=" + digits,
		"a hexadecimal mark":                  "sha256=0x" + digits[2:],
		"zeros":                               "sha256=" + strings.Repeat("0", 64),
		"full-width digits":                   "sha256=" + strings.Repeat("１", 64),
	} {
		add(point, signature, body)
	}
	for point, secret := range map[string]string{
		"another secret":                "whsec_other",
		"the secret without its prefix": strings.TrimPrefix(signingSecret, "whsec_"),
		"an empty secret":               "",
		"the secret with a line feed":   signingSecret + "\n",
		"the secret in upper case":      strings.ToUpper(signingSecret),
	} {
		add("signed under "+point, sign(secret, body), body)
	}
	for point, received := range map[string]string{
		"a line feed added":        body + "\n",
		"a byte order mark added":  "\ufeff" + body,
		"the last byte cut off":    body[:len(body)-1],
		"an empty body":            "",
		"the body twice":           body + body,
		"re-serialised":            strings.ReplaceAll(body, ", ", ","),
		"a letter escaped":         strings.ReplaceAll(body, "&", `\u0026`),
		"members in another order": strings.Replace(body, `"amount":100, "list":[1,2]`, `"list":[1,2],"amount":100`, 1),
	} {
		add("the body "+point, good, received)
	}
	missing := headers("webhook.test", "dlv_1", body, signingSecret)
	delete(missing, "X-Service-Signature")
	return byPoint(append(all, vector{"no signature header", signingSecret, missing, body}))
}

func other(digit byte) string {
	if digit == '0' {
		return "1"
	}
	return "0"
}

func base64Of(digits string) string {
	raw, _ := hex.DecodeString(digits)
	return base64.StdEncoding.EncodeToString(raw)
}
