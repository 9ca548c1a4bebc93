package checks

import "slices"

// answeredWith are the questions of an intake that such a value answers, each once.
func (c *C) answeredWith(such func(v any) bool) (all []ask) {
	asked := map[string]ask{}
	for _, q := range c.greeted() {
		asked[q.key] = q
	}
	for _, turn := range c.journey().turns {
		set, _ := turn.object()["set_fields"].(obj)
		for _, key := range names(set) {
			if q, known := asked[key]; known && such(set[key]) && !slices.ContainsFunc(all, func(other ask) bool { return other.key == key }) {
				all = append(all, q)
			}
		}
		for _, q := range asksOf(turn) {
			asked[q.key] = q
		}
	}
	return all
}

// greeted are questions that the greeting of an intake was taken to answer, so that none of its turns asks them, as a session asks them
// that begins with another answer.
func (c *C) greeted() []ask {
	return shared(c, "questions that a greeting answers", func(c *C) (all []ask) {
		turns := c.journey().turns
		if len(turns) == 0 {
			return nil
		}
		set, _ := turns[0].object()["set_fields"].(obj)
		others := slices.DeleteFunc(asksOf(turns[0]), func(q ask) bool { _, is := set[q.key]; return is })
		if len(set) == 0 || len(others) == 0 {
			return nil
		}
		turn := c.answer(c.fullSession(), clip(others[0].label+": "+newAnswerer(false).value(others[0], 0)))
		return slices.DeleteFunc(asksOf(turn), func(q ask) bool { _, is := set[q.key]; return !is })
	})
}
