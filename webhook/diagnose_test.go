package webhook_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
	"github.com/workspaceintake/intake-go/webhook/webhooktest"
)

const signedBody = `{"id":"dlv_1","event":"x","created_at":"2026-03-10T12:00:00.000Z","data":{"z":"Café & <Sons>/A","list":[1,2]}}`

func zipped(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return out.String()
}

// Each mistake is named, and refused all the same.
func TestAMismatchIsExplainedAndStaysRefused(t *testing.T) {
	decoded, err := base64.RawStdEncoding.DecodeString(strings.TrimPrefix(key, "whsec_"))
	require.NoError(t, err)
	const spaced = `{"id": "dlv_1", "event": "x", "created_at": "2026-03-10T12:00:00.000Z", "data": {"z": "Café & <Sons>/A", "list": [1, 2]}}`
	escaped := strings.ReplaceAll(spaced, "é", `\u00e9`)
	angles := strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(signedBody)
	indented := "{\n  \"id\": \"dlv_1\",\n  \"event\": \"x\",\n  \"created_at\": \"2026-03-10T12:00:00.000Z\",\n  \"data\": {\n    \"z\": \"Café & <Sons>/A\",\n    \"list\": [\n      1,\n      2\n    ]\n  }\n}"
	sorted := `{"created_at":"2026-03-10T12:00:00.000Z","data":{"z":"Café & <Sons>/A","list":[1,2]},"event":"x","id":"dlv_1"}`
	for name, c := range map[string]struct {
		signingKey, signed, arrived, secret string
		want                                webhook.Diagnosis
	}{
		"prefix stripped":          {strings.TrimPrefix(key, "whsec_"), signedBody, signedBody, key, webhook.StrippedSecret},
		"base64 decoded":           {string(decoded), signedBody, signedBody, key, webhook.DecodedSecret},
		"secret file's line feed":  {key + "\n", signedBody, signedBody, key, webhook.PaddedSecret},
		"secret set with a space":  {key, signedBody, signedBody, key + " ", webhook.TrimmedSecret},
		"spaces added":             {key, signedBody, spaced, key, webhook.ReserialisedIn},
		"spaces taken":             {key, spaced, signedBody, key, webhook.ReserialisedIn},
		"letters escaped":          {key, signedBody, escaped, key, webhook.ReserialisedIn},
		"escapes and spaces taken": {key, escaped, signedBody, key, webhook.ReserialisedIn},
		"angles escaped":           {key, signedBody, angles, key, webhook.ReserialisedIn},
		"angles unescaped":         {key, angles, signedBody, key, webhook.ReserialisedIn},
		"indented":                 {key, signedBody, indented, key, webhook.ReserialisedIn},
		"indentation taken":        {key, indented, signedBody, key, webhook.ReserialisedIn},
		"members sorted":           {key, signedBody, sorted, key, webhook.ReserialisedIn},
		"slash escaped":            {key, signedBody, strings.ReplaceAll(signedBody, "/", `\/`), key, webhook.ReserialisedIn},
		"mark added":               {key, signedBody, "\ufeff" + signedBody, key, webhook.ByteOrderMark},
		"mark taken":               {key, "\ufeff" + signedBody, signedBody, key, webhook.ByteOrderMark},
		"line feed added":          {key, signedBody, signedBody + "\n", key, webhook.TrailingNewline},
		"line end taken":           {key, signedBody + "\r\n", signedBody, key, webhook.TrailingNewline},
		"line ends converted":      {key, indented, strings.ReplaceAll(indented, "\n", "\r\n"), key, webhook.LineEnds},
		"still compressed":         {key, signedBody, zipped(t, signedBody), key, webhook.Compressed},
		"read before":              {key, "", signedBody, key, webhook.EmptyBody},
		"something else":           {"whsec_other", signedBody, signedBody, key, webhook.Unexplained},
	} {
		t.Run(name, func(t *testing.T) {
			signature, err := webhook.Sign(c.signingKey, []byte(c.signed))
			require.NoError(t, err)
			err = webhook.Verify([]byte(c.arrived), signature, c.secret)
			var refusal *webhook.Error
			require.ErrorAs(t, err, &refusal)
			require.ErrorIs(t, err, webhook.ErrSignature)
			require.Equal(t, c.want, refusal.Would)
			require.NotContains(t, err.Error(), strings.TrimSpace(c.secret))
		})
	}
}

func TestTheFormOfASignatureIsExplained(t *testing.T) {
	right, err := webhook.Sign(key, nil)
	require.NoError(t, err)
	for signature, want := range map[string]string{
		"":                                     "missing",
		right[7:]:                              "prefix is missing",
		"sha1=" + right[7:]:                    "another prefix",
		right[:70]:                             "63 characters",
		"sha256=" + strings.ToUpper(right[7:]): "upper-case",
		right[:70] + "z":                       "not hex digits",
	} {
		require.ErrorContains(t, webhook.Verify(nil, signature, key), want)
	}
	require.ErrorIs(t, webhook.Verify(nil, right), webhook.ErrSecret)
	require.ErrorIs(t, webhook.Verify(nil, right, key, ""), webhook.ErrSecret)
	_, err = webhook.Sign("", nil)
	require.ErrorIs(t, err, webhook.ErrSecret)
	var refusal *webhook.Error
	require.False(t, errors.As(err, &refusal))
}

func TestTheReceiverTellsItsLogAndNotTheSender(t *testing.T) {
	s := newStation(t, webhook.WithKnownSecrets("whsec_of_staging"))
	for range 20 {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, webhooktest.New("whsec_of_staging", "x", nil).Request())
		require.Equal(t, 401, w.Code)
		require.Empty(t, w.Body.String())
	}
	log := s.log.String()
	require.Contains(t, log, "another secret that this receiver knows")
	require.NotContains(t, log, "whsec_of_staging")
	require.Less(t, strings.Count(log, "another secret"), 20, "strangers cannot make it diagnose without end")
}
