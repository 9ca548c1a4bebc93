package intake

import (
	"bytes"
	"encoding/json"
	"fmt"
)

type presence uint8

const (
	absent presence = iota
	null
	present
)

// Optional is a member that an object may lack or carry as null (spec section 2). The zero Optional is an absent member.
// It keeps the three cases apart, so that what was decoded encodes to the same JSON again.
type Optional[T any] struct {
	value T
	state presence
}

// Some is a member with a value.
func Some[T any](value T) Optional[T] { return Optional[T]{value, present} }

// Null is a member that is null.
func Null[T any]() Optional[T] { return Optional[T]{state: null} }

// Get is the value, and whether there is one.
func (o Optional[T]) Get() (T, bool) { return o.value, o.state == present }

// Or is the value, or fallback when there is none.
func (o Optional[T]) Or(fallback T) T {
	if o.state == present {
		return o.value
	}
	return fallback
}

// IsNull says that the member is there and null.
func (o Optional[T]) IsNull() bool { return o.state == null }

// IsZero says that the member is absent. Encoders ask it for members tagged omitzero.
func (o Optional[T]) IsZero() bool { return o.state == absent }

// String is the value as fmt prints it, or the empty string.
func (o Optional[T]) String() string {
	if o.state != present {
		return ""
	}
	return fmt.Sprint(o.value)
}

// MarshalJSON writes the value or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.state != present {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON reads a value or null.
func (o *Optional[T]) UnmarshalJSON(data []byte) error {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		*o = Null[T]()
		return nil
	}
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	*o = Some(value)
	return nil
}
