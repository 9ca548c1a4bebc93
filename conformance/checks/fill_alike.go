package checks

// answeredFill is the fill of a session whose intake was over, and what its turns had set by then.
type answeredFill struct {
	fill *exchange
	set  map[string]bool
}

// answeredFillIn finds it among the calls to a session; without one, fill is nil.
func answeredFillIn(calls []*exchange) (found answeredFill) {
	done := false
	found.set = map[string]bool{}
	for _, x := range calls {
		switch {
		case x.call == answerCall && x.ok():
			done = x.object()["done"] == true
			set, _ := x.object()["set_fields"].(obj)
			for key := range set {
				found.set[key] = true
			}
		case x.call == fillCall && x.ok() && done:
			found.fill = x
			return found
		}
	}
	return found
}

// wantFilledAlike warns where forms are made for the finished intake of one session, and none for that of another one which was made alike and
// was told at least half as much: one whose questions were all skipped may have none.
func (c *C) wantFilledAlike() {
	makers := c.createdBy()
	rendered, none := map[string]answeredFill{}, map[string]answeredFill{}
	for id, calls := range c.histories() {
		one, by := answeredFillIn(calls), makers[id]
		switch {
		case one.fill == nil || by == "":
		case !rendersNone(one.fill):
			if len(one.set) >= len(rendered[by].set) { // the same one in whichever order they come
				rendered[by] = one
			}
		case len(one.set) > len(none[by].set):
			none[by] = one
		}
	}
	for by, one := range none {
		other, alike := rendered[by]
		c.about(one.fill)
		c.recommend(!alike || 2*len(one.set) < len(other.set), "forms of each finished intake, as of one that was made alike",
			"none after %d values were set, and some of another one with %d", len(one.set), len(other.set))
	}
}
