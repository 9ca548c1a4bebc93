package extract

import (
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// Result is what a document says: values by field, how sure each is (0 to 1) and how sure all together.
type Result struct {
	Values          map[string]any
	Confidence      float64
	FieldConfidence map[string]float64
	Notes           []string
}

// finding is one value with where it was found.
type finding struct {
	value any
	sure  float64
	page  int
	y     float64

	disputed bool // another place, as sure, says something else
}

// reader reads one document.
type reader struct {
	*labels
	now           time.Time
	found         map[string]finding
	notes         []string
	sameAsMailing bool
	invoice       bool // the document asks for money: what is due is not the premium
	certificate   bool // the document is a certificate of insurance
	umbrella      bool // the document is an umbrella policy: its limits are those of the umbrella
	application   bool // the document is an application that asks for the insurer of before
	sums          map[string]columnSum
	spoken        int       // texts that were read as speech
	line          string    // the limit that a policy of one line alone is about, "cyber_limit"; "" where it is about several
	renewal       [2]string // the term that a letter offers to renew the policy for
}

// Extract reads the values of the catalogue out of a document. now resolves years in business and the like.
func Extract(cat *catalog.Catalog, doc *pdfread.Document, now time.Time) Result {
	return read(labelsFor(cat).within(newBudget()), doc, now)
}

func read(l *labels, doc *pdfread.Document, now time.Time) Result {
	r := &reader{labels: l, now: now, found: map[string]finding{}, sums: map[string]columnSum{}}
	r.notes = append(r.notes, doc.Notes...)
	pages := layOut(doc, r.labels)
	for _, p := range pages {
		r.annotate(p)
		p.labelsBelow = p.valuesAbove()
	}
	r.certificate = titled(pages, certificate)
	r.invoice = titled(pages, invoiceTitle)
	r.line = lineAlone(pages)
	r.application = titled(pages, applicationTitle) && r.asksPrior(pages)
	r.umbrella = titled(pages, umbrellaTitle) && !titled(pages, packageTitle)
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark == noMark && len(c.hits) > 0 {
				r.pair(p, c)
			}
		}
		r.places(p)
		r.periods(p)
		r.combined(p)
		r.qualified(p)
		r.entityBoxes(p)
		r.crossedEntity(p)
		r.splitName(p)
	}
	r.vehicles(pages)
	r.drivers(pages)
	r.autoLiability(pages)
	r.askedLimits(pages)
	r.formFields(doc)
	r.losses(pages)
	r.statements(pages)
	r.namedTerms(pages)
	r.recipients(pages)
	r.prose(pages)
	r.titles(pages)
	r.senders(pages)
	r.tell(pages)
	r.persons(pages)
	r.remarks(pages)
	r.mails(pages)
	r.letterhead(pages)
	if r.budget.spent() {
		if !r.budget.pagesOnly() {
			clear(r.found) // half a look at a page can put a value to the wrong label
		}
		r.notes = append(r.notes, "The document is too crowded to be looked at in full.")
	}
	r.settle()
	return r.result()
}

// keep remembers a value unless a surer one, or an equally sure one further up, is known.
func (r *reader) keep(key string, v any, sure float64, p *page, c *cell) {
	if key == "" {
		return // it stands for nothing that the catalogue asks
	}
	at := finding{value: v, sure: sure, page: p.number, y: c.y}
	old, known := r.found[key]
	if known && old.sure >= sure {
		if old.sure-sure < disputable && old.value != v {
			old.disputed = true
			r.found[key] = old
		}
		return
	}
	at.disputed = known && sure-old.sure < disputable && old.value != v
	r.found[key] = at
}

// disputable is how much less sure than the best another finding may be and still raise a doubt.
const disputable = 0.05

// single tells the fields of which a policy has one: where a document gives several, as a comparison of offers or a report
// over several terms does, none of them can be taken.
func single(key string) bool {
	switch key {
	case "effective_date", "expiration_date", "deductible", "current_premium", "current_carrier":
		return true
	}
	return strings.HasSuffix(key, "_limit")
}

// doubtful is the confidence below which a value is left out: better asked again than wrong.
const doubtful = 0.55

// settle completes and checks the findings against each other.
func (r *reader) settle() {
	for key, f := range r.found {
		if f.sure < doubtful || f.disputed && single(key) {
			delete(r.found, key)
		}
	}
	if r.sameAsMailing {
		for _, part := range []string{"address", "city", "state", "zip"} {
			if f, ok := r.found["mailing_"+part]; ok {
				r.found["location_"+part] = f
			}
		}
	}
	if f, ok := r.found["expiration_date"]; ok && r.renewal[0] != "" && f.value == r.renewal[0] {
		r.found["effective_date"] = finding{value: r.renewal[0], sure: sureOfProse}
		r.found["expiration_date"] = finding{value: r.renewal[1], sure: sureOfProse}
	}
	from, hasFrom := r.found["effective_date"].value.(string)
	to, hasTo := r.found["expiration_date"].value.(string)
	if hasFrom && hasTo && to <= from {
		delete(r.found, "expiration_date")
		r.notes = append(r.notes, "The expiration date is not after the effective date; it was left out.")
	}
	if count, ok := r.found["loss_count"].value.(float64); ok {
		if _, known := r.found["losses_5yr"]; !known {
			r.found["losses_5yr"] = finding{value: count > 0, sure: 0.8}
		}
	}
}

func (r *reader) result() Result {
	out := Result{Values: map[string]any{}, FieldConfidence: map[string]float64{}, Notes: r.notes}
	sum := 0.0
	for _, key := range slices.Sorted(maps.Keys(r.found)) { // the sum of fractions depends on their order
		f := r.found[key]
		out.Values[key] = f.value
		out.FieldConfidence[key] = math.Round(f.sure*100) / 100
		sum += f.sure
	}
	if len(out.Values) > 0 {
		out.Confidence = math.Round(sum/float64(len(out.Values))*100) / 100
	} else {
		out.Notes = append(out.Notes, "Nothing was found that the application asks for.")
	}
	return out
}
