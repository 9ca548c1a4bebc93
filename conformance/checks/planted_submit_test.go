package checks_test

import (
	"encoding/json"
	"strings"
)

// plantedSubmit are faults of submissions and appointments.
func plantedSubmit() []plant {
	all := []plant{
		{"API-SUBMIT-01", "a submission is answered 202", code("submit", 200, 202)},
		{"API-SUBMIT-01", "the reply has no id", raw("submit", "application/json", `{"status":"ok"}`)},
		{"API-SUBMIT-01", "the reply has an id of the server's own", change("submit", func(o obj) {
			for k := range o {
				o[k] = "local-1"
			}
		})},
		{"API-SUBMIT-02", "a form is not handed over", layer{verb: submissions(func(files []any) []any {
			for i, f := range files {
				if f.(obj)["kind"] == "form" {
					return append(append([]any{}, files[:i]...), files[i+1:]...)
				}
			}
			return files
		})}},
		{"API-SUBMIT-02", "no form is handed over", layer{verb: submissions(func(files []any) []any { return nil })}},
		{"API-SUBMIT-02", "an old form is handed over", layer{verb: submissions(func(files []any) []any {
			for _, f := range files {
				if f.(obj)["kind"] == "form" {
					f.(obj)["sha256"] = strings.Repeat("a", 64)
					break
				}
			}
			return files
		})}},
		{"API-SUBMIT-02", "nothing reaches the platform", layer{verb: func(verb string, _, out obj) bool {
			if verb == "list-submissions" {
				out["submissions"] = []any{}
			}
			return verb == "list-submissions"
		}}},
		{"API-SUBMIT-03", "the submission stays open", layer{verb: func(verb string, _, out obj) bool {
			subs, _ := out["submissions"].([]any)
			for _, s := range subs {
				s.(obj)["finalised"] = false
			}
			return verb == "list-submissions"
		}}},
		{"API-SUBMIT-04", "a submission without an account succeeds", layer{response: func(c *call) bool {
			if c.op != "submit" || c.status != 400 {
				return false
			}
			c.answer(200, obj{"submission_id": "sub_1"})
			return true
		}}},
		{"API-SUBMIT-04", "a submission without an account is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "submit" && c.status == 400
			if did {
				c.refuse(502)
			}
			return did
		}}},
		{"API-SUBMIT-05", "an unknown session is answered 403", recoded(404, 403, func(c *call) bool { return c.op == "submit" })},
		{"API-SUBMIT-05", "an unknown session is submitted", found("submit")},
		{"API-SUBMIT-05", "a stranger submits a foreign session", leaks("submit")},
		{"API-APPT-01", "an appointment is answered 201", code("appointment", 200, 201)},
		{"API-APPT-01", "status is missing", drop("appointment", "status")},
		{"API-APPT-01", "status is null", set("appointment", "status", nil)},
		{"API-APPT-01", "status is an object", set("appointment", "status", obj{"code": "requested"})},
		{"API-APPT-02", "phone is mandatory", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["phone"]; return !there && o["agency_name"] != nil })},
		{"API-APPT-02", "npn is mandatory", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["npn"]; return !there && o["fein"] != nil })},
		{"API-APPT-02", "address_line2 is refused", strict("appointment", 422, func(_ *call, o obj) bool { return o["address_line2"] != nil })},
		{"API-APPT-02", "website is refused", strict("appointment", 400, func(_ *call, o obj) bool { return o["website"] != nil })},
		{"API-APPT-05", "a missing email is taken", lenient("appointment", func(o obj) bool {
			_, there := o["email"]
			o["email"] = "x@example.com"
			return !there && o["agency_name"] != nil
		})},
		{"API-APPT-05", "a missing agency_name is an error of the server", strict("appointment", 500, func(_ *call, o obj) bool { return o["agency_name"] == nil && o["email"] != nil })},
		{"API-APPT-06", "a number is taken for a phone", lenient("appointment", func(o obj) bool { _, is := o["phone"].(float64); o["phone"] = "4785550142"; return is })},
		{"API-APPT-06", "a wrong type is answered 400", recoded(422, 400, func(c *call) bool { return c.op == "appointment" })},
	}
	for _, member := range strings.Fields("website npn fein email address_zip agency_name") {
		all = append(all,
			plant{"API-APPT-03", member + " is not taken from the profile", layer{verb: appointmentsOf(func(o obj) { o[member] = "" })}},
			plant{"API-APPT-06", "a list is taken for " + member, lenient("appointment", func(o obj) bool { _, is := o[member].([]any); o[member] = "x"; return is })})
	}
	for _, member := range strings.Fields("agency_name phone") {
		all = append(all, plant{"API-APPT-04", "the profile wins over " + member, layer{verb: appointmentsOf(func(o obj) {
			if o[member] == "Body Agency" || strings.Contains(text(o, member), "0111") {
				o[member] = "Profile Agency"
			}
		})}})
	}
	return append(all, plant{"API-APPT-04", "the profile wins over fein", layer{request: func(c *call) bool {
		var o obj
		if c.op != "appointment" || json.Unmarshal(c.in, &o) != nil || o["fein"] == nil {
			return false
		}
		delete(o, "fein")
		c.in, _ = json.Marshal(o)
		return true
	}}})
}
