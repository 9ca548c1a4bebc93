package intake

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decoder walks over one JSON text that encoding/json has found valid, so that it only has to tell values apart. It
// keeps the text of what it does not know, which encoding/json cannot do without decoding twice, and allocates a third.
type decoder struct {
	text  string
	at    int
	share bool  // strings may point into text; for small texts, where keeping one string alive keeps little alive
	err   error // the first member of another type than the specification's
}

// shareBytes is the longest text that its strings may keep alive.
const shareBytes = 16 << 10

// wire is a type of the API that can read itself.
type wire interface{ decode(d *decoder) }

// decodeJSON reads text, one JSON value, into v.
func decodeJSON(data []byte, v wire) error {
	if !json.Valid(data) {
		var syntax any
		if err := json.Unmarshal(data, &syntax); err != nil {
			return err // encoding/json's own words on where it breaks
		}
		return errors.New("not JSON")
	}
	d := decoder{text: string(data), share: len(data) <= shareBytes}
	v.decode(&d)
	return d.err
}

func (d *decoder) skipSpace() {
	for d.at < len(d.text) {
		switch d.text[d.at] {
		case ' ', '\t', '\n', '\r':
			d.at++
		default:
			return
		}
	}
}

// peek is the first byte of the next value.
func (d *decoder) peek() byte {
	d.skipSpace()
	if d.at >= len(d.text) {
		return 0
	}
	return d.text[d.at]
}

// raw takes the next value and gives its text.
func (d *decoder) raw() string {
	first := d.peek()
	start := d.at
	switch first {
	case '"':
		d.skipString()
	case '{', '[':
		d.skipNested()
	default:
		for d.at < len(d.text) && !strings.ContainsRune(" \t\n\r,]}", rune(d.text[d.at])) {
			d.at++
		}
	}
	return d.text[start:d.at]
}

func (d *decoder) skipString() {
	for d.at++; d.at < len(d.text) && d.text[d.at] != '"'; d.at++ {
		if d.text[d.at] == '\\' {
			d.at++
		}
	}
	d.at = min(d.at+1, len(d.text))
}

func (d *decoder) skipNested() {
	for depth := 0; d.at < len(d.text); {
		switch d.text[d.at] {
		case '"':
			d.skipString()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		d.at++
		if depth == 0 {
			return
		}
	}
}

// object visits the members of the next value. visit must take the member's value. Anything but an object is a
// mismatch, and null is an object without members.
func (d *decoder) object(visit func(key string)) {
	if d.peek() != '{' {
		d.mismatch("an object", d.raw())
		return
	}
	d.at++
	for {
		switch d.peek() {
		case '"':
			key := d.token()
			d.skipSpace()
			d.at++ // the colon
			before := d.err
			visit(key)
			if before == nil && d.err != nil {
				d.err = fmt.Errorf("%s: %w", key, d.err)
			}
		case ',':
			d.at++
		default:
			d.at++
			return
		}
	}
}

// array visits the items of the next value. visit must take the item.
func (d *decoder) array(visit func()) {
	if d.peek() != '[' {
		d.mismatch("an array", d.raw())
		return
	}
	d.at++
	for {
		switch d.peek() {
		case ']', 0:
			d.at++
			return
		case ',':
			d.at++
		default:
			visit()
		}
	}
}

// count is the number of items of the next value, an array, which stays to be read.
func (d *decoder) count() (n int) {
	start := d.at
	d.array(func() {
		d.raw()
		n++
	})
	d.at = start
	return n
}

// token takes a string; it may point into the text.
func (d *decoder) token() string {
	raw := d.raw()
	if plain := raw[1 : len(raw)-1]; isPlain(plain) {
		return plain
	}
	return unquote(raw)
}

func (d *decoder) keep(s string) string {
	if d.share {
		return s
	}
	return strings.Clone(s)
}

func (d *decoder) mismatch(want, raw string) {
	if raw != "null" && d.err == nil {
		d.err = fmt.Errorf("want %s, got %s", want, clip(raw, 60))
	}
}

func (d *decoder) string(into *string) {
	if d.peek() == '"' {
		*into = d.keep(d.token())
		return
	}
	d.mismatch("a string", d.raw())
}

func (d *decoder) bool(into *bool) {
	switch raw := d.raw(); raw {
	case "true", "false":
		*into = raw == "true"
	default:
		d.mismatch("a boolean", raw)
	}
}

func (d *decoder) int(into *int) {
	raw := d.raw()
	n, ok := integer(raw)
	if !ok || int64(int(n)) != n {
		d.mismatch("an integer", raw)
		return
	}
	*into = int(n)
}

func (d *decoder) value() Value { return Value(d.keep(d.raw())) }

// strings reads an array of strings; an empty array is not a nil slice.
func (d *decoder) strings(into *[]string) { decodeSlice(d, into, (*decoder).string) }

func (d *decoder) values(into *Values) {
	if d.peek() != '{' {
		d.mismatch("an object", d.raw())
		return
	}
	all := Values{}
	d.object(func(key string) { all[d.keep(key)] = d.value() })
	*into = all
}

// extra keeps a member that the type does not know.
func (d *decoder) extra(into *Values, key string) {
	if *into == nil {
		*into = Values{}
	}
	(*into)[d.keep(key)] = d.value()
}

// named reads a member that the specification names without a type: a string goes to into, and anything else, as well as
// an empty string, which could not be told from no member, is kept among the others.
func (d *decoder) named(into *string, others *Values, key string) {
	v := d.value()
	if text, ok := v.Text(); ok && text != "" {
		*into = text
		return
	}
	*others = with(*others, key, v)
}

func decodeSlice[T any](d *decoder, into *[]T, item func(*decoder, *T)) {
	if d.peek() != '[' {
		d.mismatch("an array", d.raw())
		return
	}
	items := make([]T, 0, d.count())
	d.array(func() {
		items = append(items, *new(T))
		item(d, &items[len(items)-1])
	})
	*into = items
}

func decodeOptional[T any](d *decoder, into *Optional[T], value func(*decoder, *T)) {
	if d.peek() == 'n' {
		d.raw()
		*into = Null[T]()
		return
	}
	into.state = present
	value(d, &into.value)
}

func (d *decoder) timestamp(into *Timestamp) { d.string((*string)(into)) }

// isPlain says that a string's inside is its text: no escapes, and nothing that encoding/json would replace.
func isPlain(s string) bool {
	return strings.IndexByte(s, '\\') < 0 && utf8.ValidString(s)
}

func unquote(raw string) string {
	if len(raw) < 2 {
		return ""
	}
	if inside := raw[1 : len(raw)-1]; isPlain(inside) {
		return inside
	}
	var s string
	if json.Unmarshal([]byte(raw), &s) != nil {
		return ""
	}
	return s
}

// integer reads a number without fraction, in any of JSON's ways to write one.
func integer(raw string) (int64, bool) {
	if n, err := strconv.ParseInt(raw, 10, 64); err == nil {
		return n, true
	}
	const exact = 1 << 53
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > exact || !strings.ContainsAny(raw, ".eE") {
		return 0, false
	}
	return int64(f), true
}

func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
