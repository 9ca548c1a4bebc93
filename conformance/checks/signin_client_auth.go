package checks

import (
	"encoding/base64"
	"net/http"
	"net/url"
)

// clientSecret is what a registration gave a client to authenticate with. The text shows no such thing, and RFC 7591 has it
// by default.
type clientSecret struct{ secret, method string }

// learnSecret keeps the secret of a client that was registered.
func (c *C) learnSecret(reply obj) {
	id, _ := reply["client_id"].(string)
	secret, _ := reply["client_secret"].(string)
	method, _ := reply["token_endpoint_auth_method"].(string)
	if id == "" || secret == "" || method == "none" {
		return
	}
	c.run.secret(secret, "INTAKE_CLIENT_SECRET")
	c.run.mu.Lock()
	defer c.run.mu.Unlock()
	c.run.clients[id] = clientSecret{secret, method}
}

// authenticated sends a form again with the secret of its client, where it was refused without and there is one.
func (c *C) authenticated(x *exchange, path string, values url.Values, options ...option) *exchange {
	id := values.Get("client_id")
	c.run.mu.Lock()
	known, has := c.run.clients[id]
	c.run.mu.Unlock()
	if !has || x.status != http.StatusUnauthorized {
		return x
	}
	if known.method == "client_secret_post" {
		again := url.Values{"client_secret": {known.secret}}
		for name, list := range values {
			again[name] = list
		}
		return c.formAs(path, again, options...)
	}
	pair := base64.StdEncoding.EncodeToString([]byte(url.QueryEscape(id) + ":" + url.QueryEscape(known.secret)))
	c.run.secret(pair, "INTAKE_CLIENT_PAIR")
	return c.formAs(path, values, append(options, header("Authorization", "Basic "+pair))...)
}
