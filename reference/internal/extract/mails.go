package extract

import (
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	mailbox     = pattern.MustCompile(`(?:"?(\p{Lu}[\p{L}.'’ -]{2,40}?)"? )?[<\[(]?(?:mailto:)?([A-Za-z0-9][\w.+-]*@([\w-]+)\.[\w.-]*\w)>?`)
	companyName = pattern.MustCompile(`
		(?:[\p{Lu}\d][\p{L}\d&'’.-]*(?:,? (?:& |and |of |the )?))+?(?:
			LLC|L\.L\.C\.|Cooperative|Co-op|Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|LP|LLP|PLLC|P\.C
		)\b(?:,? (?:LLC|Inc|Ltd|LP|LLP)\b)?`)
	legalForm = pattern.MustCompile(`(?i)\b(?:llc|inc|incorporated|corp|corporation|co|company|ltd|lp|llp|pllc|pc|and|of|the)\b`)
	phoneText = pattern.MustCompile(`(?:\+?1[ .-])?\(?\d{3}\)?[ ./-]{0,2}\d{3}[ .-]\d{4}`)
)

const (
	sureOfDomain    = 0.75
	sureOfSignature = 0.7
	linesSigned     = 4
)

// mails finds the insured's mailbox in a correspondence: the one whose domain is the insured's name. Whoever writes from it is
// the contact, and the telephone number under that name the insured's.
func (r *reader) mails(pages []*page) {
	if _, known := r.found["contact_email"]; known {
		return
	}
	names := r.companies(pages)
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || !strings.Contains(c.text, "@") {
				continue
			}
			for _, m := range mailbox.FindAllStringSubmatch(c.text, -1) {
				if !belongs(m[3], names) {
					continue
				}
				r.site(pages, names)
				r.keep("contact_email", strings.ToLower(m[2]), sureOfDomain, p, c)
				if person := strings.TrimSpace(m[1]); len(strings.Fields(person)) >= 2 && !suffixes.MatchString(person) {
					r.keep("contact_name", person, sureOfDomain, p, c)
					r.signature(pages, person)
				}
				return
			}
		}
	}
}

var siteAlone = pattern.MustCompile(`^(?:https?://)?(?:www\.)?([\w-]+)\.[\w.-]*\w/?$`)

// site finds the insured's website on a line of its own.
func (r *reader) site(pages []*page, names []string) {
	f, ok := r.catalog.Field("website")
	if !ok {
		return
	}
	for _, p := range pages {
		for _, c := range p.cells {
			if m := siteAlone.FindStringSubmatch(c.text); m != nil && len(c.words) == 1 && belongs(m[1], names) {
				if v, ok := parse(f, c.text, r.now); ok {
					r.keep("website", v, sureOfSignature, p, c)
					return
				}
			}
		}
	}
}

// companies are the names of firms in a document that are neither agencies nor insurers.
func (r *reader) companies(pages []*page) []string {
	var names []string
	if f, ok := r.found["legal_name"].value.(string); ok {
		names = append(names, f)
	}
	for _, p := range pages {
		for _, c := range p.cells {
			for _, name := range companyName.FindAllString(c.text, -1) {
				if len(names) < 200 && !otherParty.MatchString(name) && !company.MatchString(name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// belongs tells that a domain is made of the words of a name, in their order: "lotusyoga" of "Lotus & Pine Yoga Studio LLC".
func belongs(domain string, names []string) bool {
	domain = strings.ToLower(strings.ReplaceAll(domain, "-", ""))
	if len(domain) < 5 {
		return false
	}
	for _, name := range names {
		words := strings.FieldsFunc(legalForm.ReplaceAllString(strings.ToLower(strings.NewReplacer("'", "", "’", "").Replace(name)), " "), func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsDigit(c)
		})
		if made(domain, words, 0) {
			return true
		}
	}
	return false
}

const shortestPiece = 3

func made(rest string, words []string, used int) bool {
	if rest == "" {
		return used > 0
	}
	for i, w := range words {
		for n := len(w); n >= min(shortestPiece, len(w)) && n > 0; n-- {
			if strings.HasPrefix(rest, w[:n]) && made(rest[n:], words[i+1:], used+1) {
				return true
			}
		}
		if used == 0 {
			return false // it begins with the first word
		}
	}
	return false
}

// signature takes the telephone number from the lines under a person's name.
func (r *reader) signature(pages []*page, person string) {
	f, ok := r.catalog.Field("contact_phone")
	if !ok {
		return
	}
	for _, p := range pages {
		for _, c := range p.cells {
			if c.mark != noMark || !strings.HasPrefix(c.text, person) && c.text != strings.Fields(person)[0] ||
				strings.Contains(c.text, "@") || len(c.words) > 8 {
				continue
			}
			for _, d := range p.between(c.y, c.y+1.7*linesSigned*c.size) {
				if phone := phoneText.FindString(d.text); phone != "" && d.x0 < c.x0+3 {
					if v, ok := value.Parse(f, phone, r.now); ok {
						r.keep("contact_phone", v, sureOfSignature, p, d)
						return
					}
				}
			}
		}
	}
}
