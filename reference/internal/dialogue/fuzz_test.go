package dialogue

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
)

// FuzzRead checks what must hold for any message: no panic, and nothing set but fields of the session with values of
// their kind.
func FuzzRead(f *testing.F) {
	c, err := catalog.Load()
	require.NoError(f, err)
	e := New(c)
	for _, seed := range []string{"12", "revenue: 1.2 mil, payroll 300k", "skip", "no", "1) a\n2) b", "we don’t use subs — 4 trucks…", "\xff\xfe12%", "½ million",
		"Mail: PO Box 1, Reno, NV 89501", "$1M/$2M", "((((((", "is it 5?", "* a\n* b", "９９ employees", "nineteen ninety-eight and a half million dozen"} {
		f.Add(seed, uint8(0))
	}
	f.Fuzz(func(t *testing.T, message string, start uint8) {
		if len(message) > 4000 {
			message = message[:4000]
		}
		from := int(start) % len(c.Fields)
		turn := Turn{Message: message, Now: corpusNow, Asked: c.Fields[from:min(from+4, len(c.Fields))], Values: map[string]any{"vehicle_count": 4.0, "tenure": "owned"}}
		got, err := e.Read(context.Background(), turn)
		require.NoError(t, err)
		for key, v := range got.Set {
			field, ok := c.Field(key)
			require.True(t, ok, key)
			require.True(t, c.Reach(nil)[key], "%s is out of reach", key)
			requireKind(t, field, v)
		}
		require.NotEmpty(t, e.Reply(turn, got, c.Plan(nil, got.Set, got.Skip)))
	})
}

func requireKind(t *testing.T, f catalog.Field, v any) {
	t.Helper()
	switch f.Kind {
	case catalog.Money, catalog.Count, catalog.Percent, catalog.Year:
		n, ok := v.(float64)
		require.True(t, ok, "%s = %v", f.Key, v)
		require.GreaterOrEqual(t, n, 0.0)
	case catalog.YesNo:
		require.IsType(t, true, v, f.Key)
	case catalog.Phone, catalog.FEIN, catalog.ZIP, catalog.NAICS, catalog.ClassCode:
		s, ok := v.(string)
		require.True(t, ok, f.Key)
		size := map[catalog.Kind]int{catalog.Phone: 10, catalog.FEIN: 9, catalog.ZIP: 5, catalog.NAICS: 6, catalog.ClassCode: 4}[f.Kind]
		require.Len(t, s, size, f.Key)
		require.Empty(t, strings.Trim(s, "0123456789"), f.Key)
	case catalog.State:
		require.Len(t, v, 2, f.Key)
	case catalog.Date:
		_, err := time.Parse(time.DateOnly, v.(string))
		require.NoError(t, err)
	case catalog.Choice:
		known := false
		for _, o := range f.Options {
			known = known || o.Value == v
		}
		require.True(t, known, "%s = %v", f.Key, v)
	default:
		require.NotEmpty(t, v, f.Key)
		require.IsType(t, "", v, f.Key)
	}
}

func BenchmarkRead(b *testing.B) {
	c, err := catalog.Load()
	require.NoError(b, err)
	e := New(c)
	for name, message := range map[string]string{
		"short": "12 trucks",
		"usual": "We have 12 employees, payroll of 350k, no losses in five years, and the building at 88 Canal Street, Akron, OH 44308 was built in 1968.",
		"long":  strings.Repeat("We have 12 employees, payroll of 350k, no losses in five years. ", 150),
		"dense": strings.Repeat("12 ", 3333),
	} {
		b.Run(name, func(b *testing.B) {
			turn := Turn{Message: message, Now: corpusNow, Asked: c.Plan(nil, nil, nil).Next}
			for b.Loop() {
				_, _ = e.Read(context.Background(), turn)
			}
		})
	}
}
