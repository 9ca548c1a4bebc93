package checks

// wantLettersAnswered fails the check when a server takes an appointment request, and breaks at one with letters beyond ASCII in its fields.
func (c *C) wantLettersAnswered() {
	ws := c.unconnected(nil)
	c.prepared(c.appointment(ws, basicAppointment()), "an appointment request in plain letters")
	body := basicAppointment()
	body["agency_name"], body["address_city"] = "Größe & Zoë Agency", "Kōbe 神戸"
	c.wantUnbroken(func() *exchange { return c.appointment(ws, body) }, "an appointment request with letters beyond ASCII")
}
