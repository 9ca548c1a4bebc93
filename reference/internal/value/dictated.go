package value

import (
	"strconv"
	"strings"
)

var (
	dictatedTens  = map[string]string{"twenty": "2", "thirty": "3", "forty": "4", "fifty": "5", "sixty": "6", "seventy": "7", "eighty": "8", "ninety": "9"}
	dictatedTeens = map[string]string{"ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
		"sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19"}
	betweenDigits = wordSet("dash hyphen space then and")
)

// Dictated reads a text that is nothing but a code read out, digit by digit or by pairs: "fifty-nine, dash, one eight".
// A hundred stands for its zeros.
func Dictated(lower string) (digits string, ok bool) {
	var out strings.Builder
	words := strings.FieldsFunc(lower, func(c rune) bool { return strings.ContainsRune(" ,.-\n", c) })
	times := 1
	for i := 0; i < len(words); i++ {
		w, said := words[i], ""
		switch {
		case w == "double":
			times = 2
			continue
		case w == "triple":
			times = 3
			continue
		case betweenDigits[w]:
			continue
		case letterO[w] != "":
			said = letterO[w]
		case dictatedTeens[w] != "":
			said = dictatedTeens[w]
		case dictatedTens[w] != "":
			said = dictatedTens[w] + "0"
			if i+1 < len(words) && letterO[words[i+1]] > "0" && strings.Contains(lower, w+"-"+words[i+1]) ||
				i+1 < len(words) && letterO[words[i+1]] > "0" && strings.Contains(lower, w+" "+words[i+1]) {
				said = dictatedTens[w] + letterO[words[i+1]]
				i++
			}
		case w == "hundred" && out.Len() > 0:
			said = "00"
		default:
			if _, err := strconv.Atoi(w); err != nil {
				return "", false
			}
			said = w
		}
		out.WriteString(strings.Repeat(said, times))
		times = 1
	}
	return out.String(), out.Len() >= 3
}
