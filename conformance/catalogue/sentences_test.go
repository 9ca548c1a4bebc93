package catalogue

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// bindings say which requirements each sentence of the specification became: its section, a digest of the sentence, the
// ids, and where there are none the reason. Beside the headings, the specification's words are not in it.
//
//go:embed sentences.tsv
var bindings string

// sentence is one statement of a specification.
type sentence struct{ section, text string }

func (s sentence) digest() string {
	sum := sha256.Sum256([]byte(s.text))
	return hex.EncodeToString(sum[:8])
}

// binding is a row of the bindings.
type binding struct {
	section, digest string
	ids             []string
	reason          string
}

func bound(t *testing.T) []binding {
	var all []binding
	for _, line := range strings.Split(strings.TrimRight(bindings, "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		require.Len(t, f, 4, line)
		all = append(all, binding{f[0], f[1], strings.Fields(f[2]), f[3]})
	}
	return all
}

var (
	marks      = strings.NewReplacer("`", "", "*", "")
	listMark   = regexp.MustCompile(`^(?:[-+]|\d+\.)\s+`)
	tableRule  = regexp.MustCompile(`^\|[-:| ]+\|$`)
	lastOfOne  = regexp.MustCompile(`([.!?]) +`)
	notAnEnd   = regexp.MustCompile(`\b(?:e\.g|i\.e|etc|vs|No)\.$`)
	whiteSpace = regexp.MustCompile(`\s+`)
)

// sentences reads a specification in Markdown. A heading is a sentence too, as it may name an RFC, and what stands under it
// belongs to it; a row of a table is one, and the head of a table says nothing.
func sentences(markdown string) []sentence {
	var all []sentence
	section := ""
	var paragraph []string
	add := func(text string) {
		if text = strings.TrimSpace(whiteSpace.ReplaceAllString(marks.Replace(text), " ")); text != "" {
			all = append(all, sentence{section, text})
		}
	}
	flush := func() {
		for _, one := range split(strings.Join(paragraph, " ")) {
			add(one)
		}
		paragraph = nil
	}
	lines := strings.Split(strings.ReplaceAll(markdown, "\r\n", "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			flush()
		case strings.HasPrefix(line, "#"):
			flush()
			section = strings.TrimSpace(marks.Replace(strings.TrimLeft(line, "#")))
			add(section)
		case strings.HasPrefix(line, "|"):
			flush()
			head := i+1 < len(lines) && tableRule.MatchString(strings.TrimSpace(lines[i+1]))
			if !head && !tableRule.MatchString(line) {
				add(strings.TrimPrefix(line, "|"))
			}
		case listMark.MatchString(line):
			flush()
			paragraph = []string{listMark.ReplaceAllString(line, "")}
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return all
}

// split cuts a paragraph into its sentences.
func split(paragraph string) []string {
	var all []string
	for {
		cut := -1
		for _, at := range lastOfOne.FindAllStringIndex(paragraph, -1) {
			rest := strings.TrimLeft(paragraph[at[1]:], "`*(\"")
			if !notAnEnd.MatchString(paragraph[:at[0]+1]) && rest != "" && strings.ToLower(rest[:1]) != rest[:1] || strings.HasPrefix(paragraph[at[1]:], "`") {
				cut = at[0] + 1
				break
			}
		}
		if cut < 0 {
			return append(all, paragraph)
		}
		all, paragraph = append(all, paragraph[:cut]), strings.TrimSpace(paragraph[cut:])
	}
}

// Each sentence is bound once, to ids of the catalogue or with the reason why to none, and each id to a sentence.
func TestEveryIDIsBoundToASentence(t *testing.T) {
	seen, ids := map[string]bool{}, map[string]bool{}
	for _, b := range bound(t) {
		require.Regexp(t, `^[0-9a-f]{16}$`, b.digest)
		require.NotEmpty(t, b.section)
		require.False(t, seen[b.digest], "%s is bound twice, in %q", b.digest, b.section)
		seen[b.digest] = true
		require.NotEqual(t, len(b.ids) == 0, b.reason == "", "%s in %q needs ids, or a reason and none", b.digest, b.section)
		for _, id := range b.ids {
			_, known := Get(id)
			require.True(t, known, "%s in %q is bound to %q, which is no id", b.digest, b.section, id)
			ids[id] = true
		}
	}
	for _, r := range All() {
		require.True(t, ids[r.ID], "%s is bound to no sentence", r.ID)
	}
	for _, b := range bound(t) {
		require.True(t, seen[sentence{b.section, b.section}.digest()], "the heading %q has no row", b.section)
	}
}

// The bindings are those of the specification that INTAKE_SPEC names: a sentence that is new, changed or gone is told.
func TestBindingsAreThoseOfTheSpecification(t *testing.T) {
	path := os.Getenv("INTAKE_SPEC")
	if path == "" {
		t.Skip("INTAKE_SPEC names no file")
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, told := range compared(sentences(string(text)), bound(t)) {
		t.Error(told)
	}
}

// compared tells how a specification differs from the bindings.
func compared(spec []sentence, rows []binding) (told []string) {
	known, met := map[[2]string]bool{}, map[[2]string]bool{}
	for _, b := range rows {
		known[[2]string{b.section, b.digest}] = true
	}
	for _, s := range spec {
		key := [2]string{s.section, s.digest()}
		if met[key] = true; !known[key] {
			told = append(told, "new or changed in "+strconv.Quote(s.section)+", digest "+s.digest()+": "+s.text)
		}
	}
	for _, b := range rows {
		if !met[[2]string{b.section, b.digest}] {
			told = append(told, "gone from "+strconv.Quote(b.section)+": the sentence with the digest "+b.digest+", bound to "+strings.Join(append(b.ids, b.reason), " "))
		}
	}
	return told
}

const small = "# Title\n\nOne `A` thing\nis so. Another is **not**; e.g. this. `x` counts.\n\n## Part\n| F | T |\n|---|:-:|\n| a | b |\n1. First.\n- Second\n"

func TestSentencesAreRead(t *testing.T) {
	var got []string
	for _, s := range sentences(small) {
		got = append(got, s.section+": "+s.text)
	}
	require.Equal(t, []string{"Title: Title", "Title: One A thing is so.", "Title: Another is not; e.g. this.", "Title: x counts.", "Part: Part", "Part: a | b |",
		"Part: First.", "Part: Second"}, got)
	require.Equal(t, sentences(small), sentences(strings.ReplaceAll(small, "thing\nis", "thing  is")), "white space says nothing")
}

// An edited specification is noticed sentence by sentence.
func TestAnEditIsNoticed(t *testing.T) {
	var rows []binding
	for _, s := range sentences(small) {
		rows = append(rows, binding{s.section, s.digest(), []string{"API-ME-01"}, ""})
	}
	require.Empty(t, compared(sentences(small), rows))
	changed := compared(sentences(strings.Replace(small, "First", "Last", 1)), rows)
	require.Len(t, changed, 2)
	require.Contains(t, changed[0], `new or changed in "Part"`)
	require.Contains(t, changed[0], "Last.")
	require.Contains(t, changed[1], `gone from "Part"`)
	moved := compared(sentences(strings.Replace(small, "## Part", "## Other", 1)), rows)
	require.Len(t, moved, 8, "what stands in another section is another sentence")
}
