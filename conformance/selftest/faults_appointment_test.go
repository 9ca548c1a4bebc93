package selftest_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
)

// appointmentFaults break what the text says of appointment requests.
func appointmentFaults() []fault {
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	all := []fault{
		{"API-APPT-01", "an address with a plus is refused", refusing("appointment", 422, "desk+intake")},
		{"API-APPT-01", "status is missing", drop("appointment", "status")},
		{"API-APPT-01", "", code("appointment", 200, 202)},
		{"API-APPT-01", "status is null at the second request of a workspace", where(later_("appointment"), set("appointment", "status", nil))},
		{"API-APPT-01", "the second appointment request of a workspace breaks the server", brokenAgain("appointment")},
		{"API-APPT-01", "status is null where the profile has everything", where(func(c *call) bool { return len(c.in) < 4 }, set("appointment", "status", nil))},
		{"API-APPT-01", "an appointment is answered 201", code("appointment", 200, 201)},
		{"API-APPT-01", "status is null", set("appointment", "status", nil)},
		{"API-APPT-01", "status is an object", set("appointment", "status", obj{"code": "requested"})},
		{"API-APPT-02", "", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["address_line2"]; return there })},
		{"API-APPT-02", "", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["npn"]; return !there })},
		{"API-APPT-02", "letters beyond ASCII are an error of the server", strict("appointment", 500, func(c *call, _ obj) bool {
			return bytes.ContainsFunc(c.in, func(r rune) bool { return r > unicode.MaxASCII })
		})},
		{"API-APPT-02", "phone is mandatory", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["phone"]; return !there && o["agency_name"] != nil })},
		{"API-APPT-02", "npn is mandatory", strict("appointment", 422, func(_ *call, o obj) bool { _, there := o["npn"]; return !there && o["fein"] != nil })},
		{"API-APPT-02", "address_line2 is refused", strict("appointment", 422, func(_ *call, o obj) bool { return o["address_line2"] != nil })},
		{"API-APPT-02", "website is refused", strict("appointment", 400, func(_ *call, o obj) bool { return o["website"] != nil })},
		{"API-APPT-03", "", layer{verb: appointmentsOf(func(o obj) { o["npn"] = "" })}},
		{"API-APPT-03", "a request takes what is missing from one that was refused", keptOfRefusedRequest()},
		{"API-APPT-03", "the profile is not looked at for a token", layer{request: func(c *call) bool {
			did := with("appointment")(c) && !bytes.Contains(c.in, []byte("email"))
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-APPT-03", "fields of a request are those of the profile from then on", remembersFields()},
		{"API-APPT-03", "the profile is that of the newest workspace", newestProfile()},
		{"API-APPT-03", "the profile counts where the body is empty", partialProfile()},
		{"API-APPT-03", "a profile that was replaced counts on", layer{skip: "set-profile"}},
		{"API-APPT-03", "a profile that was used once counts on", usedProfile()},
		{"API-APPT-04", "", layer{verb: appointmentsOf(func(o obj) { o["agency_name"] = "Profile Agency" })}},
		{"API-APPT-04", "the profile wins over email", profileWins("email")},
		{"API-APPT-04", "all is in small letters at the platform", layer{verb: appointmentsOf(func(o obj) {
			for name := range o {
				o[name] = strings.ToLower(text(o, name))
			}
		})}},
		{"API-APPT-04", "the profile wins over npn", profileWins("npn")},
		{"API-APPT-04", "letters beyond Latin are question marks at the platform", layer{verb: func(verb string, _, out obj) (did bool) {
			list, _ := out["appointments"].([]any)
			for _, one := range list {
				sent := one.(obj)
				was := text(sent, "address_city")
				sent["address_city"] = strings.Map(func(r rune) rune {
					if r > 0xff {
						return '?'
					}
					return r
				}, was)
				did = did || sent["address_city"] != was
			}
			return did && verb == "list-submissions"
		}}},
		{"API-APPT-04", "names of agencies are read as Latin-1 at the platform", layer{verb: appointmentsOf(func(sent obj) {
			sent["agency_name"] = inLatin1(text(sent, "agency_name"))
		})}},
		{"API-APPT-04", "agencies beyond Latin are question marks at the platform", layer{verb: appointmentsOf(func(sent obj) {
			sent["agency_name"] = strings.Map(func(r rune) rune {
				if r > 0xff {
					return '?'
				}
				return r
			}, text(sent, "agency_name"))
		})}},
		{"API-APPT-03", "what a request says is of the next one, too", saidInTheNext()},
		{"API-APPT-04", "a zip loses its leading zero", lenient("appointment", func(o obj) bool {
			zip := text(o, "address_zip")
			o["address_zip"] = strings.TrimPrefix(zip, "0")
			return strings.HasPrefix(zip, "0")
		})},
		{"API-APPT-04", "a zip that is a number loses its leading zero", lenient("appointment", func(o obj) bool {
			n, err := strconv.Atoi(text(o, "address_zip"))
			if err == nil {
				o["address_zip"] = strconv.Itoa(n)
			}
			return err == nil
		})},
		{"API-APPT-04", "a zip has five digits", lenient("appointment", func(o obj) bool {
			zip, _, extended := strings.Cut(text(o, "address_zip"), "-")
			o["address_zip"] = zip
			return extended
		})},
		{"API-APPT-04", "the profile wins over fein", layer{request: func(c *call) bool {
			var o obj
			if c.op != "appointment" || json.Unmarshal(c.in, &o) != nil || o["fein"] == nil {
				return false
			}
			delete(o, "fein")
			c.in, _ = json.Marshal(o)
			return true
		}}},
		{"API-APPT-05", "", lenient("appointment", func(o obj) bool {
			_, there := o["email"]
			o["email"] = "made@up.example"
			return !there
		})},
		{"API-APPT-05", "what is refused was handed on before", handedOnFirst()},
		{"API-APPT-05", "any profile makes up for a name or an email", anyProfile()},
		{"API-APPT-05", "a missing email is taken", lenient("appointment", func(o obj) bool {
			_, there := o["email"]
			o["email"] = "x@example.com"
			return !there && o["agency_name"] != nil
		})},
		{"API-APPT-05", "a missing agency_name is an error of the server", strict("appointment", 500, func(_ *call, o obj) bool { return o["agency_name"] == nil && o["email"] != nil })},
		{"API-APPT-06", "", lenient("appointment", isNot("phone", "42"))},
		{"API-APPT-06", "false is taken for no website", emptyFor("appointment", "website", false, "")},
		{"API-APPT-06", "an address_zip that is a number is taken", lenient("appointment", isNot("address_zip", "31201"))},
		{"API-APPT-06", "true and false are taken for text", lenient("appointment", func(o obj) bool {
			did := false
			for name, v := range o {
				if _, object := v.(obj); object {
					o[name], did = "x", true
				}
			}
			return did
		})},
		{"API-APPT-06", "a number is taken for a phone", lenient("appointment", func(o obj) bool { _, is := o["phone"].(float64); o["phone"] = "4785550142"; return is })},
		{"API-APPT-06", "a wrong type is answered 400", recoded(422, 400, func(c *call) bool { return c.op == "appointment" })},
	}
	for _, member := range strings.Fields("website npn fein email address_zip agency_name") {
		all = append(all,
			fault{"API-APPT-03", member + " is not taken from the profile", layer{verb: appointmentsOf(func(o obj) { o[member] = "" })}},
			fault{"API-APPT-06", "a list is taken for " + member, lenient("appointment", func(o obj) bool { _, is := o[member].([]any); o[member] = "x"; return is })})
	}
	for _, member := range strings.Fields("agency_name phone") {
		all = append(all, fault{"API-APPT-04", "the profile wins over " + member, layer{verb: appointmentsOf(func(o obj) {
			if o[member] == "Body Agency" || strings.Contains(text(o, member), "0111") {
				o[member] = "Profile Agency"
			}
		})}})
	}
	return all
}

// appointmentNeighbours come near a fault and stay within the text.
func appointmentNeighbours() []fault {
	return []fault{
		{"API-APPT-01", "the second appointment request of a workspace is refused", layer{request: refusedAgain("appointment", 409)}},
		{"API-APPT-01", "the domains of e-mail addresses are looked up", domainsLookedUp()},
		{"API-APPT-02", "the domains of e-mail addresses are looked up", domainsLookedUp()},
		{"API-APPT-02", "letters beyond ASCII are refused", strict("appointment", 422, func(c *call, _ obj) bool {
			return bytes.ContainsFunc(c.in, func(r rune) bool { return r > unicode.MaxASCII })
		})},
		{"API-APPT-04", "the domains of e-mail addresses are looked up", domainsLookedUp()},
		{"API-APPT-04", "a phone number has its country at the platform", layer{verb: appointmentsOf(func(sent obj) { sent["phone"] = "+1 " + text(sent, "phone") })}},
		{"API-APPT-03", "one request of each workspace is handed on", firstAppointments()},
		{"API-APPT-03", "requests are handed on later", lateAppointments()},
		{"API-APPT-03", "a request that is open already is refused", openAlready()},
		{"API-APPT-03", "a new workspace has a request to look at, and others are handed on later", mixed(demoRequest(), lateAppointments())},
		{"API-APPT-04", "requests are handed on later", lateAppointments()},
		{"API-APPT-04", "a new workspace has a request to look at, and others are handed on later", mixed(demoRequest(), lateAppointments())},
		{"API-APPT-04", "cities in letters of ASCII", strict("appointment", 422, func(_ *call, o obj) bool {
			return strings.IndexFunc(text(o, "address_city"), func(r rune) bool { return r > 127 }) >= 0
		})},
		{"API-APPT-05", "a new workspace has a request to look at", demoRequest()},
	}
}
