package checks

import "path"

// quickly is how many calls in a row no operation may refuse that the text does not limit.
const quickly = 11

// heavyCalls are the calls that the text limits, by how their paths end, with the names that the hook set-rate has for them.
var heavyCalls = map[string]string{"answers": "answers", "extract": "extract", "fill": "fill", "risk-summary": "risk"}

// isHeavy says whether the text limits a call.
func isHeavy(call string) bool { return heavyCalls[path.Base(call)] != "" }

// wantLightBeside fails the check when the spent rate of a heavy operation is one of light operations, too.
func (c *C) wantLightBeside(index int) {
	ws, id := c.spentNow(index)
	c.call("POST", sessionPath(id, "fill"), as(ws.Key), impatient) // where that is taken, there is more to read
	c.eachLight(id, as(ws.Key), func(call func() *exchange) {
		x := c.served(call)
		c.want(x.status != 429, "light operations to be served while "+heavy[index].name+" is limited", "%s %s: %s", x.req.method, x.req.path, x)
	})
}

// eachLight gives each operation that the text does not limit.
func (c *C) eachLight(id string, key option, give func(call func() *exchange)) {
	for _, op := range operations {
		if !isHeavy(op.name) {
			give(func() *exchange { return op.call(c, id, key, impatient) })
		}
	}
}

// wantLightUncounted fails the check when light operations use up the rate of heavy ones: a first call of each is refused
// after light ones came, and taken where none did.
func (c *C) wantLightUncounted() {
	first := func(light int) *exchange {
		ws := c.paid()
		id, key := c.newSession(as(ws.Key)), as(ws.Key)
		for _, op := range heavy {
			c.setRate(ws, op.name, burstRequests, 30)
		}
		for range light {
			c.eachLight(id, key, func(call func() *exchange) { call() })
		}
		for _, op := range heavy {
			if x := c.served(func() *exchange { return op.call(c, id, key, impatient) }); x.status == 429 {
				return x
			}
		}
		return nil
	}
	if x := first(burstRequests + 1); x != nil && first(0) == nil {
		c.about(x)
		c.fail("a first heavy call to be served, whatever light ones came before it", "%s %s: %s", x.req.method, x.req.path, x)
	}
}
