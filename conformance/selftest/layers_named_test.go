package selftest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// namedForms has forms of fields that have the names of a session's values, as it was when it was filled. Some values become others.
func namedForms(as func(values obj)) layer {
	var mu sync.Mutex
	filled := map[string]obj{}
	return layer{response: func(c *call) (did bool) {
		id := sessionIn(c)
		if id == "" || !c.ok() || !among("fill pdf", c.op) {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		if c.op == "fill" {
			var detail obj
			body, _ := c.beside(http.MethodGet, "")
			_ = json.Unmarshal(body, &detail)
			filled[id] = maps.Clone(asObject(detail["field_values"]))
			filled[id]["insured_name"] = detail["insured_name"]
			return false
		}
		values := maps.Clone(filled[id])
		as(values)
		c.out = namedFieldsOf(values)
		return true
	}}
}

func namedFieldsOf(values obj) []byte {
	var out strings.Builder
	out.WriteString("%PDF-1.7\n")
	for i, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&out, "%d 0 obj\n<< /FT /Tx /T (%s) /V %s >>\nendobj\n", i+1, name, wide(inForm(values[name])))
	}
	out.WriteString("%%EOF\n")
	return []byte(out.String())
}

// valuesAs makes something of each value of a form.
func valuesAs(as func(v any) any) func(values obj) {
	return func(values obj) {
		for name, v := range values {
			values[name] = as(v)
		}
	}
}

// valuesExchanged puts two values in each other's place.
func valuesExchanged(one, two string) func(values obj) {
	return func(values obj) {
		if values[one] != nil && values[two] != nil {
			values[one], values[two] = values[two], values[one]
		}
	}
}

// numbersAs makes something of each number.
func numbersAs(as func(n float64) float64) func(v any) any {
	return func(v any) any {
		if n, is := v.(float64); is {
			return as(n)
		}
		return v
	}
}

func oneMore(v any) any {
	return numbersAs(func(n float64) float64 {
		if n < 100 {
			return n + 1
		}
		return n
	})(v)
}

func inThousands(v any) any {
	return numbersAs(func(n float64) float64 {
		if n > 999_999 {
			return math.Round(n / 1000)
		}
		return n
	})(v)
}

// textsAs makes something of each text.
func textsAs(as func(text string) string) func(v any) any {
	return func(v any) any {
		if text, is := v.(string); is {
			return as(text)
		}
		return v
	}
}

func inCapitals(v any) any { return textsAs(strings.ToUpper)(v) }

func inOtherCase(v any) any {
	return textsAs(func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, text)
	})(v)
}

// valueLeftOut leaves the field of one name empty where it has one of some values.
func valueLeftOut(name string, those ...any) func(values obj) {
	return func(values obj) {
		if slices.Contains(those, values[name]) {
			values[name] = ""
		}
	}
}

func nothingDecided(v any) any {
	if _, is := v.(bool); is {
		return ""
	}
	return v
}

func nothingListed(v any) any {
	if _, is := v.([]any); is {
		return ""
	}
	return v
}
