package intake

import "context"

// WorkspaceClient reads what the credential belongs to.
type WorkspaceClient struct{ client *Client }

// Identity is the workspace of a credential (spec section 2).
type Identity struct {
	OrgID    string           `json:"org_id"`
	OrgName  string           `json:"org_name"`
	Plan     string           `json:"plan"`
	AuthKind string           `json:"auth_kind"`          // AuthKindAPIKey or AuthKindOAuth
	KeyLabel Optional[string] `json:"key_label,omitzero"` // of an API key; a token has none
	Extra    Values           `json:"-"`                  // members that the specification does not name
	Meta     Meta             `json:"-"`
}

// The kinds of credential that the specification names.
const (
	AuthKindAPIKey = "api_key"
	AuthKindOAuth  = "oauth"
)

// Me is the workspace that the credential belongs to: GET /org/me (spec section 4, endpoint 1). A credential that is
// missing, expired or revoked is ErrUnauthorized, here and everywhere.
func (w *WorkspaceClient) Me(ctx context.Context, opts ...CallOption) (*Identity, error) {
	out := &Identity{}
	return send(ctx, w.client, request{op: opMe}, out, &out.Meta, opts)
}

func (i *Identity) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "org_id":
			d.string(&i.OrgID)
		case "org_name":
			d.string(&i.OrgName)
		case "plan":
			d.string(&i.Plan)
		case "auth_kind":
			d.string(&i.AuthKind)
		case "key_label":
			decodeOptional(d, &i.KeyLabel, (*decoder).string)
		default:
			d.extra(&i.Extra, key)
		}
	})
}
