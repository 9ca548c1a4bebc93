package selftest_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// confirming asks of every message after the first whether it was understood, and goes by it once that was said.
func confirming() layer {
	held, last := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		var in obj
		id := sessionIn(c)
		reply, known := last.snapshot()[id].(obj)
		if c.op != "answer" || !known || json.Unmarshal(c.in, &in) != nil || message(in) == "" {
			return false
		}
		if said, _ := held.snapshot()[id].(string); said != "" {
			held.put(id, "")
			c.in = restated(said)
			return strings.HasPrefix(message(in), "Yes")
		}
		held.put(id, message(in))
		o := maps.Clone(reply)
		o["done"], o["set_fields"] = false, obj{}
		o["asks"] = []any{obj{"key": "confirm", "label": "Please confirm", "kind": "yes_no", "question": "I understood: " + message(in) + ". Is that right?"}}
		c.answer(200, o)
		return true
	}, response: func(c *call) bool {
		var o obj
		if c.op == "answer" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			last.put(sessionIn(c), o)
		}
		return false
	}}
}

// A server may ask whether it understood before it sets anything: its intake comes to its end all the same.
func TestAnswersAreConfirmed(t *testing.T) {
	t.Parallel()
	b := newBed(t, confirming())
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf("API-ANSWER-21")})
	require.NoError(t, err)
	require.Equal(t, report.Pass, results[0].Verdict, results[0].Got)
	require.Positive(t, b.layer.touched.Load())
}

// A server may answer a question and ask nothing beside, as the one that opens an intake: its answers are judged all the same.
func TestAQuestionIsAnsweredAndNothingAsked(t *testing.T) {
	t.Parallel()
	b := newBed(t, layer{response: func(c *call) bool {
		var in obj
		return c.op == "answer" && c.ok() && json.Unmarshal(c.in, &in) == nil && strings.HasSuffix(message(in), "?") && c.edit(func(o obj) bool {
			o["asks"] = []any{}
			return true
		})
	}})
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf("API-GET-12"), checkOf("API-ANSWER-17"), checkOf("API-ANSWER-18")})
	require.NoError(t, err)
	for _, r := range results {
		require.Equal(t, report.Pass, r.Verdict, "%s: expected %s, got %s", r.ID, r.Expected, r.Got)
	}
	require.Positive(t, b.layer.touched.Load())
}
