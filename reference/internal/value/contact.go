package value

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	phone     = pattern.MustCompile(`(?:\+?1[-. ]{0,2})?(?:\((\d{3})\)|(\d{3}))[-./ ]{0,3}(\d{3})[-. ]{0,3}(\d{4})(?:,?\s?(?:x|ext\.?|extension)\s?\d{1,6})?`)
	fein      = pattern.MustCompile(`(\d{2})\s?-\s?(\d{7})|(\d{2}) (\d{7})|(\d{9})|(\d{2}) (\d{3}) (\d{4})`)
	email     = pattern.MustCompile(`(?:mailto:)?([a-z0-9][a-z0-9._%+'-]*@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)`)
	saidEmail = pattern.MustCompile(`
		\b([a-z0-9][a-z0-9._]*(?: (?:dot|underscore|dash|hyphen) [a-z0-9._]+)*) ?(?:\(at\)|\[at\]| at ) ?([a-z0-9-]+) ?
		(?:\(dot\)|\[dot\]| dot |\.) ?(com|net|org|biz|us|co|io|example|info)\b`)
	partedEmail = pattern.MustCompile(`
		\b(?:e-?mail|address|reach (?:me|us)|write)\b(?: [a-z]+){0,2}? (?:is|to|at|me|us|it's|:) (
			[a-z0-9][a-z0-9._]*(?: (?:dot|underscore|dash|hyphen) [a-z0-9._]+)*
		) at ([a-z0-9-]+(?: [a-z0-9-]+){1,3}) dot (com|net|org|biz|us|co|io|example|info)\b`)
	partedURL = pattern.MustCompile(`
		(?:
			\b(?:website|web site|site|web address|url|online|www dot|www)(?: (?:is|at|it's|address|would be))* |
			^(?:it's |its |yes |it is )*
		)([a-z0-9-]+(?: [a-z0-9-]+){1,3}) dot (com|net|org|biz|us|co|io|example|info)\b`)
	saidURL = pattern.MustCompile(`\b(?:www dot )?([a-z0-9-]+) dot (com|net|org|biz|us|co|io|example|info)\b`)
	url     = pattern.MustCompile(`(?:https?:?//|https?:|www\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,12})\b(?:[/?#][^\s,;)>\]"']*)?`)
)

var domains = wordSet(`com net org biz us co io info example test shop store online site pro app dev me tv law care health dental
		restaurant cafe pizza bar pub farm garden kitchen construction contractors builders plumbing repair services cleaning auto cars
		church school academy education edu gov photography studio design media agency consulting company group solutions tech systems
		works world life live club fitness yoga salon beauty hair boutique clothing fashion homes house properties realty realestate land
		tools supply toys pet pets vet dog florist flowers events wedding catering coffee wine beer vodka tax accountants finance capital
		ventures global international xyz space fun today travel tours taxi limo bike boats marine energy solar green eco earth nyc la
	boston miami vegas texas ai in ca uk mobi name inc llc`)

// notBare are the endings that make a name with a dot an address only with www. or http:// before it.
var notBare = wordSet("inc llc in me la ca today works care pro")

var saidMarks = strings.NewReplacer(" dot ", ".", " underscore ", "_", " dash ", "-", " hyphen ", "-")

// Phones finds US numbers of ten digits. A number after # or within a longer run of digits is none.
func Phones(lower string) []Span {
	var all []Span
	for _, m := range phone.FindAllStringSubmatchIndex(lower, -1) {
		if loose(lower, m[0], m[1]) {
			g := groups(lower, m)
			digits := g[1] + g[2] + g[3] + g[4]
			if digits[0] >= '2' && digits[3] >= '2' {
				all = append(all, Span{m[0], m[1], digits, bare(lower[m[0]:m[1]])})
			}
		}
	}
	return all
}

// FEINs finds nine digits in the grouping of the IRS, or, weakly, in another.
func FEINs(lower string) []Span {
	var all []Span
	for _, m := range fein.FindAllStringSubmatchIndex(lower, -1) {
		if loose(lower, m[0], m[1]) {
			g := groups(lower, m)
			digits := strings.Join(g[1:], "")
			if digits != "000000000" {
				all = append(all, Span{m[0], m[1], digits, g[1] == ""})
			}
		}
	}
	return all
}

func bare(s string) bool { return !strings.ContainsAny(s, "()-. ") }

// loose says that a figure stands alone: no digit, hyphen-digit, # or letter runs on at its ends.
func loose(s string, start, end int) bool {
	if start > 0 {
		c := s[start-1]
		if isDigit(c) || c == '#' || c == '$' || isWordByte(c) && !glued(s, start) {
			return false
		}
		if start > 1 && (c == '-' || c == '.' || c == '/') && isDigit(s[start-2]) {
			return false
		}
	}
	if end < len(s) {
		c := s[end]
		if isWordByte(c) {
			return false
		}
		if end+1 < len(s) && (c == '-' || c == '/' || c == '.') && isDigit(s[end+1]) {
			return false
		}
	}
	return true
}

// Emails finds mail addresses.
func Emails(lower string) []Span {
	var all []Span
	if strings.Contains(lower, "@") {
		for _, m := range email.FindAllStringSubmatchIndex(lower, -1) {
			v := strings.TrimRight(lower[m[2]:m[3]], ".'")
			all = append(all, Span{m[0], m[2] + len(v), v, false})
		}
	}
	if strings.Contains(lower, "at") {
		for _, m := range saidEmail.FindAllStringSubmatchIndex(lower, -1) {
			if !overlaps(all, m[0], m[1]) && m[3] != m[4] {
				g := groups(lower, m)
				if !strings.Contains(lower[m[3]:m[4]], "(") && !strings.Contains(lower[m[3]:m[4]], "[") && strings.Contains(lower[m[5]:m[6]], ".") {
					continue // "find us at example.com"
				}
				if g[1] == "us" || g[1] == "me" || g[1] == "online" || g[1] == "is" {
					continue // "find us at oaktree dot com"
				}
				all = append(all, Span{m[0], m[1], saidMarks.Replace(g[1]) + "@" + g[2] + "." + g[3], false})
			}
		}
		for _, m := range partedEmail.FindAllStringSubmatchIndex(lower, -1) {
			if g := groups(lower, m); !overlaps(all, m[2], m[1]) {
				all = append(all, Span{m[2], m[1], saidMarks.Replace(g[1]) + "@" + strings.ReplaceAll(g[2], " ", "") + "." + g[3], false})
			}
		}
	}
	return all
}

var siteLead = wordSet("is at it's its website site to dot and url yes www online on visit")

// wholeName says that what ends here is no part of the name of a site: the half of "oak tree dot com" would be wrong.
func wholeName(before string) bool {
	words := strings.Fields(before)
	return len(words) == 0 || !strings.HasSuffix(before, " ") || strings.ContainsAny(before[len(before)-2:], ",.:;-") || siteLead[words[len(words)-1]]
}

// inSentence says that a word does not stand in the name of a site.
func inSentence(word string) bool {
	return notInAddress[word] && word != "my" && word != "our" && word != "the"
}

// written finds what has the form of a web address. Each has a dot between letters or digits, and few long texts do.
func written(lower string) [][]int {
	for i := 1; i+1 < len(lower); i++ {
		if lower[i] == '.' && isWordByte(lower[i-1]) && isWordByte(lower[i+1]) {
			return url.FindAllStringSubmatchIndex(lower, -1)
		}
	}
	return nil
}

// URLs finds web addresses that are not part of a mail address. The value has no scheme, and no slash at its end.
func URLs(lower string) []Span {
	var all []Span
	mails := Emails(lower)
	for _, m := range written(lower) {
		text := lower[m[0]:m[1]]
		marked := strings.HasPrefix(text, "http") || strings.HasPrefix(text, "www.")
		ending := lower[m[2]:m[3]]
		if overlaps(mails, m[0], m[1]) || m[0] > 0 && (lower[m[0]-1] == '@' || isWordByte(lower[m[0]-1])) || m[1] < len(lower) && lower[m[1]] == '@' {
			continue
		}
		if !marked && (!domains[ending] || notBare[ending] || strings.Contains(text, "..")) || marked && strings.Count(text, ".") == 0 {
			continue
		}
		_, v, found := strings.Cut(text, "//")
		if !found {
			v = strings.TrimPrefix(text, "http:")
		}
		v = strings.TrimRight(strings.TrimPrefix(v, "www."), "/.,")
		all = append(all, Span{m[0], m[1], v, false})
	}
	if strings.Contains(lower, " dot ") {
		for _, m := range partedURL.FindAllStringSubmatchIndex(lower, -1) {
			if g := groups(lower, m); !overlaps(mails, m[2], m[1]) && !slices.ContainsFunc(strings.Fields(g[1]), inSentence) {
				all = append(all, Span{m[2], m[1], strings.ReplaceAll(g[1], " ", "") + "." + g[2], false})
			}
		}
		for _, m := range saidURL.FindAllStringSubmatchIndex(lower, -1) {
			if !overlaps(mails, m[0], m[1]) && !overlaps(all, m[0], m[1]) && wholeName(lower[:m[0]]) {
				g := groups(lower, m)
				all = append(all, Span{m[0], m[1], g[1] + "." + g[2], false})
			}
		}
	}
	return sorted(all)
}
