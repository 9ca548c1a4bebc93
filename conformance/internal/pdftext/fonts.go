package pdftext

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// hidingMarks are those of a PDF some of whose texts may stand in the codes of a font or in drawings.
var hidingMarks = []string{"/Differences", "/Type0", "/Type3", "/Identity-H", "/Identity-V", "/FontFile", "/ToUnicode"}

// font is how a font's codes are read.
type font struct {
	codes map[string]string // nil: as they stand
	width int               // bytes of a code
	left  int               // how many more codes are read
	plain bool              // codes that stand for letters as in Latin-1
}

var (
	onPage        = regexp.MustCompile(`/Type\s*/Page\b`)
	plainEncoding = regexp.MustCompile(`/Encoding\s*/(?:WinAnsi|MacRoman|Standard)Encoding`)
	fontEntry     = regexp.MustCompile(`/([^\s/<>\[\]()]+)\s*(?:(\d{1,9})\s+\d+\s+R|<<)`)
	anyReference  = regexp.MustCompile(`(\d{1,9})\s+\d+\s+R`)
	codeMaps      = regexp.MustCompile(`(?s)begin(codespacerange|bfchar|bfrange)(.*?)endb?[cf]`)
	codeTokens    = regexp.MustCompile(`<[0-9A-Fa-f\s]*>|\[|\]`)
)

// shown reads what the pages and drawings of a PDF show by fonts that tell which letters their codes are (ISO 32000-1 section 9.10.3).
// All says whether no other text may be hidden in the codes of a font.
func shown(pdf []byte) (texts []String, all bool) {
	objects, seen, known := objects(pdf), map[int]bool{}, map[int]font{}
	all = true
	show := func(number int, fonts map[string]font) {
		if stream := objects[number].stream; !seen[number] && stream != nil {
			seen[number] = true
			more, read := showing(stream, fonts)
			texts, all = append(texts, more...), all && read
		}
	}
	numbers := slices.Sorted(maps.Keys(objects))
	for _, number := range numbers {
		switch o := objects[number]; {
		case o.stream != nil && bytes.Contains(o.dict, []byte("/BBox")):
			show(number, fontsOf(objects, known, o.dict))
		case o.stream == nil && onPage.Match(o.dict):
			fonts := fontsOf(objects, known, o.dict)
			for _, content := range contents(objects, o.dict) {
				show(content, fonts)
			}
		}
	}
	for _, number := range numbers {
		stream := objects[number].stream
		if first, _ := operators(stream, beginText); first >= 0 && !seen[number] && mostlyText(stream) {
			all = false
		}
	}
	return texts, all
}

// contents are the numbers of the streams of a page: one, or an array of them, which may be an object of its own.
func contents(objects map[int]object, page []byte) (all []int) {
	_, rest, has := bytes.Cut(page, []byte("/Contents"))
	if !has {
		return nil
	}
	if one := reference.FindSubmatch(rest); one != nil {
		number := number10(one[1])
		if objects[number].stream != nil {
			return []int{number}
		}
		rest = objects[number].dict
	}
	list, _, _ := bytes.Cut(rest, []byte("]"))
	for _, one := range anyReference.FindAllSubmatch(list, -1) {
		all = append(all, number10(one[1]))
	}
	return all
}

// deepestParent bounds how far up a page's resources are looked for.
const deepestParent = 16

// fontsOf are the fonts that a page or a drawing names in its resources, or in those of a page's parent. Those that are objects are read
// once, and known from then on.
func fontsOf(objects map[int]object, known map[int]font, dict []byte) map[string]font {
	all := map[string]font{}
	for range deepestParent {
		if resources := member(objects, dict, "/Resources"); resources != nil {
			fonts := inner(member(objects, resources, "/Font"))
			for _, entry := range fontEntry.FindAllSubmatchIndex(fonts[min(len(fonts), 2):], -1) {
				body := fonts[2:]
				name := string(body[entry[2]:entry[3]])
				if entry[4] < 0 { // in its place
					all[name] = fontIn(objects, inner(body[entry[1]-2:]))
					continue
				}
				number := number10(body[entry[4]:entry[5]])
				if _, read := known[number]; !read {
					known[number] = fontIn(objects, objects[number].dict)
				}
				all[name] = known[number]
			}
			break
		}
		if dict = member(objects, dict, "/Parent"); dict == nil {
			break
		}
	}
	return all
}

func fontIn(objects map[int]object, dict []byte) font {
	composite := bytes.Contains(dict, []byte("/Type0"))
	if letters := member(objects, dict, "/ToUnicode"); letters != nil {
		if f := codesIn(letters, composite); len(f.codes) > 0 {
			return f
		}
	}
	if f, is := renamed(inner(member(objects, dict, "/Encoding"))); is && !composite && !bytes.Contains(dict, []byte("/Type3")) {
		return f
	}
	embedded := bytes.Contains(member(objects, dict, "/FontDescriptor"), []byte("/FontFile"))
	return font{plain: !composite && !bytes.Contains(dict, []byte("/Type3")) && (!embedded || plainEncoding.Match(dict))}
}

// mostCodes bounds those of a font, also where some come twice or are of another length.
const mostCodes = 1 << 16

// codesIn reads which letters the codes of a font are.
func codesIn(text []byte, composite bool) font {
	f := font{codes: map[string]string{}, width: 1, left: mostCodes}
	if composite {
		f.width = 2
	}
	for _, section := range codeMaps.FindAllSubmatch(text, -1) {
		tokens := codeTokens.FindAll(section[2], -1)
		switch string(section[1]) {
		case "codespacerange":
			if len(tokens) > 0 {
				if raw, _ := fromHex(tokens[0][1 : len(tokens[0])-1]); len(raw) > 0 {
					f.width = len(raw)
				}
			}
		case "bfchar":
			for ; len(tokens) > 1; tokens = tokens[2:] {
				f.add(tokens[0], tokens[1], 0)
			}
		case "bfrange":
			f.addRanges(tokens)
		}
	}
	return f
}

// addRanges adds codes from one to another with the letters from one on, or each with its own in an array.
func (f *font) addRanges(tokens [][]byte) {
	for len(tokens) > 2 {
		from, to := codeOf(tokens[0]), codeOf(tokens[1])
		if tokens[2][0] != '[' {
			for n := 0; n <= to-from && f.left > 0; n++ {
				f.add(tokens[0], tokens[2], n)
			}
			tokens = tokens[3:]
			continue
		}
		n := 3
		for ; n < len(tokens) && tokens[n][0] == '<'; n++ {
			f.put(from+n-3, len(tokens[0])/2-1, lettersIn(tokens[n], 0))
		}
		tokens = tokens[min(n+1, len(tokens)):]
	}
}

func (f *font) add(code, letters []byte, further int) {
	f.put(codeOf(code)+further, len(code)/2-1, lettersIn(letters, further))
}

func (f *font) put(code, width int, letters string) {
	if f.left--; width != f.width || f.left < 0 {
		return
	}
	raw := make([]byte, width)
	for n := width - 1; n >= 0; n-- {
		raw[n] = byte(code)
		code >>= 8
	}
	f.codes[string(raw)] = letters
}

func codeOf(token []byte) int {
	raw, _ := fromHex(bytes.Trim(token, "<>[]"))
	return bigEndian(raw[max(0, len(raw)-4):])
}

// longestLetters bounds those of a code, in hex: a ligature has few.
const longestLetters = 64

// lettersIn are those of a token in UTF-16, the last of them moved on.
func lettersIn(token []byte, further int) string {
	token = bytes.Trim(token, "<>[]")
	raw, _ := fromHex(token[:min(len(token), longestLetters)])
	var units []uint16
	for n := 0; n+1 < len(raw); n += 2 {
		units = append(units, uint16(raw[n])<<8|uint16(raw[n+1]))
	}
	if len(units) > 0 {
		units[len(units)-1] += uint16(further)
	}
	return string(utf16.Decode(units))
}

// read gives the letters of a string's codes, unless one of them is none of the font's.
func (f font) read(raw []byte) (text string, all bool) {
	if len(raw)%f.width != 0 {
		return "", false
	}
	var letters strings.Builder
	for ; len(raw) > 0; raw = raw[f.width:] {
		one, known := f.codes[string(raw[:f.width])]
		if !known {
			return "", false
		}
		letters.WriteString(one)
	}
	return letters.String(), true
}
