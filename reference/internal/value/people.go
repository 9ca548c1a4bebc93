package value

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

const (
	kinWord = `
		wife|husband|spouse|brothers?|sisters?|sons?|daughters?|dad|father|mom|mother|partners?|cousins?|uncle|aunt|nephews?|
		nieces?|girlfriend|boyfriend|fianc[eé]e?|kids?|in-laws?|(?:brother|sister|father|mother|son|daughter)-in-law|helpers?|
		foreman|assistant|apprentice|manager|secretary|bookkeeper|guys?|employees?|business partner|friend|buddy`
	selfWord  = `me|myself|i|the owner|owner`
	countWord = `\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve`
	whoWord   = `
		part[- ]timers?|full[- ]timers?|helper|employee|driver|guy|others?|other (?:guys?|people|employees|drivers)|more|guys|
		people|employees|workers|helpers|drivers|men|women|brothers|sisters|sons|daughters|kids|partners`
	member = `(?:(?:my|our|the|his|her) (?:own |older |younger |business |oldest |only |two |three |four |one )?(?:` + kinWord + `)(?: [a-z]+)?|(?:` + selfWord + `)|(?:` + countWord + `)(?: (?:` + whoWord + `))?|[a-z]{2,12})`
	joiner = `(?: ?, ?(?:and |plus )?| and | & | plus | \+ | n | with )`
)

var (
	party    = pattern.MustCompile(`^(?:` + member + `)(?:` + joiner + `(?:` + member + `))*$`)
	joined   = pattern.MustCompile(joiner)
	self     = pattern.MustCompile(`^(?:` + selfWord + `)$`)
	kinTimes = pattern.MustCompile(`
		^(?:my|our|the|his|her) (?:(?:own|older|younger|business|oldest|only) )?(?:(two|three|four|one) )?(?:` + kinWord + `)
		(?: [a-z]+)?$`)
	some     = pattern.MustCompile(`^(` + countWord + `)(?: (?:` + whoWord + `))?$`)
	bareName = pattern.MustCompile(`^[a-z]{2,12}$`)
	mayBe    = pattern.MustCompile(`
		^(?:
			(?:
				it's|its|it is|that's|there's|there is|that would be|that'd be|nobody but|no one but|only|just|well|um|uh|both|
				right now|mainly|mostly|currently|so|yes|yeah
			) )+`)
	behind = pattern.MustCompile(` (?:only|both|alone|right now|so far|at the moment|for now|drive|driving|in total|total|that's it|that's all)$`)
	noName = wordSet("them they it that this all everyone everybody nobody none some any part full no not yes most many several few both our my the on in at to is are was time times employees")
)

// People counts a party that is named rather than numbered: "just me", "me and my wife", "my brother and I", "me plus
// four", "myself, Hank and two helpers". The speaker must be among them, or nothing is counted.
func People(lower string) (float64, bool) {
	text := strings.Trim(strings.TrimSpace(lower), ".,!;:")
	text = mayBe.ReplaceAllString(text, "")
	text = behind.ReplaceAllString(text, "")
	if len(text) > 120 || !party.MatchString(text) {
		return 0, false
	}
	total, speaker := 0.0, false
	for _, who := range joined.Split(text, -1) {
		n, isSelf, ok := partyMember(strings.TrimSpace(who))
		if !ok {
			return 0, false
		}
		total, speaker = total+n, speaker || isSelf
	}
	return total, speaker
}

func partyMember(who string) (n float64, isSelf, ok bool) {
	switch {
	case self.MatchString(who):
		return 1, true, true
	case some.MatchString(who):
		return numberOf(some.FindStringSubmatch(who)[1]), false, true
	case kinTimes.MatchString(who):
		n = 1
		if times := kinTimes.FindStringSubmatch(who)[1]; times != "" {
			n = numberOf(times)
		} else if strings.HasSuffix(who, "s") && !strings.HasSuffix(who, "ss") {
			return 0, false, false // "my sons": how many is not said
		}
		return n, false, true
	case bareName.MatchString(who) && !noName[who]:
		return 1, false, true
	}
	return 0, false, false
}

func numberOf(word string) float64 {
	if word == "a" || word == "an" {
		return 1
	}
	if n := Numbers(word); len(n) == 1 {
		return n[0].Value
	}
	return 0
}
