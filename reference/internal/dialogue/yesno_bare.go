package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// A yes or no that names nothing, and what it is about.

var (
	bareNo = pattern.MustCompile(`
		\b(?:
			there (?:isn't|aren't|is not|are not|was not|wasn't|weren't) (?:one|any|none)|
			(?:we|i|they|it) (?:
				do not|don't|does not|doesn't|have not|haven't|has not|hasn't|is not|isn't|are not|aren't|did not|didn't|won't|
				wouldn't|never
			)(?: \w+)?(?: that| it| any| one| them| those| so)?|
			don't (?:bother|need|have|use|think so|believe so)|
			not (?:that (?:i|we)|really|at all|currently|yet|at this time|at the moment|to my knowledge|needed|necessary|required)|
			nothing like that|never (?:have|had|has|did|once|happened)?|none of (?:that|those)|i'll pass on that|
			can't say (?:that )?(?:we|i|it|there) (?:have|has|do|does|did|ever|is|was)|
			(?:we|i)(?:'ve| have)?(?: only)? (?:had|have|got) (?:none|no others?)|there (?:have|has) been none
		)\b|
		^\W*(?:none|never|nothing|nada|zilch|neither|nil)\W*$`)
	bareYes = pattern.MustCompile(`
		^\W*(?:
			(?:we|i|they|it|there) (?:do|does|did|have|has|is|are|was|were)(?: indeed| have one| one| both| that| too| so)?|
			of course|sure|absolutely|definitely|certainly|always|every time|guilty|once|
			(?:we|i)(?:'d| do| would| will| definitely| certainly)?(?: like| want| need)
			(?: to have| to add| to include)? (?:it|that|one|this|both)|
			fully|it's fully|all of (?:them|'em)|every (?:single )?one(?: of them)?|each (?:and every )?one|
			(?:i |we )?(?:guess|suppose|reckon|figure|think) (?:we|i)(?: probably)? (?:should|better|need to|would)|
			every last one(?: of (?:them|'em))?|without exception|no exceptions|both|please do|please|
			(?:please )?(?:add|include) (?:it|that)|include it|
			(?:
				(?:we |i |you |yes |yeah |ok )?(?:
					better|should|should probably|might as well|may as well|probably should|better safe than sorry
				)|
				go ahead and|let's|lets|sure|please|yes|yeah|ok|okay
			) (?:add|include|have|get|do|put|throw|take|need|want|keep) (?:it|that|one|them)(?: in| on)?|
			why not|couldn't hurt|can't hurt|wouldn't hurt|better safe than sorry|i'd like that|we'd like that|we need it|
			we need that|we want that|count me in|sounds good|that's (?:right|correct|true)|we have one|we have both|we've got one|
			got one|i think so|i believe so|pretty sure we do|unfortunately|yes(?:sir)?|you bet|yessir|correct
		)\W*(?:$|[,.!])|
		^\W*(?:
			from time to time|every (?:single )?time|sometimes|occasionally|often|usually|mostly|most of the time|
			(?:every )?now and (?:then|again)|once in a while|on occasion|regularly|rarely|seldom|not often|all the time|as needed|
			when needed|in some (?:cases|areas)|partially|some of it|part of it|
			(?:only|just|mostly|mainly) in (?:the |some |part |parts |certain )(?:[a-z]+ ){0,2}[a-z]+|
			(?:the )?(?:[a-z]+ )?(?:only|part(?:ly)?|partial)
		)\W*(?:$|[,.!])`)
)

var (
	concludes = pattern.MustCompile(`
		\b(?:says|said|told (?:me|us)|confirmed|thinks|swears)(?: that'?s? a)?,? (yes|yeah|no|nope)\W*$|
		\b(?:so|then|therefore|hence)(?:
			,| that's a| it's a| i guess(?: that's a)?| i'd say| that would be(?: a)?| probably| definitely| that's
		)* (yes|yeah|yea|yep|no|nope|nah)\W*$`)
	onlyFor  = pattern.MustCompile(`^\W*(?:only|just|mainly|mostly|usually) (?:for|on|when|with|if|during) `)
	collects = pattern.MustCompile(`
		\b(?:
			collects?|gets?|requires?|asks? for|keeps?|insists? on|checks?|obtains?|tracks?
		) (?:them|'em|em|all|those|it|every|each)\b`)
	partlyYes = set("subcontractors_used hired_non_owned_auto certificates_required")
)

// readBareYesNo gives a yes or no without a subject to the first question asked, or to the only one of its kind.
func (r *reader) readBareYesNo() {
	f, ok := r.askedAbout()
	if !ok {
		f, ok = r.soleYesNo()
	}
	if !ok || len(r.sentences) == 0 {
		return
	}
	for _, s := range r.sentences {
		for _, g := range s.segments {
			text := r.in(g)
			if g.act != answers || r.isTaken(g.start, g.end) || len(r.boolKeys(g)) > 0 {
				continue
			}
			if v, ok := r.forAll(text); ok {
				for _, f := range r.turn.Asked {
					if f.Kind == catalog.YesNo {
						r.set(f.Key, v, 6, g.start, g.end)
					}
				}
				return
			}
			said, plain := particle(text)
			switch {
			case plain && len(r.cuesIn(g.start, g.end)) == 0:
				r.set(f.Key, said, 6, g.start, g.end)
			case doubleNo.MatchString(text):
				r.set(f.Key, true, 6, g.start, g.end)
			case saysNo.MatchString(text), r.shortDenial(text) && !r.speaksOfOther(g):
				r.set(f.Key, false, 6, g.start, g.end)
			case concludes.MatchString(text) && len(r.boolKeys(g)) == 0:
				v, _ := value.Bool(strings.Join(concludes.FindStringSubmatch(text)[1:], ""))
				r.set(f.Key, v, 6, g.start, g.end)
			case saysYes.MatchString(text) && !comesTo.MatchString(text), bareYes.MatchString(text) &&
				!r.speaksOfOther(g), partlyYes[f.Key] && onlyFor.MatchString(text), f.Key == "certificates_required" &&
				collects.MatchString(text) && !r.negates(text):
				r.set(f.Key, true, 6, g.start, g.end)
			default:
				continue
			}
			return
		}
	}
}

// askedAbout is the yes-or-no field that the person's own question names, or what they take back: "What is hired auto? We
// do want it."
func (r *reader) askedAbout() (catalog.Field, bool) {
	var keys []string
	for _, s := range r.sentences {
		for _, g := range s.segments {
			if g.act == asks || g.act == takesBack || wrongAbout.MatchString(r.in(g)) {
				for _, key := range r.boolKeys(g) {
					if !slices.Contains(keys, key) {
						keys = append(keys, key)
					}
				}
			}
		}
	}
	if len(keys) != 1 || r.has(keys[0]) {
		return catalog.Field{}, false
	}
	return r.field(keys[0]), true
}

func (r *reader) soleYesNo() (catalog.Field, bool) {
	var only []catalog.Field
	for i, f := range r.turn.Asked {
		if f.Kind == catalog.YesNo && !r.has(f.Key) && !r.deferred[f.Key] {
			if i == 0 {
				return f, true
			}
			only = append(only, f)
		}
	}
	if len(only) != 1 || r.turn.Asked[0].Kind != catalog.YesNo && !r.has(r.turn.Asked[0].Key) && !r.deferred[r.turn.Asked[0].Key] {
		return catalog.Field{}, false
	}
	return only[0], true
}
