package value

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// Format prints a stored value for people and forms: $1,250,000 · 03/10/2026 · (404) 555-0117 · 12-3456789 · Yes.
func Format(f catalog.Field, v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case bool:
		if v {
			return "Yes"
		}
		return "No"
	case int:
		return Format(f, float64(v))
	case float64:
		return formatNumber(f.Kind, v)
	case string:
		return formatText(f, v)
	}
	return fmt.Sprint(v)
}

func formatNumber(kind catalog.Kind, v float64) string {
	switch kind {
	case catalog.Money:
		return "$" + grouped(v)
	case catalog.Percent:
		return strconv.FormatFloat(v, 'f', -1, 64) + "%"
	case catalog.Year:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return grouped(v)
}

// grouped writes thousands apart, and cents only where there are some.
func grouped(v float64) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', 2, 64)
	whole, cents, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if cents != "00" {
		whole += "." + cents
	}
	if v < 0 {
		return "-" + whole
	}
	return whole
}

func formatText(f catalog.Field, v string) string {
	switch f.Kind {
	case catalog.Date:
		if t, err := time.Parse(time.DateOnly, v); err == nil {
			return t.Format("01/02/2006")
		}
	case catalog.Phone:
		if len(v) == 10 {
			return "(" + v[:3] + ") " + v[3:6] + "-" + v[6:]
		}
	case catalog.FEIN:
		if len(v) == 9 {
			return v[:2] + "-" + v[2:]
		}
	case catalog.Choice:
		for _, o := range f.Options {
			if o.Value == v {
				return o.Label
			}
		}
	}
	return v
}
