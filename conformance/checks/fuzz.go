package checks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/conformance/report"
)

// step is one generated call: a create, or a turn on the session that the first create made. Valid says what the limits
// of the text make of it; nothing else is called invalid. Of an odd one it says no more than that it is no failure of the service.
type step struct {
	create bool
	body   obj
	valid  bool

	odd  bool
	raw  []byte // in the place of the body
	file []byte // is uploaded
}

// Alphabets of generated texts, all of characters within the BMP, without white space at the ends.
var alphabets = []string{"abcdefghijklmnopqrstuvwxyz", "ABC 123 -'&.", "éüñçßøæ", "漢字仮名交", "0123456789", `"\/{}[]<>;`}

func phrase(dice *rand.Rand, n int) string {
	letters := []rune(alphabets[dice.IntN(len(alphabets))])
	out := make([]rune, n)
	for i := range out {
		out[i] = letters[dice.IntN(len(letters))]
	}
	if n > 0 {
		out[0], out[n-1] = 'x', 'x'
	}
	return string(out)
}

// length draws a length within or just outside 1 to most.
func length(dice *rand.Rand, most int) (n int, valid bool) {
	switch dice.IntN(8) {
	case 0:
		return 0, false
	case 1:
		return most + 1, false
	case 2:
		return most, true
	case 3:
		return 1, true
	}
	return 1 + dice.IntN(most), true
}

func newStep(dice *rand.Rand, first bool) step {
	if !first && dice.IntN(3) == 0 {
		return newOdd(dice)
	}
	s := step{create: first || dice.IntN(4) == 0, valid: true}
	member, most := "message", 10000
	if s.create {
		member, most = "insured_name", 256
	}
	n, valid := length(dice, most)
	if first {
		n, valid = 1+dice.IntN(40), true
	}
	s.body, s.valid = obj{member: phrase(dice, n)}, valid
	if first {
		return s
	}
	if dice.IntN(8) == 0 {
		s.body[member], s.valid = []any{7, nil, true, []any{"x"}, obj{"x": 1}}[dice.IntN(5)], false
	}
	if s.create && dice.IntN(6) == 0 {
		s.body["lobs"], s.valid = []any{5}, false
	}
	return s
}

// play makes the calls on a session of their own and says which rule broke, or nothing. The model of a session is what
// the text promises: valid calls succeed, invalid ones answer 422 and change nothing, and the session stays itself.
func (c *C) play(steps []step) (id, broken string) {
	session, name, values := "", any(nil), any(nil)
	for _, s := range steps {
		if !s.create && session == "" {
			continue
		}
		x := c.take(s, session)
		switch {
		case x.status >= 500:
			return "ERR-06", fmt.Sprintf("no 5xx: %s", x)
		case s.odd:
		case s.valid && !x.ok() && s.create:
			return "API-CREATE-14", fmt.Sprintf("a valid create to be taken: %s", x)
		case s.valid && !x.ok():
			return "API-ANSWER-13", fmt.Sprintf("a valid message to be taken: %s", x)
		case !s.valid && x.status != 422 && s.create:
			return "API-CREATE-17", fmt.Sprintf("422 for an invalid create: %s", x)
		case !s.valid && x.status != 422:
			return "API-ANSWER-16", fmt.Sprintf("422 for an invalid message: %s", x)
		}
		if s.create && s.valid && session == "" {
			session, _ = x.object()["session_id"].(string)
			name = x.object()["insured_name"]
		}
		if session == "" {
			continue
		}
		now := c.detail(session)
		if !now.ok() || now.object()["session_id"] != session || !s.create && !s.valid && !s.odd && values != nil && !equal(values, now.object()["field_values"]) {
			return "API-CREATE-27", fmt.Sprintf("the session of %v to stay as it was: %s", name, now)
		}
		if values = now.object()["field_values"]; !s.create && (s.valid || s.odd) && finished(x) { // further turns may be refused for that
			session, values = "", nil
		}
	}
	return "", ""
}

// take makes the call of a step.
func (c *C) take(s step, session string) *exchange {
	path := "/org/sessions"
	if !s.create {
		path = sessionPath(session, "answers")
	}
	switch {
	case s.file != nil:
		return c.call("POST", sessionPath(session, "extract"), upload("file", "odd.pdf", "application/pdf", s.file))
	case s.raw != nil:
		return c.call("POST", path, bodyOf("application/json", s.raw))
	}
	return c.post(path, s.body)
}

// shrink looks for the shortest list of calls, with the shortest texts, that still breaks the same rule.
func (c *C) shrink(steps []step, id string) []step {
	still := func(list []step) bool { got, _ := c.play(list); return got == id }
	for changed := true; changed; {
		changed = false
		for i := len(steps) - 1; i >= 0; i-- {
			if fewer := append(append([]step{}, steps[:i]...), steps[i+1:]...); len(fewer) > 0 && still(fewer) {
				steps, changed = fewer, true
			}
		}
	}
	for i, s := range steps {
		for member, v := range s.body {
			long, ok := v.(string)
			for size := 1; ok && s.valid && size < len([]rune(long)); size *= 2 {
				shorter := append([]step{}, steps...)
				shorter[i].body = obj{member: string([]rune(long)[:size])}
				if still(shorter) {
					steps = shorter
					break
				}
			}
		}
	}
	return steps
}

func (s step) String() string {
	call := "answer"
	if s.create {
		call = "create"
	}
	switch {
	case s.file != nil:
		return fmt.Sprintf("extract %d bytes, %s", len(s.file), digest(s.file))
	case s.raw != nil:
		return call + " " + excerpt(s.raw)
	}
	return call + " " + excerpt([]byte(text(s.body)))
}

// fuzz plays generated sequences until the time is over or a rule broke, and gives the result of the rule. The seed
// decides every sequence.
func (r *run) fuzz(ctx context.Context) *report.Result {
	dice := rand.New(rand.NewPCG(uint64(r.options.Seed), 0xf022))
	for end := time.Now().Add(r.options.Fuzz); time.Now().Before(end) && ctx.Err() == nil; {
		steps := []step{newStep(dice, true)}
		for range dice.IntN(8) {
			steps = append(steps, newStep(dice, false))
		}
		if result := r.sequence(ctx, steps); result != nil {
			return result
		}
	}
	return nil
}

func (r *run) sequence(ctx context.Context, steps []step) (found *report.Result) {
	c := &C{run: r, ctx: ctx, check: Check{ID: "ERR-06"}}
	r.clock.enter()
	defer r.clock.leave()
	defer func() { c.leaves(recover()) }()
	id, _ := c.play(steps)
	if id == "" {
		return nil
	}
	steps = c.shrink(steps, id)
	c.traffic, c.steps, c.inOrder = nil, nil, true
	_, broken := c.play(steps)
	if broken == "" { // once may be bad luck
		return nil
	}
	var calls []string
	for _, s := range steps {
		calls = append(calls, s.String())
	}
	result := report.Of(id, report.Fail)
	result.Expected, result.Got = "generated calls to be answered within the limits of the text", r.redact(broken)
	result.Cause = fmt.Sprintf("found by -fuzz with seed %d; the shortest calls: %s", r.options.Seed, r.redact(strings.Join(calls, "; ")))
	result.Exchanges = r.evidence(c.traffic)
	result.Reproduce, result.Unrepeated = r.reproduce(c)
	return &result
}
