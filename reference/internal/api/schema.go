package api

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// kind is a JSON type.
type kind string

const (
	kindAny     kind = "any"
	kindArray   kind = "array"
	kindBoolean kind = "boolean"
	kindInteger kind = "integer"
	kindMap     kind = "map" // an object with any keys
	kindNumber  kind = "number"
	kindObject  kind = "object"
	kindString  kind = "string"
)

// schema is the compiled form of a Go type. A pointer is nullable; a member with omitempty is optional; the tags min and
// max bound a string's characters, an array's items or a number; doc says what a member means.
type schema struct {
	kind     kind
	name     string // of a named struct, under which OpenAPI refers to it
	doc      string
	nullable bool
	min, max *int
	item     *schema // of an array or map
	members  []member
}

type member struct {
	*schema
	name     string
	required bool
	index    int
}

var (
	compiledMu sync.Mutex
	compiled   = map[reflect.Type]*schema{}
)

// schemaOf compiles a type, once.
func schemaOf(t reflect.Type) *schema {
	compiledMu.Lock()
	defer compiledMu.Unlock()
	return compile(t)
}

func compile(t reflect.Type) *schema {
	if s, ok := compiled[t]; ok {
		return s
	}
	s := &schema{}
	compiled[t] = s
	switch t.Kind() {
	case reflect.Pointer:
		*s = *compile(t.Elem())
		s.nullable = true
	case reflect.String:
		s.kind = kindString
	case reflect.Int, reflect.Int64:
		s.kind = kindInteger
	case reflect.Bool:
		s.kind = kindBoolean
	case reflect.Float64:
		s.kind = kindNumber
	case reflect.Slice:
		s.kind, s.item = kindArray, compile(t.Elem())
	case reflect.Map:
		s.kind, s.item = kindMap, compile(t.Elem())
	case reflect.Interface:
		s.kind = kindAny
	case reflect.Struct:
		s.kind, s.name, s.members = kindObject, t.Name(), membersOf(t)
	default:
		panic(fmt.Sprintf("api: no JSON schema for %v", t))
	}
	return s
}

func membersOf(t reflect.Type) (all []member) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			continue
		}
		s := *compile(f.Type) // a copy: the bounds belong to this member
		s.bounds(f.Tag)
		optional := slices.Contains(strings.Split(options, ","), "omitempty")
		all = append(all, member{schema: &s, name: name, required: !optional, index: i})
	}
	return all
}

func (s *schema) bounds(tag reflect.StructTag) {
	s.doc = tag.Get("doc")
	s.min, s.max = number(tag, "min"), number(tag, "max")
}

func number(tag reflect.StructTag, key string) *int {
	text, ok := tag.Lookup(key)
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(fmt.Sprintf("api: the tag %s:%q is no number", key, text))
	}
	return &n
}
