package extract

// budget bounds the work on one document. What a stranger sends may be nothing but labels, thousands on a page, and reading
// must end all the same; it counts steps, not time, so that the same document always reads alike.
type budget struct {
	cells   int              // that may still be laid out
	looks   int              // cells that may still be looked at around others
	matches int              // texts that may still be compared with the labels
	known   map[string][]hit // the ones that were
}

const (
	mostCells   = 150_000
	mostLooks   = 25_000_000
	mostMatches = 60_000
	mostAnchors = 400 // headings on a page
)

func newBudget() *budget {
	return &budget{cells: mostCells, looks: mostLooks, matches: mostMatches, known: map[string][]hit{}}
}

// spent tells that a bound was reached and so a part of the document was not looked at.
func (b *budget) spent() bool { return b.cells <= 0 || b.looks <= 0 || b.matches <= 0 }

// pagesOnly tells that nothing but whole pages at the end were left out.
func (b *budget) pagesOnly() bool { return b.looks > 0 && b.matches > 0 }

// look takes n looks, and tells whether they are left.
func (b *budget) look(n int) bool {
	b.looks -= n
	return b.looks > 0
}

// within returns the labels with a budget for one document.
func (l *labels) within(b *budget) *labels {
	own := *l
	own.budget = b
	return &own
}

// match lists the fields that a text may be the label of, the likeliest first.
func (l *labels) match(text string) []hit {
	if len(text) > longestLabel {
		return nil
	}
	if hits, ok := l.budget.known[text]; ok {
		return hits
	}
	if l.budget.matches--; l.budget.matches < 0 {
		return nil
	}
	hits := l.fieldsOf.recall(text, l.compare)
	l.budget.known[text] = hits
	return hits
}
