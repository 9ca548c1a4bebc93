package sender

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// cases lists every case in the order of the catalogue.
var cases = []oneCase{
	{"RCV-01", func(j *judge) {
		j.discerning()
		for _, k := range kinds {
			j.wantAccepted("a rightly signed "+k.event, j.fresh(k.event, k.data))
		}
		for _, chunked := range []bool{true, false} {
			d := j.test()
			d.chunked = chunked
			j.wantAccepted("a rightly signed delivery"+inChunks(d), d)
			slow := j.fresh(kinds[0].event, kinds[0].data)
			slow.chunked, slow.pieces = chunked, 6
			j.wantAccepted("a rightly signed delivery whose body comes in pieces"+inChunks(slow), slow)
		}
	}},
	{"RCV-02", func(j *judge) {
		j.control()
		d := j.test()
		for i := 0; i < len(d.body); i += 1 + len(d.body)/12 {
			altered := []byte(d.body)
			altered[i] ^= 1
			bad := d
			bad.body, bad.chunked = string(altered), i%2 == 1
			j.wantRefused(fmt.Sprintf("a body with one bit of byte %d altered after signing", i), bad)
		}
	}},
	{"RCV-03", func(j *judge) {
		j.control()
		for _, other := range otherSecrets(j.o.Secret) {
			if other.secret != j.o.Secret {
				j.wantRefused("a signature under "+other.what, j.under(j.test(), other.secret))
			}
		}
	}},
	{"RCV-04", bytesReceived},
	{"RCV-05", func(j *judge) {
		j.control()
		d := j.fresh("webhook.test", `{ "insured_name": "A & B", "n": 1.0 }`)
		for _, again := range []struct {
			what   string
			change *strings.Replacer
		}{
			{"white space removed", strings.NewReplacer(": ", ":", "{ ", "{", " }", "}", ", ", ",")},
			{"white space added", strings.NewReplacer(`,"`, `, "`)},
			{"a letter escaped", strings.NewReplacer("&", `\u0026`)},
			{"a number written anew", strings.NewReplacer("1.0", "1")},
			{"a line feed at the end", strings.NewReplacer("} }", "} }\n", "}}", "}}\n")},
		} {
			bad := d
			if bad.body = again.change.Replace(d.body); bad.body != d.body {
				j.wantRefused("the same JSON re-serialised, with "+again.what, bad)
			}
		}
	}},
	{"RCV-06", func(j *judge) {
		j.control()
		d := j.test()
		right := []byte(j.signature(d))
		for _, at := range []int{len("sha256="), len("sha256=") + 31, len(right) - 1} {
			wrong := slices.Clone(right)
			if wrong[at]++; !strings.ContainsRune("0123456789abcdef", rune(wrong[at])) {
				wrong[at] = '0'
			}
			j.wantRefused(fmt.Sprintf("a digest with digit %d changed", at-len("sha256=")), j.signed(d, string(wrong)))
		}
	}},
	{"RCV-07", func(j *judge) {
		j.control()
		j.wantRefused("a delivery without a signature", j.signed(j.test()))
		j.wantRefused("a delivery with an empty signature", j.signed(j.test(), ""))
	}},
	{"RCV-08", malformed},
	{"RCV-09", func(j *judge) {
		j.discerning()
		if first := j.send(j.test()); first.Status != 0 && !first.accepted() {
			j.end(report.Inconclusive, "a valid delivery to be answered 2xx first", first.String())
		}
		for _, x := range j.parallel(16) {
			if x.Status == 0 || x.Took > attemptTime {
				j.end(report.Fail, "an answer within 10 s to each of 16 deliveries at the same time, two of them slow to arrive", x.String())
			}
		}
	}},
	{"RCV-10", func(j *judge) {
		j.discerning()
		var took []time.Duration
		for range 20 {
			took = append(took, j.wantAccepted("a valid delivery", j.test()).Took)
		}
		slices.Sort(took)
		if p95 := took[len(took)*95/100]; p95 > j.o.QuickBound {
			j.end(report.Fail, "95 of 100 answers within "+j.o.QuickBound.String(), p95.Round(time.Millisecond).String())
		}
	}},
	{"RCV-11", func(j *judge) {
		j.discerning()
		d := j.completed()
		for range 3 {
			j.wantAccepted("a repeated delivery", d)
		}
		if n := j.effects(d.id, 1); n != 1 {
			j.end(report.Fail, "one effect of a delivery that came three times", fmt.Sprintf("%d effects", n))
		}
		together := j.completed()
		j.together(slices.Repeat([]delivery{together}, 4)) // a receiver may turn copies away while it works on the first
		j.settled()
		if n := j.effects(together.id, 1); n != 1 {
			j.end(report.Fail, "one effect of a delivery that came four times at the same moment", fmt.Sprintf("%d effects", n))
		}
	}},
	{"RCV-12", func(j *judge) {
		j.discerning()
		for range 2 {
			d := j.fresh(kinds[0].event, kinds[0].data)
			j.wantAccepted("a delivery with an id of its own", d)
			if n := j.effects(d.id, 1); n != 1 {
				j.note("%d effects of a delivery with known data and a new id", n)
			}
		}
	}},
	{"RCV-13", func(j *judge) {
		j.control()
		j.discerning()
		for what, spell := range map[string]func(string) string{"lower case": strings.ToLower, "upper case": strings.ToUpper} {
			d := j.test()
			spelled := map[string][]string{}
			for name, values := range d.headers {
				spelled[spell(name)] = values
			}
			d.headers = spelled
			j.wantAccepted("header names in "+what, d)
		}
	}},
	{"RCV-14", func(j *judge) {
		j.control()
		j.discerning()
		d := j.test()
		more := strings.TrimSuffix(d.body, "}") + `,"later":{"deep":[1,null]},"version":2}`
		j.wantAccepted("unknown members in the envelope", j.of(d.id, d.event, more))
		for _, k := range kinds {
			data := strings.TrimSuffix(k.data, "}") + `,"later":[{"x":null}]}`
			j.wantAccepted("unknown members in the data of "+k.event, j.fresh(k.event, strings.Replace(data, "{,", "{", 1)))
		}
	}},
	{"RCV-15", func(j *judge) {
		j.settled()
		good := j.completed()
		altered, right := good, j.signature(good)
		altered.body = strings.Replace(good.body, "org_1", "org_2", 1)
		for _, bad := range []delivery{j.signed(good), j.signed(good, ""), j.under(good, "whsec_other"), altered,
			j.signed(good, right[:len(right)-1]), j.signed(good, strings.TrimPrefix(right, "sha256="))} {
			j.send(bad)
		}
		j.settled()
		if n := j.effects(good.id, 0); n != 0 {
			j.end(report.Fail, "no effect of a delivery that was refused", fmt.Sprintf("%d effects", n))
		}
	}},
	{"RCV-16", func(j *judge) {
		j.end(report.NotApplicable, "", "whether a comparison takes constant time cannot be decided from outside")
	}},
	{"RCV-17", func(j *judge) {
		j.discerning()
		for _, data := range []string{`{}`, `{"message":"hello","endpoint":{"id":"ep_1"},"list":[1]}`} {
			j.wantAccepted("a test event with data "+data, j.fresh("webhook.test", data))
		}
	}},
	{"GAP-65", choices},
}

// bytesReceived sends JSON that any program which parses and writes it again would change.
func bytesReceived(j *judge) {
	j.anyControl()
	j.discerning()
	now := stamp(time.Now())
	for i, b := range []struct{ what, format string }{
		{"spaces around every token", `{ "id" : %q , "event" : "webhook.test" , "created_at" : %q , "data" : { } }`},
		{"line feeds and indentation", "{\n\t\"id\": %q,\n\t\"event\": \"webhook.test\",\n\t\"created_at\": %q,\n\t\"data\": {}\n}\n"},
		{"another order of members", `{"data":{"z":1,"a":2},"id":%q,"event":"webhook.test","created_at":%q}`},
		{"escaped letters", `{"id":%q,"event":"webhook.test","created_at":%q,"data":{"name":"Caf\u00e9 \ud83d\ude00 \/"}}`},
		{"numbers in odd spellings", `{"id":%q,"event":"webhook.test","created_at":%q,"data":{"n":1.00,"m":1E2,"big":9007199254740993}}`},
		{"a member twice", `{"id":%q,"event":"webhook.test","created_at":%q,"data":{"a":1,"a":2}}`},
		{"letters outside ASCII", `{"id":%q,"event":"webhook.test","created_at":%q,"data":{"name":"漢字 é 😀 <&>"}}`},
	} {
		id := fmt.Sprintf("dlv_bytes_%d_%d", i, time.Now().UnixNano())
		j.wantAccepted("a body with "+b.what, j.of(id, "webhook.test", fmt.Sprintf(b.format, id, now)))
	}
}

// malformed sends signatures that are none.
func malformed(j *judge) {
	j.control()
	d := j.test()
	right := j.signature(d)
	digits := strings.TrimPrefix(right, "sha256=")
	for _, bad := range []struct {
		what       string
		signatures []string
	}{
		{"no prefix", []string{digits}}, {"sha1=", []string{"sha1=" + digits[:40]}}, {"63 digits", []string{right[:len(right)-1]}},
		{"65 digits", []string{right + "0"}}, {"no digits", []string{"sha256=" + strings.Repeat("z", 64)}},
		{"nothing behind the prefix", []string{"sha256="}},
	} {
		j.wantRefused("a signature with "+bad.what, j.signed(d, bad.signatures...))
	}
	zeros := "sha256=" + strings.Repeat("0", 64)
	for what, signatures := range map[string][]string{"the right one last": {zeros, right}, "the right one first": {right, zeros}, "both wrong": {zeros, "sha256="}} {
		if x := j.send(j.signed(d, signatures...)); x.accepted() || x.Status == 0 {
			j.end(report.Fail, "no 2xx for two signature headers that differ, "+what, x.String())
		}
	}
	if x := j.send(j.signed(d, "sha256="+strings.Repeat("a", 1<<20))); x.accepted() {
		j.end(report.Fail, "no 2xx for a signature of 1 MB", x.String())
	}
	if x := j.send(j.test()); !x.accepted() {
		j.end(report.Fail, "2xx for the next valid delivery", x.String())
	}
}

// choices records what the specification leaves open.
func choices(j *judge) {
	j.control()
	d := j.test()
	upper := j.signed(d, "sha256="+strings.ToUpper(strings.TrimPrefix(j.signature(d), "sha256=")))
	otherID, noID := j.header("Delivery", "dlv_other"), j.header("Delivery")
	otherEvent, noEvent := j.header("Event", "esign.completed"), j.header("Event")
	old := j.test()
	old = j.of(old.id, old.event, strings.Replace(old.body, stamp(time.Now())[:4], "2020", 1))
	var seen []string
	for _, one := range []struct {
		what string
		delivery
	}{
		{"upper-case digits", upper}, {"an event of a later version", j.fresh("session.archived", `{"later":true}`)}, {"created years ago", old},
		{"a delivery header that differs from the body", otherID}, {"no delivery header", noID},
		{"an event header that differs from the body", otherEvent}, {"no event header", noEvent},
	} {
		seen = append(seen, one.what+": "+word(j.send(one.delivery)))
	}
	j.note("%s", strings.Join(seen, "; "))
}

// header is a valid delivery with one of the headers that nobody signed replaced, or left out.
func (j *judge) header(name string, values ...string) delivery {
	d := j.test()
	if delete(d.headers, j.o.HeaderPrefix+name); len(values) > 0 {
		d.headers[j.o.HeaderPrefix+name] = values
	}
	return d
}

// otherSecrets are keys that a receiver must not take: a strange one, and what mistakes make of its own.
func otherSecrets(secret string) []struct{ what, secret string } {
	bare := strings.TrimPrefix(secret, "whsec_")
	all := []struct{ what, secret string }{
		{"another secret", "whsec_" + strings.Repeat("0", 32)}, {"the secret without whsec_", bare}, {"the secret with a line feed", secret + "\n"},
		{"the secret in upper case", strings.ToUpper(secret)}, {"no secret", ""},
	}
	for what, decode := range map[string]func(string) ([]byte, error){
		"the secret decoded from base64": base64.StdEncoding.DecodeString, "the secret decoded from URL-safe base64": base64.RawURLEncoding.DecodeString,
		"the secret decoded from hex": hex.DecodeString,
	} {
		if key, err := decode(bare); err == nil {
			all = append(all, struct{ what, secret string }{what, string(key)})
		}
	}
	return all
}

func inChunks(d delivery) string {
	if d.chunked {
		return ", in chunks"
	}
	return ""
}

func word(x Exchange) string {
	if x.Status == 0 {
		return "no answer"
	}
	return fmt.Sprintf("status %d", x.Status)
}

// parallel sends valid deliveries at the same time, two of them in pieces.
func (j *judge) parallel(n int) []Exchange {
	all := make([]delivery, n)
	for i := range all {
		all[i] = j.test()
		if i < 2 {
			all[i].pieces, all[i].chunked = 8, i == 0
		}
	}
	return j.together(all)
}

func (j *judge) together(all []delivery) []Exchange {
	answers := make([]Exchange, len(all))
	var group sync.WaitGroup
	for i, d := range all {
		group.Go(func() { answers[i] = j.send(d) })
	}
	group.Wait()
	return answers
}
