package reference_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

// sessionsVariable sets how many sessions finish their intake at once; CI's campaign takes 500.
const sessionsVariable = "INTAKE_TEST_SESSIONS"

func sessionsAtOnce(t *testing.T) int {
	t.Helper()
	text := os.Getenv(sessionsVariable)
	if text == "" {
		return 60
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

func TestManySessionsFinishAtOnceAndNothingMixes(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { manySessions(t, reference.Config{Data: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) {
		manySessions(t, reference.Config{Data: t.TempDir(), Database: storetest.Postgres(t)})
	})
}

func manySessions(t *testing.T, config reference.Config) {
	s := newServer(t, config)
	callers := make([]caller, 5)
	for i := range callers {
		callers[i], _ = newCaller(t, s, paid)
	}
	start := time.Now()
	var wg sync.WaitGroup
	n := sessionsAtOnce(t)
	for i := range n {
		wg.Go(func() {
			if err := callers[i%len(callers)].wholeIntake(i); err != nil {
				t.Errorf("session %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	t.Logf("%d sessions finished in %v", n, time.Since(start).Round(time.Millisecond))
	total := 0
	for _, c := range callers {
		total += len(c.get("/org/sessions?limit=200").body["sessions"].([]any))
	}
	require.Equal(t, n, total)
}

// wholeIntake runs one intake with facts of its own and checks that they are the ones that were kept.
func (c caller) wholeIntake(i int) error {
	insured := fmt.Sprintf("Insured %d LLC", i)
	made, err := c.send(httptest.NewRequest("POST", "/org/sessions", strings.NewReader(fmt.Sprintf(`{"insured_name":%q,"lobs":["cyber"]}`, insured))))
	if err != nil || made.status != 200 {
		return fmt.Errorf("create: %d %s: %w", made.status, made.raw, err)
	}
	path := "/org/sessions/" + made.body["session_id"].(string)
	revenue := 100_000 + i
	if err := c.finish(path, map[string]string{"annual_revenue": fmt.Sprintf("$%d", revenue), "contact_email": fmt.Sprintf("person%d@example.com", i)}); err != nil {
		return err
	}
	if out, err := c.send(newRequest("POST", path+"/fill")); err != nil || out.status != 200 {
		return fmt.Errorf("fill: %d %s: %w", out.status, out.raw, err)
	}
	out, err := c.send(newRequest("GET", path))
	if err != nil {
		return err
	}
	values := out.body["field_values"].(obj)
	if out.body["insured_name"] != insured || values["annual_revenue"] != float64(revenue) || values["contact_email"] != fmt.Sprintf("person%d@example.com", i) {
		return fmt.Errorf("holds the data of another: %s", out.raw)
	}
	if out.body["status"] != "complete" {
		return fmt.Errorf("status %v", out.body["status"])
	}
	return nil
}

// BenchmarkGetSession compares reading one session over HTTP with what net/http alone needs for an answer of that size.
func BenchmarkGetSession(b *testing.B) {
	s := newServer(b, reference.Config{Data: b.TempDir()})
	c, _ := newCaller(b, s, paid)
	path, _ := c.create(obj{"insured_name": "Blue Harbor Cabinets LLC", "lobs": []string{"cyber"}})
	require.NoError(b, c.finish(path, nil))
	answer := c.get(path).raw
	bare := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	})
	var bareRate float64
	for _, run := range []struct {
		name    string
		handler http.Handler
	}{{"bare", bare}, {"server", s}} {
		b.Run(run.name, func(b *testing.B) {
			front := httptest.NewServer(run.handler)
			defer front.Close()
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
			defer client.CloseIdleConnections()
			b.SetParallelism(8)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := fetch(client, front.URL+path, c.key, len(answer)); err != nil {
						b.Error(err)
						return
					}
				}
			})
			rate := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rate, "requests/s")
			if run.name == "bare" {
				bareRate = rate
			}
			b.ReportMetric(rate/bareRate, "of-bare")
		})
	}
}

func fetch(client *http.Client, url, key string, size int) error {
	req, err := http.NewRequest("GET", url, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	n, err := io.Copy(io.Discard, resp.Body)
	if err == nil && (resp.StatusCode != 200 || n != int64(size)) {
		err = fmt.Errorf("%s with %d bytes", resp.Status, n)
	}
	return err
}
