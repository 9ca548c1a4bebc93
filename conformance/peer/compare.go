package peer

import (
	"encoding/json"
	"math/big"
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

// show is a value as one line of a report.
func show(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "something that is no JSON"
	}
	return clip(string(text))
}
