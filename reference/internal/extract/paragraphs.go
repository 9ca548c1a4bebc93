package extract

import (
	"math"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// paragraph is running text: the lines of a block put together.
type paragraph struct {
	page  *page
	first *cell
	text  string
}

// line is the cells of a row that no gap parts.
type textLine struct {
	first  *cell
	x1     float64
	text   string
	prose  bool
	marked bool
}

const (
	fewestInText = 6   // words of a paragraph worth reading
	mostBlocks   = 400 // paragraphs of a page
)

// paragraphs puts the running text of a page together, whatever the search for labels cut it into.
func (p *page) paragraphs() []paragraph {
	lines := p.textLines()
	used := make([]bool, len(lines))
	var out []paragraph
	for i := range lines {
		if used[i] || len(out) == mostBlocks {
			continue
		}
		block := []textLine{lines[i]}
		used[i] = true
		for j := i + 1; j < len(lines) && lines[j].first.y-block[len(block)-1].first.y < 1.75*lines[i].first.size; j++ {
			last := block[len(block)-1].first
			d := lines[j].first
			indent := len(block) == 1 && last.x0-d.x0 > 0 && last.x0-d.x0 < 4*d.size
			if !used[j] && d.y-last.y > 0.5*d.size && (math.Abs(d.x0-last.x0) < 3 || indent) && math.Abs(d.size-last.size) < 0.6 {
				block = append(block, lines[j])
				used[j] = true
			}
		}
		if text, ok := running(block); ok {
			out = append(out, paragraph{p, block[0].first, text})
		}
	}
	return out
}

// textLines joins the cells of each row that stand a space apart.
func (p *page) textLines() []textLine {
	var lines []textLine
	for _, c := range p.cells {
		if n := len(lines); n > 0 {
			l := &lines[n-1]
			gap := c.x0 - l.x1
			if near(l.first.y, c.y, c.size) && gap > -1 && gap < 0.7*c.size {
				l.text, l.x1 = l.text+" "+c.text, c.x1
				l.prose, l.marked = l.prose || c.prose, l.marked || c.mark != noMark || c.typed
				continue
			}
		}
		lines = append(lines, textLine{first: c, x1: c.x1, text: c.text, prose: c.prose, marked: c.mark != noMark || c.typed})
	}
	return lines
}

// running tells sentences from the rows of a form, and joins them; words broken at the end of a line become whole.
func running(block []textLine) (string, bool) {
	text, small, words := "", 0, 0
	for _, l := range block {
		if l.marked {
			return "", false
		}
		if strings.HasSuffix(text, "-") && len(l.text) > 0 && unicode.IsLower([]rune(l.text)[0]) {
			text = strings.TrimSuffix(text, "-") + l.text
		} else {
			text = strings.TrimSpace(text + " " + l.text)
		}
	}
	for _, w := range strings.Fields(text) {
		first := []rune(w)[0]
		if unicode.IsLetter(first) {
			words++
		}
		if unicode.IsLower(first) {
			small++
		}
	}
	return text, words >= fewestInText && small*10 >= words*5 && sentenceEnd.MatchString(text)
}

var sentenceEnd = pattern.MustCompile(`[.!](?:\s|$)`)

// sentences cuts a paragraph after its full stops, but not behind "Inc." or an initial.
func (p paragraph) sentences() []string {
	var out []string
	from := 0
	for _, at := range sentenceStop.FindAllStringIndex(p.text, -1) {
		if s := p.text[from : at[0]+1]; !abbreviated.MatchString(s) {
			out = append(out, strings.TrimSpace(s))
			from = at[1] - 1
		}
	}
	return append(out, strings.TrimSpace(p.text[from:]))
}

var (
	sentenceStop = pattern.MustCompile(`[.!?]["”)]? +["“(]?[\p{Lu}\d]`)
	abbreviated  = pattern.MustCompile(`(?:\b(?:Inc|Corp|Co|Ltd|Mr|Mrs|Ms|Dr|St|No|Ave|approx|vs|[A-Z])|[a-z]\.[a-z])\.$`)
)
