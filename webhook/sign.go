package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"slices"
	"sync"
)

// Prefix is how every signature begins (spec section 6).
const Prefix = "sha256="

// digits is the length of a whole SHA-256 digest in hex. Shorter digests are refused, not compared as far as they go.
const digits = 2 * sha256.Size

// Sign is the value of the signature header for a body: sha256= and the lower-case hex HMAC-SHA256 of the bytes, keyed
// with the whole secret as it was shown, whsec_ included. An empty secret is ErrSecret.
func Sign(secret string, body []byte) (string, error) {
	if secret == "" {
		return "", ErrSecret
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	return Prefix + hex.EncodeToString(mac.Sum(nil)), nil
}

// Verify says whether signature is that of body under one of the secrets, in constant time. Give it the bytes as they
// arrived: JSON that was parsed and written again is another body. More than one secret serves while one is being
// replaced. A refusal is an *Error that tells what is wrong, and for a signature that does not match, which known
// mistake would explain it.
func Verify(body []byte, signature string, secrets ...string) error {
	want, err := parseSignature(signature)
	if err != nil {
		return err
	}
	if len(secrets) == 0 {
		return ErrSecret
	}
	matched := false
	room := make([]byte, 0, 64) // for the secret, and then for the sum: one allocation less
	for _, secret := range secrets {
		if secret == "" {
			return ErrSecret
		}
		mac := hmac.New(sha256.New, append(room, secret...))
		mac.Write(body)
		matched = hmac.Equal(mac.Sum(room), want[:]) || matched
	}
	if !matched {
		return mismatch(diagnose(body, want, slices.Clone(secrets), nil)) // a copy: the caller's list stays off the heap
	}
	return nil
}

// parseSignature reads exactly sha256= and 64 lower-case hex digits. The algorithm is ours, never the request's.
func parseSignature(signature string) (sum [sha256.Size]byte, err error) {
	if signature == "" {
		return sum, &Error{Kind: ErrSignature, Reason: "the signature is missing"}
	}
	if len(signature) != len(Prefix)+digits || signature[:len(Prefix)] != Prefix {
		return sum, &Error{Kind: ErrSignature, Reason: formFault(signature)}
	}
	for i := range sum {
		high, low := digit(signature[len(Prefix)+2*i]), digit(signature[len(Prefix)+2*i+1])
		if high > 15 || low > 15 {
			return sum, &Error{Kind: ErrSignature, Reason: formFault(signature)}
		}
		sum[i] = high<<4 | low
	}
	return sum, nil
}

// digit is the value of a lower-case hex digit, or 255.
func digit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 255
}

// key is a secret that is ready for use: its keyed hashes are kept, so that a busy receiver does not key them anew.
type key struct {
	secret string
	macs   sync.Pool // of hash.Hash
}

func newKey(secret string) (*key, error) {
	if secret == "" {
		return nil, ErrSecret
	}
	k := &key{secret: secret}
	k.macs.New = func() any { return hmac.New(sha256.New, []byte(secret)) }
	return k, nil
}

func newKeys(secrets []string) ([]*key, error) {
	if len(secrets) == 0 {
		return nil, ErrSecret
	}
	keys := make([]*key, len(secrets))
	for i, secret := range secrets {
		k, err := newKey(secret)
		if err != nil {
			return nil, err
		}
		keys[i] = k
	}
	return keys, nil
}

// signs compares in constant time.
func (k *key) signs(body []byte, want [sha256.Size]byte) bool {
	mac := k.macs.Get().(hash.Hash)
	defer k.macs.Put(mac)
	mac.Reset()
	mac.Write(body)
	var sum [sha256.Size]byte
	return hmac.Equal(mac.Sum(sum[:0]), want[:])
}

// anySigns tries every key, so that the time does not tell which one matched.
func anySigns(keys []*key, body []byte, want [sha256.Size]byte) bool {
	matched := false
	for _, k := range keys {
		matched = k.signs(body, want) || matched
	}
	return matched
}
