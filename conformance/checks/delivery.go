package checks

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// The events of the text.
const (
	completedEvent = "fill_session.completed"
	sentEvent      = "submission.sent"
	esignEvent     = "esign.completed"
	testEvent      = "webhook.test"
)

// Times around deliveries. The waits of the text are 2 s and 5 s; an early attempt is a fault, a late one within the
// tolerance is not.
const (
	early       = 200 * time.Millisecond
	late        = 2500 * time.Millisecond
	soon        = 3 * time.Second
	arrivalTime = 12 * time.Second
	emailTime   = 30 * time.Second // after a submission: its email leaves when a queue lets it
	quietTime   = 1500 * time.Millisecond
	nearing     = 500 * time.Millisecond // before something is due, from which on its time is looked at closely
)

func (c *C) listener() *listener { return c.listenerAt(&c.run.listener) }

// curtListener is one whose connections are of one request each: a client that finds a connection broken that it used
// before may send its request once more without being told to.
func (c *C) curtListener() *listener {
	l := c.listenerAt(&c.run.singleListener)
	l.server.SetKeepAlivesEnabled(false)
	return l
}

func (c *C) listenerAt(at **listener) *listener {
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	if *at == nil {
		l, err := newListener(c.run.clock, c.run.target.ListenHost)
		if err != nil {
			c.unclear("a port for webhook deliveries", "%v", err)
		}
		*at = l
	}
	return *at
}

// subscribe registers an endpoint of a workspace for events; none means all of them.
func (c *C) subscribe(ws *Workspace, answer func(n int) int, events ...string) *mailbox {
	return c.subscribeAt(c.listener(), ws, answer, events...)
}

func (c *C) subscribeAt(l *listener, ws *Workspace, answer func(n int) int, events ...string) *mailbox {
	c.run.keeper.ready(c) // before anything is under way
	path := "hook-" + c.random(12)
	b := l.box(path, answer)
	b.ws = ws
	c.registerBox(b, l.base+"/"+path, events)
	return b
}

func (c *C) registerBox(b *mailbox, url string, events []string) {
	b.events = events
	all := events
	if len(all) == 0 {
		all = []string{completedEvent, sentEvent, esignEvent, testEvent}
	}
	in := obj{"org_id": b.ws.OrgID, "url": url, "events": all}
	if len(events) == 0 && c.verb("create-endpoint", in, b) != nil {
		in["events"] = all[:3] // a server may not let webhook.test be picked
	}
	if b.ID.text == "" {
		c.hook("create-endpoint", in, b)
	}
	c.run.secret(b.Secret, "")
	c.aboutHook("create-endpoint", in)
	c.needs(b.ID.text != "" && b.Secret != "", "an endpoint with a secret", "the hook gave %q", b.ID)
}

// test requests a test delivery and says when the request was through.
func (c *C) test(b *mailbox) time.Time {
	b.mark(func() {
		b.keep = func(a *arrival) bool { // a workspace that is not the check's own has other events too
			return !slices.Contains([]any{completedEvent, sentEvent, esignEvent}, a.object()["event"])
		}
	})
	c.hook("send-test-event", obj{"org_id": b.ws.OrgID, "endpoint_id": b.ID}, nil)
	asked := c.run.clock.passed()
	if b.tests++; b.here {
		n := b.tests
		c.owes("EVT-10", b, "webhook.test for each request", func(list []arrival) bool { return len(list) >= n })
	}
	return asked
}

// delivered requests a test delivery to an endpoint of its own and waits for it.
func (c *C) delivered() (*mailbox, arrival) {
	b := c.subscribe(c.own(), nil)
	c.test(b)
	return b, c.first(b)
}

// first waits for the first delivery; that it never comes is for the checks of the events to judge.
func (c *C) first(b *mailbox) arrival {
	list, ok := c.awaits(b, arrivalTime, endedAttempts(1))
	c.needs(ok, "a delivery to look at", "none within %v", arrivalTime)
	return list[0]
}

// failing is a delivery whose endpoint answers 500 and in the end 503, watched until a fourth attempt would have come.
type failing struct {
	box   *mailbox
	list  []arrival
	first string // its status in the log after the first attempt, where the hook tells
	asked time.Time
}

// begun is when the first attempt began at the earliest: a server may count from there, and one that is busy, or on a busy machine, has
// it on its way for as long as its slowest look took.
func (f *failing) begun(r *run) time.Time {
	if at := f.list[0].start.Add(-r.slowestLook()); f.asked.Before(at) {
		return at
	}
	return f.asked
}

// lastFailure is what the third attempt and any after it are answered, other than those before.
const lastFailure = 503

const fourthTime = 6500 * time.Millisecond

func (c *C) failing() *failing {
	f := shared(c, "failing delivery", func(c *C) *failing {
		b := c.subscribe(c.own(), func(n int) int { return []int{500, 500, lastFailure}[min(n-1, 2)] })
		asked := c.run.clock.passed()
		c.test(b)
		c.first(b)
		first := ""
		c.maybe(func() {
			if list := c.logged(b); len(list) == 1 && len(b.all()) == 1 {
				first = list[0].Status
			}
		})
		for n, earliest := range []time.Duration{2 * time.Second, 3 * time.Second} { // the third may be due 5 s after the first
			c.until(b, earliest-nearing, endedAttempts(n+2))
			c.still(b, endedAttempts(n+2))
			if _, came := c.timed(b, arrivalTime-earliest, endedAttempts(n+2)); !came {
				return &failing{b, b.all(), first, asked} // one that never comes is followed by none
			}
		}
		c.until(b, fourthTime, endedAttempts(4))
		c.still(b, endedAttempts(4))
		return &failing{b, b.all(), first, asked}
	})
	c.aboutHook("send-test-event", obj{"org_id": f.box.ws.OrgID, "endpoint_id": f.box.ID})
	return f
}

// wantPrefixed fails the check unless the secret of an endpoint has its prefix, and something after it.
func (c *C) wantPrefixed(b *mailbox) {
	const prefix = "whsec_"
	c.want(len(b.Secret) > len(prefix) && b.Secret[:len(prefix)] == prefix, "a secret that begins with "+prefix, "%.6s", b.Secret)
}

func (c *C) headerOf(a arrival, name string) string {
	return a.header.Get(c.run.target.HeaderPrefix + name)
}

var signatureForm = regexp.MustCompile(`^sha256=[0-9a-f]{64}$`)

func mac(key, body []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write(body)
	return "sha256=" + hex.EncodeToString(m.Sum(nil))
}

func (c *C) signed(a arrival, secret string) bool {
	return strings.EqualFold(c.headerOf(a, "Signature"), mac([]byte(secret), a.body))
}

// wantSigned fails the check unless an attempt carries the right signature, and says which other reading would match.
func (c *C) wantSigned(a arrival, secret string) {
	if c.signed(a, secret) {
		return
	}
	c.failBecause(c.guessSignature(a, secret), "the HMAC-SHA256 of the body under the endpoint's whole secret", "%s: %s", c.run.target.HeaderPrefix+"Signature",
		excerpt([]byte(c.headerOf(a, "Signature"))))
}

func (c *C) guessSignature(a arrival, secret string) string {
	got := strings.ToLower(c.headerOf(a, "Signature"))
	got = "sha256=" + strings.TrimPrefix(got, "sha256=")
	bare := strings.TrimPrefix(secret, "whsec_")
	type reading struct {
		of    string
		bytes []byte
	}
	keys := []reading{{"the secret", []byte(secret)}, {"the secret without its prefix whsec_", []byte(bare)}}
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.RawURLEncoding} {
		if key, err := enc.DecodeString(bare); err == nil {
			keys = append(keys, reading{"the base64-decoded secret", key})
		}
	}
	if key, err := hex.DecodeString(bare); err == nil {
		keys = append(keys, reading{"the hex-decoded secret", key})
	}
	bodies := []reading{{"the body", a.body}, {"the body without white space at its end", bytes.TrimSpace(a.body)}}
	if again, err := json.Marshal(a.json); err == nil {
		bodies = append(bodies, reading{"the body written again", again})
	}
	bodies = append(bodies, reading{"the body with all beyond ASCII in escapes", inASCII(a.body)})
	if data, err := json.Marshal(a.data()); err == nil {
		bodies = append(bodies, reading{"the data alone", data})
	}
	id, _ := a.object()["id"].(string)
	bodies = append(bodies, reading{"the id, a dot and the body", append([]byte(id+"."), a.body...)})
	for _, key := range keys {
		for _, body := range bodies {
			if mac(key.bytes, body.bytes) == got {
				if form := "the signature is that of " + body.of + " under " + key.of; strings.HasPrefix(strings.ToLower(c.headerOf(a, "Signature")), "sha256=") {
					return form
				}
				return "the digest is that of " + body.of + " under " + key.of + ", without sha256= before it"
			}
		}
	}
	return "no usual other reading matches"
}

// inASCII writes what a JSON text has beyond ASCII as escapes (RFC 8259 section 7), as some encoders do.
func inASCII(body []byte) []byte {
	var out []byte
	for _, r := range string(body) {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	return out
}

// isoMillis are the forms of a time of ISO 8601 in UTC with milliseconds: extended or basic, with a comma or a point.
var isoMillis = []string{"2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05.000+00:00", "2006-01-02T15:04:05.000+00", "20060102T150405.000Z",
	"20060102T150405.000+0000", "20060102T150405.000+00"}

// inMillis reads a time in one of these forms.
func inMillis(text string) (at time.Time, is bool) {
	text = strings.ToUpper(strings.Replace(text, ",", ".", 1))
	for _, form := range isoMillis {
		if at, err := time.Parse(form, text); err == nil && len(text) == len(form) {
			return at, true
		}
	}
	return time.Time{}, false
}
