package reference_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// priorPolicy is a declarations page that another program made.
func priorPolicy(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../examples/quickstart/prior-policy.pdf")
	require.NoError(t, err)
	return data
}

func TestWhatADocumentSaysIsNotAskedAgain(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, session := c.create(obj{"insured_name": "Harbor & Main Bakehouse LLC"})
	require.Equal(t, 200, c.post(path+"/answers", obj{"message": "Annual revenue: $5,000"}).status)
	out := c.upload(path+"/extract", "file", "prior-policy.pdf", priorPolicy(t))
	require.Equal(t, 200, out.status, "%s", out.raw)
	fields := out.body["extracted_fields"].(obj)
	require.Greater(t, len(fields), 20)
	require.InDelta(t, len(fields), out.body["extracted_count"], 0)
	require.NotContains(t, fields, "annual_revenue")

	detail := c.get(path).body
	values := detail["field_values"].(obj)
	require.Equal(t, 5000.0, values["annual_revenue"], "what a person said stays")
	for key, value := range fields {
		require.Equal(t, value, values[key])
	}
	require.Greater(t, detail["fields_filled"], session["fields_filled"])
	asked := c.post(path+"/answers", obj{"message": "What else do you need?"}).body["asks"].([]any)
	for _, one := range append(asked, detail["next_questions"].([]any)...) {
		require.NotContains(t, values, one.(obj)["key"])
	}

	again := c.upload(path+"/extract", "file", "prior-policy.pdf", priorPolicy(t))
	require.InDelta(t, 0, again.body["extracted_count"], 0, "the same document has nothing new")
	require.Empty(t, cmp.Diff(values, c.get(path).body["field_values"]))
}

func TestADocumentCanBeChosenToWin(t *testing.T) {
	config := reference.Config{}
	require.NoError(t, config.Choices.Set("extracted=wins"))
	c, _ := newCaller(t, newServer(t, config), paid)
	path, _ := c.create(obj{"insured_name": "Harbor & Main Bakehouse LLC"})
	require.Equal(t, 200, c.post(path+"/answers", obj{"message": "Annual revenue: $5,000"}).status)
	out := c.upload(path+"/extract", "file", "prior-policy.pdf", priorPolicy(t))
	require.Equal(t, 200, out.status)
	require.Equal(t, out.body["extracted_fields"].(obj)["annual_revenue"], c.get(path).body["field_values"].(obj)["annual_revenue"])
	require.NotEqual(t, 5000.0, c.get(path).body["field_values"].(obj)["annual_revenue"])
}
