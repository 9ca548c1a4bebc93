package intake_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/workspaceintake/intake-go/intake/internal/sample"
)

// rawGet is the call without any client: net/http, io.ReadAll, encoding/json.
func rawGet(t testing.TB, client *http.Client) {
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://api.example.com/prefix/org/sessions/ses_1", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testKey)
	req.Header.Set("Accept", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var s sample.Session
	if err := json.Unmarshal(data, &s); err != nil || s.SessionID == "" {
		t.Fatal(err)
	}
}
