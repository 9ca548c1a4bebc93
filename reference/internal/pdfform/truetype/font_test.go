package truetype_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/fonts"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/truetype"
)

func TestASubsetKeepsGlyphsAndTheirWidths(t *testing.T) {
	for _, f := range []*truetype.Font{fonts.Regular(), fonts.Bold(), fonts.Wide()} {
		var used []uint16
		for _, r := range "Łódź €" { // composed glyphs among them
			id, ok := f.Glyph(r)
			require.True(t, ok, "%s lacks %q", f.Name, r)
			used = append(used, id)
		}
		s := f.Subset(used)
		require.Less(t, len(s.File), 40_000, f.Name)
		require.Equal(t, uint16(0), s.New[0])
		for _, id := range used {
			require.NotZero(t, s.New[id])
			require.Positive(t, f.Advance(id))
		}
		require.Equal(t, s, f.Subset(used), "equal glyphs make equal files")
	}
}

func TestBrokenFontsAreRefused(t *testing.T) {
	for _, file := range [][]byte{nil, []byte("no font"), make([]byte, 64)} {
		_, err := truetype.Parse("broken", file)
		require.Error(t, err)
	}
}
