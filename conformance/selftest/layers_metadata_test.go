package selftest_test

import (
	"encoding/json"
	"strings"
)

// otherPaths names other endpoints than the documented ones, and serves both.
func otherPaths() layer {
	const at = "/v1/oauth/"
	return layer{request: func(c *call) bool {
		path, other := strings.CutPrefix(c.r.URL.Path, at)
		if other {
			u := *c.r.URL
			u.Path = "/oauth/" + path
			c.r = c.r.Clone(c.r.Context())
			c.r.URL, c.op = &u, opOf(c.r.Method, u.Path)
		}
		return other
	}, response: func(c *call) bool {
		return c.op == "metadata" && c.edit(func(o obj) bool {
			for _, member := range []string{"token_endpoint", "device_authorization_endpoint", "registration_endpoint"} {
				o[member] = strings.Replace(text(o, member), "/oauth/", at, 1)
			}
			return true
		})
	}}
}

const deviceGrantName = "urn:ietf:params:oauth:grant-type:device_code"

// grantsOfClient takes a grant out of the metadata once a client has registered in some way.
func grantsOfClient(grant string, is func(in obj) bool) layer {
	gone := newMemory()
	return layer{response: func(c *call) bool {
		var in obj
		if c.op == "register" && json.Unmarshal(c.in, &in) == nil && is(in) {
			gone.put(grant, true)
		}
		return c.op == "metadata" && gone.snapshot()[grant] != nil && c.edit(func(o obj) bool {
			var left []any
			list, _ := o["grant_types_supported"].([]any)
			for _, one := range list {
				if one != grant {
					left = append(left, one)
				}
			}
			o["grant_types_supported"] = left
			return true
		})
	}}
}
