package checks

import "net/http"

// tooLarge is the answer to a PDF above the bound, on which two checks look, with the session before it and after it.
type tooLarge struct{ x, before, after *exchange }

func (c *C) tooLarge() tooLarge {
	refused := c.sentTooLarge()
	if refused.x.err != nil {
		c.noAnswer(refused.x)
	}
	c.about(refused.x)
	return refused
}

// sentTooLarge is tooLarge where there may be no answer, too.
func (c *C) sentTooLarge() tooLarge {
	return shared(c, "upload above 20 MiB", func(c *C) tooLarge {
		id := c.newSession()
		c.answer(id, "We have 12 employees.")
		before := c.detail(id)
		return tooLarge{before: before, x: c.tryTooLarge(id), after: c.detail(id)}
	})
}

func (c *C) tryTooLarge(id string) *exchange {
	return c.try(http.MethodPost, sessionPath(id, "extract"), uploadOf("file", "prior-application.pdf", "application/pdf", surelyAbove), aside)
}

// wantTooLargeAnswered warns where a PDF above the bound gets no answer, three times, and one within it does. A server may answer before it has
// read all and close the connection, of which the answer may be lost once on its way.
func (c *C) wantTooLargeAnswered() {
	first := c.sentTooLarge().x
	if first.err == nil {
		return
	}
	for range 2 {
		within := c.extractOf(c.newSession(), surelyWithin, aside)
		c.needs(within.status < http.StatusInternalServerError, "a PDF within the bound to be answered", "%s", within)
		if again := c.tryTooLarge(c.newSession()); again.err == nil {
			return
		}
	}
	c.about(first)
	c.recommend(false, "an answer to a PDF above 20 MiB that says what is wrong with it", "none, three times: %v; one of 20,000,000 bytes is answered", first.err)
}
