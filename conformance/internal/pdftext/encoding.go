package pdftext

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Names of letters, as fonts have them in the differences of their encodings (ISO 32000-1 annex D): those of ASCII and those of Latin-1, in their order, and
// some others. A single letter is its own name.
const (
	asciiNames = `space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash
		zero one two three four five six seven eight nine colon semicolon less equal greater question at
		A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore grave
		a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde`
	latinNames = `nbspace exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot softhyphen registered macron
		degree plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf threequarters
		questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis
		Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls
		agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis
		eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis`
	otherNames   = `quoteleft quoteright quotedblleft quotedblright endash emdash bullet ellipsis Euro fi fl minus`
	otherLetters = "‘’“”–—•…€ﬁﬂ-"
)

// lettersByName are the letters that names of glyphs stand for.
var lettersByName = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for n, name := range strings.Fields(asciiNames) {
		all[name] = string(rune(' ' + n))
	}
	for n, name := range strings.Fields(latinNames) {
		all[name] = string(rune(0xa0 + n))
	}
	names := strings.Fields(otherNames)
	for n, letter := range []rune(otherLetters) {
		all[names[n]] = string(letter)
	}
	return all
})

var (
	differences = regexp.MustCompile(`/Differences\s*\[([^\]]*)\]`)
	difference  = regexp.MustCompile(`/?[^\s/]+`)
	byNumber    = regexp.MustCompile(`^u(?:ni)?([0-9A-F]{4,6})$`)
)

// renamed reads which letters the codes of a font are that has its own for some of them (ISO 32000-1 section 9.6.6.1). A glyph of a name that tells no
// letter has none.
func renamed(encoding []byte) (f font, is bool) {
	list := differences.FindSubmatch(encoding)
	if list == nil {
		return font{}, false
	}
	f = font{codes: map[string]string{}, width: 1, left: mostCodes}
	for code := 0x20; code <= 0xff; code++ {
		f.put(code, 1, string(rune(code)))
	}
	code := 0
	for _, one := range difference.FindAll(list[1], -1) {
		name, named := bytes.CutPrefix(one, []byte("/"))
		if !named {
			code = number10(one)
			continue
		}
		if letter := letterOf(string(name)); letter != "" {
			f.put(code, 1, letter)
		} else {
			delete(f.codes, string([]byte{byte(code)}))
		}
		code++
	}
	return f, true
}

func letterOf(name string) string {
	if number := byNumber.FindStringSubmatch(name); number != nil {
		n, _ := strconv.ParseUint(number[1], 16, 32) // digits alone
		return string(rune(n))
	}
	return lettersByName()[name]
}
