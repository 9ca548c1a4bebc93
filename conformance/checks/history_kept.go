package checks

import "time"

// What a session held stays while nobody tells it anything: reading it, its risk and its forms changes nothing, nor does a
// document that goes with the submission.

// wantKeptInAll wants the values of each detail of the run in the next one, where nothing came between them that may change any.
func (c *C) wantKeptInAll() {
	for _, calls := range c.histories() {
		var last *exchange
		var ended time.Time // of all before
		for i, x := range calls {
			alone := aloneAt(calls, i, ended)
			ended = later(ended, x.end())
			switch {
			case !alone || changes(x):
				last = nil
			case x.call == detailCall && x.ok():
				if last != nil {
					c.wantValuesKept(last, x)
				}
				last = x
			}
		}
	}
}

// changes says whether values of a session may be others after a call.
func changes(x *exchange) bool {
	return x.req.method != "GET" && x.call != documentsCall
}

// wantValuesKept wants no value of one detail to be missing in another.
func (c *C) wantValuesKept(first, then *exchange) {
	before, _ := first.object()["field_values"].(obj)
	after, _ := then.object()["field_values"].(obj)
	before, after = ungrouped(before), ungrouped(after)
	c.traffic = append(c.traffic, first)
	for _, key := range names(before) {
		c.wantOf(then, before[key] == nil || after[key] != nil, "the values of a session to stay while it is told nothing", "%s", what(after, key))
	}
}
