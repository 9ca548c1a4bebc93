package selftest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// deliveryFaults break what the text says of deliveries and their attempts.
func deliveryFaults() []fault {
	first := newMemory()
	all := []fault{
		{"HOOK-01", "deliveries are PUT", deliver(func(s *shipment) bool { s.method = "PUT"; return true })},
		{"HOOK-01", "", deliver(func(s *shipment) bool { s.body = append([]byte("payload="), s.body...); return true })},
		{"HOOK-01", "a later delivery is a list", deliver(laterList())},
		{"HOOK-01", "the body is a list", deliver(func(s *shipment) bool {
			s.body = append(append([]byte("["), s.body...), ']')
			s.sign(s.secret, s.body)
			return true
		})},
		{"HOOK-01", "the body is a form", deliver(func(s *shipment) bool {
			s.body = append([]byte("payload="), s.body...)
			s.sign(s.secret, s.body)
			return true
		})},
		{"HOOK-01", "the query of the URL is lost", deliver(func(s *shipment) bool {
			bare, _, had := strings.Cut(s.url, "?")
			s.url = bare
			return had
		})},
		{"HOOK-01", "escapes of an address are undone", deliver(func(s *shipment) bool {
			bare, _ := url.PathUnescape(s.url)
			did := bare != s.url
			s.url = bare
			return did
		})},
		{"HOOK-01", "a retry is a PATCH", onRetry(func(s *shipment) { s.method = "PATCH" })},
		{"HOOK-02", "", body("", func(o obj) { delete(o, "data") })},
		{"HOOK-02", "", body("", func(o obj) { delete(o, "created_at") })},
		{"HOOK-02", "data of a later delivery is a text", laterBody(func(o obj) { o["data"] = "{}" })},
		{"HOOK-02", "id is a number", signedAnew("", func(o obj) { o["id"] = 7 })},
		{"HOOK-02", "event is named type", signedAnew("", func(o obj) { o["type"] = o["event"]; delete(o, "event") })},
		{"HOOK-02", "created_at is missing", signedAnew("", cut("created_at"))},
		{"HOOK-02", "data is JSON in a text", signedAnew("", func(o obj) { b, _ := json.Marshal(o["data"]); o["data"] = string(b) })},
		{"HOOK-02", "the data members are at the top level", signedAnew("", func(o obj) {
			for k, v := range o["data"].(obj) {
				if k != "id" {
					o[k] = v
				}
			}
			delete(o, "data")
		})},
		{"HOOK-02", "a completion has no created_at", signedAnew("fill_session.completed", cut("created_at"))},
		{"HOOK-02", "a retry has no data", onRetry(func(s *shipment) {
			s.body = []byte(`{"id":"` + s.header.Get("X-Service-Delivery") + `","event":"webhook.test","created_at":"2026-01-01T00:00:00.000Z"}`)
			s.sign(s.secret, s.body)
		})},
		{"HOOK-03", "", body("", func(o obj) { o["created_at"] = "2026-11-21T10:00:00Z" })},
		{"HOOK-03", "", body("", func(o obj) { o["created_at"] = 1700000000 })},
		{"HOOK-03", "", body("", func(o obj) { o["created_at"] = "2026-11-21T10:00:00.000+02:00" })},
		{"HOOK-03", "created_at of a later delivery has no milliseconds", laterBody(stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-03", "created_at is a number", signedAnew("", put("created_at", 1763700000123))},
		{"HOOK-03", "created_at has no milliseconds", signedAnew("", stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-03", "created_at has microseconds", signedAnew("", stamp("2006-01-02T15:04:05.000000Z", time.UTC))},
		{"HOOK-03", "created_at has no zone", signedAnew("", stamp("2006-01-02T15:04:05.000", time.UTC))},
		{"HOOK-03", "created_at is local time", signedAnew("", stamp("2006-01-02T15:04:05.000-07:00", east))},
		{"HOOK-03", "created_at has a blank for T", signedAnew("", stamp("2006-01-02 15:04:05.000Z", time.UTC))},
		{"HOOK-03", "created_at of a completion has no milliseconds", signedAnew("fill_session.completed", stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-03", "created_at of a signature is local time", signedAnew("esign.completed", stamp("2006-01-02T15:04:05.000-07:00", east))},
		{"HOOK-03", "created_at of a submission has no milliseconds", signedAnew("submission.sent", stamp("2006-01-02T15:04:05Z", time.UTC))},
		{"HOOK-03", "created_at is that of the first event", oneTime()},
		{"HOOK-03", "created_at is local time with a Z", shifted("", -5*time.Hour)},
		{"HOOK-03", "created_at of a completion is half an hour off", shifted("fill_session.completed", 30*time.Minute)},
		{"HOOK-03", "created_at of a submission is local time with a Z", shifted("submission.sent", 2*time.Hour)},
		{"HOOK-03", "created_at of a test is the beginning of time", signedAnew("webhook.test", put("created_at", "1970-01-01T00:00:00.000Z"))},
		{"HOOK-03", "zeros at the end of the milliseconds are left out", trimmed("esign.completed")},
		{"HOOK-04", "", headerGone("X-Service-Event")},
		{"HOOK-04", "a later delivery has another name in its header", laterOn(func(h http.Header, _ obj) { h.Set("X-Service-Event", "event") })},
		{"HOOK-04", "the header Event has underscores", headed("", func(h http.Header, o obj) { h.Set("X-Service-Event", strings.ReplaceAll(text(o, "event"), ".", "_")) })},
		{"HOOK-04", "the header Event is always webhook.test", headed("", func(h http.Header, o obj) { h.Set("X-Service-Event", "webhook.test") })},
		{"HOOK-04", "a completion has no header Event", headed("fill_session.completed", func(h http.Header, _ obj) { h.Del("X-Service-Event") })},
		{"HOOK-04", "a retry has no event name", retried(func(h http.Header) { h.Del("X-Service-Event") })},
		{"HOOK-04", "a retry is of the event retry", retried(func(h http.Header) { h.Set("X-Service-Event", "retry") })},
		{"HOOK-05", "", deliver(func(s *shipment) bool { s.header.Set("X-Service-Delivery", "other"); return true })},
		{"HOOK-05", "a later delivery has another id in its header", laterOn(func(h http.Header, _ obj) { h.Set("X-Service-Delivery", "dlv_1") })},
		{"HOOK-05", "the header Delivery is a number of its own", headed("", func(h http.Header, _ obj) { h.Set("X-Service-Delivery", "1") })},
		{"HOOK-05", "a completion has another header Delivery", headed("fill_session.completed", func(h http.Header, _ obj) { h.Set("X-Service-Delivery", "evt_1") })},
		{"HOOK-05", "a retry names its number after the id", retried(func(h http.Header) { h.Set("X-Service-Delivery", h.Get("X-Service-Delivery")+"-2") })},
		{"HOOK-06", "", deliver(func(s *shipment) bool {
			s.header.Set("X-Service-Signature", strings.ToUpper(s.header.Get("X-Service-Signature")))
			return true
		})},
		{"HOOK-06", "", headerGone("X-Service-Signature")},
		{"HOOK-06", "the signature has no prefix", headed("", func(h http.Header, _ obj) {
			h.Set("X-Service-Signature", strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256="))
		})},
		{"HOOK-06", "the signature is in capitals", headed("", func(h http.Header, _ obj) {
			h.Set("X-Service-Signature", "sha256="+strings.ToUpper(strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256=")))
		})},
		{"HOOK-06", "the signature has a time before it", headed("", func(h http.Header, _ obj) {
			h.Set("X-Service-Signature", "t=1,v1="+strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256="))
		})},
		{"HOOK-06", "a signature event is not signed", headed("esign.completed", func(h http.Header, _ obj) { h.Del("X-Service-Signature") })},
		{"HOOK-06", "a retry is signed in capitals", retried(func(h http.Header) {
			h.Set("X-Service-Signature", "sha256="+strings.ToUpper(strings.TrimPrefix(h.Get("X-Service-Signature"), "sha256=")))
		})},
		{"HOOK-07", "the key is the secret without its prefix", deliver(func(s *shipment) bool { s.sign(strings.TrimPrefix(s.secret, "whsec_"), s.body); return true })},
		{"HOOK-07", "the body has a line end that was not signed", deliver(func(s *shipment) bool { s.body = append(s.body, '\n'); return true })},
		{"HOOK-07", "the data alone is signed", deliver(func(s *shipment) bool {
			var o struct{ Data json.RawMessage }
			_ = json.Unmarshal(s.body, &o)
			s.sign(s.secret, o.Data)
			return true
		})},
		{"HOOK-07", "the body is written anew after it was signed", deliver(func(s *shipment) bool {
			var out bytes.Buffer
			_ = json.Indent(&out, s.body, "", " ")
			s.body = out.Bytes()
			return true
		})},
		{"HOOK-07", "a completion is signed under another secret", deliver(func(s *shipment) bool {
			did := s.event() == "fill_session.completed"
			if did {
				s.sign("whsec_other", s.body)
			}
			return did
		})},
		{"HOOK-07", "a submission is signed under the secret without prefix", deliver(func(s *shipment) bool {
			did := s.event() == "submission.sent"
			if did {
				s.sign(strings.TrimPrefix(s.secret, "whsec_"), s.body)
			}
			return did
		})},
		{"HOOK-08", "", deliver(func(s *shipment) bool {
			plain := strings.ContainsFunc(string(s.body), func(r rune) bool { return r > 127 })
			if plain {
				s.sign(s.secret, bytes.ReplaceAll(s.body, []byte("é"), []byte(`\u00e9`)))
			}
			return plain
		})},
		{"HOOK-08", "deliveries are written in Latin-1", deliver(func(s *shipment) bool {
			latin := make([]byte, 0, len(s.body))
			for _, r := range string(s.body) {
				if r > 255 {
					r = '?'
				}
				latin = append(latin, byte(r))
			}
			was := !bytes.Equal(latin, s.body)
			s.body = latin
			s.sign(s.secret, latin)
			return was
		})},
		{"HOOK-08", "what is signed has other letters for those beyond ASCII", deliver(func(s *shipment) bool {
			plain := []byte(strings.Map(func(r rune) rune {
				if r > 127 {
					return '?'
				}
				return r
			}, string(s.body)))
			s.sign(s.secret, plain)
			return !bytes.Equal(plain, s.body)
		})},
		{"HOOK-08", "what is signed is escaped and what is sent is not", signedInASCII()},
		{"HOOK-08", "what is signed has its slashes escaped", deliver(func(s *shipment) bool {
			s.sign(s.secret, bytes.ReplaceAll(s.body, []byte("/"), []byte(`\/`)))
			return bytes.Contains(s.body, []byte("/"))
		})},
		{"HOOK-08", "the signature is that of the text with its accents composed", deliver(func(s *shipment) bool {
			composed := bytes.ReplaceAll(s.body, []byte("u\u0308"), []byte("ü"))
			s.sign(s.secret, composed)
			return len(composed) != len(s.body)
		})},
		{"HOOK-08", "only the first 512 bytes are signed", deliver(func(s *shipment) bool {
			if len(s.body) > 512 {
				s.sign(s.secret, s.body[:512])
			}
			return len(s.body) > 512
		})},
		{"HOOK-09", "", layer{verb: func(verb string, _, out obj) bool {
			out["secret"] = "secret_0123456789"
			return verb == "create-endpoint"
		}}},
		{"HOOK-09", "secrets begin with sec_", layer{verb: func(verb string, _, out obj) bool {
			did := verb == "create-endpoint"
			if did {
				out["secret"] = "sec_" + strings.TrimPrefix(text(out, "secret"), "whsec_")
			}
			return did
		}}},
		{"HOOK-09", "the second endpoint of a workspace has another prefix", secondSecret("whs_")},
		{"HOOK-10", "", layer{verb: func(verb string, _, out obj) bool {
			out["secret"] = "whsec_the_same_for_all"
			return verb == "create-endpoint"
		}}},
		{"HOOK-10", "one secret for all endpoints", oneSecret()},
		{"HOOK-10", "endpoints of one URL have one secret", oneSecretOfAnURL()},
		{"HOOK-11", "", deliver(func(s *shipment) bool { s.header.Set("Content-Type", "text/plain"); return true })},
		{"HOOK-11", "a later delivery is labelled as text", laterOn(func(h http.Header, _ obj) { h.Set("Content-Type", "text/plain") })},
		{"HOOK-11", "deliveries are text/plain", headed("", func(h http.Header, _ obj) { h.Set("Content-Type", "text/plain") })},
		{"HOOK-11", "deliveries have no media type", headed("", func(h http.Header, _ obj) { h.Del("Content-Type") })},
		{"HOOK-11", "completions are a form", headed("fill_session.completed", func(h http.Header, _ obj) { h.Set("Content-Type", "application/x-www-form-urlencoded") })},
		{"HOOK-11", "a retry is text/plain", retried(func(h http.Header) { h.Set("Content-Type", "text/plain") })},
		{"HOOK-12", "two attempts only", told(2, 200)},
		{"HOOK-12", "", layer{delivery: func(s *shipment) bool { s.again = map[bool]int{true: 1}[s.n == 3]; return s.n == 3 }}},
		{"HOOK-12", "a retry is lost when another delivery of the endpoint fails", oneRetry()},
		{"HOOK-12", "an attempt that finds nobody is not counted", uncounted()},
		{"HOOK-12", "a connection that is closed without an answer counts as delivered", closedCounts()},
		{"HOOK-12", "one attempt only", told(1, 200)},
		{"HOOK-12", "a fourth attempt", fourth(6 * time.Second)},
		{"HOOK-12", "a fourth attempt soon after the third", fourth(500 * time.Millisecond)},
		{"HOOK-12", "a fourth attempt where the first timed out", fourthAfterTimeout()},
		{"HOOK-12", "an endpoint gets nothing after a delivery that failed", offended("", 3)},
		{"HOOK-12", "a fourth attempt where the third got no answer", fourthUnanswered()},
		{"HOOK-12", "attempts are counted of an endpoint, not of a delivery", countedOfEndpoint()},
		{"HOOK-13", "", deliver(func(s *shipment) bool { pause(4 * time.Second); return true })},
		{"HOOK-13", "a delivery within a second of another waits for 3 s", debounced(3 * time.Second)},
		{"HOOK-13", "the first attempt comes after 5 s", retimed(1, 5*time.Second)},
		{"HOOK-13", "the first attempt comes after 2 s", retimed(1, 2*time.Second)},
		{"HOOK-13", "attempts are made one after the other", attemptsInTurn()},
		{"HOOK-13", "deliveries of an endpoint wait until those before them are over", inQueues(func(s *shipment, _ string) string { return s.url })},
		{"HOOK-13", "events of a workspace are told one after the other", inQueues(func(s *shipment, org string) string {
			if s.event() == "webhook.test" {
				return ""
			}
			return org
		})},
		{"HOOK-13", "first attempts are held for a second and a half", retimed(1, 1500*time.Millisecond)},
		{"HOOK-14", "", deliver(func(s *shipment) bool {
			if s.n == 2 {
				pause(3 * time.Second)
			}
			return s.n == 2
		})},
		{"HOOK-14", "a receiver's Retry-After takes the place of the 2 s", heedful(8 * time.Second)},
		{"HOOK-14", "the second attempt comes after 6 s", retimed(2, 4*time.Second)},
		{"HOOK-14", "the second attempt comes at once", sooner(2, 300*time.Millisecond)},
		{"HOOK-15", "", deliver(func(s *shipment) bool {
			if s.n == 3 {
				pause(4 * time.Second)
			}
			return s.n == 3
		})},
		{"HOOK-15", "", told(2, 200)},
		{"HOOK-15", "the third attempt comes after 10 s", retimed(3, 5*time.Second)},
		{"HOOK-15", "the third attempt comes late once another delivery failed", laterOnceFailed()},
		{"HOOK-15", "the third attempt comes 2 s after the second", sooner(3, 2*time.Second)},
		{"HOOK-15", "the third attempt comes 4 s after the second", sooner(3, 4*time.Second)},
		{"HOOK-16", "an attempt is given up after 3 s", impatient()},
		{"HOOK-16", "the header of an answer is waited for as long as something of it comes", lastingHeader()},
		{"HOOK-16", "a second attempt is given up after 3 s", impatientAt(2)},
		{"HOOK-17", "a timed-out attempt counts as delivered", resigned()},
		{"HOOK-17", "no attempt after a second one that is not answered", twoAttempts()},
		{"HOOK-18", "", deliver(func(s *shipment) bool {
			if s.n == 1 {
				s.answer = 500
			}
			return s.n == 1
		})},
		{"HOOK-18", "202 does not count as delivered", countsAs(500, 202)},
		{"HOOK-18", "204 does not count as delivered", countsAs(500, 204)},
		{"HOOK-18", "299 does not count as delivered", countsAs(500, 299)},
		{"HOOK-18", "what is labelled as JSON and empty does not count as delivered", layer{delivery: func(s *shipment) bool {
			s.whole = true
			return false
		}, shipped: func(s *shipment, _ map[string]string) bool {
			did := s.status/100 == 2 && strings.HasPrefix(s.label, "application/json") && len(s.said) == 0
			if did {
				s.answer = 500
			}
			return did
		}}},
		{"HOOK-18", "206 does not count as delivered", countsAs(500, 206)},
		{"HOOK-18", "226 does not count as delivered", countsAs(500, 226)},
		{"HOOK-18", "an answer that is no text is a failure", layer{delivery: func(s *shipment) bool {
			s.whole = true
			return false
		}, shipped: func(s *shipment, _ map[string]string) bool {
			did := !utf8.Valid(s.said)
			if did {
				s.answer = 500
			}
			return did
		}}},
		{"HOOK-18", "a long answer is a failure", layer{delivery: func(s *shipment) bool {
			s.whole = true
			return false
		}, shipped: func(s *shipment, _ map[string]string) bool {
			did := len(s.said) > 65535
			if did {
				s.answer = 500
			}
			return did
		}}},
		{"HOOK-18", "with a second attempt, all endpoints are told of it again", withSiblings()},
		{"HOOK-19", "nothing is tried again in a workspace once an endpoint of it was deleted", silencedBy("delete-endpoint", 2)},
		{"HOOK-19", "500 counts as delivered", told(1, 200)},
		{"HOOK-19", "a success after a failure is sent again", told(2, 500)},
		{"HOOK-19", "an answer that says ok is taken for one", wellRead()},
		{"HOOK-19", "503 counts as delivered", deliver(func(s *shipment) bool { s.translate = map[int]int{503: 200}; return true })},
		{"HOOK-19", "502 counts as delivered", countsAs(200, 502)},
		{"HOOK-19", "504 counts as delivered", countsAs(200, 504)},
		{"HOOK-20", "", told(3, 200)},
		{"HOOK-20", "", layer{verb: func(verb string, _, out obj) bool {
			list, _ := out["deliveries"].([]any)
			for _, d := range list {
				attempts, _ := d.(obj)["attempts"].([]any)
				for _, a := range attempts {
					delete(a.(obj), "response_status")
				}
			}
			return verb == "list-deliveries"
		}}},
		{"HOOK-20", "a delivery whose last attempt timed out stays pending", stillPending()},
		{"HOOK-20", "the log has tests alone", layer{verb: func(verb string, _, out obj) bool {
			list, _ := out["deliveries"].([]any)
			was := len(list)
			if verb != "list-deliveries" {
				return false
			}
			out["deliveries"] = slices.DeleteFunc(list, func(one any) bool { return one.(obj)["event"] != "webhook.test" })
			return len(out["deliveries"].([]any)) < was
		}}},
		{"HOOK-20", "a delivery that was answered 404 three times stays pending", logged(func(d obj) {
			missed := 0
			eachAttempt(d, func(a obj) {
				if a["response_status"] == 404.0 {
					missed++
				}
			})
			if missed == 3 {
				d["status"] = "pending"
			}
		})},
		{"HOOK-20", "the log says delivered", logged(func(d obj) { d["status"] = "delivered" })},
		{"HOOK-20", "the log has no response status", logged(func(d obj) { eachAttempt(d, cut("response_status")) })},
		{"HOOK-20", "the log has no error", logged(func(d obj) { eachAttempt(d, put("error", "")) })},
		{"HOOK-20", "the log has no attempts", logged(func(d obj) { d["attempts"] = []any{} })},
		{"HOOK-20", "the log stays pending", logged(func(d obj) { d["status"] = "pending" })},
		{"HOOK-20", "an answer 3xx counts as delivered", countsAs(200, 301, 302, 303, 304, 307, 308)},
		{"HOOK-20", "an answer 304 counts as delivered", countsAs(200, 304)},
		{"HOOK-20", "an attempt that timed out has the status 200 in the log", logged(func(d obj) {
			eachAttempt(d, func(one obj) {
				if status, _ := one["response_status"].(float64); status == 0 {
					one["response_status"] = 200
				}
			})
		})},
		{"HOOK-20", "a connection that was closed is no error in the log", inLog(func(_ obj, attempts []any) (did bool) {
			for _, one := range attempts {
				attempt := one.(obj)
				if is := noAnswerOf(one) && strings.Contains(text(attempt, "error"), "broke"); is {
					attempt["error"], did = "", true
				}
			}
			return did
		})},
		{"HOOK-20", "all attempts of the log have the status of the last", inLog(func(_ obj, attempts []any) (did bool) {
			if len(attempts) < 3 {
				return false
			}
			last := attempts[len(attempts)-1].(obj)["response_status"]
			for _, one := range attempts {
				did = did || one.(obj)["response_status"] != last
				one.(obj)["response_status"] = last
			}
			return did
		})},
		{"HOOK-20", "a delivery that is taken at the third attempt is in the log as failed", logged(func(d obj) {
			if list, _ := d["attempts"].([]any); len(list) == 3 && d["status"] == "delivered" {
				d["status"] = "failed"
			}
		})},
		{"HOOK-20", "a delivery that is taken at the third attempt, after a 500, is in the log as failed", logged(func(d obj) {
			list, _ := d["attempts"].([]any)
			if len(list) == 3 && d["status"] == "delivered" && list[0].(obj)["response_status"] == 500.0 {
				d["status"] = "failed"
			}
		})},
		{"HOOK-20", "a delivery that is to be made again is in the log as failed", logged(func(d obj) {
			if tries, _ := d["attempts"].([]any); d["status"] == "pending" && len(tries) > 0 {
				d["status"] = "failed"
			}
		})},
		{"HOOK-20", "an answer 404 is recorded as delivered", logged(func(d obj) {
			eachAttempt(d, func(o obj) {
				if o["response_status"] == 404.0 {
					d["status"] = "delivered"
				}
			})
		})},
		{"HOOK-20", "attempts of an endpoint's deliveries are in one list", sharedAttempts()},
		{"HOOK-20", "the log keeps the last delivery alone", shortLog()},
		{"HOOK-20", "each attempt is in the log with the status of the first", logged(func(d obj) {
			list, _ := d["attempts"].([]any)
			for _, one := range list {
				one.(obj)["response_status"] = list[0].(obj)["response_status"]
			}
		})},
		{"HOOK-20", "an answer 410 counts as delivered", countsAs(200, 410)},
		{"HOOK-21", "a failed delivery is sent again a day later", redriven()},
		{"HOOK-21", "what failed is sent again after a week", redrivenAfter(7 * 24 * time.Hour)},
		{"HOOK-21", "a failed delivery is made again when something else happens", resumed()},
		{"HOOK-21", "a fourth attempt of a completion after a minute", fourthOf("fill_session.completed", time.Minute)},
		{"HOOK-22", "a second fill tells the completion again", doubled("fill_session.completed")},
		{"HOOK-22", "two fills at one time complete a session twice", completedByEach()},
		{"HOOK-22", "a session that completes again has the completed_at of the first time", data("fill_session.completed", func(o obj) {
			o["completed_at"], _ = first.keep(text(o, "session_id"), func() any { return o["completed_at"] })
		})},
		{"HOOK-23", "an envelope is told twice", doubled("esign.completed")},
		{"HOOK-23", "an envelope is forgotten after an hour", forgottenAfter(time.Hour)},
		{"HOOK-23", "an envelope that is completed twice at one time is told twice", toldByEach()},
		{"HOOK-23", "an envelope that completes for the fourth time is told again", absentMinded(false)},
		{"HOOK-23", "an envelope that completes again is told again until it is taken", absentMinded(true)},
		{"HOOK-23", "only the last envelope is remembered", lastRemembered()},
		{"HOOK-24", "", body("webhook.test", func(o obj) { o["id"] = sameID })},
		{"HOOK-24", "the id is that of the endpoint", laterSame()},
		{"HOOK-24", "ids repeat", signedAnew("", func(o obj) { o["id"] = "dlv_1" })},
		{"HOOK-24", "ids have few values", few()},
		{"HOOK-24", "ids are those of a moment", idsOfAMoment()},
		{"HOOK-25", "", deliver(func(s *shipment) bool {
			if s.n == 2 {
				s.sign("whsec_other", s.body)
			}
			return s.n == 2
		})},
		{"HOOK-25", "a retry has another header Delivery", onRetry(func(s *shipment) { s.header.Set("X-Service-Delivery", "retry") })},
		{"HOOK-25", "a retry is not signed", onRetry(func(s *shipment) { s.header.Del("X-Service-Signature") })},
		{"HOOK-25", "a retry has the signature of the first body", onRetry(func(s *shipment) {
			s.body = bytes.Replace(s.body, []byte(`"created_at"`), []byte(`"attempt":2,"created_at"`), 1)
		})},
		{"HOOK-25", "the third attempt is signed under nothing", deliver(func(s *shipment) bool {
			if s.n == 3 {
				s.sign("", s.body)
			}
			return s.n == 3
		})},
		{"HOOK-26", "a closed port ends the delivery", swallowed()},
		{"HOOK-26", "the wait after an attempt that finds nobody is 5 s", laterRetry(3 * time.Second)},
	}
	for _, event := range []string{"fill_session.completed", "esign.completed"} {
		all = append(all, fault{"HOOK-13", "the first attempt comes after 4 s: " + event, ofEvent(event, retimed(1, 4*time.Second))})
	}
	for _, event := range []string{"fill_session.completed", "submission.sent", "esign.completed"} {
		all = append(all, fault{"HOOK-12", "a fourth attempt of " + event, fourthOf(event, 5*time.Second)},
			fault{"HOOK-12", "what gets no answer counts as delivered: " + event, unanswered(event)})
	}
	for _, event := range []string{"fill_session.completed", "submission.sent", "esign.completed"} {
		all = append(all, fault{"HOOK-12", "one attempt of " + event, ofEvent(event, told(1, 200))},
			fault{"HOOK-12", "two attempts of " + event, ofEvent(event, told(2, 200))})
	}
	return all
}

// deliveryNeighbours come near a fault and stay within the text.
func deliveryNeighbours() []fault {
	return []fault{
		{"HOOK-03", "a clock is 11 minutes ahead", shifted("", 11*time.Minute)},
		{"HOOK-03", "a clock is 28 minutes behind", shifted("", -28*time.Minute)},
		{"HOOK-03", "a server lives in another year", inYears(5)},
		{"HOOK-03", "created_at is in the basic format", body("", func(o obj) { o["created_at"] = basic(text(o, "created_at"), "Z") })},
		{"HOOK-03", "created_at has an offset of hours alone", body("", func(o obj) { o["created_at"] = basic(text(o, "created_at"), "+00") })},
		{"HOOK-13", "what happened is looked for every two seconds", deliver(func(s *shipment) bool {
			if s.n == 1 {
				pause(time.Until(time.Now().Truncate(2 * time.Second).Add(2 * time.Second)))
			}
			return s.n == 1
		})},
		{"HOOK-14", "a pause that a receiver asks for is heeded for four seconds", heedful(4 * time.Second)},
		{"HOOK-16", "the header of an answer is all that counts", deliver(func(*shipment) bool { return true })},
		{"HOOK-16", "an answer is read to its end, within the time of the attempt", deliver(func(s *shipment) bool { s.whole = true; return true })},
		{"HOOK-16", "who delivers closes its direction when all is sent", deliver(halfClosed)},
		{"HOOK-17", "who delivers closes its direction when all is sent", deliver(halfClosed)},
		{"HOOK-18", "a connection that broke is tried once more at once", deliver(func(s *shipment) bool {
			s.stubborn = true
			return true
		})},
		{"HOOK-20", "an answer of 3xx or 4xx ends a delivery as failed", failedAtOnce()},
		{"HOOK-20", "the log has no deliveries that were taken", failuresLogged()},
		{"HOOK-20", "the log has the last attempt first", inLog(func(_ obj, attempts []any) bool { slices.Reverse(attempts); return len(attempts) > 1 })},
		{"HOOK-20", "who delivers closes its direction when all is sent", deliver(halfClosed)},
		{"HOOK-23", "one hook call for an envelope at a time", oneCompletionAtATime()},
		{"HOOK-26", "what is due is looked for every two seconds", deliver(func(s *shipment) bool {
			pause(time.Until(time.Now().Truncate(2 * time.Second).Add(2 * time.Second)))
			return true
		})},
	}
}
