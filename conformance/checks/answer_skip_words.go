package checks

import "fmt"

// skipPhrases ask to skip a question that they name.
var skipPhrases = []string{"Please skip the question: %s", "Skip %s.", "Please skip the question about %s."}

// skipOf asks to skip a question by its label.
func (c *C) skipOf(q ask) string { return clip(fmt.Sprintf(c.skipPhrase(), q.label)) }

// skipPhrase is the first phrase that the server takes for a request to skip, and for no answer, or the usual one where it takes none. Which words
// are one is left to the server (section 4, endpoint 5). Sessions are made to find it.
func (c *C) skipPhrase() string {
	return shared(c, "phrase of a skip", func(c *C) string {
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
}
