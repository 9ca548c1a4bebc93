// Package secret holds what must not be seen: texts that print as [redacted], fresh random credentials, and the keyed
// hash under which credentials are stored, so that a stolen database opens nothing.
package secret

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
)

// Text is a credential in the clear. Every way of printing or encoding it gives [redacted]; Reveal gives the text.
type Text string

const redacted = "[redacted]"

// Reveal is the credential itself, for the one place that sends or shows it.
func (t Text) Reveal() string { return string(t) }

// Format prints [redacted] for every verb and flag.
func (t Text) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// String is [redacted].
func (t Text) String() string { return redacted }

// LogValue is [redacted].
func (t Text) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText is [redacted], in JSON too.
func (t Text) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// randomLength is how many base62 digits carry at least 256 bits.
const randomLength = 43

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// Generate makes a credential of 256 random bits behind a prefix such as "bsk_".
func Generate(prefix string) Text {
	bits := make([]byte, 32)
	_, _ = rand.Read(bits) // never fails: crypto/rand ends the program instead
	n, base, digit := new(big.Int).SetBytes(bits), big.NewInt(62), new(big.Int)
	text := make([]byte, randomLength)
	for i := range text {
		n.DivMod(n, base, digit)
		text[i] = base62[digit.Int64()]
	}
	return Text(prefix + string(text))
}

// Hasher turns credentials into the form in which they are stored. Its key lives outside the database.
type Hasher struct{ key []byte }

// NewHasher uses key, which must have at least 32 bytes.
func NewHasher(key []byte) (*Hasher, error) {
	if len(key) < 32 {
		return nil, fmt.Errorf("secret: the hash key has %d bytes and needs at least 32", len(key))
	}
	return &Hasher{key: key}, nil
}

// Sum is the keyed hash of a text. The domain, such as "api-key", keeps the hashes of different uses apart.
func (h *Hasher) Sum(domain, text string) string { return hex.EncodeToString(h.Bytes(domain, text)) }

// Bytes is Sum before hex; successors of refresh tokens are derived from it.
func (h *Hasher) Bytes(domain, text string) []byte {
	mac := hmac.New(sha256.New, h.key)
	fmt.Fprintf(mac, "%d:%s:%s", len(domain), domain, text)
	return mac.Sum(nil)
}

const keyFile = "hash.key"

// LoadKey reads the hash key of a data folder, and makes it (mode 0600) at the first start.
func LoadKey(dir string) (*Hasher, error) {
	path := filepath.Join(dir, keyFile)
	key, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return createKey(path)
	}
	if err != nil {
		return nil, fmt.Errorf("secret: reading the hash key: %w", err)
	}
	return NewHasher(key)
}

// createKey links a finished file into place, so that two processes starting at once agree on one key.
func createKey(path string) (*Hasher, error) {
	temp, err := os.CreateTemp(filepath.Dir(path), keyFile+".*")
	if err != nil {
		return nil, fmt.Errorf("secret: making the hash key: %w", err)
	}
	defer os.Remove(temp.Name())
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	_, err = temp.Write(key)
	if err = errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return nil, fmt.Errorf("secret: writing the hash key: %w", err)
	}
	if err := os.Link(temp.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("secret: placing the hash key: %w", err)
	}
	if key, err = os.ReadFile(path); err != nil {
		return nil, fmt.Errorf("secret: reading the hash key: %w", err)
	}
	return NewHasher(key)
}
