package bench

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-github/v89/github"
	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"
	stripe "github.com/stripe/stripe-go/v85/webhook"
	svix "github.com/svix/svix-webhooks/go"

	"github.com/workspaceintake/intake-go/webhook"
)

const secret = "whsec_dGhpcyBpcyBhIHNlY3JldCBvZiB0ZXN0cw"

// contender verifies one body; its signature is made before the clock runs.
type contender struct {
	name   string
	verify func() error
}

func contenders(body []byte) ([]contender, error) {
	ours, err := webhook.Sign(secret, body)
	if err != nil {
		return nil, err
	}
	bare, err := standard.NewWebhookRaw([]byte(secret))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	standardSignature, err := bare.Sign("msg_1", now, body)
	if err != nil {
		return nil, err
	}
	standardHeader := http.Header{"Webhook-Id": {"msg_1"}, "Webhook-Timestamp": {strconv.FormatInt(now.Unix(), 10)}, "Webhook-Signature": {standardSignature}}
	svixed, err := svix.NewWebhookRaw([]byte(secret))
	if err != nil {
		return nil, err
	}
	svixSignature, err := svixed.Sign("msg_1", now, body)
	if err != nil {
		return nil, err
	}
	svixHeader := http.Header{"Svix-Id": {"msg_1"}, "Svix-Timestamp": {strconv.FormatInt(now.Unix(), 10)}, "Svix-Signature": {svixSignature}}
	stripes := stripe.GenerateTestSignedPayload(&stripe.UnsignedPayload{Payload: body, Secret: secret, Timestamp: now})
	return []contender{
		{"raw-hmac", func() error {
			mac := hmac.New(sha256.New, []byte(secret))
			mac.Write(body)
			want, err := hex.DecodeString(ours[len(webhook.Prefix):])
			if err == nil && !hmac.Equal(mac.Sum(nil), want) {
				err = webhook.ErrSignature
			}
			return err
		}},
		{"webhook", func() error { return webhook.Verify(body, ours, secret) }},
		{"go-github", func() error { return github.ValidateSignature(ours, body, []byte(secret)) }},
		{"stripe-go", func() error { return stripe.ValidatePayload(body, stripes.Header, secret) }},
		{"svix", func() error { return svixed.Verify(body, svixHeader) }},
		{"standard-webhooks", func() error { return bare.Verify(body, standardHeader) }},
	}, nil
}

func BenchmarkVerify(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"1KB", 1 << 10}, {"64KB", 64 << 10}, {"1MB", 1 << 20}} {
		all, err := contenders(bytes.Repeat([]byte("a"), size.bytes))
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range all {
			b.Run(size.name+"/"+c.name, func(b *testing.B) {
				b.SetBytes(int64(size.bytes))
				b.ReportAllocs()
				for b.Loop() {
					if err := c.verify(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Every contender must accept its own signature, or its time means nothing.
func TestContendersVerify(t *testing.T) {
	all, err := contenders([]byte(`{"id":"dlv_1"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if err := c.verify(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Times depend on the machine and are for people to read; allocations do not.
func TestNobodyAllocatesLess(t *testing.T) {
	for _, size := range []int{1 << 10, 64 << 10, 1 << 20} {
		all, err := contenders(bytes.Repeat([]byte("a"), size))
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]float64{}
		for _, c := range all {
			counts[c.name] = testing.AllocsPerRun(20, func() {
				if err := c.verify(); err != nil {
					t.Error(err)
				}
			})
		}
		for name, count := range counts {
			if counts["webhook"] > min(count, 6) {
				t.Errorf("%d bytes: webhook allocates %v times, %s %v times", size, counts["webhook"], name, count)
			}
		}
		t.Logf("%d bytes: allocations %v", size, counts)
	}
}
