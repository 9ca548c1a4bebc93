package typeset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/typeset"
)

func TestAccentsAreComposed(t *testing.T) {
	require.Equal(t, "José Łódź", typeset.Compose("Jose\u0301 Łódz\u0301"))
	require.Empty(t, typeset.Stacked(typeset.Compose("Jose\u0301")))
	require.Equal(t, []rune{0x301}, typeset.Stacked(typeset.Compose("q\u0301")), "there is no q with an accent")
}

func TestArabicLettersJoin(t *testing.T) {
	require.Equal(t, "\uFEE3\uFEA4\uFEE4\uFEAA", typeset.Compose("محمد"), "initial, medial, medial, final")
	require.Equal(t, "\uFED3\uFE8E\uFEAD\uFEB1", typeset.Compose("فارس"), "alef and reh join only backwards")
	require.Equal(t, "\uFEB3\uFEFC\uFEE1", typeset.Compose("سلام"), "lam and alef are one sign")
	require.Equal(t, "\uFB57", typeset.Compose("بپ")[len("\uFE91"):], "the letters of Persian join too")
	require.Equal(t, "plain", typeset.Compose("plain"))
}

func TestRightToLeftLinesStandInVisualOrder(t *testing.T) {
	require.Equal(t, "םולש", typeset.Visual("שלום"))
	require.Equal(t, "Cafe 12 םולש", typeset.Visual("Cafe שלום 12"), "a number goes on where the letters before it run")
	require.Equal(t, "Bakery םלוע םולש", typeset.Visual("שלום עולם Bakery"), "the first letter gives the direction of the line")
	require.Equal(t, "12 Harbor St", typeset.Visual("12 Harbor St"))
	require.Equal(t, "Suite 4, 1,250.50 ןויס", typeset.Visual("Suite 4, סיון 1,250.50"))
	require.Equal(t, "Plain (LLC)", typeset.Visual("Plain (LLC)"))
	require.Equal(t, "(םולש)", typeset.Visual("(שלום)"), "brackets turn with the text")
}
