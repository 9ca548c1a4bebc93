package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
)

// ErrSealed says that a sealed text was not sealed under this key and domain, or was changed since.
var ErrSealed = errors.New("secret: the sealed text does not open with this server's key")

// Seal encrypts a credential that must be used again in the clear, such as a webhook signing secret, so that the
// database alone does not give it away. The domain keeps uses apart, as in Sum.
func (h *Hasher) Seal(domain string, text Text) (string, error) {
	aead, err := h.aead(domain)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce)
	return base64.RawStdEncoding.EncodeToString(aead.Seal(nonce, nonce, []byte(text), []byte(domain))), nil
}

// Open gives back what Seal was given, or ErrSealed.
func (h *Hasher) Open(domain, sealed string) (Text, error) {
	aead, err := h.aead(domain)
	if err != nil {
		return "", err
	}
	box, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(box) < aead.NonceSize() {
		return "", ErrSealed
	}
	text, err := aead.Open(nil, box[:aead.NonceSize()], box[aead.NonceSize():], []byte(domain))
	if err != nil {
		return "", ErrSealed
	}
	return Text(text), nil
}

func (h *Hasher) aead(domain string) (cipher.AEAD, error) {
	block, err := aes.NewCipher(h.Bytes("seal", domain)) // 32 bytes: AES-256
	if err != nil {
		return nil, fmt.Errorf("secret: preparing the cipher: %w", err)
	}
	return cipher.NewGCM(block)
}
