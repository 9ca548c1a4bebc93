package checks

import (
	"encoding/json"
	"fmt"
)

// ident is an id whose type the text leaves open: a text or a number, given back to hooks as it came.
type ident struct {
	text    string
	numeric bool
}

func identOf(v any) ident {
	_, numeric := v.(json.Number)
	return ident{plainText(v), numeric}
}

func (i ident) String() string { return i.text }

// MarshalJSON writes the id as it came.
func (i ident) MarshalJSON() ([]byte, error) {
	if i.numeric {
		return []byte(i.text), nil
	}
	return json.Marshal(i.text)
}

// UnmarshalJSON reads a text or a number.
func (i *ident) UnmarshalJSON(b []byte) error {
	v, err := decode(b)
	if *i = identOf(v); err != nil || i.text == "" && v != nil && v != "" {
		return fmt.Errorf("an id is a text or a number, not %s", b)
	}
	return nil
}
