package oauthflow

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"rsc.io/qr/coding"
)

var testPrompt = DevicePrompt{UserCode: "WDJB-MJHT", VerificationURI: "https://intake.example/device",
	VerificationURIComplete: "https://intake.example/device?user_code=WDJB-MJHT"}

func TestPromptShowsCodeAndAddress(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, testPrompt.Show(&out)) // not a terminal: no drawing
	for _, want := range []string{testPrompt.UserCode, "    " + testPrompt.VerificationURI + "\n", testPrompt.VerificationURIComplete} {
		require.Contains(t, out.String(), want)
	}
	require.NotContains(t, out.String(), "\x1b")
	require.NotContains(t, out.String(), "█")
}

func TestPromptDrawsWhereItFits(t *testing.T) {
	code, width := qrCode(testPrompt.VerificationURIComplete)
	require.Contains(t, testPrompt.text(width), code)
	require.NotContains(t, testPrompt.text(width-1), "▀", "too narrow")
	require.Contains(t, testPrompt.text(width-1), testPrompt.VerificationURIComplete)
	plain := testPrompt
	plain.VerificationURIComplete = ""
	require.Contains(t, plain.text(200), "▀", "the plain address is drawn when there is no complete one")
	plain.VerificationURI = "https://intake.example/" + strings.Repeat("x", 4000)
	require.NotContains(t, plain.text(200), "▀", "too long for any QR code")
}

func TestWhereDrawingsAreReadable(t *testing.T) {
	for name, test := range map[string]struct {
		env  map[string]string
		want bool
	}{
		"usual":               {map[string]string{"TERM": "xterm-256color", "LANG": "en_US.UTF-8"}, true},
		"spelt otherwise":     {map[string]string{"TERM": "linux", "LC_CTYPE": "C.utf8"}, true},
		"dumb":                {map[string]string{"TERM": "dumb", "LANG": "en_US.UTF-8"}, false},
		"no terminal named":   {map[string]string{"LANG": "en_US.UTF-8"}, false},
		"not UTF-8":           {map[string]string{"TERM": "xterm", "LANG": "en_US.ISO-8859-1"}, false},
		"LC_ALL decides":      {map[string]string{"TERM": "xterm", "LC_ALL": "C", "LANG": "en_US.UTF-8"}, false},
		"no locale":           {map[string]string{"TERM": "xterm"}, false},
		"terminal of Windows": {map[string]string{"WT_SESSION": "x"}, true},
	} {
		require.Equal(t, test.want, draws(func(k string) string { return test.env[k] }), name)
	}
	file, err := os.Create(t.TempDir() + "/out")
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	everything := func(k string) string { return map[string]string{"TERM": "xterm", "LANG": "C.UTF-8"}[k] }
	require.Zero(t, drawable(file, everything), "a file is no terminal")
}

// The drawing is read back as a camera would see it: dark and light modules, the quiet zone, the data bits, the text.
func TestDrawingReadsBack(t *testing.T) {
	for _, text := range []string{testPrompt.VerificationURIComplete, "https://a.test/d", "https://intake.example/" + strings.Repeat("long/", 40)} {
		drawing, width := qrCode(text)
		require.Equal(t, text, readBack(t, drawing, width))
	}
}

func readBack(t *testing.T, drawing string, width int) string {
	t.Helper()
	var rows [][]bool
	for line := range strings.Lines(drawing) {
		line = strings.TrimSuffix(strings.TrimPrefix(line, "\x1b[30;107m"), "\x1b[0m\n")
		require.Equal(t, width, utf8.RuneCountInString(line))
		var upper, lower []bool
		for _, r := range line {
			upper, lower = append(upper, r == '█' || r == '▀'), append(lower, r == '█' || r == '▄')
		}
		rows = append(rows, upper, lower)
	}
	for i := range width { // the quiet zone is light on all sides
		for q := range quietZone {
			require.False(t, rows[q][i] || rows[width-1-q][i] || rows[i][q] || rows[i][width-1-q])
		}
	}
	size := width - 2*quietZone
	version := coding.Version((size - 17) / 4)
	plan, err := coding.NewPlan(version, coding.L, 0)
	require.NoError(t, err)
	bits := make([]byte, plan.DataBytes+plan.CheckBytes)
	for y := range size {
		for x := range size {
			dark := rows[y+quietZone][x+quietZone]
			p := plan.Pixel[y][x]
			switch p.Role() {
			case coding.Data, coding.Check:
				if dark != (p&coding.Invert != 0) {
					bits[p.Offset()/8] |= 0x80 >> (p.Offset() % 8)
				}
			case coding.Position, coding.Alignment, coding.Timing, coding.Format:
				require.Equal(t, p&coding.Black != 0, dark, "fixed pattern at %d,%d", x, y)
			}
		}
	}
	return byteSegment(t, bits, version)
}

// byteSegment reads mode, length and bytes (ISO/IEC 18004 section 7.4.5).
func byteSegment(t *testing.T, data []byte, version coding.Version) string {
	t.Helper()
	var b strings.Builder
	for _, c := range data {
		fmt.Fprintf(&b, "%08b", c)
	}
	bits := b.String()
	require.Equal(t, "0100", bits[:4], "byte mode")
	lengthBits := 8
	if version >= 10 {
		lengthBits = 16
	}
	var n int
	_, err := fmt.Sscanf(bits[4:4+lengthBits], "%b", &n)
	require.NoError(t, err)
	return string(unpack(bits[4+lengthBits:], n))
}

func unpack(bits string, n int) []byte {
	out := make([]byte, n)
	for i := range out {
		for _, bit := range bits[8*i : 8*i+8] {
			out[i] = out[i]<<1 | byte(bit-'0')
		}
	}
	return out
}
