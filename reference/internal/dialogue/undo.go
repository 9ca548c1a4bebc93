package dialogue

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// How much a session remembers: messages, and changes in all.
const (
	rememberedSteps   = 8
	rememberedChanges = 80
)

// takenBack marks a change that was just taken back and can be brought back.
const takenBack = -1

var (
	takesBackMany = pattern.MustCompile(politely + `
		(?:(?:can|could|would) you )?(?:please )?(?:
			undo|revert|reverse|disregard|scratch|take back|cancel|delete|remove
		) (?:my |the )?(?:last |previous )?(two|three|four|five|six|[2-8]|couple of|few) (?:last )?
		(?:changes|answers|messages|steps|entries|updates|things|ones)` + sayAfter)
	beforeToo = pattern.MustCompile(`
		^\W*(?:(?:and|also|ok|okay|now|please)\W+)*(?:
			(?:the (?:one|message|answer|change)|what i said|that|those) before(?: that| it| those)?
			(?: too| as well| also| please)*|
			again|once more|one more(?: time)?|another one|keep going|further back
		)\W*$`)
	redoes = pattern.MustCompile(politely + `
		(?:(?:can|could|would) you )?(?:please )?(?:
			redo(?: (?:that|it))?|undo (?:the|that|my) undo|
			(?:put|bring|add|change|set|switch) (?:it|that|them|those|both) back(?: in)?|
			(?:bring|put|add) back (?:it|that|them|those)|restore (?:it|that|them|those)|
			i (?:didn't|did not) mean (?:to (?:undo|revert|delete|remove|scratch)|that)|
			i (?:changed|take) (?:my mind|that back|it back)|never ?mind(?: that)?,? (?:keep|leave) (?:it|that|them|those)|
			(?:i meant? )?(?:keep|leave) (?:it|that|them|those)(?: (?:in|as (?:it|they) (?:was|were)))?
		)` + sayAfter)
	keepsThose = pattern.MustCompile(`\b(?:keep|leave|meant?|was right|were right|was correct|were correct|stick with|go with|put back)\b`)
)

// latest is what the last message that changed something did. After it was taken back there is none.
func (r *reader) latest() []Change { return changesAgo(r.turn.Recent, 0) }

// undoneBefore is what the last message took back.
func (r *reader) undoneBefore() []Change { return changesAgo(r.turn.Recent, takenBack) }

// standing is the latest of the remembered messages that was not taken back.
func (r *reader) standing() []Change {
	for ago := range rememberedSteps {
		if changes := changesAgo(r.turn.Recent, ago); changes != nil {
			return changes
		}
	}
	return nil
}

func changesAgo(all []Change, ago int) (some []Change) {
	for _, c := range all {
		if c.Ago == ago {
			some = append(some, c)
		}
	}
	return some
}

// takeBack puts back what stood before some changes. What it takes back can be brought back until something else changes.
func (r *reader) takeBack(changes []Change) {
	r.out.Recent = slices.DeleteFunc(slices.Clone(r.turn.Recent), func(c Change) bool {
		return c.Ago == takenBack || slices.ContainsFunc(changes, func(o Change) bool { return o.Key == c.Key && o.Ago == c.Ago })
	})
	for _, c := range changes {
		r.out.Recent = append(r.out.Recent, Change{Key: c.Key, Was: r.turn.Values[c.Key], Ago: takenBack})
		r.restore(c)
	}
	r.undone = true
	r.note(Question, "I took that back.")
}

// restore puts back what stood before a change.
func (r *reader) restore(c Change) {
	if c.Was == nil {
		r.clear(c.Key)
		return
	}
	r.out.Clear = slices.DeleteFunc(r.out.Clear, func(key string) bool { return key == c.Key })
	r.set(c.Key, c.Was, 20, 0, 0)
}

// takeBackSteps takes several messages back, the latest first.
func (r *reader) takeBackSteps(lower string) {
	m := takesBackMany.FindStringSubmatch(lower)
	steps := map[string]int{"couple of": 2, "few": 3}[m[1]]
	if n := value.Numbers(m[1]); len(n) == 1 {
		steps = int(n[0].Value)
	}
	oldest := map[string]Change{}
	var undone []Change
	for ; steps > 0; steps-- {
		changes := r.standing()
		for _, c := range changes {
			oldest[c.Key] = c
		}
		undone = append(undone, changes...)
		r.turn.Recent = slices.DeleteFunc(slices.Clone(r.turn.Recent), func(c Change) bool { return slices.Contains(changes, c) })
	}
	var last []Change
	for _, c := range undone {
		if oldest[c.Key] == c {
			last = append(last, c)
		}
	}
	r.takeBack(last)
}

// wantsAgain says that what was just taken back is to stand after all: by a plea, or because its figures are named again.
func (r *reader) wantsAgain(lower string) bool {
	if redoes.MatchString(lower) {
		return true
	}
	figures := value.Numbers(lower)
	if len(figures) == 0 || !keepsThose.MatchString(lower) || strings.Contains(lower, "?") {
		return false
	}
	for _, n := range figures {
		if !slices.ContainsFunc(r.undoneBefore(), func(c Change) bool { return c.Was == any(n.Value) }) {
			return false
		}
	}
	return true
}

// bringBack sets again what was just taken back.
func (r *reader) bringBack(changes []Change) {
	for _, c := range changes {
		r.restore(c)
	}
	r.note(Question, "It stands again.")
}

// aged are the remembered changes, one message older than they were. The oldest are forgotten.
func (r *reader) aged() (all []Change) {
	for _, c := range r.turn.Recent {
		if c.Ago++; c.Ago > 0 && c.Ago < rememberedSteps {
			c.Doubt = false
			all = append(all, c)
		}
	}
	return all[max(0, len(all)-rememberedChanges):]
}

var forgets = pattern.MustCompile(`
	^\W*(?:(?:oh|and|actually|please|ok|okay|sorry|wait|hmm|um|so|but)\W+)*
	(?:never ?mind|forget|disregard|ignore|scratch|strike|scrap)(?: about)?
	 (?:what i said about |what i told you about |my answer (?:on|for|to|about) )?(?:the|my|our|that|those) `)

// readForgotten takes out an answer that the person takes back by its name without another in its place: "never mind the
// year built".
func (r *reader) readForgotten() {
	for _, s := range r.sentences {
		for _, g := range s.segments {
			m := forgets.FindString(r.in(g))
			if m == "" || g.act == asks {
				continue
			}
			for _, c := range r.cuesIn(g.start+len(m), g.end) {
				if c.start <= g.start+len(m)+12 && r.turn.Values[c.key] != nil && !r.has(c.key) && c.kind != catalog.YesNo && c.kind != catalog.LongText {
					r.clear(c.key)
				}
			}
		}
	}
}
