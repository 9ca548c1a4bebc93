package intake

import "context"

// AppointmentsClient asks the market platform for an account.
type AppointmentsClient struct{ client *Client }

// AppointmentRequest overrides the workspace's agency profile (spec section 4, endpoint 12). A field that is left out
// keeps the profile's value; Some("") overrides it with nothing. Agency name and email must end up present.
type AppointmentRequest struct {
	AgencyName   Optional[string] `json:"agency_name,omitzero"`
	Email        Optional[string] `json:"email,omitzero"`
	Phone        Optional[string] `json:"phone,omitzero"`
	Website      Optional[string] `json:"website,omitzero"`
	NPN          Optional[string] `json:"npn,omitzero"` // national producer number
	FEIN         Optional[string] `json:"fein,omitzero"`
	AddressLine1 Optional[string] `json:"address_line1,omitzero"`
	AddressLine2 Optional[string] `json:"address_line2,omitzero"`
	AddressCity  Optional[string] `json:"address_city,omitzero"`
	AddressState Optional[string] `json:"address_state,omitzero"`
	AddressZip   Optional[string] `json:"address_zip,omitzero"`
}

// Appointment is where a request stands.
type Appointment struct {
	Status string `json:"status"`
	Extra  Values `json:"-"`
	Meta   Meta   `json:"-"`
}

// Request asks the market platform for an account, for a workspace that has none yet: POST /org/appointment-request (spec
// section 4, endpoint 12). When agency name and email are neither given nor in the profile, the service refuses it. It is never
// sent again once it may have been received: a lost answer is ErrOutcomeUnknown.
func (a *AppointmentsClient) Request(ctx context.Context, in AppointmentRequest, opts ...CallOption) (*Appointment, error) {
	out := &Appointment{}
	return send(ctx, a.client, request{op: opAppoint, in: in, lost: cannotTell}, out, &out.Meta, opts)
}

func (a *Appointment) decode(d *decoder) {
	d.object(func(key string) {
		if key == "status" {
			d.string(&a.Status)
			return
		}
		d.extra(&a.Extra, key)
	})
}
