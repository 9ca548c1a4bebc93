package peer

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// same compares two JSON values by what they mean: numbers by value at any size, objects without order.
func same(a, b any) bool {
	switch x := normal(a).(type) {
	case map[string]any:
		y, ok := normal(b).(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			if w, ok := y[k]; !ok || !same(v, w) {
				return false
			}
		}
		return true
	case []any:
		y, ok := normal(b).([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !same(x[i], y[i]) {
				return false
			}
		}
		return true
	case json.Number:
		y, ok := normal(b).(json.Number)
		return ok && sameNumber(x, y)
	default:
		return x == normal(b)
	}
}

// normal brings a Go value that stands for JSON into the form in which decodeJSON gives it.
func normal(v any) any {
	switch v.(type) {
	case nil, string, bool, json.Number, map[string]any, []any:
		return v
	}
	text, err := json.Marshal(v)
	if err != nil {
		return v
	}
	decoded, err := decodeJSON(text)
	if err != nil {
		return v
	}
	return decoded
}

func sameNumber(a, b json.Number) bool {
	x, okX := new(big.Rat).SetString(a.String())
	y, okY := new(big.Rat).SetString(b.String())
	return okX && okY && x.Cmp(y) == 0
}

// difference says where two JSON values first differ, and what stands there in each; at is empty when they mean the same.
func difference(want, got any) (at, expected, found string) {
	x, y := normal(want), normal(got)
	if members, ok := x.(map[string]any); ok {
		others, ok := y.(map[string]any)
		for _, k := range slices.Sorted(maps.Keys(members)) {
			other, there := others[k]
			if ok && !there {
				return "." + k, show(members[k]), "no such member"
			}
			if at, e, f := difference(members[k], other); ok && at != "" {
				return "." + k + strings.TrimPrefix(at, here), e, f
			}
		}
	}
	if items, ok := x.([]any); ok {
		others, ok := y.([]any)
		for i := range items {
			if !ok || i >= len(others) {
				break
			}
			if at, e, f := difference(items[i], others[i]); at != "" {
				return "[" + strconv.Itoa(i) + "]" + strings.TrimPrefix(at, here), e, f
			}
		}
	}
	if same(x, y) {
		return "", "", ""
	}
	return here, show(x), show(y)
}

// here stands for the values themselves.
const here = "."

// show is a value as one line of a report.
func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "something that is no JSON"
	}
	return clip(string(text))
}
