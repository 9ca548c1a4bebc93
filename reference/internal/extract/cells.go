package extract

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// mark is what a check box shows.
type mark int

const (
	noMark mark = iota
	off
	on
)

// cell is a run of words that belong together: a label, a value, or one check box.
type cell struct {
	page      int
	x0, x1, y float64
	size      float64
	bold      bool
	words     []pdfread.Word
	text      string
	mark      mark
	colon     bool // it ends in a colon or a question mark
	hits      []hit
	label     bool // of a field, or of something else
	context   string
	lower     []*cell // the further lines of a label
	tail      bool    // it is such a line
	prose     bool    // it is a line of running text
	typed     bool    // the value of a form field
	answered  bool    // a label whose value was found
}

func (c *cell) centre() float64 { return (c.x0 + c.x1) / 2 }

// page is the cells of one page in reading order.
type page struct {
	number        int
	width, height float64
	cells         []*cell
	byHeight      []*cell // the same, strictly from top to bottom
	budget        *budget
	labelsBelow   bool // its labels stand under their values
}

// between lists the cells whose baselines lie between two heights, from top to bottom.
func (p *page) between(top, bottom float64) []*cell {
	from := sort.Search(len(p.byHeight), func(i int) bool { return p.byHeight[i].y >= top })
	to := sort.Search(len(p.byHeight), func(i int) bool { return p.byHeight[i].y > bottom })
	found := p.byHeight[from:max(from, to)]
	if !p.budget.look(len(found)) {
		return nil
	}
	return found
}

// maxCells bounds the work on a page; no form that people fill in has as many.
const maxCells = 6000

// layOut cuts the pages of a document into cells.
func layOut(doc *pdfread.Document, l *labels) []*page {
	var pages []*page
	for i, p := range doc.Pages {
		out := &page{number: i, width: p.Width, height: p.Height, budget: l.budget}
		if l.budget.cells <= 0 {
			break
		}
		rows := l.rowsOf(p, i, doc.Fields)
		edges, space := columnEdges(rows), usualSpace(rows)
		for _, row := range rows {
			for _, c := range cutRow(row, l, edges, space) {
				c.page = i
				out.cells = append(out.cells, c)
			}
		}
		slices.SortStableFunc(out.cells, func(a, b *cell) int {
			if math.Abs(a.y-b.y) > 1.5 {
				return cmp.Compare(a.y, b.y)
			}
			return cmp.Compare(a.x0, b.x0)
		})
		out.cells = joinDollars(out.cells[:min(len(out.cells), maxCells)])
		l.budget.cells -= len(out.cells)
		out.byHeight = slices.Clone(out.cells)
		slices.SortStableFunc(out.byHeight, func(a, b *cell) int { return cmp.Compare(a.y, b.y) })
		pages = append(pages, out)
	}
	return pages
}

const columnGap = 0.62 // of the type size: more than a space between words, less than between columns

// edge is where a word begins behind a wide gap or at the start of a row: the left edge of a column, perhaps.
type edge struct{ x, y, size float64 }

func columnEdges(rows [][]piece) []edge {
	var edges []edge
	for _, row := range rows {
		slices.SortStableFunc(row, func(a, b piece) int { return cmp.Compare(a.X0, b.X0) })
		for i, p := range row {
			if i == 0 || p.X0-row[i-1].X1 > columnGap*max(p.Size, row[i-1].Size) {
				edges = append(edges, edge{p.X0, p.Y, p.Size})
			}
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Compare(a.x, b.x) })
	return edges
}

const (
	notable    = 1.3 // times the usual space: more than a space, though not yet the gap of a column
	manyRows   = 3   // rows that have to begin a cell at the same place; two are enough in front of a sum
	edgeReach  = 130.0
	maxEdges   = 4000
	edgeCloser = 0.9
)

// usualSpace is the median gap between words on a page, as a share of the type size.
func usualSpace(rows [][]piece) float64 {
	var gaps []float64
	for _, row := range rows {
		for i := 1; i < len(row) && len(gaps) < 5000; i++ {
			if gap := (row[i].X0 - row[i-1].X1) / max(row[i].Size, 1); gap > 0.15 && gap < columnGap {
				gaps = append(gaps, gap)
			}
		}
	}
	if len(gaps) < 5 {
		return 0.28
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/3]
}

// spaceBetween is the usual space, or that of a typewriter between two words in such a type.
func spaceBetween(a, b pdfread.Word, usual float64) float64 {
	if monospaced(a) && monospaced(b) {
		return max(usual, typewriterSpace)
	}
	return usual
}

const typewriterSpace = 0.6

// monospaced tells a word whose letters are as wide as a typewriter's on average.
func monospaced(w pdfread.Word) bool {
	n := utf8.RuneCountInString(w.Text)
	return n >= 2 && math.Abs((w.X1-w.X0)/(float64(n)*max(w.Size, 1))-typewriterSpace) < 0.015
}

// wholeDate is a date in figures; another one, or a label in capitals, a little apart behind it is another cell.
var wholeDate = pattern.MustCompile(`^\d{1,2}/\d{1,2}/\d{2,4}$`)

const tightest = 1.15

// sum is a figure of money or of thousands; two of them side by side are two cells.
var sum = pattern.MustCompile(`^\(?-?\$?\d{1,3}(?:,\d{3})+(?:\.\d\d)?\)?$|^\$\d[\d,]*(?:\.\d\d)?$`)

// zipAlone is a ZIP; a year behind it is the next column's.
var zipAlone = pattern.MustCompile(`^\d{5}$`)

// apart tells whether two neighbours on a row belong to different cells.
func apart(a, b piece, edges []edge, space float64) bool {
	gap, size := b.X0-a.X1, max(a.Size, b.Size)
	space = spaceBetween(a.Word, b.Word, space)
	switch {
	case a.alone || b.alone || gap > columnGap*size:
		return true
	case strings.HasSuffix(a.Text, ":") && a.Bold != b.Bold:
		return true
	case sum.MatchString(a.Text) && sum.MatchString(b.Text) || zipAlone.MatchString(a.Text) && modelYear.MatchString(b.Text) && len(b.Text) == 4:
		return true
	case wholeDate.MatchString(a.Text) && gap > tightest*space*size && (wholeDate.MatchString(b.Text) || upper(b.Text) && len(b.Text) > 2):
		return true
	}
	money := strings.HasPrefix(b.Text, "$")
	if gap <= notable*space*size && !money || len(edges) > maxEdges {
		return false
	}
	shared := 0
	first := sort.Search(len(edges), func(i int) bool { return edges[i].x > b.X0-edgeCloser })
	for _, e := range edges[first:] {
		if e.x >= b.X0+edgeCloser || shared >= manyRows {
			break
		}
		if math.Abs(e.x-b.X0) < edgeCloser && math.Abs(e.y-b.Y) < edgeReach && math.Abs(e.size-b.Size) < 0.2*b.Size {
			shared++
		}
	}
	return shared >= manyRows || money && shared >= manyRows-1
}

// cutRow cuts a row into cells: at wide gaps, around boxes, and where a known label and its colon begin in mid text.
func cutRow(row []piece, l *labels, edges []edge, space float64) []*cell {
	var cells []*cell
	var open *cell
	for i, p := range row {
		if p.mark != noMark {
			cells = append(cells, &cell{x0: p.X0, x1: p.X1, y: p.Y, size: p.Size, mark: p.mark})
			open = nil
			continue
		}
		if (p.Text == ":" || p.Text == "$:" || p.Text == "($):") && open != nil && !open.typed {
			open.words[len(open.words)-1].Text += ":"
			open = nil
			continue
		}
		if p.Text == ":" && len(cells) > 0 && len(cells[len(cells)-1].words) > 0 && !cells[len(cells)-1].typed {
			last := cells[len(cells)-1] // "Premises........:", of which the dots are gone
			last.words[len(last.words)-1].Text += ":"
			continue
		}
		if leaders.MatchString(p.Text) || p.Text == "" {
			open = nil
			continue
		}
		if open == nil || apart(row[i-1], p, edges, space) {
			open = &cell{typed: p.alone}
			cells = append(cells, open)
		}
		open.words = append(open.words, p.Word)
	}
	var out []*cell
	prose := sentence(row, space)
	for _, c := range cells {
		if c.mark != noMark || c.typed {
			out = append(out, c.finish())
			continue
		}
		if prose {
			c.prose = true
			out = append(out, c.finish())
			continue
		}
		for _, part := range cutAtLabels(c.words, l, space) {
			for _, words := range cutLabels(part, l) {
				out = append(out, (&cell{words: words}).finish())
			}
		}
	}
	return out
}

func (c *cell) finish() *cell {
	if len(c.words) == 0 {
		return c
	}
	first, last := c.words[0], c.words[len(c.words)-1]
	c.x0, c.x1, c.y = first.X0, last.X1, first.Y
	bold := 0
	var texts []string
	for _, w := range c.words {
		texts = append(texts, w.Text)
		c.size = max(c.size, w.Size)
		if w.Bold {
			bold++
		}
	}
	c.bold = bold*2 > len(c.words)
	c.text = strings.Join(texts, " ")
	c.colon = !c.typed && (strings.HasSuffix(c.text, ":") || strings.HasSuffix(c.text, "?"))
	return c
}
