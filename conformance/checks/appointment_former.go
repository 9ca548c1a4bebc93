package checks

// wantNothingOfFormer warns where what one appointment request said, and the profile does not, is in the next one of the workspace, which says
// nothing: what is left out comes from the profile (section 4, endpoint 12).
func (c *C) wantNothingOfFormer() {
	ws := c.unconnected(obj{"agency_name": "Profile Agency", "email": "profile@larkspur.example"})
	former := obj{"website": "https://former.example", "address_city": "Formerton", "npn": "20593847"}
	c.needs(c.appointment(ws, former).ok(), "a first request to be taken", "it is not")
	first := len(c.handedOn(ws, 0))
	c.needs(c.appointment(ws, obj{}).ok(), "a second request of one workspace to be taken", "it is not")
	sent := c.handedOn(ws, first)
	c.needs(first > 0 && len(sent) > first, "another appointment request at the platform", "none")
	last := sent[len(sent)-1]
	for _, name := range names(former) {
		c.recommend(!sameText(last[name], former[name]), "nothing of a request in the next one of the workspace", "%s %s, which the request before it said, and the profile does not", name, text(last[name]))
	}
}
