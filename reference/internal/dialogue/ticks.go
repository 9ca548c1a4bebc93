package dialogue

import (
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	tick    = pattern.MustCompile(`^ (?:system |systems )?(yes|no|y|n|yep|nope|none)(?:$| (?:and |& )?|[,;./|\n])`)
	tickYes = map[string]bool{"yes": true, "y": true, "yep": true}
)

// readTicks reads a form filled in without marks, "sprinklers no alarm yes": names of yes-or-no questions, each followed
// by its answer. All of a sentence must have theirs, or "has sprinklers no alarm" would be turned round.
func (r *reader) readTicks() {
	for _, s := range r.sentences {
		type ticked struct {
			c  cue
			on bool
			to int
		}
		var all []ticked
		whole := true
		for _, c := range r.cuesIn(s.start, s.end) {
			if c.kind != catalog.YesNo || slices.ContainsFunc(all, func(t ticked) bool { return c.start < t.to }) {
				continue
			}
			m := tick.FindStringSubmatchIndex(r.text.Lower[c.end:s.end])
			if m == nil || r.isTaken(c.start, c.end) || !r.speaksAt(c.start) {
				whole = false
				break
			}
			all = append(all, ticked{c, tickYes[r.text.Lower[c.end+m[2]:c.end+m[3]]], c.end + m[3]})
		}
		if !whole || s.question || len(all) == 0 || len(all) == 1 && r.text.Lower[all[0].to:s.end] != "" && !r.cueAt(all[0].to, s.end) {
			continue
		}
		for _, t := range all {
			r.set(t.c.key, t.on, 17, t.c.start, t.to)
		}
	}
}

// cueAt says that the next word of a sentence names a field.
func (r *reader) cueAt(at, end int) bool {
	from, to := r.tokensIn(at, end)
	return from < to && slices.ContainsFunc(r.cues, func(c cue) bool { return c.from == from })
}
