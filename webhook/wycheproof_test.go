package webhook_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/webhook"
)

// macTest is a test of Project Wycheproof: a tag and whether it is that of the message under the key.
type macTest struct {
	ID            int
	Comment       string
	Key, Msg, Tag hexBytes
	Valid         bool
}

type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.AppendDecode(nil, text)
	return err
}

// Wycheproof's tags of 256 bits are taken or refused as it says. Those of 128 bits are digests cut in half: the half is
// right in some of them, and all are refused, since the specification signs with the whole digest (spec section 6).
func TestWycheproof(t *testing.T) {
	text, err := os.ReadFile("testdata/wycheproof_hmac_sha256.json")
	require.NoError(t, err)
	var f struct{ Tests []macTest }
	require.NoError(t, json.Unmarshal(text, &f))
	require.Len(t, f.Tests, 174)
	taken, refused, truncated := 0, 0, 0
	for _, one := range f.Tests {
		signature := webhook.Prefix + hex.EncodeToString(one.Tag)
		err := webhook.Verify(one.Msg, signature, string(one.Key))
		require.Equal(t, err, received(t, one, signature), "a Receiver decides as Verify does")
		switch {
		case len(one.Tag) < 32:
			truncated++
			require.ErrorContains(t, err, "32 characters behind its prefix", "%d: %s", one.ID, one.Comment)
		case one.Valid:
			taken++
			require.NoError(t, err, "%d: %s", one.ID, one.Comment)
			made, err := webhook.Sign(string(one.Key), one.Msg)
			require.NoError(t, err)
			require.Equal(t, signature, made)
		default:
			refused++
			require.ErrorIs(t, err, webhook.ErrSignature, "%d: %s", one.ID, one.Comment)
		}
	}
	require.Equal(t, [3]int{33, 54, 87}, [3]int{taken, refused, truncated})
}

func received(t *testing.T, one macTest, signature string) error {
	t.Helper()
	r, err := webhook.NewReceiver(string(one.Key))
	require.NoError(t, err)
	req := httptest.NewRequest("POST", "/", bytes.NewReader(one.Msg))
	req.Header.Set("X-Service-Signature", signature)
	_, err = r.Verified(req)
	return err
}
