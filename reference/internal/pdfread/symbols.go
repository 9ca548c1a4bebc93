package pdfread

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

var (
	winAnsi  = charmap.Windows1252
	macRoman = charmap.Macintosh
)

// The marks that forms are ticked with, by the code that the usual symbol fonts give them.
var (
	zapfDingbats = map[byte]string{
		'3': "✓", '4': "✔", '5': "✕", '6': "✖", '7': "✗", '8': "✘", 'l': "●", 'm': "○", 'n': "■", 'o': "☐", 'p': "☐", 'q': "☐", 'r': "☐",
	}
	wingdings = map[byte]string{
		0xFC: "✓", 0xFB: "✗", 0xFE: "☑", 0xFD: "☒", 0xA8: "☐", 0x6F: "☐", 0x71: "☐", 0x72: "☐", 0x78: "☒", 0x6E: "■", 0x6C: "●", 0xA1: "○", 0xA4: "◉",
	}
	wingdings2 = map[byte]string{0x50: "✓", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xA3: "☐", 0x4F: "✗", 0x2A: "☐"}
)

func symbolFont(lower string) map[byte]string {
	switch {
	case strings.Contains(lower, "dingbats"):
		return zapfDingbats
	case strings.Contains(lower, "wingdings2") || strings.Contains(lower, "wingdings-2"):
		return wingdings2
	case strings.Contains(lower, "wingdings"):
		return wingdings
	}
	return nil
}

// glyphNames are names that embedded fonts use and the list of ledongthuc/pdf lacks or spells as one letter.
var glyphNames = map[string]string{
	"fi": "fi", "fl": "fl", "ff": "ff", "ffi": "ffi", "ffl": "ffl", "f_i": "fi", "f_l": "fl", "f_f": "ff",
	"space": " ", "nbspace": " ", "hyphen": "-", "minus": "-", "quotesingle": "'", "quoteright": "’", "quoteleft": "‘",
	"quotedblleft": "“", "quotedblright": "”", "endash": "–", "emdash": "—", "bullet": "•", "dollar": "$", "percent": "%",
	"ampersand": "&", "parenleft": "(", "parenright": ")", "period": ".", "comma": ",", "colon": ":", "semicolon": ";", "slash": "/",
	"numbersign": "#", "at": "@", "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
	"eight": "8", "nine": "9", "question": "?", "exclam": "!", "plus": "+", "equal": "=", "underscore": "_", "asterisk": "*",
	"H22073": "☐", "a19": "✓", "a20": "✔", "a21": "✕", "a22": "✖", "a23": "✗", "a24": "✘", "a73": "■", "a74": "☐", "a71": "●", "a72": "○",
}
