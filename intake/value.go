package intake

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// Value is one JSON value of any type, as the server wrote it: numbers keep all their digits, objects their order. The
// zero Value is no value at all and encodes as null.
type Value string

// Values is a JSON object with members of any type.
type Values map[string]Value

// ValueOf encodes v. It panics when v cannot be encoded, as a channel or a function cannot.
func ValueOf(v any) Value {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return Value(data)
}

// String is the text of a JSON string, nothing for null, and the JSON of any other value.
func (v Value) String() string {
	if len(v) > 0 && v[0] == '"' {
		return unquote(string(v))
	}
	if v == "null" {
		return ""
	}
	return string(v)
}

// Text is the text of a JSON string, and whether the value is one.
func (v Value) Text() (string, bool) {
	if len(v) == 0 || v[0] != '"' {
		return "", false
	}
	return unquote(string(v)), true
}

// Float is a JSON number, and whether the value is one that a float64 can hold.
func (v Value) Float() (float64, bool) {
	if v.kind() != "number" {
		return 0, false
	}
	f, err := strconv.ParseFloat(string(v), 64)
	return f, err == nil
}

// Int is a JSON number without fraction, and whether the value is one that an int64 can hold.
func (v Value) Int() (int64, bool) {
	if v.kind() != "number" {
		return 0, false
	}
	return integer(string(v))
}

// Bool is true or false, and whether the value is one of them.
func (v Value) Bool() (value, ok bool) { return v == "true", v == "true" || v == "false" }

// IsNull says that the value is null, or none.
func (v Value) IsNull() bool { return v == "" || v == "null" }

// Strings are the texts of an array's items, or the one text of anything else that is not null.
func (v Value) Strings() []string {
	switch {
	case v.IsNull():
		return nil
	case v[0] != '[':
		return []string{v.String()}
	}
	var texts []string
	d := decoder{text: string(v)}
	d.array(func() { texts = append(texts, Value(d.raw()).String()) })
	return texts
}

// Decode reads the value into what into points to, as encoding/json does.
func (v Value) Decode(into any) error {
	if v == "" {
		return errors.New("intake: there is no value to decode")
	}
	return json.Unmarshal([]byte(v), into)
}

// Any is the value in Go's own types: nil, bool, string, json.Number, []any and map[string]any.
func (v Value) Any() any {
	if v == "" {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(string(v)))
	d.UseNumber()
	var out any
	if d.Decode(&out) != nil {
		return nil
	}
	return out
}

// MarshalJSON is the value as it came.
func (v Value) MarshalJSON() ([]byte, error) {
	if v == "" {
		return []byte("null"), nil
	}
	return []byte(v), nil
}

// UnmarshalJSON keeps the value as it comes.
func (v *Value) UnmarshalJSON(data []byte) error {
	*v = Value(data)
	return nil
}

// kind is the JSON type of the value.
func (v Value) kind() string {
	if v == "" {
		return "nothing"
	}
	switch v[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// Timestamp is a point in time as the server wrote it; the specification does not name a format (section 2).
type Timestamp string

// Time reads the forms that servers write: RFC 3339 with any or no fraction, with or without a zone; without one it is UTC.
func (t Timestamp) Time() (time.Time, error) {
	at, err := time.Parse(time.RFC3339Nano, string(t))
	if err == nil {
		return at, nil
	}
	layouts := []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", time.DateOnly}
	for _, layout := range layouts {
		if at, err := time.Parse(layout, string(t)); err == nil {
			return at, nil
		}
	}
	return time.Time{}, err
}
