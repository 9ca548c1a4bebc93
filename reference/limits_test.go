package reference_test

import (
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

// onEach runs a test on a server of each engine.
func onEach(t *testing.T, test func(t *testing.T, s *reference.Server, c *clock.Manual)) {
	run := func(name string, config func(t *testing.T) reference.Config) {
		t.Run(name, func(t *testing.T) {
			c := clock.NewManual(time.Date(2026, 3, 31, 23, 59, 50, 0, time.UTC))
			cfg := config(t)
			cfg.Clock, cfg.Control = c, true
			test(t, newServer(t, cfg), c)
		})
	}
	run("sqlite", func(*testing.T) reference.Config { return reference.Config{} })
	run("postgres", func(t *testing.T) reference.Config { return reference.Config{Database: storetest.Postgres(t)} })
}

func TestTheMonthlyCapOfTheFreePlan(t *testing.T) {
	onEach(t, func(t *testing.T, s *reference.Server, clock *clock.Manual) {
		c, w := newCaller(t, s, reference.NewWorkspace{Plan: "free"})
		other, _ := newCaller(t, s, reference.NewWorkspace{Plan: "free"})
		path, _ := c.create(obj{"insured_name": "A"})
		require.Equal(t, 422, c.post("/org/sessions", obj{"insured_name": ""}).status, "a refused create does not count")
		for range 4 {
			c.create(obj{"insured_name": "A"})
		}
		out := c.post("/org/sessions", obj{"insured_name": "A"})
		require.Equal(t, 402, out.status)
		require.NotEmpty(t, out.body["detail"])
		require.Equal(t, 422, c.post("/org/sessions", obj{"insured_name": ""}).status, "faults come before the cap")
		require.Equal(t, 200, c.get(path).status)
		require.Equal(t, 200, c.post(path+"/answers", obj{"message": "hello"}).status)
		require.Equal(t, 200, c.post(path+"/fill", nil).status)
		require.Equal(t, 200, c.get(path+"/risk-summary").status)
		other.create(obj{"insured_name": "B"})

		control := caller{t: t, handler: s.Control()}
		require.Equal(t, 200, control.post("/v1/set-plan", obj{"org_id": w.OrgID, "plan": "paid"}).status)
		c.create(obj{"insured_name": "A"})
		require.Equal(t, 200, control.post("/v1/set-plan", obj{"org_id": w.OrgID, "plan": "free"}).status)
		require.Equal(t, 402, c.post("/org/sessions", obj{"insured_name": "A"}).status)
		clock.Advance(20 * time.Second) // into April, in UTC
		c.create(obj{"insured_name": "A"})
	})
}

func TestTheCapHoldsWhenManyCreateAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s *reference.Server, _ *clock.Manual) {
		c, _ := newCaller(t, s, reference.NewWorkspace{Plan: "free"})
		var made, capped atomic.Int64
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				out, err := c.send(httptest.NewRequest("POST", "/org/sessions", strings.NewReader(`{"insured_name":"A"}`)))
				switch {
				case err != nil:
					t.Error(err)
				case out.status == 200:
					made.Add(1)
				case out.status == 402:
					capped.Add(1)
				default:
					t.Errorf("%d %s", out.status, out.raw)
				}
			})
		}
		wg.Wait()
		require.Equal(t, int64(5), made.Load())
		require.Equal(t, int64(15), capped.Load())
		require.Len(t, c.get("/org/sessions").body["sessions"], 5)
	})
}

func TestHeavyOperationsAreRateLimited(t *testing.T) {
	onEach(t, func(t *testing.T, s *reference.Server, clock *clock.Manual) {
		c, w := newCaller(t, s, paid)
		other, _ := newCaller(t, s, paid)
		otherPath, _ := other.create(obj{"insured_name": "B"})
		path, _ := c.create(obj{"insured_name": "A"})
		control := caller{t: t, handler: s.Control()}
		for operation, call := range map[string]func(c caller, path string) reply{
			"answers": func(c caller, path string) reply { return c.post(path+"/answers", obj{"message": "hello"}) },
			"extract": func(c caller, path string) reply { return c.upload(path+"/extract", "file", "a.pdf", []byte("zip")) },
			"fill":    func(c caller, path string) reply { return c.post(path+"/fill", nil) },
			"risk":    func(c caller, path string) reply { return c.get(path + "/risk-summary") },
		} {
			require.Equal(t, 200, control.post("/v1/set-rate", obj{"org_id": w.OrgID, "operation": operation, "requests": 2, "window_seconds": 5}).status)
			require.NotEqual(t, 429, call(c, path).status)
			require.NotEqual(t, 429, call(c, path).status)
			before := c.get(path).body
			out := call(c, path)
			require.Equal(t, 429, out.status, operation)
			require.NotEmpty(t, out.body["detail"])
			wait, err := strconv.Atoi(out.header.Get("Retry-After"))
			require.NoError(t, err)
			require.LessOrEqual(t, wait, 3, "2.5 s, rounded up")
			require.Empty(t, cmp.Diff(before, c.get(path).body), "a refused call changes nothing")
			require.NotEqual(t, 429, call(other, otherPath).status, "another workspace is not slowed")
			require.Equal(t, 200, c.get("/org/me").status, "light operations are not limited")
			clock.Advance(time.Duration(wait) * time.Second)
			require.NotEqual(t, 429, call(c, path).status, "waiting as told is enough")
		}
	})
}

func TestAConfigurationThatMakesNoSenseIsRefused(t *testing.T) {
	for name, config := range map[string]reference.Config{
		"an address without a scheme":     {BaseURL: "intake.example"},
		"an address of another protocol":  {BaseURL: "ftp://intake.example"},
		"an address with a path":          {BaseURL: "https://intake.example/api"},
		"a prefix that is no header name": {HeaderPrefix: "X Service:"},
		"a prefix that ends the header":   {HeaderPrefix: "X-\r\n"},
		"a rate of nothing":               {Rates: map[string]reference.Rate{"fill": {}}},
		"a rate of an unknown operation":  {Rates: map[string]reference.Rate{"sleep": {Requests: 1, Window: time.Minute}}},
		"a cap below zero":                {MonthlyCap: -1},
		"a life before time":              {Lives: reference.Lives{AccessToken: -time.Second}},
	} {
		_, err := reference.New(t.Context(), config)
		require.Error(t, err, name)
	}
}
