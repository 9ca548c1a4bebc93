package checks_test

import (
	"encoding/json"
	"html"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// plantedLately are faults of values that are rare: cents, letters beyond Latin, numbers beyond any, and of what comes after a while.
func plantedLately() []plant {
	return []plant{
		{"API-RISK-01", "amounts with cents break the summary", brokenBy("risk", ".50")},
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
		{"LIM-02", "a change of plan clears the month", clearedByPlan()},
		{"HOOK-20", "a connection that was closed is no error in the log", inLog(func(_ obj, attempts []any) (did bool) {
			for _, one := range attempts {
				attempt := one.(obj)
				if is := noAnswerOf(one) && strings.Contains(text(attempt, "error"), "broke"); is {
					attempt["error"], did = "", true
				}
			}
			return did
		})},
		{"HOOK-20", "all attempts of the log have the status of the last", inLog(func(_ obj, attempts []any) (did bool) {
			if len(attempts) < 3 {
				return false
			}
			last := attempts[len(attempts)-1].(obj)["response_status"]
			for _, one := range attempts {
				did = did || one.(obj)["response_status"] != last
				one.(obj)["response_status"] = last
			}
			return did
		})},
		{"OAUTH-TOKEN-05", "a refresh ends the tokens of all people of its client", endedByRefresh()},
		{"API-LIST-09", "the list of a token has what tokens made", apartLists()},
		{"HOOK-12", "a fourth attempt where the first timed out", fourthAfterTimeout()},
		{"API-APPT-05", "any profile makes up for a name or an email", anyProfile()},
		{"API-DOCS-03", "documents end after a mebibyte", layer{verb: func(verb string, _, out obj) (did bool) {
			list, _ := out["submissions"].([]any)
			for _, one := range list {
				files, _ := one.(obj)["files"].([]any)
				for _, file := range files {
					if size, _ := file.(obj)["size"].(float64); size > 1<<20 {
						file.(obj)["size"], file.(obj)["sha256"], did = 1<<20, strings.Repeat("0", 64), true
					}
				}
			}
			return did && verb == "list-submissions"
		}}},
		{"API-CREATE-22", "what is refused for its lobs is listed", listedThough()},
		{"API-RISK-03", "no flags are null where a session was told something", nullFlags()},
		{"EVT-08", "an envelope is told of in one workspace", oneWorkspaceOfEnvelope()},
		{"OAUTH-CODE-09", "paths of redirects in letters of either case", anyTarget("/CALLBACK")},
		{"OAUTH-CODE-05", "a code is exchanged with the redirect that was registered", layer{request: func(c *call) bool {
			did := c.op == "token" && strings.Contains(form(c).Get("redirect_uri"), ":51733/") && grantIs("authorization_code")(form(c))
			if did {
				c.answer(400, obj{"error": "invalid_grant"})
			}
			return did
		}}},
		{"API-PDF-03", "keys of forms are those of files", formsNamed(func(key string) string { return strings.TrimSuffix(key, ".pdf") })},
		{"API-PDF-03", "keys of forms in letters of either case", formsNamed(strings.ToLower)},
		{"API-ANSWER-13", "marks count as their escapes", strict("answer", 422, func(_ *call, o obj) bool { return utf8.RuneCountInString(html.EscapeString(message(o))) > 10000 })},
		{"EVT-11", "who asks for test events alone is told of all", toldOfAll()},
		{"ERR-06", "a number beyond any is a failure", refusing("create", 500, "1e9999999999")},
		{"ERR-06", "a document without a name is a failure", refusing("documents", 500, "no name")},
	}
}

// brokenBy fails an operation on sessions that were told something.
func brokenBy(op, words string) layer {
	told := newMemory()
	return layer{request: func(c *call) bool {
		if c.op == "answer" && strings.Contains(string(c.in), words) {
			told.put(sessionIn(c), true)
		}
		did := c.op == op && told.snapshot()[sessionIn(c)] != nil
		if did {
			c.answer(500, obj{"detail": "It failed."})
		}
		return did
	}}
}

// clearedByPlan takes further creates of a workspace at its cap once its plan was changed.
func clearedByPlan() layer {
	full, changed, who := newMemory(), newMemory(), &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if org := text(in, "org_id"); verb == "set-plan" && full.snapshot()[org] != nil {
			changed.put(org, true)
		}
		return false
	}, response: func(c *call) bool {
		if c.op != "create" || c.status != 402 {
			return false
		}
		full.put(who.of(c), true)
		did := changed.snapshot()[who.of(c)] != nil
		if did {
			c.answer(200, obj{"session_id": "ses_more", "status": "open", "form_keys": []any{}, "fields_filled": 0})
		}
		return did
	}}
}

// nullFlags has null in the place of an empty list for sessions that are answered.
func nullFlags() layer {
	told := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			told.put(sessionIn(c), true)
		}
		return c.op == "risk" && c.ok() && told.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			list, _ := o["flags"].([]any)
			if len(list) == 0 {
				o["flags"] = nil
			}
			return len(list) == 0
		})
	}}
}

// oneWorkspaceOfEnvelope tells the first endpoint alone of an envelope's id.
func oneWorkspaceOfEnvelope() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		id := envelopeOf(s)
		if id == "" {
			return false
		}
		url, _ := first.keep(id, func() any { return s.url })
		if url != s.url {
			s.drop, s.answer = true, 200
		}
		return url != s.url
	})
}

// endedByRefresh refuses the access tokens of a client that were given out before one of them was refreshed.
func endedByRefresh() layer {
	given, ended := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		did := ended.snapshot()[bearer(c)] != nil
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}, response: func(c *call) bool {
		if c.op != "token" || !c.ok() {
			return false
		}
		client := form(c).Get("client_id")
		before, _ := given.snapshot()[client].([]string)
		if grantIs("refresh_token")(form(c)) {
			for _, token := range before {
				ended.put(token, true)
			}
		}
		c.edit(func(o obj) bool {
			given.put(client, append(slices.Clone(before), text(o, "access_token")))
			return false
		})
		return false
	}}
}

// apartLists leaves out of the list of a token what a key made.
func apartLists() layer {
	made := newMemory()
	return layer{response: func(c *call) bool {
		key := strings.HasPrefix(bearer(c), "bsk_")
		if c.op == "create" && c.ok() && key {
			c.edit(func(o obj) bool { made.put(text(o, "session_id"), true); return false })
		}
		return c.op == "list" && c.ok() && !key && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(all), func(one any) bool { return made.snapshot()[text(one.(obj), "session_id")] != nil })
			o["sessions"] = left
			return len(left) < len(all)
		})
	}}
}

// fourthAfterTimeout sends the third attempt of a delivery once more, whose first got no answer.
func fourthAfterTimeout() layer {
	lost := newMemory()
	return layer{told: true, delivery: func(s *shipment) bool {
		did := s.n == 3 && lost.snapshot()[idOf(s)] != nil
		if did {
			s.again = 1
		}
		return did
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.lost {
			lost.put(idOf(s), true)
		}
		return false
	}}
}

// anyProfile takes an appointment request that lacks something where the workspace has a profile.
func anyProfile() layer {
	has, who := newMemory(), &tenants{org: map[string]string{}}
	return layer{verb: func(verb string, in, out obj) bool {
		who.learn(in, out)
		if profile, _ := in["profile"].(obj); verb == "create-workspace" && len(profile) > 0 {
			has.put(text(out, "org_id"), true)
		}
		return false
	}, response: func(c *call) bool {
		did := c.op == "appointment" && c.status == 422 && has.snapshot()[who.of(c)] != nil
		if did {
			c.answer(200, obj{"status": "requested"})
		}
		return did
	}}
}

// listedThough lists a session of a create that was refused for more than twenty lobs.
func listedThough() layer {
	more := newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.status == 422 && json.Unmarshal(c.in, &o) == nil {
			if lobs, _ := o["lobs"].([]any); len(lobs) > 20 {
				more.put(bearer(c), true)
			}
		}
		return c.op == "list" && c.ok() && more.snapshot()[bearer(c)] != nil && c.edit(func(o obj) bool {
			all, _ := o["sessions"].([]any)
			o["sessions"] = append(slices.Clone(all), obj{"session_id": "ses_refused", "insured_name": "Refused", "status": "open", "form_keys": []any{}, "fields_filled": 0, "fields_total": 1})
			return true
		})
	}}
}

// formsNamed finds a form by another key.
func formsNamed(key func(string) string) layer {
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || len(parts) < 5 || key(parts[4]) == parts[4] {
			return false
		}
		c.r.URL.Path, c.r.URL.RawPath = strings.Replace(c.r.URL.Path, "/forms/"+parts[4]+"/", "/forms/"+key(parts[4])+"/", 1), ""
		return true
	}}
}

// toldOfAll registers an endpoint for test events alone as one for everything.
func toldOfAll() layer {
	return layer{into: func(verb string, in obj) bool {
		events, _ := in["events"].([]any)
		did := verb == "create-endpoint" && len(events) == 1 && events[0] == "webhook.test"
		if did {
			in["events"] = []any{"fill_session.completed", "submission.sent", "esign.completed", "webhook.test"}
		}
		return did
	}}
}

// A key that lapses only when all checks together have moved the clock far enough is not the judge's bad luck.
func TestKeysThatLapseLateAreFound(t *testing.T) {
	t.Parallel()
	k := newTicking()
	var began time.Time
	b := newBed(t, layer{clocked: true, verb: k.verb, request: func(c *call) bool {
		did := c.op == "me" && k.now().Sub(began) > 600*24*time.Hour
		if did {
			c.refuse(http.StatusUnauthorized)
		}
		return did
	}})
	began = k.now()
	results, err := checks.Run(t.Context(), b.target(), checks.Options{Seed: 1}, []checks.Check{checkOf("AUTH-11"), checkOf("LIM-06")})
	require.NoError(t, err)
	require.Equal(t, report.Fail, results[0].Verdict, "%s", results[0].Got)
}
