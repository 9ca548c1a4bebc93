package extract

import (
	"math"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// piece is a word, a check box or the value of a form field.
type piece struct {
	pdfread.Word
	mark  mark
	alone bool // never joined with its neighbours
}

// rowsOf brings the words of a page, its drawn boxes and its form fields into rows.
func (l *labels) rowsOf(p pdfread.Page, number int, fields []pdfread.Field) [][]piece {
	var rows [][]piece
	p.Lines, p.Boxes = joinCombs(p)
	boxes := slices.Clone(p.Boxes)
	for _, line := range p.Lines {
		var row []piece
		for _, w := range joinSpread(line.Words) {
			if tickInBox(w, boxes) {
				continue
			}
			row = append(row, withoutGlue(w)...)
		}
		rows = append(rows, markWords(withoutTurn(row)))
	}
	for _, b := range boxes {
		rows = insert(rows, boxPiece(b.Rect, b.Marked))
	}
	for _, f := range fields {
		for _, w := range f.Widgets {
			if w.Page != number {
				continue
			}
			if piece, ok := widgetPiece(f, w); ok {
				if piece.mark == noMark && l.told(f) {
					piece.Text = "–" // something stands there that no label on the page is to take
				}
				rows = insert(rows, piece)
			}
		}
	}
	return rows
}

// glued is a label that its value follows with no space between, as behind a tab that was too short: "Address:RR".
var glued = pattern.MustCompile(`^(\pL{2,}:)([\pL\d$].*)$`)

func withoutGlue(w pdfread.Word) []piece {
	m := glued.FindStringSubmatch(w.Text)
	if m == nil || strings.Contains(w.Text, "@") && len(m[1]) < 5 {
		return []piece{{Word: w}}
	}
	at := w.X0 + (w.X1-w.X0)*float64(len(m[1]))/float64(len(w.Text))
	label, value := w, w
	label.Text, label.X1 = m[1], at
	value.Text, value.X0 = m[2], at
	return []piece{{Word: label}, {Word: value}}
}

// turn is what stands before a question or its answer in notes: "Q:", "A3."
var turn = pattern.MustCompile(`^(?:Q|A|Question|Answer) ?\d{0,2}[:.)]$`)

func withoutTurn(row []piece) []piece {
	if len(row) > 1 && turn.MatchString(row[0].Text) {
		return row[1:]
	}
	return row
}

func tickInBox(w pdfread.Word, boxes []pdfread.Box) bool {
	if len([]rune(w.Text)) != 1 || !strings.ContainsAny(w.Text, "xX✓✔✗✘✕✖•●■") {
		return false
	}
	for i := range boxes {
		b := &boxes[i]
		x := (w.X0 + w.X1) / 2
		if x > b.Rect.X0-1 && x < b.Rect.X1+1 && w.Y > b.Rect.Y0 && w.Y < b.Rect.Y1+3 {
			b.Marked = true
			return true
		}
	}
	return false
}

func boxPiece(r pdfread.Rect, marked bool) piece {
	m := off
	if marked {
		m = on
	}
	return piece{Word: pdfread.Word{X0: r.X0, X1: r.X1, Y: r.Y1 - 0.15*(r.Y1-r.Y0), Size: r.Y1 - r.Y0}, mark: m, alone: true}
}

func widgetPiece(f pdfread.Field, w pdfread.Widget) (piece, bool) {
	switch f.Kind {
	case pdfread.CheckBox, pdfread.RadioButtons:
		return boxPiece(w.Rect, w.On), true
	case pdfread.TextField, pdfread.ChoiceField:
		text := strings.Join(strings.Fields(f.Value), " ")
		size := min(10, w.Rect.Y1-w.Rect.Y0)
		y := min(w.Rect.Y0+0.5*(w.Rect.Y1-w.Rect.Y0)+0.35*size, w.Rect.Y0+1.2*size)
		return piece{Word: pdfread.Word{Text: text, X0: w.Rect.X0, X1: w.Rect.X1, Y: y, Size: size}, alone: true}, text != ""
	}
	return piece{}, false
}

// insert puts a piece into the row it stands on, or into a row of its own.
func insert(rows [][]piece, p piece) [][]piece {
	best, nearest := -1, 0.55*max(p.Size, 9)
	for i, row := range rows {
		if len(row) > 0 && math.Abs(row[0].Y-p.Y) < nearest {
			best, nearest = i, math.Abs(row[0].Y-p.Y)
		}
	}
	if best < 0 {
		return append(rows, []piece{p})
	}
	p.Y = rows[best][0].Y
	rows[best] = append(rows[best], p)
	return rows
}

var (
	markOn       = pattern.MustCompile(`^(?:☒|☑|✓|✔|✗|✘|✕|✖|◉|🗹|\[ ?[xX✓✔] ?\]|\( ?[xX✓✔] ?\)|_+[xX✓✔]_+)`)
	markOff      = pattern.MustCompile(`^(?:☐|□|▢|❏|○|◯|\[[ _]*\]|\([ _]*\))`)
	trailOn      = pattern.MustCompile(`(?:☒|☑|✓|✔)$`)
	trailOff     = pattern.MustCompile(`(?:☐|□)$`)
	leaders      = pattern.MustCompile(`^(?:\.{3,}|…+|_{2,}|-{4,}|\|)$`)
	inlineLeader = pattern.MustCompile(`[.…]{4,}|_{3,}`)
	underlines   = pattern.MustCompile(`^_+|_+$`)
)

// markWords finds check boxes that are written as characters and splits them from the words they are glued to.
func markWords(row []piece) []piece {
	row = crossBefore(joinBrackets(apartMarks(row)))
	underlined := slices.ContainsFunc(row, func(p piece) bool { return strings.HasPrefix(p.Text, "_") && markOn.MatchString(p.Text) })
	var out []piece
	for _, p := range row {
		switch {
		case underlined && strings.Trim(p.Text, "_") == "" && len(p.Text) > 1:
			out = append(out, splitMark(p, p.Text, off)...) // ___ beside _X_ is an empty box
		case markOn.MatchString(p.Text):
			out = append(out, splitMark(p, markOn.FindString(p.Text), on)...)
		case markOff.MatchString(p.Text):
			out = append(out, splitMark(p, markOff.FindString(p.Text), off)...)
		case trailOn.MatchString(p.Text) || trailOff.MatchString(p.Text):
			r := []rune(p.Text)
			m := off
			if trailOn.MatchString(p.Text) {
				m = on
			}
			word, box := p, p
			word.Text, word.X1 = string(r[:len(r)-1]), p.X1-p.Size*0.8
			box.Text, box.X0, box.mark, box.alone = "", word.X1, m, true
			out = append(out, word, box)
		case inlineLeader.MatchString(p.Text):
			out = append(out, splitLeader(p)...)
		default:
			p.Text = underlines.ReplaceAllString(p.Text, "")
			out = append(out, p)
		}
	}
	return out
}

// apartMarks splits words where the sign of a box stands within: "Y☒N".
func apartMarks(row []piece) []piece {
	if !slices.ContainsFunc(row, func(p piece) bool { return strings.LastIndexFunc(p.Text, boxSign) > 0 }) {
		return row
	}
	var out []piece
	for _, p := range row {
		runes := []rune(p.Text)
		width, from := (p.X1-p.X0)/float64(max(len(runes), 1)), 0
		for i := 1; i <= len(runes); i++ {
			if i < len(runes) && !boxSign(runes[i]) {
				continue
			}
			part := p
			part.Text, part.X0, part.X1 = string(runes[from:i]), p.X0+width*float64(from), p.X0+width*float64(i)
			out = append(out, part)
			from = i
		}
	}
	return out
}

func boxSign(r rune) bool { return strings.ContainsRune("☐☒☑□▢❏🗹", r) }

// crossBefore takes the X in "X Yes ___ No" for the mark of a box, and the line for one that was left empty.
func crossBefore(row []piece) []piece {
	for i := 0; i+1 < len(row); i++ {
		next := strings.ToLower(strings.TrimRight(row[i+1].Text, ",.;"))
		if next != "yes" && next != "no" {
			continue
		}
		switch {
		case row[i].Text == "X" || row[i].Text == "x":
			row[i].mark, row[i].Text, row[i].alone = on, "", true
		case blankLine.MatchString(row[i].Text):
			row[i].mark, row[i].Text, row[i].alone = off, "", true
		}
	}
	return row
}

var blankLine = pattern.MustCompile(`^_{2,}$`)

// splitLeader cuts "limit......$1,000,000" where the dots are.
func splitLeader(p piece) []piece {
	at := inlineLeader.FindStringIndex(p.Text)
	width := (p.X1 - p.X0) / float64(len(p.Text))
	before, after := p, p
	before.Text, before.X1 = p.Text[:at[0]], p.X0+width*float64(at[0])
	after.Text, after.X0 = p.Text[at[1]:], p.X0+width*float64(at[1])
	dots := p
	dots.Text = "...."
	return []piece{before, dots, after}
}

func splitMark(p piece, sign string, m mark) []piece {
	box, word := p, p
	box.Text, box.mark, box.alone = "", m, true
	word.Text = strings.TrimSpace(p.Text[len(sign):])
	if word.Text == "" {
		return []piece{box}
	}
	box.X1 = min(p.X1, p.X0+p.Size*0.9)
	word.X0 = box.X1
	return []piece{box, word}
}

// joinBrackets puts "[", "X", "]" that stand apart together again.
func joinBrackets(row []piece) []piece {
	var out []piece
	for i := 0; i < len(row); i++ {
		p := row[i]
		if p.Text == "[" || p.Text == "(" || p.Text == "[X" || p.Text == "[x" {
			for j := i + 1; j < len(row) && j <= i+2; j++ {
				joined := p.Text
				for _, q := range row[i+1 : j+1] {
					joined += q.Text
				}
				if markOn.MatchString(joined) || markOff.MatchString(joined) {
					p.Text, p.X1 = joined, row[j].X1
					i = j
					break
				}
			}
		}
		out = append(out, p)
	}
	return out
}
