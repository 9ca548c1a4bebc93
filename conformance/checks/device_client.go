package checks

import "net/url"

// wantDeviceOfClient wants no token for a device_code under another client_id than that it was given to, or under none.
func (c *C) wantDeviceOfClient() {
	d := c.startDevice()
	c.hook("approve-device", obj{"org_id": c.orgID(), "user_code": d.userCode}, nil)
	mine := d.clientID
	d.clientID = c.otherClient()
	apart := d.clientID != mine
	if apart {
		c.wantNoToken(c.poll(d), "a device_code of another client")
	}
	c.wantNoToken(c.form(c.tokenEndpoint(), url.Values{"grant_type": {deviceGrant}, "device_code": {d.code}}), "a device_code without its client_id (RFC 8628 section 3.4)")
	c.needs(apart, "another client", "the same client_id for a registration with another name and address")
}

// wantScopeTaken warns where none of the scopes that the metadata lists is taken for a device.
func (c *C) wantScopeTaken() {
	const most = 3
	scopes := strs(c.metadata()["scopes_supported"])
	c.needs(len(scopes) > 0, "scopes in the metadata", "none")
	var x *exchange
	for _, scope := range scopes[:min(most, len(scopes))] {
		if x = c.deviceReply(url.Values{"client_id": {c.client()}, "scope": {scope}}); x.ok() {
			return
		}
	}
	c.about(x)
	c.recommend(len(scopes) > most, "a device authorization with a scope that the metadata lists, as scope may be sent", "%s", x)
}
