package market_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/market"
)

// opens tells what a sandbox answers to an announcement under a token.
func opens(t *testing.T, s *market.Sandbox, token string) int {
	t.Helper()
	body := `{"insured_name": "A", "subject": "S", "files": [{"name": "a.pdf", "kind": "form", "sha256": "` + strings.Repeat("0", 64) + `", "size": 1}]}`
	r := httptest.NewRequestWithContext(t.Context(), "PUT", "/v1/submissions/ses_1", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code
}

func TestAnAccountOutlivesTheProcessAndOpensNoOtherSandbox(t *testing.T) {
	dir := t.TempDir()
	first, err := market.NewSandbox(dir, time.Now)
	require.NoError(t, err)
	w := httptest.NewRecorder()
	first.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", "/v1/accounts", strings.NewReader(`{"name": "org_1"}`)))
	require.Equal(t, http.StatusCreated, w.Code)
	var made struct{ Name, Token string }
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &made))
	require.NoError(t, first.Close())

	again, err := market.NewSandbox(dir, time.Now)
	require.NoError(t, err)
	defer again.Close()
	require.Equal(t, http.StatusOK, opens(t, again, made.Token))
	require.Equal(t, http.StatusUnauthorized, opens(t, again, made.Token[:len(made.Token)-1]))
	require.Equal(t, http.StatusUnauthorized, opens(t, again, "mkt_"))
	other, err := market.NewSandbox(t.TempDir(), time.Now)
	require.NoError(t, err)
	defer other.Close()
	require.Equal(t, http.StatusUnauthorized, opens(t, other, made.Token))
}

func TestATokenThatWasWrittenDownByAnEarlierVersionIsGood(t *testing.T) {
	dir := t.TempDir()
	digest := sha256.Sum256([]byte("mkt_earlier"))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "accounts"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "accounts", hex.EncodeToString(digest[:])), []byte("org_1"), 0o600))
	s, err := market.NewSandbox(dir, time.Now)
	require.NoError(t, err)
	defer s.Close()
	require.Equal(t, http.StatusOK, opens(t, s, "mkt_earlier"))
	require.Equal(t, http.StatusUnauthorized, opens(t, s, "mkt_another"))
}
