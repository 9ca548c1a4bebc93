package extract

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// anchor is a heading, or a label that tells whom the next lines are about.
type anchor struct {
	*cell
	about  string  // "" for a heading of no special kind
	alone  bool    // nothing else stands on its row
	until  float64 // where its column ends
	inline bool    // it is a label with its value behind it, not a heading
}

// annotate finds labels, labels in two lines, and what each cell is about.
func (l *labels) annotate(p *page) {
	for _, c := range p.cells {
		if c.mark != noMark || c.typed {
			continue
		}
		if c.prose || p.continues(c) {
			c.prose = true
			continue
		}
		c.hits = l.match(strings.TrimRight(c.text, ":? "))
		if bareCompany.MatchString(c.text) {
			c.hits = l.companyHits(p, c)
		}
		c.label = len(c.hits) > 0 && (c.hits[0].score >= weakLabel || c.colon || len(c.words) <= 16) || c.colon || l.other(c.text)
	}
	for _, c := range p.cells {
		l.joinLines(p, c)
	}
	anchors := l.anchors(p)
	for _, c := range p.cells {
		c.context = contextAt(anchors, c)
		if len(c.hits) == 0 && c.label && c.context == "contact" && bareName.MatchString(c.text) {
			c.hits = []hit{{"contact_name", weakLabel}}
		}
	}
}

// bareName is somebody's name, whose is said by the heading.
var bareName = pattern.MustCompile(`(?i)^(?:full )?name:?$`)

// endAt is where a label ends on the row of another cell: a wrapped question may end early on its last line.
func (c *cell) endAt(d *cell) float64 {
	if n := len(c.lower); n > 0 && near(c.lower[n-1].y, d.y, d.size) {
		return c.lower[n-1].x1
	}
	return c.right()
}

// continues tells the further line of a sentence, however much it reads like a label.
func (p *page) continues(c *cell) bool {
	if c.colon || c.size < 1 {
		return false
	}
	for _, d := range p.between(c.y-1.45*c.size, c.y-0.8*c.size) {
		if d.prose && math.Abs(d.x0-c.x0) < 2 && math.Abs(d.size-c.size) < 0.3 && d.bold == c.bold && !strings.ContainsAny(d.text[len(d.text)-1:], ".:!?") {
			return len(p.row(c)) == 0
		}
	}
	return false
}

const linesOfLabel = 4

// joinLines makes one label of several lines: "Year" above "built" in the head of a table, or a question that wraps.
func (l *labels) joinLines(p *page, c *cell) {
	if _, answer := value.Bool(c.text); answer || c.mark != noMark || c.typed || c.tail || c.colon || len(c.words) == 0 {
		return
	}
	own, text := 0.0, c.text
	if len(c.hits) > 0 {
		own = c.hits[0].score
	}
	best, lines := own, p.stackBelow(c)
	bracket := strings.Contains(c.text, "(") && !strings.Contains(c.text, ")")
	if n := p.wrappedQuestion(c, lines); n > 0 {
		for _, d := range lines[:n] {
			text += " " + d.text
		}
		c.hits, c.label, c.colon, c.lower = l.match(strings.TrimRight(text, ":? ")), true, true, lines[:n]
		p.close(c)
		return
	}
	for i, d := range lines {
		text += " " + d.text
		merged := l.match(strings.TrimRight(text, ":? "))
		if len(merged) == 0 || len(text) > longestLabel || (c.prose || d.prose) && !strings.HasSuffix(d.text, "?") {
			continue
		}
		score := merged[0].score
		known := len(d.hits) > 0 && d.hits[0].score >= weakLabel
		if p.hasValue(d) && (known && own > 0 && merged[0].key != c.hits[0].key && p.hasValue(c) ||
			known && d.hits[0].score >= score && (len(p.row(c)) == 0 || l.other(c.text) && d.hits[0].key == merged[0].key) ||
			score <= askLabel && p.hasValue(c)) {
			break
		}
		open := bracket && strings.Contains(d.text, ")") ||
			strings.HasPrefix(d.text, "(") && strings.HasSuffix(d.text, ")") && score >= best
		better := score > best+0.05 && (!known || own == 0 && score >= cueLabel)
		wrapped := score >= best && !p.hasValue(d) && (score > best+0.05 || p.hasValue(c) || p.valueBetween(c, d))
		part := score >= best && own > 0 && len(d.hits) == 0 && l.other(d.text) && merged[0].key == c.hits[0].key && !p.hasValue(d)
		special := own > 0 && known && merged[0].key == d.hits[0].key && c.hits[0].key == "total_employees" && !p.hasValue(c) && !p.hasValue(d)
		if !open && !better && !wrapped && !part && !special {
			continue
		}
		best = score
		c.hits, c.label, c.colon = merged, true, d.colon
		c.lower = lines[:i+1]
		if bracket && open {
			break
		}
	}
	p.close(c)
}

// close takes the further lines of a label, and what touches them, for itself.
func (p *page) close(c *cell) {
	for _, d := range c.lower {
		d.hits, d.label, d.tail = nil, true, true
		end := d.x1
		for _, e := range p.row(d) {
			if e.label && !e.colon && e.x0 >= end-1 && e.x0-end < columnGap*d.size && len(e.hits) > 0 {
				e.hits, e.tail, end = nil, true, e.x1
			}
		}
	}
}

// numberedItem begins the next question of a list.
var numberedItem = pattern.MustCompile(`^\(?\d{1,2}[.)]\)? `)

var questionWord = pattern.MustCompile(`
	(?i)^(?:\(?\d{1,2}[.)]\)? ?)?(?:
		please|when|what|where|which|who|how|is|are|was|were|do|does|did|has|have|had|in what|at what|if
	)\b`)

// wrappedQuestion counts the further lines of a question that begins in a cell and ends with a question mark below it.
func (p *page) wrappedQuestion(c *cell, lines []*cell) int {
	if c.prose || len(c.text) > longestLabel || !questionWord.MatchString(c.text) {
		return 0
	}
	answers := 0
	if p.hasValue(c) {
		answers++
	}
	for i, d := range lines {
		if p.hasValue(d) {
			answers++
		}
		if answers > 1 || numbering.MatchString(strings.ToLower(d.text)) || strings.HasSuffix(d.text, ".") {
			return 0
		}
		if strings.HasSuffix(d.text, "?") {
			return i + 1
		}
	}
	return 0
}

// stackBelow lists the cells right below a cell that could be further lines of it.
func (p *page) stackBelow(c *cell) []*cell {
	var out []*cell
	at := c
	for _, d := range p.between(c.y+0.5*c.size, c.y+1.5*linesOfLabel*c.size) {
		dy := d.y - at.y
		if dy < 0.5*c.size || d.mark != noMark || d.typed || d.tail || d.bold != c.bold || math.Abs(d.size-c.size) > 0.5 {
			continue
		}
		if dy > 1.5*c.size || len(out) == linesOfLabel-1 || numberedItem.MatchString(d.text) {
			break
		}
		if math.Abs(d.x0-c.x0) > 2.5 && math.Abs(d.centre()-c.centre()) > 3 && math.Abs(d.x1-c.x1) > 2.5 {
			continue
		}
		out = append(out, d)
		at = d
		if d.colon {
			break
		}
	}
	return out
}

// hasValue tells a cell with something behind it on its row that is no label.
func (p *page) hasValue(c *cell) bool {
	for _, d := range p.row(c) {
		if d.x0 >= c.x1-1 {
			return !d.label || d.mark != noMark
		}
	}
	return false
}

// valueBetween tells two lines of one label beside a value that is centred between them.
func (p *page) valueBetween(c, d *cell) bool {
	for _, e := range p.between(c.y, d.y) {
		if e.x0 >= c.x1 && e.y > c.y+2 && e.y < d.y-2 {
			return true
		}
	}
	return false
}

// last is the lowest line of a label.
func (c *cell) last() *cell {
	if len(c.lower) == 0 {
		return c
	}
	return c.lower[len(c.lower)-1]
}

// right is where the widest line of a label ends.
func (c *cell) right() float64 {
	x := c.x1
	for _, d := range c.lower {
		x = max(x, d.x1)
	}
	return x
}

// row lists the cells on a cell's row, itself left out, from left to right.
func (p *page) row(c *cell) []*cell {
	var out []*cell
	for _, d := range p.between(c.y-c.size, c.y+c.size) {
		if d != c && math.Abs(d.y-c.y) <= 0.55*max(c.size, min(d.size, 1.3*c.size)) {
			out = append(out, d)
		}
	}
	slices.SortStableFunc(out, func(a, b *cell) int {
		if a.x0 < b.x0 {
			return -1
		}
		return 1
	})
	return out
}

func (p *page) bodySize() float64 {
	var sizes []float64
	for _, c := range p.cells {
		if c.mark == noMark {
			sizes = append(sizes, c.size)
		}
	}
	if len(sizes) == 0 {
		return 10
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2]
}

func (l *labels) anchors(p *page) []anchor {
	body := p.bodySize()
	var out []anchor
	for _, c := range p.cells {
		if c.mark != noMark || c.typed || c.tail || c.text == "" || len(c.text) > 70 {
			continue
		}
		if len(out) == mostAnchors {
			break
		}
		about := l.context(strings.TrimRight(c.text, ":? "))
		if len(c.hits) > 0 && c.hits[0].key == "legal_name" && about == "carrier" {
			about = "insured"
		}
		alone := len(p.row(c)) == 0
		prominent := c.bold || c.size > 1.12*body || upper(c.text)
		switch {
		case about == "agency" && preparedBy.MatchString(c.text) && p.valued(c): // a line, not the head of a block
		case about != "" && (!p.answer(c) || p.besideHead(c, about)):
			a := anchor{cell: c, about: about, alone: alone, until: p.columnEnd(c), inline: p.valued(c)}
			if about == "carrier" && contextAt(out, c) == "prior" {
				a.about = "prior" // the carrier under "Prior coverage", and the term beside it
			}
			if !a.inline || slices.Contains(parties, about) {
				out = append(out, a)
			}
		case alone && prominent && !c.colon && len(c.hits) == 0 && !strings.ContainsFunc(c.text, unicode.IsDigit):
			out = append(out, anchor{cell: c, alone: true, until: p.width})
		}
	}
	return out
}

var preparedBy = pattern.MustCompile(`(?i)\bby:?$`)

// parties are whom a label in the middle of things may introduce: "Agency: Cornerstone Risk Advisors".
var parties = []string{"agency", "third", "carrier", "insured"}

// columnEnd is where the next label or heading on a cell's row begins.
func (p *page) columnEnd(c *cell) float64 {
	for _, d := range p.row(c) {
		if d.x0 > c.x1 && d.mark == noMark && (d.label || d.bold && c.bold) && !p.answer(d) {
			return d.x0 - 5
		}
	}
	return p.width
}

// valued tells a label with a value behind it on the row.
func (p *page) valued(c *cell) bool {
	for _, d := range p.row(c) {
		if d.x0 >= c.x1-1 {
			return c.colon || !d.label && d.bold != c.bold || !c.bold
		}
	}
	return false
}

// answer tells a cell that stands right behind a label and so is its value, whatever it reads like: "Interest | Owner".
func (p *page) answer(c *cell) bool {
	var left *cell
	for _, d := range p.row(c) {
		if d.x1 <= c.x0+1 {
			left = d
		}
	}
	return left != nil && left.label && !c.colon && len(left.hits) > 0
}

// besideHead tells the second of two bold heads, "Agency name and address" beside "Named insured", which is no answer to it.
func (p *page) besideHead(c *cell, about string) bool {
	if !c.bold || about != "agency" && about != "third" && about != "carrier" {
		return false
	}
	for _, d := range p.row(c) {
		if d.x1 <= c.x0+1 && d.bold && !d.colon && d.label {
			return true
		}
	}
	return false
}

func upper(s string) bool {
	return strings.ToUpper(s) == s && strings.ContainsFunc(s, unicode.IsUpper)
}

// reach is how far down a label on a row of its own content, not a heading, says whom things are about.
const reach = 95

// contextAt is what the nearest anchor above is about, in the cell's own column.
func contextAt(anchors []anchor, c *cell) string {
	var best *anchor
	for i := range anchors {
		a := &anchors[i]
		if a.cell == c && a.about != "insured" || a.y > c.y+0.5*c.size || !a.alone && (a.x0 > c.x0+12 || c.x0 > a.until) || a.inline && c.y-a.y > reach {
			continue
		}
		if best == nil || a.y > best.y+2 || math.Abs(a.y-best.y) <= 2 && a.x0 > best.x0 {
			best = a
		}
	}
	if best == nil {
		return ""
	}
	if !best.inline && best.about == "agency" && leftBehind(anchors, best, c) {
		return "insured"
	}
	return best.about
}

// leftBehind tells that below the head of an agency's block, in the same column of a form, the applicant has been named: what
// follows is about the applicant, however far down.
func leftBehind(anchors []anchor, head *anchor, c *cell) bool {
	for i := range anchors {
		a := &anchors[i]
		if a.about == "insured" && a.y > head.y && a.y < c.y-0.5*c.size && math.Abs(a.x0-head.x0) < 12 {
			return true
		}
	}
	return false
}
