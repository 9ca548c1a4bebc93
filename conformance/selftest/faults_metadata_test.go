package selftest_test

import "strings"

// metadataFaults break what the text says of the metadata of the authorization server.
func metadataFaults() []fault {
	second := func(op string, l layer) layer { return where(again(op), l) }
	all := []fault{
		{"OAUTH-META-01", "metadata is not there", code("metadata", 200, 404)},
		{"OAUTH-META-01", "metadata wants a credential", layer{request: func(c *call) bool {
			did := c.op == "metadata" && anonymous(c)
			if did {
				c.refuse(401)
			}
			return did
		}}},
		{"OAUTH-META-01", "metadata is a list", raw("metadata", "application/json", `[]`)},
		{"OAUTH-META-02", "", drop("metadata", "device_authorization_endpoint")},
		{"OAUTH-META-02", "", set("metadata", "registration_endpoint", "")},
		{"OAUTH-META-03", "grant types are a text", set("metadata", "grant_types_supported", "authorization_code")},
		{"OAUTH-META-03", "grant types are missing", drop("metadata", "grant_types_supported")},
		{"OAUTH-META-04", "the device grant is not listed", set("metadata", "grant_types_supported", []any{"authorization_code", "refresh_token"})},
		{"OAUTH-META-04", "the device grant is listed by a short name", set("metadata", "grant_types_supported", []any{"authorization_code", "device_code"})},
		{"OAUTH-META-04", "the refresh grant is not listed", set("metadata", "grant_types_supported", []any{"authorization_code", deviceGrantName})},
		{"OAUTH-META-04", "the code grant is not listed", set("metadata", "grant_types_supported", []any{deviceGrantName})},
		{"OAUTH-META-04", "the grants are missing the second time", second("metadata", set("metadata", "grant_types_supported", []any{"authorization_code"}))},
		{"OAUTH-META-04", "a client without addresses takes the code grant away", grantsOfClient("authorization_code", func(in obj) bool {
			list, is := in["redirect_uris"].([]any)
			return is && len(list) == 0
		})},
		{"OAUTH-META-04", "a client of the device grant takes the others away", grantsOfClient("authorization_code", func(in obj) bool { return in["grant_types"] != nil })},
		{"OAUTH-META-05", "", change("metadata", func(o obj) { o["token_endpoint"] = text(o, "token_endpoint") + "2" })},
		{"OAUTH-META-05", "the token endpoint is a path", change("metadata", func(o obj) { o["token_endpoint"] = "/oauth/token" })},
		{"OAUTH-META-05", "the token endpoint is elsewhere and dead", change("metadata", func(o obj) { o["token_endpoint"] = text(o, "issuer") + "/oauth2/token" })},
		{"OAUTH-META-05", "the token endpoint is at a host where nobody is", set("metadata", "token_endpoint", "http://127.0.0.1:1/oauth/token")},
		{"OAUTH-META-05", "the device endpoint is below a path that is not served", change("metadata", func(o obj) {
			o["device_authorization_endpoint"] = text(o, "issuer") + "/v2/oauth/device_authorization"
		})},
		{"OAUTH-META-05", "the authorization endpoint is not there", change("metadata", func(o obj) { o["authorization_endpoint"] = text(o, "issuer") + "/oauth/authorise" })},
		{"OAUTH-META-06", "issuer is the address of another server", set("metadata", "issuer", "https://intake.example")},
		{"OAUTH-META-06", "issuer is missing", drop("metadata", "issuer")},
		{"OAUTH-META-06", "response types are missing", drop("metadata", "response_types_supported")},
		{"OAUTH-META-06", "S256 is not listed", set("metadata", "code_challenge_methods_supported", []any{"plain"})},
	}
	for _, name := range strings.Fields("token_endpoint authorization_endpoint device_authorization_endpoint registration_endpoint") {
		all = append(all, fault{"OAUTH-META-02", name + " is missing", drop("metadata", name)}, fault{"OAUTH-META-02", name + " is null", set("metadata", name, nil)})
	}
	return all
}

// metadataNeighbours come near a fault and stay within the text.
func metadataNeighbours() []fault {
	return []fault{
		{"OAUTH-META-04", "a client without addresses is refused", layer{request: func(c *call) bool {
			did := c.op == "register" && strings.Contains(string(c.in), `"redirect_uris":[]`)
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"OAUTH-META-05", "endpoints have other paths beside the documented ones", otherPaths()},
	}
}
