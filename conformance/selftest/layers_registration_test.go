package selftest_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// oneOfAName forgets a client when another registers under its name.
func oneOfAName() layer {
	byName, gone := newMemory(), newMemory()
	return layer{request: func(c *call) bool {
		if _, is := gone.snapshot()[form(c).Get("client_id")]; c.op != "device" || !is {
			return false
		}
		c.answer(401, obj{"error": "invalid_client", "detail": "The client is not registered."})
		return true
	}, response: func(c *call) bool {
		var in, out obj
		if c.op != "register" || !c.ok() || json.Unmarshal(c.in, &in) != nil || json.Unmarshal(c.out, &out) != nil {
			return false
		}
		if old, known := byName.snapshot()[text(in, "client_name")].(string); known {
			gone.put(old, true)
		}
		byName.put(text(in, "client_name"), text(out, "client_id"))
		return false
	}}
}

// smallCode sends codes to addresses in small letters.
func smallCode() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		to, query, _ := strings.Cut(text(out, "redirect_to"), "?")
		did := verb == "authorize" && strings.ToLower(to) != to
		if did {
			out["redirect_to"] = strings.ToLower(to) + "?" + query
		}
		return did
	}}
}

func registers(wrong func(v any) bool) layer {
	return lenient("register", func(o obj) bool {
		was := wrong(o["redirect_uris"])
		o["redirect_uris"] = []any{"http://127.0.0.1:48127/callback"}
		return was
	})
}

// loses changes the redirect_uris of a registration, and leaves it to the server to refuse what it was not told of.
func loses(change func(list []any) []any) layer {
	return layer{request: func(c *call) bool {
		var o obj
		if c.op != "register" || json.Unmarshal(c.in, &o) != nil {
			return false
		}
		list, _ := o["redirect_uris"].([]any)
		left := change(slices.Clone(list))
		if len(list) == 0 || reflect.DeepEqual(list, left) {
			return false
		}
		o["redirect_uris"] = left
		c.in, _ = json.Marshal(o)
		return true
	}}
}

// refusesSecond refuses one of several redirect_uris of a client.
func refusesSecond(mark string) layer {
	several := newMemory()
	l := refusesSignIn(func(q url.Values) bool {
		_, has := several.snapshot()[q.Get("client_id")]
		return has && strings.Contains(q.Get("redirect_uri"), mark)
	}, withStatus(400))
	l.response = func(c *call) bool {
		var o obj
		if c.op == "register" && strings.Count(string(c.in), "http://") > 1 && json.Unmarshal(c.out, &o) == nil {
			several.put(text(o, "client_id"), true)
		}
		return false
	}
	return l
}

// noCodeAt shows an error page for requests of a redirect target.
func noCodeAt(mark string) layer {
	return layer{verb: func(verb string, in, out obj) bool {
		was := verb == "authorize" && strings.Contains(text(in, "authorization_url"), url.QueryEscape(mark))
		if was {
			out["redirect_to"] = ""
		}
		return was
	}}
}

// oneOfName sends no browser to the address of a client once another one of its name has registered.
func oneOfName() layer {
	names, last := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var in, o obj
		if c.op == "register" && c.ok() && json.Unmarshal(c.in, &in) == nil && json.Unmarshal(c.out, &o) == nil {
			names.put(text(o, "client_id"), text(in, "client_name"))
			last.put(text(in, "client_name"), in["redirect_uris"])
		}
		return false
	}, fails: func(verb string, in obj) bool {
		name, _ := names.snapshot()[asked(in).Get("client_id")].(string)
		list, _ := last.snapshot()[name].([]any)
		return verb == "authorize" && len(list) > 0 && !slices.Contains(list, any(asked(in).Get("redirect_uri")))
	}}
}

// firstRedirectChecked checks the first redirect of a registration alone.
func firstRedirectChecked() layer {
	all := newMemory()
	return layer{request: func(c *call) bool {
		var o obj
		if c.op != "register" || json.Unmarshal(c.in, &o) != nil {
			return false
		}
		redirects, _ := o["redirect_uris"].([]any)
		if len(redirects) < 2 {
			return false
		}
		second, is := redirects[1].(string)
		if u, err := url.Parse(second); !is || err == nil && u.Host != "" && u.Fragment == "" {
			return false
		}
		all.put(fmt.Sprintf("%p", c), redirects)
		o["redirect_uris"] = redirects[:1]
		c.in, _ = json.Marshal(o)
		return true
	}, response: func(c *call) bool {
		redirects := all.snapshot()[fmt.Sprintf("%p", c)]
		return c.op == "register" && c.ok() && redirects != nil && c.edit(func(o obj) bool { o["redirect_uris"] = redirects; return true })
	}}
}
