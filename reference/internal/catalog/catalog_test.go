package catalog

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

func load(t *testing.T) *Catalog {
	t.Helper()
	c, err := Load()
	require.NoError(t, err)
	return c
}

func checks(t *testing.T, schema string, document []byte) error {
	t.Helper()
	compiled, err := jsonschema.NewCompiler().Compile(schema)
	require.NoError(t, err)
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	require.NoError(t, err)
	return compiled.Validate(parsed)
}

func TestTheDataFollowsItsSchemas(t *testing.T) {
	require.NoError(t, checks(t, "fields.schema.json", fieldsJSON))
	require.NoError(t, checks(t, "lines.schema.json", linesJSON))
}

func TestTheSchemaRefusesAFieldWithoutAQuestion(t *testing.T) {
	broken := bytes.Replace(fieldsJSON, []byte(`"question": "What does the business do?"`), []byte(`"question": "Tell us"`), 1)
	require.NotEqual(t, fieldsJSON, broken)
	require.Error(t, checks(t, "fields.schema.json", broken))
}

func TestABrokenConditionIsRefused(t *testing.T) {
	broken := bytes.Replace(fieldsJSON, []byte(`"when": "losses_5yr == true"`), []byte(`"when": "no_such_field == true"`), 1)
	_, err := parse(broken, linesJSON)
	require.ErrorContains(t, err, "the condition of loss_count")
}

func TestLinesAreKnownInAnyCaseAndSpacing(t *testing.T) {
	c := load(t)
	for text, want := range map[string]string{
		"gl": "general_liability", "GL": "general_liability", "General Liability": "general_liability", "general_liability": "general_liability",
		"General  Liability insurance": "general_liability", "prop": "property", "Commercial Property": "property", "wc": "workers_compensation",
		"workers_comp": "workers_compensation", "Workers' Compensation": "workers_compensation", "WORK COMP": "workers_compensation",
		"auto": "commercial_auto", "commercial_auto": "commercial_auto", "umbrella": "umbrella", "cyber": "cyber", "E&O": "professional_liability",
		"bop": "business_owners",
	} {
		key, ok := c.ResolveLine(text)
		require.True(t, ok, text)
		require.Equal(t, want, key, text)
	}
	for _, text := range []string{"", "boat", "life", "insurance", "policy"} {
		_, ok := c.ResolveLine(text)
		require.False(t, ok, text)
	}
}

func TestNoLinesAskTheWholePackage(t *testing.T) {
	c := load(t)
	all := c.Plan(nil, nil, nil)
	named := c.Plan([]string{"general_liability", "property", "workers_compensation", "commercial_auto"}, nil, nil)
	require.Equal(t, keys(named.Open), keys(all.Open))
	require.Equal(t, []string{"general_liability", "property"}, c.Expand([]string{"business_owners"}))
}

func TestLinesChooseTheQuestions(t *testing.T) {
	c := load(t)
	auto := keys(c.Plan([]string{"commercial_auto"}, nil, nil).Askable)
	require.Contains(t, auto, "vehicle_count")
	require.NotContains(t, auto, "each_occurrence_limit")
	require.NotContains(t, auto, "cyber_limit")
	for line, key := range map[string]string{"umbrella": "umbrella_limit", "cyber": "multi_factor", "professional_liability": "professional_services"} {
		require.Contains(t, keys(c.Plan([]string{line}, nil, nil).Askable), key)
	}
}

func TestConditionsHideWhatDoesNotApply(t *testing.T) {
	c := load(t)
	for _, test := range []struct {
		key     string
		values  map[string]any
		because map[string]any
	}{
		{"driver_count", map[string]any{"vehicle_count": 0.0}, map[string]any{"vehicle_count": 2.0}},
		{"loss_count", map[string]any{"losses_5yr": false}, map[string]any{"losses_5yr": true}},
		{"loss_total", nil, map[string]any{"losses_5yr": true}},
		{"subcontractor_cost", map[string]any{"subcontractors_used": false}, map[string]any{"subcontractors_used": true}},
		{"certificates_required", nil, map[string]any{"subcontractors_used": true}},
		{"building_limit", map[string]any{"tenure": "leased"}, map[string]any{"tenure": "owned"}},
	} {
		require.NotContains(t, keys(c.Plan(nil, test.values, nil).Askable), test.key)
		require.Contains(t, keys(c.Plan(nil, test.because, nil).Askable), test.key)
	}
}

func TestAPlanShowsAFewQuestionsOfOneGroupUntilNothingIsOpen(t *testing.T) {
	c := load(t)
	values, skipped := map[string]any{}, []string{}
	for turn := 0; ; turn++ {
		require.Less(t, turn, 60)
		p := c.Plan(nil, values, skipped)
		if len(p.Open) == 0 {
			require.Empty(t, p.Next)
			require.Equal(t, len(p.Askable), p.Answered+len(skipped))
			return
		}
		require.NotEmpty(t, p.Next)
		require.LessOrEqual(t, len(p.Next), 4)
		for _, f := range p.Next {
			require.Equal(t, p.Next[0].Group, f.Group)
		}
		values[p.Next[0].Key] = "something"
		if len(p.Next) > 1 {
			skipped = append(skipped, p.Next[1].Key)
		}
	}
}

func TestAFieldOfAForeignLineIsOutOfReach(t *testing.T) {
	c := load(t)
	cyber, _ := c.Field("cyber_limit")
	vehicles, _ := c.Field("vehicle_count")
	require.False(t, c.Reach(nil)[cyber.Key])
	require.True(t, c.Reach([]string{"cyber"})[cyber.Key])
	require.True(t, c.Reach([]string{"cyber"})[vehicles.Key])
}

func keys(fields []*Field) (all []string) {
	for _, f := range fields {
		all = append(all, f.Key)
	}
	return all
}
