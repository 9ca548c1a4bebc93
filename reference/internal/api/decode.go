package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"
)

// maxBody bounds a JSON body. The longest permitted message needs 120 kB when every character is escaped.
const maxBody = 1 << 20

// bodyTime bounds how long a JSON body may take to arrive.
const bodyTime = 30 * time.Second

// decodeBody reads a JSON body into a struct and returns every fault at once.
func decodeBody(w http.ResponseWriter, r *http.Request, s *schema, into reflect.Value) error {
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(time.Now().Add(bodyTime)) // what is no connection, as in tests, needs no deadline
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	_ = conn.SetReadDeadline(time.Time{})
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return fault("body_too_large", fmt.Sprintf("Body should have at most %d bytes", maxBody), "body")
	case err != nil:
		return refuse(http.StatusBadRequest, "The request body did not arrive whole.")
	case len(bytes.TrimSpace(data)) == 0:
		return fault("missing", "Field required", "body")
	}
	document, offset, ok := parse(data)
	if !ok {
		return fault("json_invalid", "JSON decode error", "body", offset)
	}
	f := faults{}
	f.set(s, into, document, []any{"body"})
	return f.err()
}

// parse reads one JSON value in UTF-8 and nothing behind it, or says where it stops being that.
func parse(data []byte) (document any, offset int64, ok bool) {
	if at := notUTF8(data); at >= 0 {
		return nil, int64(at), false
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	err := d.Decode(&document)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, syntax.Offset, false
	case err != nil:
		return nil, int64(len(data)), false
	}
	offset = d.InputOffset()
	return document, offset, len(bytes.TrimSpace(data[offset:])) == 0
}

// notUTF8 is where data stops being UTF-8, or -1.
func notUTF8(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// faults collects what is wrong with a request.
type faults struct{ found []Fault }

func (f *faults) err() error {
	if len(f.found) == 0 {
		return nil
	}
	return &invalid{f.found}
}

func (f *faults) add(loc []any, kind, msg string) {
	f.found = append(f.found, Fault{Loc: append([]any(nil), loc...), Msg: msg, Type: kind})
}

// set checks a JSON value against a schema and stores it.
func (f *faults) set(s *schema, into reflect.Value, value any, loc []any) {
	if into.Kind() == reflect.Pointer {
		if value == nil && s.nullable {
			return
		}
		into.Set(reflect.New(into.Type().Elem()))
		into = into.Elem()
	}
	switch s.kind {
	case kindString:
		f.setString(s, into, value, loc)
	case kindArray:
		f.setArray(s, into, value, loc)
	case kindObject:
		f.setObject(s, into, value, loc)
	default:
		panic(fmt.Sprintf("api: no request member is of the kind %s", s.kind))
	}
}

func (f *faults) setString(s *schema, into reflect.Value, value any, loc []any) {
	text, ok := value.(string)
	if !ok {
		f.add(loc, "string_type", "Input should be a valid string")
		return
	}
	length := utf8.RuneCountInString(text)
	switch {
	case s.min != nil && length < *s.min:
		f.add(loc, "string_too_short", "String should have at least "+count(*s.min, "character"))
	case s.max != nil && length > *s.max:
		f.add(loc, "string_too_long", "String should have at most "+count(*s.max, "character"))
	case strings.ContainsRune(text, 0):
		f.add(loc, "string_null_character", "String should not have the character U+0000")
	}
	into.SetString(text)
}

func (f *faults) setArray(s *schema, into reflect.Value, value any, loc []any) {
	items, ok := value.([]any)
	if !ok {
		f.add(loc, "list_type", "Input should be a valid list")
		return
	}
	if s.max != nil && len(items) > *s.max {
		f.add(loc, "too_long", fmt.Sprintf("List should have at most %s after validation, not %d", count(*s.max, "item"), len(items)))
		return
	}
	into.Set(reflect.MakeSlice(into.Type(), len(items), len(items)))
	for i, item := range items {
		f.set(s.item, into.Index(i), item, append(loc, i))
	}
}

func (f *faults) setObject(s *schema, into reflect.Value, value any, loc []any) {
	object, ok := value.(map[string]any)
	if !ok {
		f.add(loc, "model_attributes_type", "Input should be a valid dictionary or object to extract fields from")
		return
	}
	for _, m := range s.members {
		value, present := object[m.name]
		switch {
		case present:
			f.set(m.schema, into.Field(m.index), value, append(loc, m.name))
		case m.required:
			f.add(append(loc, m.name), "missing", "Field required")
		}
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
