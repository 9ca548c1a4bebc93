package pdfsample_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// Fields have each letter of any alphabet, and pages those of their font, in its encoding.
func TestLettersBeyondASCII(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ label, value, page string }{
		{"Name", "Blue Heron (Roofing) LLC", `(Name: Blue Heron \(Roofing\) LLC)`},
		{"Jährlicher Umsatz", "Größe Mutual", "(J\xe4hrlicher Umsatz: Gr\xf6\xdfe Mutual)"},
		{"Société – nom", "L’Éclair, 5 €", "(Soci\xe9t\xe9 \x96 nom: L\x92\xc9clair, 5 \x80)"},
		{"会社名", "Łódź Works", "(???: ?\xf3d? Works)"},
	} {
		pdf := pdfsample.Of([][2]string{{one.label, one.value}})
		require.Contains(t, string(pdf), one.page)
		fields := pdftext.Read(pdf).Fields()
		require.Len(t, fields, 1, one.label)
		require.Equal(t, one.value, fields[0].Value)
	}
	require.True(t, pdfsample.Shows("Wirklich? – Ja, für 5 €"))
	require.False(t, pdfsample.Shows("Łódź"))
}
