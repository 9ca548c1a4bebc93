package intake

import (
	"fmt"
	"io"
)

const redacted = "[redacted]"

// Secret holds a key or a token. No fmt verb, slog handler or encoder shows its text, also not through a struct that
// holds it in an unexported field: the text is behind a function, where reflection does not reach.
type Secret struct{ reveal func() string }

// NewSecret hides text.
func NewSecret(text string) Secret { return Secret{func() string { return text }} }

// Reveal is the hidden text. The zero Secret hides the empty text.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// Format writes [redacted], whatever the verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, redacted) }

// String is [redacted].
func (s Secret) String() string { return redacted }

// MarshalText is [redacted]: a secret does not survive a round trip, on purpose.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }
