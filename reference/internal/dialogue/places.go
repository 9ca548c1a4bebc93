package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

const (
	mailing  = "mailing_"
	location = "location_"
)

var addressParts = []string{"address", "city", "state", "zip"}

func prefixOf(key string) string {
	if strings.HasPrefix(key, location) {
		return location
	}
	return mailing
}

var (
	sameAs = pattern.MustCompile(`
		\b(?:use|put|list) (?:that|it|this)(?: one| address)? for\b|
		\bsame\b(?: (?:address|place|one|thing))?(?: (?:as|for|like)\b)?|\bidentical\b|
		\b(?:is|are|'s|right|also) (?:right |also )?(?:there|at that address)\b|
		\b(?:there|at that address) (?:too|also|as well)\b`)
	placeThere = pattern.MustCompile(`
		\b(?:
			shop|store|office|building|location|warehouse|restaurant|yard|studio|clinic|garage|bakery|salon|plant|place|premises|
			business
		)(?:'s| is|s are)? (?:right |also |all )*(?:there|at that address|at the same|in the same)\b`)
	sameMailing = pattern.MustCompile(`
		\b(?:use|put|list) (?:that|it|this|the same)(?: one| address)? (?:for|as) (?:the |our )?
		(?:location|premises|physical|shop|store|office|building|garage)|
		\bsame as (?:the |our )?(?:mail|above|mailing|billing)|
		\bsame for (?:the |our )?(?:location|premises|physical|shop|store|office|building|garaging)|
		\b(?:location|premises|physical|shop|store|office|building)\b.*\bsame\b|\bsame (?:physical|location|premises)|
		\bsame (?:place|address)\b`)
	sameLocation = pattern.MustCompile(`
		\bmail(?:ing|s)?\b.*\bsame\b|\bsame for (?:the |our )?(?:mail|mailing|billing|bills)|
		\b(?:use|put) (?:that|it|the same)(?: one)? for (?:the |our )?mail|
		\bsame as (?:the |our )?(?:location|premises|physical|shop|store|office)`)
	bothPlaces = pattern.MustCompile(`
		\b(?:
			mailing(?: address)?,? and (?:our |the |also )?
			(?:physical|location|premises|shop|store|office|street|business|building)|
			(?:physical|location|premises|shop|store|office|street|business|building)(?: address)? and (?:our |the )?mail(?:ing)?|
			(?:physical|location|premises) and mailing|both (?:addresses|mailing)|mail(?:ing)? and location|for both
		)\b`)
	addressCue = map[string]*pattern.Pattern{
		mailing: pattern.MustCompile(`
			\b(?:
				mail(?:ing|s)?|billing|postal|correspondence|p\.?o\.? box|
				send (?:
					it|everything|mail|paperwork|stuff|
					(?:the |our |all )?(?:bills?|statements?|letters?|checks?|documents?|docs|policy|packets?|correspondence)
				)|
				invoices|statements|bills (?:go|to)
			)\b`),
		location: pattern.MustCompile(`
			\b(?:
				locations?|located|main one|primary one|premises?|physical(?:ly)?|site|shop|store|office|building|warehouse|
				restaurant|storefront|facility|property|yard|studio|headquarters|headquartered|hq|plant|operate (?:out of|from|at)|
				work out of|we're at|we are at|space|main place|garage|bakery|salon|clinic|bar|cafe|place|kitchen|church|school|
				farm|gym|brewery|taproom|showroom|terminal|center|hotel|motel|barn|hall|depot|dealership|daycare|diner|practice|
				(?:it's|its|shop's|place is) (?:right |located |over |down )?at
			)\b`),
	}
)

// readAddresses gives every address to the mailing or the location fields: by the words beside it, by what is asked, a
// PO box to the mailing ones. One that could be either is left and asked about.
func (r *reader) readAddresses() {
	last := 0
	r.readLikeOther()
	for i := range r.values {
		v := &r.values[i]
		if v.kind != catalog.Street || v.used || r.isTaken(v.start, v.end) || !r.speaksAt(v.start) {
			continue
		}
		which := r.whichAddress(v, last)
		last = v.end
		switch {
		case which == "both":
			r.setAddress(mailing, v, 15)
			r.setAddress(location, v, 15)
		case which == location && v.address.Box && r.addressBehind(v):
			r.setAddress(mailing, v, 15) // the word for the place belongs to the address behind
		case which != "":
			r.setAddress(which, v, 15)
		case !v.weak && r.opensFacts(v):
			r.setAddress(mailing, v, 15)
		case !v.weak:
			r.take(v.start, v.end)
			r.note(Ambiguous, "Is “"+v.address.Street+"” the mailing address or the location?")
		}
	}
	r.readSame()
	r.readPlaces()
}

// addressBehind says that another address follows in the sentence, and the word for a place only behind this one.
func (r *reader) addressBehind(v *found) bool {
	s, _ := r.sentenceOf(v.start)
	return s != nil && !addressCue[location].MatchString(r.text.Lower[s.start:v.start]) &&
		slices.ContainsFunc(r.valuesIn(v.end, s.end), func(o found) bool { return o.kind == catalog.Street })
}

func (r *reader) whichAddress(v *found, last int) string {
	s, _ := r.sentenceOf(v.start)
	if s == nil {
		return ""
	}
	before := r.text.Lower[max(s.start, last):v.start]
	after := r.text.Lower[v.end:min(s.end, v.end+40)]
	if bothPlaces.MatchString(before) || bothPlaces.MatchString(after) {
		return "both"
	}
	if first := r.askedPrefix(); first != "" && lastMatch(addressCue[mailing], before) < 0 && lastMatch(addressCue[location], before) < 0 &&
		strings.Trim(before, " ") == "" && newThought.MatchString(after) {
		if worksThere.MatchString(after) {
			return "both"
		}
		return first // what follows says more of the business
	}
	for _, near := range []string{before, after} {
		m, l := lastMatch(addressCue[mailing], near), lastMatch(addressCue[location], near)
		switch {
		case m > l:
			return mailing
		case l > m:
			return location
		}
	}
	if v.address.Box {
		return mailing
	}
	for _, f := range r.turn.Asked {
		if strings.HasPrefix(f.Key, mailing) || strings.HasPrefix(f.Key, location) {
			return prefixOf(f.Key)
		}
	}
	if strings.Contains(before, "address") {
		return mailing
	}
	return ""
}

var (
	newThought = pattern.MustCompile(`^ ?(?:[,.;]|-|and) ?(?:(?:i|we|it|they|the)\b|work|operate|run)`)
	worksThere = pattern.MustCompile(`\b(?:work|operate|run (?:it|everything|the business)) (?:out of|from|there|here|at)\b|\bhome[- ]?based\b`)
)

// askedPrefix is the address that the first question shown is about, or nothing.
func (r *reader) askedPrefix() string {
	if len(r.turn.Asked) == 0 || !strings.HasPrefix(r.turn.Asked[0].Key, mailing) && !strings.HasPrefix(r.turn.Asked[0].Key, location) {
		return ""
	}
	return prefixOf(r.turn.Asked[0].Key)
}

func lastMatch(p *pattern.Pattern, s string) int {
	all := p.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return -1
	}
	return all[len(all)-1][0]
}

func (r *reader) setAddress(prefix string, v *found, strength float64) {
	a := v.address
	v.used = true
	if m := unitBefore.FindStringSubmatch(r.text.Lower[r.lineStart(v.start):v.start]); m != nil && !strings.Contains(asciiLower(a.Street), m[1]) {
		at := v.start - len(m[0])
		a.Street += ", " + strings.TrimSpace(r.text.Original(at, at+len(m[1])))
	}
	if m := sameCity.FindStringSubmatchIndex(r.text.Lower[v.end:]); m != nil && a.City == "" {
		a.City, a.State = r.cityTold(prefix)
		if m[2] >= 0 && a.ZIP == "" {
			a.ZIP = r.text.Lower[v.end+m[2] : v.end+m[3]]
		}
		r.take(v.end, v.end+m[1])
	}
	r.set(prefix+"address", a.Street, strength, v.start, v.end)
	for i, text := range []string{a.City, a.State, a.ZIP} {
		if text != "" {
			r.set(prefix+addressParts[i+1], text, strength, v.start, v.end)
		}
	}
}

var (
	mailSame   = pattern.MustCompile(`\bmail(?:ing|s)?\b[^.;]*\b(?:same (?:place|address|spot|one|thing)|same\W*$)`)
	unitBefore = pattern.MustCompile(`
		\b(
			(?:suite|ste|unit|apt|bldg|building|floor|room) #?[a-z]?\d[a-z0-9-]*|(?:suite|unit|apt|building) [a-z]
		),? (?:at|of|in|,)? ?$`)
	sameCity  = pattern.MustCompile(`^,? (?:in )?(?:the )?same (?:city|town|place|zip|city and state|city and zip)\b(?:,? (?:but )?(?:zip )?(\d{5})\b)?`)
	likeOther = pattern.MustCompile(`
		^\W*(?:(?:yes|yep|yeah|yup|yea|correct|right|sure|ya|it is|that's right|exactly)\b[ ,.!]*)*(?:
			(?:that's|thats|it's|its|that is|this is) (?:also |the same |the one |all )*(?:
				where (?:we|i|the)\b.*|it|one place|the same(?: one| place| spot)?|
				the (?:place|spot|shop|location)(?: too| as well)?
			)|
			(?:we|i) (?:work|operate|bake|run|do (?:everything|it)|work out of|are) (?:there|from there|out of there|right there)
			(?: too| as well| also)?|
			(?:right )?(?:there|here)(?: too| as well| also)|(?:all )?(?:in )?(?:one|the same) (?:place|spot|building)|ditto|
			as above|see above|one and the same|both (?:are )?the same
		)(?: too| as well| also)?\W*$`)
)

// readLikeOther takes "yep, that's where we bake too" for the other address, when one of the two was asked for.
func (r *reader) readLikeOther() {
	if len(r.turn.Asked) == 0 || len(r.values) > 0 || !likeOther.MatchString(r.text.Lower) {
		return
	}
	if first := r.turn.Asked[0].Key; strings.HasSuffix(first, "ing_address") || strings.HasSuffix(first, "ion_address") {
		r.copyAddress(first, 0, len(r.text.Lower))
	}
}

// cityTold is the city and state of the other address.
func (r *reader) cityTold(prefix string) (city, state string) {
	other := mailing
	if prefix == mailing {
		other = location
	}
	city, _ = r.known(other + "city").(string)
	state, _ = r.known(other + "state").(string)
	return city, state
}

// opensFacts says that an address stands with its city among the first facts of an application, so that it is that of
// the business: "Ace Tile LLC, 12 Oak St, Reno NV 89502".
func (r *reader) opensFacts(v *found) bool {
	s, g := r.sentenceOf(v.start)
	return v.address.City != "" && v.address.State != "" && s != nil && g != nil && !s.question &&
		r.turn.Values[mailing+"address"] == nil && r.turn.Values[location+"address"] == nil &&
		!r.has(mailing+"address") && !r.has(location+"address") && loneAddress.MatchString(r.text.Lower[s.start:v.start])
}

// loneAddress is what may stand before an address that is the business's own: its name, or a few plain words.
var loneAddress = pattern.MustCompile(`^[^.;:?]{0,80}(?:,|\bat|\bis|\bare|\bof|^\W*(?:sorry|wait|no|actually|oops)\W*)\W*$`)

// readSame copies one address to the other fields when it is said to be the same.
func (r *reader) readSame() {
	for _, s := range r.sentences {
		for _, g := range s.segments {
			text := r.in(g)
			if g.act != answers || !sameAs.MatchString(text) || r.isTaken(g.start, g.end) || strings.Contains(text, "not the same") ||
				strings.Contains(text, "isn't the same") {
				continue
			}
			first := ""
			if len(r.turn.Asked) > 0 {
				first = r.turn.Asked[0].Key
			}
			switch {
			case placeThere.MatchString(text):
				r.copyAddress(location+"address", g.start, g.end)
			case mailSame.MatchString(text):
				r.copyAddress(mailing+"address", g.start, g.end)
			case sameLocation.MatchString(text) && !sameMailing.MatchString(text), strings.HasPrefix(first, mailing) && !strings.Contains(text, "mail"):
				r.copyAddress(mailing+"address", g.start, g.end)
			case sameMailing.MatchString(text), strings.HasPrefix(first, location):
				r.copyAddress(location+"address", g.start, g.end)
			}
		}
	}
}

func (r *reader) copyAddress(key string, start, end int) bool {
	to, from := prefixOf(key), mailing
	if to == mailing {
		from = location
	}
	if r.known(from+"address") == nil {
		return false
	}
	for _, part := range addressParts {
		if v := r.known(from + part); v != nil {
			r.set(to+part, v, 15, start, end)
		}
	}
	return true
}

var inPlace = pattern.MustCompile(`\b(?:located in|location is in|shop is in|store is in|office is in|premises (?:is|are) in|based out of)\s+(.+)$`)

// readPlaces takes "Austin, TX 78701" where the rest of an address is asked, and "located in Austin, TX".
func (r *reader) readPlaces() {
	for _, s := range r.sentences {
		if s.question || r.isTaken(s.start, s.end) || len(s.segments) == 0 || s.segments[0].act != answers {
			continue
		}
		start, prefix := s.start, ""
		if m := inPlace.FindStringSubmatchIndex(r.text.Lower[s.start:s.end]); m != nil {
			start, prefix = s.start+m[2], location
		} else if len(r.turn.Asked) > 0 {
			switch first := r.turn.Asked[0]; {
			case strings.HasPrefix(first.Key, mailing), strings.HasPrefix(first.Key, location):
				prefix = prefixOf(first.Key)
			}
		}
		if prefix == "" {
			continue
		}
		if _, whole := value.StateCode(r.text.Plain[start:s.end]); whole && len(r.turn.Asked) > 0 && r.turn.Asked[0].Kind == catalog.State {
			continue
		}
		start += len(r.text.Lower[start:s.end]) - len(stripMarker(r.text.Lower[start:s.end]))
		a, ok := value.Place(value.Normalize(strings.TrimRight(r.text.Original(start, s.end), ".! ")))
		if !ok || len(r.cuesOf(start, s.end)) > 0 || strings.HasPrefix(asciiLower(a.City), "zip") {
			continue
		}
		r.set(prefix+"city", a.City, 13, start, s.end)
		if a.State != "" {
			r.set(prefix+"state", a.State, 13, start, s.end)
		}
		if a.ZIP != "" {
			r.set(prefix+"zip", a.ZIP, 13, start, s.end)
		}
	}
}

// cuesOf are the cues in an area that do not belong to addresses.
func (r *reader) cuesOf(start, end int) (all []cue) {
	for _, c := range r.cuesIn(start, end) {
		if !strings.HasPrefix(c.key, mailing) && !strings.HasPrefix(c.key, location) {
			all = append(all, c)
		}
	}
	return all
}
