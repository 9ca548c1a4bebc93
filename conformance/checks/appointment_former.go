package checks

// wantNothingOfFormer warns where what one appointment request said, and the profile does not, is in the next one of the workspace, which says
// something else: what is left out comes from the profile (section 4, endpoint 12).
func (c *C) wantNothingOfFormer() {
	ws := c.unconnected(obj{"agency_name": "Profile Agency", "email": "profile@larkspur.example"})
	former := obj{"website": "https://former.example", "address_city": "Formerton", "npn": "20593847"}
	next := obj{"phone": "478-555-0177"} // by which it is known
	before := len(c.appointments(ws))
	c.needs(c.appointment(ws, former).ok(), "a first request to be taken", "it is not")
	first := len(c.handedOn(ws, before))
	c.needs(c.appointment(ws, next).ok(), "a second request of one workspace to be taken", "it is not")
	for _, sent := range c.handedOn(ws, first) {
		if !sameText(sent["phone"], next["phone"]) {
			continue
		}
		for _, name := range names(former) {
			c.recommend(!sameText(sent[name], former[name]), "nothing of a request in the next one of the workspace",
				"%s %s, which the request before it said, and the profile does not", name, text(sent[name]))
		}
	}
}
