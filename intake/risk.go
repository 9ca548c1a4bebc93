package intake

import (
	"context"
	"encoding/json"
	"errors"
)

// RiskSummary is what an underwriter would look at twice. No flags means a clean risk.
type RiskSummary struct {
	Flags []RiskFlag
	// Container is the member that held the list, empty for a bare list: the specification does not show which.
	Container string
	Extra     Values
	Meta      Meta
}

// RiskFlag is one matter of risk. The specification leaves the values of Severity and Category open.
type RiskFlag struct {
	Title    string `json:"title,omitempty"`
	Detail   string `json:"detail,omitempty"`
	Severity string `json:"severity,omitempty"`
	Category string `json:"category,omitempty"`
	Extra    Values `json:"-"`
}

// RiskSummary is the session's risk flags: GET /org/sessions/{session_id}/risk-summary (spec section 4, endpoint 10). The
// operation is rate limited, which the client waits out.
func (s *SessionsClient) RiskSummary(ctx context.Context, sessionID string, opts ...CallOption) (*RiskSummary, error) {
	out := &RiskSummary{}
	return send(ctx, s.client, request{op: opRisk, params: []string{sessionID}}, out, &out.Meta, opts)
}

func (r *RiskSummary) decode(d *decoder) {
	raw := d.value()
	name, list, others := onlyArray(raw)
	if list == "" {
		d.err = errors.New("want a list of risk flags, or an object with exactly one list, got " + clip(string(raw), 60))
		return
	}
	r.Container, r.Extra = name, others
	inner := decoder{text: string(list), share: d.share}
	decodeSlice(&inner, &r.Flags, func(d *decoder, f *RiskFlag) { f.decode(d) })
	d.err = inner.err
}

func (f *RiskFlag) decode(d *decoder) {
	d.object(func(key string) {
		switch key {
		case "title":
			d.named(&f.Title, &f.Extra, key)
		case "detail":
			d.named(&f.Detail, &f.Extra, key)
		case "severity":
			d.named(&f.Severity, &f.Extra, key)
		case "category":
			d.named(&f.Category, &f.Extra, key)
		default:
			d.extra(&f.Extra, key)
		}
	})
}

// onlyArray finds the list in an answer whose container the specification does not show: the value itself, or the one
// member of an object that is a list. Others are the object's other members.
func onlyArray(v Value) (name string, list Value, others Values) {
	if v.kind() == "array" {
		return "", v, nil
	}
	if v.kind() != "object" {
		return "", "", nil
	}
	d := decoder{text: string(v), share: true}
	lists := 0
	d.object(func(key string) {
		one := d.value()
		if one.kind() == "array" {
			lists++
			if lists == 1 || key == "flags" || key == "documents" {
				name, list, one, key = key, one, list, name
			}
			if one == "" {
				return
			}
		}
		others = with(others, key, one)
	})
	if lists > 1 && name != "flags" && name != "documents" {
		return "", "", nil
	}
	return name, list, others
}

func with(all Values, key string, v Value) Values {
	if all == nil {
		all = Values{}
	}
	all[key] = v
	return all
}

// UnmarshalJSON reads either container.
func (r *RiskSummary) UnmarshalJSON(data []byte) error { return decodeFresh(data, r) }

// MarshalJSON writes the container that was read, or a bare list.
func (r RiskSummary) MarshalJSON() ([]byte, error) {
	if r.Container == "" {
		return json.Marshal(r.Flags)
	}
	return encodeWith(map[string]any{r.Container: r.Flags}, r.Extra)
}
