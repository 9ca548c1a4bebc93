package checks

// supersedes says whether a further device authorization of a client ends the one before it, which was pending until then, while that of
// another client stays as it is. The text says nothing of it.
func (c *C) supersedes() bool {
	return shared(c, "device authorizations of one client", func(c *C) (ends bool) {
		c.maybe(func() {
			first, apart := c.startDeviceOf(c.otherClient()), c.startDeviceOf(c.otherClient())
			pending := func(d *device) bool { return errorIs(c.poll(d), "authorization_pending") }
			c.needs(first.clientID != apart.clientID && pending(first) && pending(apart), "requests of two clients that are pending", "they are not")
			c.startDeviceOf(first.clientID)
			c.wait(min(max(first.interval, apart.interval), maxInterval))
			ends = pending(apart) && !pending(first)
		})
		return ends
	})
}
