package checks_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// plantedStrangers are faults that servers of strangers had.
func plantedStrangers() []plant {
	return []plant{
		{"API-EXTRACT-01", "a file whose name is beyond ASCII breaks the server", layer{request: refusingCalls("extract", 500, func(c *call) bool {
			return strings.Contains(string(c.in), "übersicht")
		})}},
		{"API-GET-12", "numbers are stored less one", stored(ofNumber(func(n float64) float64 { return n - 1 }))},
		{"API-GET-12", "the month and the day of dates are turned", stored(ofText(monthAndDayTurned))},
		{"API-GET-12", "40 letters of a value are stored", stored(ofText(cutAt(40)))},
		{"API-PDF-03", "every form can be downloaded of a session whose forms were filled", formsOfAll()},
		{"OAUTH-TOKEN-08", "an unknown refresh token is unauthorised", layer{response: func(c *call) bool {
			did := c.op == "token" && c.status == 400 && form(c).Get("grant_type") == "refresh_token"
			if did {
				c.status = http.StatusUnauthorized
			}
			return did
		}}},
		{"OAUTH-CODE-06", "an error comes back without the state", redirected(func(q url.Values) {
			if q.Has("error") {
				q.Del("state")
			}
		})},
		{"API-ANSWER-20", "a skip of one question is one of all", skipsAll()},
	}
}

// monthAndDayTurned has the day of a date in the place of its month.
func monthAndDayTurned(value string) string {
	if len(value) != len("2026-03-10") || value[4] != '-' || value[7] != '-' {
		return value
	}
	return value[:5] + value[8:] + "-" + value[5:7]
}

// formsOfAll gives the form that was downloaded last in the place of one that a session does not have.
func formsOfAll() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "pdf" && c.ok() {
			last.put("form", c)
		}
		form, known := last.snapshot()["form"].(*call)
		did := known && c.op == "pdf" && c.status == http.StatusNotFound && strings.Contains(c.r.URL.Path, "commercial_")
		if did {
			c.status, c.header, c.out = form.status, form.header.Clone(), form.out
		}
		return did
	}}
}

// skipsAll ends an intake when a question was skipped.
func skipsAll() layer {
	return layer{response: func(c *call) bool {
		return asksForSkip(c) && c.ok() && c.edit(func(o obj) bool {
			was := o["done"]
			o["done"], o["pending_count"], o["asks"] = true, 0, []any{}
			return was != true
		})
	}}
}

// A cap of more sessions than the free plan has shows on the key that a person gave, whose plan nobody told.
func TestACapOfAnotherNumber(t *testing.T) {
	taken := newMemory()
	b := newBed(t, layer{request: func(c *call) bool {
		mine := c.op == "create" && bearer(c) == taken.snapshot()["home"]
		did := mine && len(taken.list()) >= 3*freePlan
		if mine {
			taken.add(c)
		}
		if did {
			c.refuse(http.StatusPaymentRequired)
		}
		return did
	}})
	target := b.target()
	var home struct {
		Key string `json:"api_key"`
	}
	require.NoError(t, b.Call(t.Context(), "create-workspace", obj{"name": "Home", "plan": "paid"}, &home))
	taken.put("home", home.Key)
	target.APIKey = home.Key
	results, err := checks.Run(t.Context(), target, checks.Options{Seed: 1, Parallel: 1, Pattern: "API-CREATE,LIM-07"}, checks.Server())
	require.NoError(t, err)
	at := slices.IndexFunc(results, func(one report.Result) bool { return one.ID == "LIM-07" })
	require.GreaterOrEqual(t, at, 0, "LIM-07 has no result")
	require.Equal(t, report.Fail, results[at].Verdict, results[at].Got)
}

// freePlan is how many sessions the free plan has in a month.
const freePlan = 5
