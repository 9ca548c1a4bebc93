package value

import "strings"

var units = map[string]float64{"zero": 0, "nil": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "fourty": 40}

var tens = map[string]float64{"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}

type word struct {
	text       string
	start, end int
}

func words(s string, base int) []word {
	var all []word
	for i := 0; i < len(s); {
		if s[i] < 'a' || s[i] > 'z' {
			i++
			continue
		}
		j := i
		for j < len(s) && (s[j] >= 'a' && s[j] <= 'z' || s[j] == '\'') {
			j++
		}
		if (i == 0 || !isWordByte(s[i-1])) && (j == len(s) || !isWordByte(s[j])) {
			all = append(all, word{s[i:j], base + i, base + j})
		}
		i = j
	}
	return all
}

// spelled finds numbers in words: "twelve", "two dozen", "half a million", "one point two million", "nineteen ninety-eight".
func spelled(s string, base int) []Number {
	ws := words(s, base)
	var all []Number
	for i := 0; i < len(ws); i++ {
		if n, used := speller(s, base, ws[i:]); used > 0 {
			n.Spelled = true
			n.End = closing(s, n.End-base, &n) + base
			all = append(all, n)
			i += used - 1
		}
	}
	return all
}

// near says that only a space or a hyphen parts two words.
func near(s string, base int, a, b word) bool {
	gap := s[a.end-base : b.start-base]
	return gap == " " || gap == "-"
}

func speller(s string, base int, ws []word) (Number, int) {
	n := Number{Start: ws[0].start}
	linked := 1
	for linked < len(ws) && linked < 12 && near(s, base, ws[linked-1], ws[linked]) {
		linked++
	}
	v, used, year := wordValue(texts(ws[:linked]))
	if used == 0 {
		return n, 0
	}
	n.Value, n.End, n.YearLike, n.Scaled = v, ws[used-1].end, year, v >= 1000
	return n, used
}

func texts(ws []word) []string {
	all := make([]string, len(ws))
	for i, w := range ws {
		all[i] = w.text
	}
	return all
}

// wordValue reads as many words as make one number.
func wordValue(ws []string) (v float64, used int, year bool) {
	if v, used := idiom(ws); used > 0 {
		return v, used, false
	}
	if v, used := yearWords(ws); used > 0 {
		return v, used, true
	}
	if v, used := clipped(ws); used > 0 {
		return v, used, false
	}
	total, group, seen := 0.0, 0.0, false
	i, began, largest := 0, 0, 0.0 // where the last group began, and the scale before it
	if len(ws) > 1 && ws[0] == "a" && scales[ws[1]] > 0 && len(ws[1]) > 1 {
		group, seen, i = 1, true, 1
	}
	for ; i < len(ws); i++ {
		w := ws[i]
		u, isUnit := units[w]
		t, isTen := tens[w]
		scale := scales[w]
		switch {
		case isTen:
			if seen && (int(group)%100 != 0) {
				return total + group, i, false
			}
			group, seen = group+t, true
		case isUnit:
			if seen && (int(group)%10 != 0 || u > 9 && int(group)%100 != 0) {
				return total + group, i, false
			}
			group, seen = group+u, true
		case w == "point" && seen && i+1 < len(ws):
			decimals, n := pointDigits(ws[i+1:])
			if n == 0 {
				return total + group, i, false
			}
			group, i = group+decimals, i+n
		case scale == 100 && seen, scale == 12 && seen:
			group *= scale
		case scale >= 1000 && seen && len(w) > 1:
			if largest > 0 && scale >= largest {
				return total, began, false // "one million two million" are two
			}
			total, group, began, largest = total+group*scale, 0, i+1, scale
			if rest, used := rounded(ws[i+1:]); used > 0 && scale == 1e6 {
				return total + rest, i + 1 + used, false
			}
			if i+3 < len(ws) && ws[i+1] == "and" && ws[i+2] == "a" && ws[i+3] == "half" {
				return total + scale/2, i + 4, false
			}
		case w == "and" && seen && i+3 < len(ws) && ws[i+1] == "three" && ws[i+2] == "quarter" && scales[ws[i+3]] >= 12:
			return total + (group+0.75)*scales[ws[i+3]], i + 4, false
		case w == "and" && seen && i+1 < len(ws) && numberWord(ws[i+1]) && (int(group)%100 == 0 && group > 0 || group == 0):
		case w == "and" && seen && i+3 < len(ws) && ws[i+1] == "a" && fractions[ws[i+2]] > 0 && scales[ws[i+3]] >= 12:
			return total + (group+fractions[ws[i+2]])*scales[ws[i+3]], i + 4, false
		default:
			if !seen {
				return 0, 0, false
			}
			return total + group, i, total >= 2000 && total+group < 2100
		}
	}
	if !seen {
		return 0, 0, false
	}
	return total + group, i, total >= 2000 && total+group < 2100
}

var afterRounded = wordSet("last a per this in for and or so dollars gross maybe annually year total")

// rounded is what stands behind a million for its hundred thousands: "a million two", "one million two fifty".
func rounded(ws []string) (v float64, used int) {
	if len(ws) == 0 || units[ws[0]] < 1 || units[ws[0]] > 9 {
		return 0, 0
	}
	v, used = units[ws[0]]*1e5, 1
	switch {
	case len(ws) > 1 && ws[1] == "hundred" && (len(ws) == 2 || afterRounded[ws[2]] && ws[2] != "and"):
		used = 2
	case len(ws) > 1 && tens[ws[1]] > 0:
		v, used = v+tens[ws[1]]*1e3, 2
	}
	if used < len(ws) && !afterRounded[ws[used]] {
		return 0, 0
	}
	return v, used
}

var fractions = map[string]float64{"half": 0.5, "quarter": 0.25, "third": 1.0 / 3}

func numberWord(w string) bool {
	_, unit := units[w]
	_, ten := tens[w]
	return unit || ten
}

func pointDigits(ws []string) (v float64, used int) {
	place := 0.1
	for _, w := range ws {
		u, ok := units[w]
		if !ok || u > 9 {
			break
		}
		v, place, used = v+u*place, place/10, used+1
	}
	return v, used
}

// idiom reads the fixed phrases: half a million, a quarter million, a dozen, a couple of thousand, a million and a half.
func idiom(ws []string) (float64, int) {
	if !idiomStart[ws[0]] {
		return 0, 0
	}
	joined := strings.Join(ws[:min(len(ws), 7)], " ") + " "
	for _, p := range idioms {
		if strings.HasPrefix(joined, p.text+" ") {
			return p.value, strings.Count(p.text, " ") + 1
		}
	}
	return 0, 0
}

var idiomStart = wordSet("a half quarter three couple one dozen")

var idioms = makeIdioms()

type phrase struct {
	text  string
	value float64
}

func makeIdioms() []phrase {
	var all []phrase
	for _, s := range []phrase{{"million", 1e6}, {"mil", 1e6}, {"mill", 1e6}, {"billion", 1e9}, {"thousand", 1e3}, {"grand", 1e3},
		{"hundred thousand", 1e5}, {"hundred", 100}, {"dozen", 12}} {
		all = append(all, phrase{"a " + s.text + " and a half", s.value * 1.5}, phrase{"three quarters of a " + s.text, s.value * 0.75},
			phrase{"three quarter " + s.text, s.value * 0.75}, phrase{"a quarter of a " + s.text, s.value / 4}, phrase{"quarter of a " + s.text, s.value / 4},
			phrase{"a quarter " + s.text, s.value / 4}, phrase{"quarter " + s.text, s.value / 4}, phrase{"a half a " + s.text, s.value / 2},
			phrase{"half a " + s.text, s.value / 2}, phrase{"a half " + s.text, s.value / 2}, phrase{"half " + s.text, s.value / 2},
			phrase{"a couple of " + s.text, s.value * 2}, phrase{"a couple " + s.text, s.value * 2}, phrase{"couple " + s.text, s.value * 2},
			phrase{"couple of " + s.text, s.value * 2}, phrase{"one and a half " + s.text, s.value * 1.5})
	}
	return append(all, phrase{"dozen", 12}, phrase{"a couple of", 2}, phrase{"a couple", 2}, phrase{"couple of", 2}, phrase{"a pair of", 2})
}

// yearWords reads "nineteen ninety eight", "nineteen oh five" and "twenty twelve".
func yearWords(ws []string) (float64, int) {
	if len(ws) < 2 || ws[0] != "nineteen" && ws[0] != "eighteen" && ws[0] != "twenty" && ws[0] != "seventeen" {
		return 0, 0
	}
	century := units[ws[0]] * 100
	if ws[0] == "twenty" {
		century = 2000
	}
	if t, ok := tens[ws[1]]; ok {
		if len(ws) > 2 {
			if u, ok := units[ws[2]]; ok && u > 0 && u < 10 {
				return century + t + u, 3
			}
		}
		return century + t, 2
	}
	if u, ok := units[ws[1]]; ok && u >= 10 {
		return century + u, 2
	}
	if (ws[1] == "oh" || ws[1] == "o") && len(ws) > 2 {
		if u, ok := units[ws[2]]; ok && u < 10 {
			return century + u, 3
		}
	}
	return 0, 0
}

var clippedEnd = wordSet("to would should at so is in deductible deductibles ded thousand grand k a per each annually yearly dollars bucks month")

// clipped reads "two fifty" and "twelve seventy five" as people say sums of hundreds. Something that belongs to a sum
// must follow, as "two twenty foot trucks" are two.
func clipped(ws []string) (float64, int) {
	if len(ws) < 2 {
		return 0, 0
	}
	hundreds, ok := units[ws[0]]
	ten, isTen := tens[ws[1]]
	if !ok || !isTen || hundreds < 1 {
		return 0, 0
	}
	v, used := 100*hundreds+ten, 2
	if len(ws) > 2 {
		if u, ok := units[ws[2]]; ok && u > 0 && u < 10 {
			v, used = v+u, 3
		}
	}
	if used == len(ws) {
		return v, used
	}
	if !clippedEnd[ws[used]] {
		return 0, 0
	}
	if scale := scales[ws[used]]; scale >= 1000 && (len(ws[used]) > 1 || ws[used] == "k") {
		return v * scale, used + 1
	}
	return v, used
}
