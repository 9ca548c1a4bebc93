package sender_test

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/report"
	"github.com/workspaceintake/intake-go/conformance/sender"
)

// receiver is a good receiver whose steps can be exchanged for wrong ones.
type receiver struct {
	secret    string
	body      func([]byte) []byte                                 // what is verified, of what arrived
	signature func(http.Header) (string, bool)                    // the one signature of a request
	compare   func(want, got string) bool                         // with the grammar of the header
	accept    func(event map[string]any, raw []byte) (status int) // of a genuine delivery
	refuse    func(w http.ResponseWriter)
	before    func(event map[string]any) // with what arrived, before it is verified
	once      func(event map[string]any) string

	later chan func() // work on deliveries that were answered; nil when it is done first
	busy  int         // status for a copy of a delivery that is being worked on; 0 lets it wait its turn

	turn    sync.Mutex // one request at a time, so that the faults need no locks of their own
	mu      sync.Mutex
	effects map[string]int
	seen    map[string]bool
}

func good() *receiver {
	return &receiver{
		secret: secret,
		body:   func(raw []byte) []byte { return raw },
		signature: func(h http.Header) (string, bool) {
			all := h.Values("X-Service-Signature")
			return strings.Join(all, ","), len(all) == 1
		},
		compare: func(want, got string) bool { return hmac.Equal([]byte(want), []byte(got)) },
		accept:  func(map[string]any, []byte) int { return http.StatusNoContent },
		refuse:  func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) },
		before:  func(map[string]any) {},
		once:    func(e map[string]any) string { id, _ := e["id"].(string); return id },
		effects: map[string]int{}, seen: map[string]bool{},
	}
}

func (r *receiver) sum(body []byte) string {
	mac := hmac.New(sha256.New, []byte(r.secret))
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	raw, _ := io.ReadAll(req.Body)
	if r.busy == 0 {
		r.turn.Lock()
	} else if !r.turn.TryLock() {
		w.WriteHeader(r.busy)
		return
	}
	defer r.turn.Unlock()
	var event map[string]any
	_ = json.Unmarshal(raw, &event)
	r.before(event)
	got, one := r.signature(req.Header)
	if !one || !r.compare(r.sum(r.body(raw)), got) {
		r.refuse(w)
		return
	}
	status := r.accept(event, raw)
	switch {
	case status/100 != 2:
	case r.later != nil:
		r.later <- func() { r.handle(event) }
	default:
		r.handle(event)
	}
	w.WriteHeader(status)
}

// work does what was put off, until the function that it returns is called.
func (r *receiver) work() (stop func()) {
	var ended sync.WaitGroup
	if r.later != nil {
		ended.Go(func() {
			for do := range r.later {
				do()
			}
		})
	}
	return func() {
		if r.later != nil {
			close(r.later)
		}
		ended.Wait()
	}
}

func (r *receiver) handle(event map[string]any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if key := r.once(event); key == "" || !r.seen[key] {
		r.seen[key] = true
		id, _ := event["id"].(string)
		r.effects[id]++
	}
}

func (r *receiver) count(_ context.Context, id string) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.effects[id], nil
}

func status(code int) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { w.WriteHeader(code) }
}

func reserialised(raw []byte) []byte {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	text, _ := json.Marshal(v)
	return text
}

func only(members ...string) func(map[string]any, []byte) int {
	return func(e map[string]any, _ []byte) int {
		for m := range e {
			if !slices.Contains(members, m) {
				return http.StatusUnprocessableEntity
			}
		}
		return http.StatusNoContent
	}
}

// mutants are faults that receivers in the wild have, each with a requirement that must name it.
var mutants = []struct {
	name string
	id   string
	make func(r *receiver)
}{
	{"nothing is verified", "RCV-02", func(r *receiver) { r.compare = func(string, string) bool { return true } }},
	{"any digest of the right length", "RCV-03", func(r *receiver) { r.compare = func(want, got string) bool { return len(want) == len(got) } }},
	{"any digest of the right form", "RCV-06", func(r *receiver) {
		r.compare = func(want, got string) bool { return len(want) == len(got) && got[:7] == want[:7] }
	}},
	{"mismatch answered 403", "RCV-02", func(r *receiver) { r.refuse = status(403) }},
	{"mismatch answered 400", "RCV-03", func(r *receiver) { r.refuse = status(400) }},
	{"mismatch answered 500", "RCV-06", func(r *receiver) { r.refuse = status(500) }},
	{"mismatch answered 200", "RCV-05", func(r *receiver) { r.refuse = status(200) }},
	{"verifies re-serialised JSON", "RCV-04", func(r *receiver) { r.body = reserialised }},
	{"verifies trimmed bytes", "RCV-04", func(r *receiver) { r.body = bytes.TrimSpace }},
	{"verifies only the ASCII of the text", "RCV-04", func(r *receiver) {
		r.body = func(raw []byte) []byte {
			return bytes.Map(func(c rune) rune {
				if c > 126 {
					return -1
				}
				return c
			}, raw)
		}
	}},
	{"takes a re-serialised body too", "RCV-05", func(r *receiver) {
		r.body = func(raw []byte) []byte { return bytes.ReplaceAll(bytes.TrimSpace(raw), []byte("\n"), nil) }
	}},
	{"compares the first half", "RCV-06", func(r *receiver) {
		r.compare = func(want, got string) bool { return len(got) == 71 && want[:39] == got[:39] }
	}},
	{"compares all but the first digit", "RCV-06", func(r *receiver) {
		r.compare = func(want, got string) bool { return len(got) == 71 && want[8:] == got[8:] }
	}},
	{"compares all but the last digit", "RCV-06", func(r *receiver) {
		r.compare = func(want, got string) bool { return len(got) == 71 && want[:70] == got[:70] }
	}},
	{"a key without its prefix", "RCV-01", func(r *receiver) { r.secret = strings.TrimPrefix(secret, "whsec_") }},
	{"a second key without its prefix", "RCV-03", func(r *receiver) {
		var other receiver
		other.secret = strings.TrimPrefix(secret, "whsec_")
		var raw []byte
		r.body = func(b []byte) []byte { raw = b; return b }
		r.compare = func(want, got string) bool { return want == got || other.sum(raw) == got }
	}},
	{"no signature needed", "RCV-07", func(r *receiver) {
		r.compare = func(want, got string) bool { return got == "" || want == got }
		r.signature = func(h http.Header) (string, bool) { return h.Get("X-Service-Signature"), true }
	}},
	{"a missing signature breaks it", "RCV-07", func(r *receiver) {
		r.signature = func(h http.Header) (string, bool) {
			if h.Get("X-Service-Signature") == "" {
				panic(http.ErrAbortHandler)
			}
			return h.Get("X-Service-Signature"), true
		}
	}},
	{"no prefix needed", "RCV-08", func(r *receiver) {
		r.compare = func(want, got string) bool { return want == got || want == "sha256="+got }
	}},
	{"more digits than 64", "RCV-08", func(r *receiver) { r.compare = func(want, got string) bool { return strings.HasPrefix(got, want) } }},
	{"fewer digits than 64", "RCV-08", func(r *receiver) {
		r.compare = func(want, got string) bool { return len(got) >= 40 && strings.HasPrefix(want, got) }
	}},
	{"an odd length breaks it", "RCV-08", func(r *receiver) {
		r.compare = func(want, got string) bool {
			if len(got) != 71 {
				panic(http.ErrAbortHandler)
			}
			return want == got
		}
	}},
	{"a malformed signature breaks it for good", "RCV-08", func(r *receiver) {
		broken := false
		r.compare = func(want, got string) bool { broken = broken || len(got) > 1000; return want == got && !broken }
	}},
	{"never answers in time", "RCV-09", func(r *receiver) {
		r.accept = func(map[string]any, []byte) int { panic(http.ErrAbortHandler) }
	}},
	{"answers after work", "RCV-10", func(r *receiver) {
		r.accept = func(map[string]any, []byte) int { <-time.After(60 * time.Millisecond); return 204 }
	}},
	{"handles every copy", "RCV-11", func(r *receiver) { r.once = func(map[string]any) string { return "" } }},
	{"refuses copies", "RCV-11", func(r *receiver) {
		ids := map[string]bool{}
		r.accept = func(e map[string]any, _ []byte) int {
			id, _ := e["id"].(string)
			if ids[id] {
				return http.StatusConflict
			}
			ids[id] = true
			return 204
		}
	}},
	{"header names by their case", "RCV-13", func(r *receiver) {
		first := true
		r.signature = func(h http.Header) (string, bool) { // net/http folds names; the fault is told by its effect
			first = !first
			return h.Get("X-Service-Signature"), !first
		}
	}},
	{"refuses unknown members", "RCV-14", func(r *receiver) { r.accept = only("id", "event", "created_at", "data") }},
	{"works before it verifies", "RCV-15", func(r *receiver) {
		r.before = func(e map[string]any) { r.handle(e) }
	}},
	{"refuses test events", "RCV-17", func(r *receiver) {
		r.accept = func(e map[string]any, _ []byte) int {
			if e["event"] == "webhook.test" {
				return 422
			}
			return 204
		}
	}},
	{"refuses test events without data", "RCV-17", func(r *receiver) {
		r.accept = func(e map[string]any, raw []byte) int {
			if bytes.Contains(raw, []byte(`"data":{}`)) {
				return 422
			}
			return 204
		}
	}},
	{"does not know e-signatures", "RCV-01", func(r *receiver) {
		r.accept = func(e map[string]any, _ []byte) int {
			if e["event"] == "esign.completed" {
				return 404
			}
			return 204
		}
	}},
	{"redirects what it takes", "RCV-01", func(r *receiver) { r.accept = func(map[string]any, []byte) int { return 303 } }},
	{"breaks on letters outside ASCII", "RCV-01", func(r *receiver) {
		r.accept = func(_ map[string]any, raw []byte) int {
			if bytes.ContainsFunc(raw, func(c rune) bool { return c > 126 }) {
				return 500
			}
			return 204
		}
	}},
}

// just runs one case.
func just(id string) sender.Options {
	return sender.Options{Chosen: func(one string) bool { return one == id }, QuickBound: 50 * time.Millisecond}
}

func TestEveryReceiverMutantIsFound(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, []string{m.id}, verdicts(t, m.make, just(m.id), report.Fail, report.Warn))
		})
	}
}

func TestTheGoodReceiverIsNotAccused(t *testing.T) {
	require.Empty(t, verdicts(t, func(*receiver) {}, sender.Options{QuickBound: time.Minute}, report.Fail, report.Warn, report.Inconclusive, report.Blocked))
}

// verdicts lists the ids of a receiver's findings with one of the verdicts.
func verdicts(t *testing.T, change func(*receiver), o sender.Options, wanted ...report.Verdict) (ids []string) {
	t.Helper()
	r := good()
	change(r)
	server := httptest.NewServer(r)
	defer server.Close()
	o.Target, o.Secret, o.Effects = server.URL, secret, r.count
	found, err := sender.Run(t.Context(), o)
	require.NoError(t, err)
	for _, f := range found {
		if slices.Contains(wanted, f.Verdict) {
			ids = append(ids, f.ID)
		}
	}
	return ids
}
