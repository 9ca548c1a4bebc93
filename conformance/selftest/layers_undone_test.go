package selftest_test

// limitedAndDone limits an operation itself, once the server has done it.
func limitedAndDone(op string) layer {
	l := limiting(countsAll)
	refuses := l.request
	l.request = nil
	l.response = func(c *call) bool { return c.op == op && refuses(c) }
	return l
}
