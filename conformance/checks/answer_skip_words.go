package checks

import "fmt"

// skipPhrases ask to skip a question that they name.
var skipPhrases = []string{"Please skip the question: %s", "Skip %s.", "Please skip the question about %s."}

// skipOf asks to skip a question by its label, in the first phrase that the server takes for that and for no answer; in the usual one where it
// takes none. Which words are a request to skip is left to the server (section 4, endpoint 5).
func (c *C) skipOf(q ask) string {
	phrase := shared(c, "phrase of a skip", func(c *C) string {
		for _, phrase := range skipPhrases {
			o := c.opens()
			named := o.asks[len(o.asks)-1] // a first one may be skipped whatever is named
			after := c.turnOn(o, clip(fmt.Sprintf(phrase, named.label)))
			if set, _ := after.turn.object()["set_fields"].(obj); !says(set) && !after.asksFor(named.key) {
				return phrase
			}
		}
		return skipPhrases[0]
	})
	return clip(fmt.Sprintf(phrase, q.label))
}
