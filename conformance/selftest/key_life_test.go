package selftest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// A key that lapses only when all checks together have moved the clock far enough is not the judge's bad luck.
func TestKeysThatLapseLateAreFound(t *testing.T) {
	t.Parallel()
	k := newTicking()
	var began time.Time
	b := newBed(t, layer{clocked: true, verb: k.verb, request: func(c *call) bool {
		did := c.op == "me" && k.now().Sub(began) > 600*24*time.Hour
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}})
	began = k.now()
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf("AUTH-11"), checkOf("LIM-06")})
	require.NoError(t, err)
	require.Equal(t, report.Fail, results[0].Verdict, "%s", results[0].Got)
}

// A key that ends within the time of a run needs no clock to be found.
func TestAKeyThatEndsInARunIsFoundWithOneKey(t *testing.T) {
	used := newMemory()
	ends := layer{request: func(c *call) bool {
		if c.op == "create" {
			used.put(bearer(c), true)
		}
		did := c.op != "create" && withKey(c) && used.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}}
	require.Equal(t, report.Fail, oneKey(t, ends, "API-ME-01", "API-CREATE-01", "AUTH-11")["AUTH-11"].Verdict)
	require.Equal(t, report.Blocked, oneKey(t, set("me", "note", "x"), "API-ME-01", "AUTH-11")["AUTH-11"].Verdict)
}

func seconds(in obj) float64 { n, _ := in["window_seconds"].(float64); return n }
