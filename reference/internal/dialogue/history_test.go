package dialogue

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// converse has a conversation as a session does: what is read is applied before the next message.
func converse(t *testing.T, says ...string) (values map[string]any, last Reading) {
	t.Helper()
	c, err := catalog.Load()
	require.NoError(t, err)
	e := New(c)
	values = map[string]any{}
	var recent []Change
	var skipped []string
	for _, say := range says {
		turn := Turn{Message: say, Now: corpusNow, Values: maps.Clone(values), Skipped: skipped, Recent: recent, Asked: c.Plan(nil, values, skipped).Next}
		last, err = e.Read(context.Background(), turn)
		require.NoError(t, err)
		for _, key := range last.Clear {
			delete(values, key)
		}
		maps.Copy(values, last.Set)
		skipped = slices.Concat(skipped, last.Skip)
		recent = last.Recent
	}
	return values, last
}

func TestTheLastMessageCanBeTakenBack(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"6 trucks and 8 drivers|undo that":                                                {},
		"revenue is 1.2M|payroll is 400k|scratch that":                                    {"annual_revenue": 1200000.0},
		"revenue is 1.2M|revenue is 1.5M|disregard my last message":                       {"annual_revenue": 1200000.0},
		"revenue is 1.2M|how long does this take?|take that back":                         {},
		"deductible 1000|undo|undo":                                                       {},
		"entity type llc, established 2010|scratch the last one":                          {"entity_type": "llc"},
		"deductible 1000|mailing address 9 Oak St, Lima, OH 45801|delete the last answer": {"deductible": 1000.0},
		"we own the building|no, the other one":                                           {"tenure": "leased"},
		"12 full time and 3 part time|the other way around":                               {"full_time_employees": 3.0, "part_time_employees": 12.0},
		"we are sprinklered|the opposite":                                                 {"sprinklered": false},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}

func TestACorrectionWithoutANameMeansWhatWasSaidLast(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"10 full time employees|sorry, 11":                         {"full_time_employees": 11.0},
		"4 vehicles and 5 drivers|make it 6 drivers":               {"vehicle_count": 4.0, "driver_count": 6.0},
		"3 vehicles|actually change that to 4":                     {"vehicle_count": 4.0},
		"effective 7/1/2026|no, the 15th":                          {"effective_date": "2026-07-15"},
		"payroll is 250k|that's not right|it's 205k":               {"annual_payroll": 205000.0},
		"payroll is 250k|that's not right|3 vehicles":              {"annual_payroll": 250000.0, "vehicle_count": 3.0},
		"3 vehicles|we are an LLC|sorry, a corporation":            {"vehicle_count": 3.0, "entity_type": "corporation"},
		"no losses in five years|wait, there was one for about 5k": {"losses_5yr": true, "loss_count": 1.0, "loss_total": 5000.0},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}

// Nothing is taken back that was not said: without a message before, or on a word that only sounds like it.
func TestOnlyAPleaTakesBack(t *testing.T) {
	for _, says := range []string{"undo that", "revenue is 1.2M|never mind the noise", "revenue is 1.2M|what if I want to undo that?", "revenue is 1.2M|no", "revenue is 1.2M|oh forget it", "revenue is 1.2M|never mind"} {
		values, last := converse(t, strings.Split(says, "|")...)
		require.Empty(t, last.Clear, says)
		require.Equal(t, strings.Contains(says, "1.2M"), values["annual_revenue"] == 1200000.0, says)
	}
}
