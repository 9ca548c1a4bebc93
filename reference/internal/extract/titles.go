package extract

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const (
	sureOfTitle   = 0.7
	sureOfOnly    = 0.6 // the one company that a document names
	sureOfMention = 0.66
)

var (
	titleFor   = pattern.MustCompile(`(?i)^(?:prepared|issued) (?:for|to)\b|^(?:re|subject|fwd?|regarding|account|client|risk|insured|named insured)\b ?:|\b(?:proposal|quot(?:e|ation)|submission|summary|profile|narrative|review|program|indication|application|renewal|schedule of insurance|survey|report|overview|package|memo|request|questionnaire)\b.{0,40}?(?: (?:for|of|on)|:| [-–—]) `)
	personName = `((?:(?:Mr|Ms|Mrs|Dr)\. )?[A-Z][\p{L}'’-]+(?: [A-Z]\.)?(?: (?:(?:de|la|van|von|del) )*[A-Z][\p{L}'’-]+){0,2})`
	ownerIs    = pattern.MustCompile(`\b(?:[Oo]wner|[Pp]resident|[Pp]roprietor|[Pp]rincipal|[Mm]anaging member|[Cc]ontact(?: person)?(?: for (?:an |the |any )?(?:inspections?|surveys?|audits?|access|loss control)(?: (?:and|or) \pL+)?| at (?:the )?insured)?|[Gg]eneral manager|[Ee]xecutive director|[Ff]ounder)(?:,? and (?:owner|operator|president|founder|chef|manager))?(?:,| is| will be| for this account is)? ` + personName)
	ownedBy    = pattern.MustCompile(`\b(?:owned(?: and operated)?|run|founded|started|led|managed)(?: in \d{4})? by ` + personName)
	callFor    = pattern.MustCompile(`
		\b(?:reach|contact|call|speak (?:to|with)|ask for|questions (?:to|for))(?: our (?:client|insured),?)? ` + personName + `
		(?:,[^,.]{3,40},)? (?:at|on|by|directly at)\b`)
	writtenBy = pattern.MustCompile(`(?i)\b(?:agent|agency|broker|underwriter|adjuster|producer|insurance|claims?|csr|representative)\b`)
)

// titles finds the insured where no label names it: in the title of the document, in the subject of a letter, or as the only
// company that is neither an insurer nor an agency.
func (r *reader) titles(pages []*page) {
	if _, known := r.found["legal_name"]; known {
		return
	}
	for _, p := range pages {
		for _, c := range p.cells {
			text := p.lineOf(c)
			if c.mark != noMark || c.prose || strange(c.context) || len(text) > longestTitle || !titleFor.MatchString(text) {
				continue
			}
			if names := companyName.FindAllString(text, -1); len(names) == 1 && endsName(text, names[0]) && !insurerName(names[0]) {
				r.keep("legal_name", completed(names[0], text), sureOfTitle, p, c)
				if preparedFor.MatchString(text) {
					r.party(p, c, c)
				}
				return
			}
		}
	}
	r.onlyCompany(pages)
}

// endsName tells that a name ends a title, or the part of it before a dash or a comma.
func endsName(text, name string) bool {
	_, rest, ok := strings.Cut(text, name)
	return ok && nameEnds.MatchString(rest)
}

var nameEnds = pattern.MustCompile(`^\.?\)?(?:$| [-–—|(]|,)`)

var preparedFor = pattern.MustCompile(`(?i)^(?:prepared|quote|quotation|proposal|submission|insurance proposal|issued) (?:especially )?(?:for|to)\b`)

const longestTitle = 130

var treaty = pattern.MustCompile(`(?i)\b(?:lease|agreement|contract|newsletter|minutes|guidelines|bulletin|resolution)\b`)

// completed gives a name the stop of its abbreviation back.
func completed(name, text string) string {
	if strings.Contains(text, name+".") && !strings.HasSuffix(name, "LLC") {
		return name + "."
	}
	return name
}

func (r *reader) onlyCompany(pages []*page) {
	if titled(pages, treaty) || slices.ContainsFunc(pages, (*page).legal) {
		return // the parties of a contract
	}
	var at *cell
	only := ""
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || strange(c.context) || !r.budget.look(1) {
				continue
			}
			for _, name := range companyName.FindAllString(c.text, -1) {
				if insurerName(name) || insurerName(c.text) && !c.prose {
					continue
				}
				if only != "" && !strings.EqualFold(only, completed(name, c.text)) {
					return
				}
				only, at = completed(name, c.text), c
			}
		}
	}
	if at != nil {
		r.keep("legal_name", only, sureOfOnly, pages[at.page], at)
	}
}

// persons finds in letters and narratives who owns the business and whom to call.
func (r *reader) persons(pages []*page) {
	for _, p := range pages {
		for _, block := range p.paragraphs() {
			if strange(block.first.context) {
				continue
			}
			for _, s := range block.sentences() {
				r.personIn(s, p, block.first)
			}
		}
	}
}

func (r *reader) personIn(s string, p *page, at *cell) {
	for _, is := range []*pattern.Pattern{callFor, ownerIs, ownedBy} {
		m := is.FindStringSubmatchIndex(s)
		if m == nil || writtenBy.MatchString(s[:m[1]]) {
			continue
		}
		name := honorific.ReplaceAllString(s[m[2]:m[3]], "")
		if len(strings.Fields(name)) >= 2 && !suffixes.MatchString(name) {
			r.keep("contact_name", name, sureOfMention, p, at)
		}
		if is == callFor || strings.HasPrefix(strings.ToLower(s[m[0]:m[1]]), "contact") {
			if phone := phoneText.FindString(s[m[1]:]); phone != "" {
				r.keepSaid(p, at, "contact_phone", phone)
			}
			if mail := mailbox.FindStringSubmatch(s[m[1]:]); mail != nil {
				r.keepSaid(p, at, "contact_email", strings.TrimRight(mail[2], "."))
			}
		}
	}
}

func (r *reader) keepSaid(p *page, at *cell, key, text string) {
	if f, ok := r.catalog.Field(key); ok {
		if v, ok := parse(f, text, r.now); ok {
			r.keep(key, v, sureOfMention, p, at)
		}
	}
}
