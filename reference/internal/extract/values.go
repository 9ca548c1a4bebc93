package extract

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

var (
	leadingAmount = pattern.MustCompile(`^\$ ?([\d,]+(?:\.\d{1,2})?)(?:[^\d%].*)?$`)
	partOfStaff   = pattern.MustCompile(`(?i)\b(?:full|part)[ -]?time\b|\b[fp]/?t\b`)
	nextSentence  = pattern.MustCompile(`\. \p{Lu}.*\$`)
	magnitude     = pattern.MustCompile(`(?i)^\$ ?[\d,.]*\d ?(?:k|m|mm|mil|million|thousand|billion)\b`)
	span          = pattern.MustCompile(`(?i)^\d+[ -](?:hours?|hrs?|days?|months?|years?|yrs?|percent|%)`)
	plainFigure   = pattern.MustCompile(`^([\d,]{1,15})(?:\.\d+)?(?: [^\d]*)?$`)
	firstWord     = pattern.MustCompile(`(?i)^(yes|no|y|n)\b\s*[-–—:,.;(/]?\s*(.*)$`)
	dateAlone     = pattern.MustCompile(`\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d{2}-\d{2}|[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{4}`)
	blankAnswer   = pattern.MustCompile(`
		(?i)^(?:
			n/?a|not applicable|none|nil|tbd|unknown|-+|see (?:attached|schedule|below|above).*|to be determined|various|same|
			included in .*
		)\.?$`)
	federalNumber = pattern.MustCompile(`^\d{2}-\d{7}$`)
	sameAs        = pattern.MustCompile(`(?i)^same( as (above|mailing|insured|the mailing).*)?\.?$`)
)

// parse reads the text of a cell as a value of the field. It is somewhat more lenient than the grammar for whole answers,
// since documents add units, remarks and footnotes.
func parse(f catalog.Field, text string, now time.Time) (any, bool) {
	text = strings.TrimSpace(strings.TrimLeft(text, ":–-*_ "))
	text = strings.TrimSpace(strings.TrimRight(text, "*†_"))
	if text == "" || len(text) > 2000 {
		return nil, false
	}
	switch f.Kind {
	case catalog.YesNo:
		return yesNo(f, text)
	case catalog.Money:
		if span.MatchString(text) || twoLimits.MatchString(text) || squareFeet.MatchString(text) ||
			(strings.HasSuffix(f.Key, "_limit") || f.Key == "current_premium") && tooSmall.MatchString(text) {
			return nil, false
		}
		if v, ok := value.Parse(f, text, now); ok && figures(text) {
			return v, true
		}
		if m := magnitude.FindString(text); m != "" {
			return value.Parse(f, m, now)
		}
		if m := leadingAmount.FindStringSubmatch(text); m != nil && !nextSentence.MatchString(text) {
			return amount(f, m[1])
		}
		return nil, false
	case catalog.Year:
		if v, ok := value.Parse(f, text, now); ok {
			return v, true
		}
		if years := yearAlone.FindAllString(text, -1); len(years) == 1 && len(text) <= longestYear {
			return value.Parse(f, years[0], now)
		}
		return nil, false
	case catalog.Count, catalog.Percent:
		if f.Key == "total_employees" && partOfStaff.MatchString(text) {
			return nil, false
		}
		if v, ok := value.Parse(f, text, now); ok {
			return v, true
		}
		if m := plainFigure.FindStringSubmatch(text); m != nil && f.Kind == catalog.Count {
			return amount(f, m[1])
		}
		return nil, false
	case catalog.Date:
		return date(f, text, now)
	case catalog.Name, catalog.Text:
		return name(f, text, now)
	case catalog.LongText:
		if blankAnswer.MatchString(text) || !wordy(text) || suffixes.MatchString(text) && len(strings.Fields(text)) <= fewWords {
			return nil, false
		}
	case catalog.Phone:
		if found := phoneText.FindAllString(text, -1); len(found) == 1 && len(text) <= longestCell {
			text = found[0]
		}
	case catalog.Email:
		if found := mailbox.FindAllStringSubmatch(text, -1); len(found) == 1 && len(text) <= longestCell {
			text = found[0][2]
		}
	case catalog.NAICS, catalog.ClassCode:
		if !strings.ContainsFunc(text, unicode.IsDigit) {
			return nil, false
		}
	}
	return value.Parse(f, text, now)
}

// yearAlone is the year in "August 2004", "05/2011" or "21 (since 2005)".
var yearAlone = pattern.MustCompile(`\b(?:19|20)\d\d\b`)

const longestYear = 40

// tooSmall is the number of a building or a line, not a limit.
var tooSmall = pattern.MustCompile(`^\d{1,3}$`)

// fewWords that end with "Inc." are a company, not what it does.
const fewWords = 6

// wordy tells a description from figures.
func wordy(text string) bool {
	letters, others := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsSpace(r):
			others++
		}
	}
	return letters >= 4 && letters > others
}

func figures(text string) bool {
	return strings.ContainsFunc(text, unicode.IsDigit) || strings.EqualFold(text, "none")
}

func amount(f catalog.Field, digits string) (any, bool) {
	v, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if err != nil {
		return nil, false
	}
	return value.InRange(f, v)
}

// bareDate is a date in the boxes of a form: 07012026.
var bareDate = pattern.MustCompile(`^([01]\d)([0-3]\d)((?:19|20)\d\d)$`)

// date takes the one date in a text; times and time zones around it do not matter.
func date(f catalog.Field, text string, now time.Time) (any, bool) {
	if m := bareDate.FindStringSubmatch(text); m != nil {
		text = m[1] + "/" + m[2] + "/" + m[3]
	}
	found := dateAlone.FindAllString(text, -1)
	if len(found) != 1 || len(text) > 60 {
		return nil, false
	}
	return value.Parse(f, found[0], now)
}

// headWord is a word that heads something and names nobody.
var headWord = pattern.MustCompile(`
	(?i)^(?:
		business|locations?|industry|coverages?|policy|limits?|premium|company|insured|applicant|address|agent|agency|producer|
		broker|description|property|type of insurance
	)$|
	\b(?:number|no\.?|#|date|code|telephone|phone)$`)

// codeAlone is the number of an account or an invoice.
var codeAlone = pattern.MustCompile(`^[A-Z0-9/-]*\d[A-Z0-9/-]*$|(?i:^(?:invoice|policy|quote|account|claim|customer|page|date)\b ?(?:no\b|number|#|:))`)

func name(f catalog.Field, text string, now time.Time) (any, bool) {
	if f.Key == "contact_name" {
		text = titleBehind.ReplaceAllString(text, "$1")
	}
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 2 || headWord.MatchString(text) || strings.HasPrefix(text, "(") || blankAnswer.MatchString(text) ||
		strings.HasSuffix(text, ":") || len(strings.Fields(text)) > 14 {
		return nil, false
	}
	digits := strings.ContainsFunc(text, unicode.IsDigit)
	if dateAlone.MatchString(text) || f.Key == "legal_name" && codeAlone.MatchString(text) {
		return nil, false
	}
	if digits && (f.Key == "contact_name" || strings.HasSuffix(f.Key, "_city")) || strings.ContainsAny(text, "@$") {
		return nil, false
	}
	return value.Parse(f, text, now)
}

// misfortune are the fields that ask whether something happened: a limit beside "Data breach" does not say that it did.
var misfortune = map[string]bool{"cyber_incident": true, "losses_5yr": true, "prior_cancellation": true, "bankruptcy": true, "professional_complaint": true}

var (
	affirmed = pattern.MustCompile(`
		(?i)^(?:
			fully|partial(?:ly)?|100 ?%|included|covered|central station|local( alarm)?|monitored|installed|required|in place|
			present|provided|yes|active|applies|throughout|\$[\d,]+
		)`)
	denied = pattern.MustCompile(`(?i)^(?:none|no\b|not\b|nil|excluded|un\w+ed\b|without|0$|rejected|declined|waived)`)
)

// yesNo also takes the words that documents put instead: "Included", "Central station", "None reported".
func yesNo(f catalog.Field, text string) (any, bool) {
	if v, ok := value.Bool(text); ok {
		return v, true
	}
	if m := firstWord.FindStringSubmatch(text); m != nil && len(text) < 160 {
		return strings.HasPrefix(strings.ToLower(m[1]), "y"), true
	}
	if len(text) > 60 {
		return nil, false
	}
	switch {
	case blankAnswer.MatchString(text) && !strings.EqualFold(strings.Trim(text, "."), "none"):
		return nil, false
	case denied.MatchString(text):
		return false, true
	case affirmed.MatchString(text) && !(misfortune[f.Key] && !strings.EqualFold(text[:1], "y")):
		return true, true
	}
	if n, err := strconv.Atoi(text); err == nil && f.Key == "losses_5yr" {
		return n > 0, true
	}
	return nil, false
}
