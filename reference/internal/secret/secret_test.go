package secret_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
)

func TestTextNeverShows(t *testing.T) {
	text := secret.Generate("bsk_")
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb, text)
		fmt.Fprintf(&out, verb, struct{ Key secret.Text }{text})
	}
	slog.New(slog.NewJSONHandler(&out, nil)).Info("made", "key", text)
	require.NoError(t, json.NewEncoder(&out).Encode(map[string]any{"key": text}))
	require.NotContains(t, out.String(), text.Reveal())
	require.NotContains(t, out.String(), text.Reveal()[4:12])
}

func TestGenerateIsFreshAndPrefixed(t *testing.T) {
	a, b := secret.Generate("bsk_").Reveal(), secret.Generate("bsk_").Reveal()
	require.True(t, strings.HasPrefix(a, "bsk_"))
	require.Len(t, a, 4+43)
	require.NotEqual(t, a, b)
}

func TestKeyIsMadeOnceAndPrivate(t *testing.T) {
	dir := t.TempDir()
	first, err := secret.LoadKey(dir)
	require.NoError(t, err)
	again, err := secret.LoadKey(dir)
	require.NoError(t, err)
	require.Equal(t, first.Sum("api-key", "x"), again.Sum("api-key", "x"))
	require.NotEqual(t, first.Sum("api-key", "x"), first.Sum("token", "x"))
	info, err := os.Stat(filepath.Join(dir, "hash.key"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestShortKeysAreRefused(t *testing.T) {
	_, err := secret.NewHasher([]byte("short"))
	require.ErrorContains(t, err, "at least 32")
}

func TestSealedTextsOpenOnlyWhereTheyBelong(t *testing.T) {
	h, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	other, err := secret.LoadKey(t.TempDir())
	require.NoError(t, err)
	sealed, err := h.Seal("webhook", "whsec_abc")
	require.NoError(t, err)
	require.NotContains(t, sealed, "whsec")
	text, err := h.Open("webhook", sealed)
	require.NoError(t, err)
	require.Equal(t, "whsec_abc", text.Reveal())
	for name, open := range map[string]func() (secret.Text, error){
		"other domain": func() (secret.Text, error) { return h.Open("market", sealed) },
		"other key":    func() (secret.Text, error) { return other.Open("webhook", sealed) },
		"changed":      func() (secret.Text, error) { return h.Open("webhook", "A"+sealed[1:len(sealed)-1]+"A") },
		"too short":    func() (secret.Text, error) { return h.Open("webhook", "AAAA") },
	} {
		_, err := open()
		require.ErrorIs(t, err, secret.ErrSealed, name)
	}
}
