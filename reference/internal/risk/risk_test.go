package risk

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

func TestEveryRuleFiresAndKeepsQuiet(t *testing.T) {
	rules, err := Load()
	require.NoError(t, err)
	data, err := os.ReadFile("testdata/cases.json")
	require.NoError(t, err)
	var cases map[string]struct{ Fires, Quiet map[string]any }
	require.NoError(t, json.Unmarshal(data, &cases))
	require.GreaterOrEqual(t, len(rules.all), 25)
	require.Len(t, cases, len(rules.all))
	for _, one := range rules.all {
		t.Run(one.ID, func(t *testing.T) {
			c, ok := cases[one.ID]
			require.True(t, ok, "a rule without a case")
			flag, fired := find(rules.Assess(c.Fires, one.Lines), one.Title)
			require.True(t, fired, "%v", c.Fires)
			require.NotContains(t, flag.Detail, "{")
			require.NotContains(t, flag.Detail, "?:")
			require.Contains(t, []string{"low", "medium", "high"}, flag.Severity)
			require.NotEmpty(t, flag.Category)
			_, fired = find(rules.Assess(c.Quiet, one.Lines), one.Title)
			require.False(t, fired, "%v", c.Quiet)
		})
	}
}

func find(flags []Flag, title string) (Flag, bool) {
	for _, f := range flags {
		if f.Title == title {
			return f, true
		}
	}
	return Flag{}, false
}

func TestDetailsNameTheValues(t *testing.T) {
	rules, err := Load()
	require.NoError(t, err)
	flag, ok := find(rules.Assess(map[string]any{"building_limit": 300000.0, "square_footage": 6000.0}, nil), "Building limit below the cost of rebuilding")
	require.True(t, ok)
	require.Equal(t, "$300,000 for 6,000 square feet is $50 a square foot: too little to rebuild almost anywhere.", flag.Detail)
}

func TestACleanRiskHasAnEmptyList(t *testing.T) {
	rules, err := Load()
	require.NoError(t, err)
	require.Equal(t, []Flag{}, rules.Assess(nil, nil))
}

func TestSevereFlagsComeFirst(t *testing.T) {
	rules, err := Load()
	require.NoError(t, err)
	flags := rules.Assess(map[string]any{"number_of_locations": 9.0, "bankruptcy": true, "vehicle_count": 30.0}, nil)
	require.Len(t, flags, 3)
	require.Equal(t, "high", flags[0].Severity)
	require.Equal(t, "low", flags[2].Severity)
}

func TestRulesOfOtherLinesKeepQuiet(t *testing.T) {
	rules, err := Load()
	require.NoError(t, err)
	require.Empty(t, rules.Assess(map[string]any{"multi_factor": false}, []string{"property"}))
	require.NotEmpty(t, rules.Assess(map[string]any{"multi_factor": false}, []string{"cyber"}))
}

func TestARuleAboutAnUnknownFieldIsRefused(t *testing.T) {
	c, err := catalog.Load()
	require.NoError(t, err)
	_, err = parse(c, []byte(strings.Replace(string(rulesJSON), `"needs": ["bankruptcy"]`, `"needs": ["horses"]`, 1)))
	require.ErrorContains(t, err, "unknown field horses")
	_, err = parse(c, []byte(strings.Replace(string(rulesJSON), `"when": "bankruptcy == true"`, `"when": "horses == true"`, 1)))
	require.ErrorContains(t, err, "the condition of bankruptcy")
}
