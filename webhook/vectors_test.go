package webhook_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/internal/vectors"
)

func readVectors(t testing.TB) vectors.File {
	t.Helper()
	text, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	var f vectors.File
	require.NoError(t, json.Unmarshal(text, &f))
	return f
}

func TestThePublishedVectors(t *testing.T) {
	f := readVectors(t)
	require.GreaterOrEqual(t, f.Valid, 30)
	require.GreaterOrEqual(t, f.Invalid, 200)
	require.Len(t, f.Vectors, f.Valid+f.Invalid)
	seen := map[[3]string]int{}
	for _, v := range f.Vectors {
		require.NotEmpty(t, v.Point)
		same := [3]string{v.SecretHex, v.BodyHex, v.Signature}
		require.Zero(t, seen[same], "%d repeats another one", v.ID)
		seen[same] = v.ID
		secret, err := v.Secret()
		require.NoError(t, err)
		body, err := v.Body()
		require.NoError(t, err)
		if err := webhook.Verify(body, v.Signature, secret); v.Valid {
			require.NoError(t, err, "%d: %s", v.ID, v.Comment)
			signature, err := webhook.Sign(secret, body)
			require.NoError(t, err)
			require.Equal(t, v.Signature, signature)
		} else {
			require.ErrorIs(t, err, webhook.ErrSignature, "%d: %s", v.ID, v.Comment)
		}
	}
}

func TestTheVectorFileIsWhatItsProgramMakes(t *testing.T) {
	want, err := vectors.Encode(vectors.Make())
	require.NoError(t, err)
	got, err := os.ReadFile("testdata/vectors.json")
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run go generate ./webhook")
}
