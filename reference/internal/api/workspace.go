package api

import "context"

type nothing struct{}

type workspaceIdentity struct {
	OrgID    string  `json:"org_id"`
	OrgName  string  `json:"org_name"`
	Plan     string  `json:"plan" doc:"free or paid"`
	AuthKind string  `json:"auth_kind" doc:"api_key or oauth"`
	KeyLabel *string `json:"key_label" doc:"the key's label; null for a token"`
}

func (a *API) me(ctx context.Context, who Caller, _ *nothing) (workspaceIdentity, error) {
	w, err := a.accounts.Workspace(ctx, who.WorkspaceID)
	if err != nil {
		return workspaceIdentity{}, err
	}
	return workspaceIdentity{OrgID: w.ID, OrgName: w.Name, Plan: w.Plan, AuthKind: who.AuthKind, KeyLabel: who.KeyLabel}, nil
}

type appointmentRequest struct {
	AgencyName   *string `json:"agency_name,omitempty"`
	Email        *string `json:"email,omitempty"`
	Phone        *string `json:"phone,omitempty"`
	Website      *string `json:"website,omitempty"`
	NPN          *string `json:"npn,omitempty" doc:"national producer number"`
	FEIN         *string `json:"fein,omitempty"`
	AddressLine1 *string `json:"address_line1,omitempty"`
	AddressLine2 *string `json:"address_line2,omitempty"`
	City         *string `json:"address_city,omitempty"`
	State        *string `json:"address_state,omitempty"`
	Zip          *string `json:"address_zip,omitempty"`
}

// given is the fields that the request names; null is as good as absent.
func (r *appointmentRequest) given() map[string]string {
	fields := map[string]string{}
	for name, value := range map[string]*string{
		"agency_name": r.AgencyName, "email": r.Email, "phone": r.Phone, "website": r.Website, "npn": r.NPN, "fein": r.FEIN,
		"address_line1": r.AddressLine1, "address_line2": r.AddressLine2, "address_city": r.City, "address_state": r.State, "address_zip": r.Zip,
	} {
		if value != nil {
			fields[name] = *value
		}
	}
	return fields
}

type appointment struct {
	Status string `json:"status" doc:"the platform's word on the request; already_connected when the workspace has an account"`
}

func (a *API) appoint(ctx context.Context, who Caller, in *appointmentRequest) (appointment, error) {
	status, err := a.sessions.RequestAppointment(ctx, who.WorkspaceID, in.given())
	return appointment{status}, err
}
