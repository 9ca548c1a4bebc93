package checks_test

import (
	"encoding/json"
	"net/http"
	"strings"
)

// plantedHistory are faults that show in what checks did for another reason: in one kind of workspace, for one credential, in
// sessions that began in some way.
func plantedHistory() []plant {
	return []plant{
		{"API-ME-01", "the identity is answered 203 to a token", where(oauth, code("me", 200, 203))},
		{"API-CREATE-01", "a create is answered 201 in a workspace without a market", where(away(), code("create", 200, 201))},
		{"API-CREATE-09", "the name is in capitals for a key in X-API-Key", where(inHeader, change("create", func(o obj) { o["insured_name"] = strings.ToUpper(text(o, "insured_name")) }))},
		{"API-ANSWER-01", "a turn is answered 202 to a key in X-API-Key", where(inHeader, code("answer", 200, 202))},
		{"API-EXTRACT-01", "the result is a list in a free workspace", where(away(), layer{response: func(c *call) bool {
			if c.op != "extract" || !c.ok() {
				return false
			}
			c.out = append(append([]byte("["), c.out...), ']')
			return true
		}})},
		{"API-DOCS-01", "a document is answered 201 in a free workspace", where(away(), code("documents", 200, 201))},
		{"API-GET-01", "a detail is answered 206 to a key in X-API-Key", where(inHeader, code("get", 200, 206))},
		{"API-GET-12", "a turn under a token stores nothing", where(oauth, layer{request: func(c *call) bool {
			return c.requested("answer", func(o obj) bool { o["message"] = "Hello"; return true })
		}, response: func(c *call) bool {
			return c.op == "answer" && c.ok() && c.edit(func(o obj) bool { o["set_fields"] = obj{"employees": 12}; return true })
		}})},
		{"API-PDF-01", "a form is an empty page of HTML for a token", where(oauth, layer{response: func(c *call) bool {
			if c.op != "pdf" || !c.ok() {
				return false
			}
			c.header.Set("Content-Type", "text/html")
			c.out = []byte("<html></html>")
			return true
		}})},
		{"API-GET-11", "sessions without lines of business list forms from the start", ofSessions(madeWith("lobs", false), listedAtOnce())},
		{"HOOK-09", "the second endpoint of a workspace has another prefix", secondSecret("whs_")},
		{"AUTH-08", "further keys of a workspace begin otherwise", otherPrefix("create-key")},
		{"API-ME-04", "a token of a refresh is named a key", ofGrant("refresh_token", set("me", "auth_kind", "api_key"))},
		{"OAUTH-CODE-04", "a token of a code has no identity", ofGrant("authorization_code", code("me", 200, 404))},
		{"API-RISK-01", "the summary is a text in a free workspace", where(away(), set("risk", "flags", "none"))},
		{"API-RISK-01", "each look in a free workspace adds its flags to those before", where(away(), moreFlags())},
		{"API-LIST-10", "the counts are missing in the list of a free workspace", where(away(), each("list", "sessions", put("fields_filled", 4711)))},
		{"AUTH-09", "a key does not open documents of a session with a state", ofSessions(madeWith("state", true), layer{request: func(c *call) bool {
			if c.op == "documents" {
				c.refuse(http.StatusUnauthorized)
			}
			return c.op == "documents"
		}})},
	}
}

// madeWith remembers which sessions were made without a member of the body, or with it.
func madeWith(member string, with bool) func(*call) bool {
	sessions := newMemory()
	return func(c *call) bool {
		var in, out obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.in, &in) == nil && json.Unmarshal(c.out, &out) == nil {
			if _, there := in[member]; there == with {
				sessions.put(text(out, "session_id"), true)
			}
		}
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 3 {
			return false
		}
		_, known := sessions.snapshot()[parts[2]]
		return known
	}
}

// ofSessions restricts a layer to some sessions; it is told of every reply.
func ofSessions(which func(*call) bool, l layer) layer {
	inner := l
	l.request = func(c *call) bool { return inner.request != nil && which(c) && inner.request(c) }
	l.response = func(c *call) bool { mine := which(c); return inner.response != nil && mine && inner.response(c) }
	return l
}

// listedAtOnce lists the forms of a session from its start.
func listedAtOnce() layer {
	return reply("get", func(o obj) bool {
		forms, _ := o["filled_forms"].([]any)
		if len(forms) > 0 {
			return false
		}
		for _, key := range o["form_keys"].([]any) {
			forms = append(forms, obj{"form_key": key, "fields_written": 0, "sparse_suspected": true, "warnings": []any{}})
		}
		o["filled_forms"] = forms
		return len(forms) > 0
	})
}

// ofGrant restricts a layer to calls with an access token that came of a grant.
func ofGrant(kind string, l layer) layer {
	fresh := newMemory()
	inner := l.response
	l.response = func(c *call) bool {
		var out obj
		if c.op == "token" && c.ok() && form(c).Get("grant_type") == kind && json.Unmarshal(c.out, &out) == nil {
			fresh.put(text(out, "access_token"), true)
		}
		_, is := fresh.snapshot()[bearer(c)]
		return is && inner(c)
	}
	return l
}

// secondSecret gives the secrets of all endpoints of a workspace but the first another prefix.
func secondSecret(prefix string) layer {
	first := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		if verb != "create-endpoint" {
			return false
		}
		if _, had := first.keep(text(in, "org_id"), func() any { return true }); !had {
			return false
		}
		out["secret"] = prefix + strings.TrimPrefix(text(out, "secret"), "whsec_")
		return true
	}}
}
