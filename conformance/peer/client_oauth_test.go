package peer_test

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"strings"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

func (k *client) discover(base string) (object, error) {
	req, err := http.NewRequest(http.MethodGet, base+"/.well-known/oauth-authorization-server", nil)
	if err != nil {
		return nil, err
	}
	_, _, data, err := k.exchange(req)
	if err != nil {
		return nil, err
	}
	var meta object
	if err := json.Unmarshal(data, &meta); err != nil {
		return nil, err
	}
	k.metadata(meta)
	return meta, nil
}

// post sends a form and returns the status and the members of the answer.
func (k *client) postForm(to any, fields url.Values) (int, object, error) {
	k.form(fields)
	target, _ := to.(string)
	req, err := http.NewRequest(http.MethodPost, target, strings.NewReader(fields.Encode()))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	k.request(req)
	status, _, data, err := k.exchange(req)
	var members object
	_ = json.Unmarshal(data, &members)
	return status, members, err
}

func (k *client) signInDevice(c incoming) (any, error) {
	meta, err := k.discover(c.BaseURL)
	if err != nil {
		return nil, err
	}
	id := c.text("client_id")
	_, device, err := k.postForm(meta["device_authorization_endpoint"], url.Values{"client_id": {id}})
	if err != nil {
		return nil, err
	}
	if shown := k.prompt(object{"user_code": device["user_code"], "verification_uri": device["verification_uri"]}); shown != nil {
		k.event(c, "prompt", shown)
	}
	interval, _ := device["interval"].(float64)
	left, _ := device["expires_in"].(float64)
	left = k.expiry(left)
	for polls := 1; left > 0 && polls < 200; polls++ {
		pause := k.interval(interval, polls)
		k.wait(c, pause)
		left -= max(pause, 0.05)
		code, _ := device["device_code"].(string)
		status, reply, err := k.postForm(meta["token_endpoint"], url.Values{"grant_type": {deviceGrant}, "device_code": {code}, "client_id": {id}})
		switch failure, _ := reply["error"].(string); {
		case err != nil:
			return nil, err
		case status == http.StatusOK:
			return k.keep(c.Account, id, meta, reply), nil
		case !k.polling(failure):
			return nil, failed("sign_in", status, failure)
		case failure == "slow_down":
			interval += 5
		}
	}
	return nil, failed("sign_in", 0, "the code has expired")
}

func (k *client) keep(account, id string, meta, tokens object) object {
	k.mu.Lock()
	defer k.mu.Unlock()
	tokens["client_id"], tokens["token_endpoint"] = id, meta["token_endpoint"]
	k.accounts[account] = tokens
	if k.spent[account] == "" {
		k.spent[account], _ = tokens["refresh_token"].(string)
	}
	return object{"signed_in": true}
}

// refreshOnce refreshes unless another call has done so since the token was used.
func (k *client) refreshOnce(account, used string) bool {
	k.renewing.Lock()
	defer k.renewing.Unlock()
	k.mu.Lock()
	current := k.accounts[account]["access_token"]
	k.mu.Unlock()
	return current != used || k.refresh(account, used)
}

func (k *client) refresh(account, _ string) bool {
	k.mu.Lock()
	held := k.accounts[account]
	k.mu.Unlock()
	token, _ := held["refresh_token"].(string)
	id, _ := held["client_id"].(string)
	return k.refreshWith(account, id, held, token)
}

func (k *client) refreshWith(account, id string, held object, token string) bool {
	status, tokens, err := k.postForm(held["token_endpoint"], url.Values{"grant_type": {"refresh_token"}, "refresh_token": {token}, "client_id": {id}})
	if err != nil || status != http.StatusOK {
		return false
	}
	k.keep(account, id, held, tokens)
	return true
}

func (k *client) signInBrowser(c incoming) (any, error) {
	meta, err := k.discover(c.BaseURL)
	if err != nil {
		return nil, err
	}
	listener, redirect, err := k.listenOn()
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	id, err := k.registered(meta, c.text("client_name"), redirect)
	if err != nil {
		return nil, err
	}
	state, verifier := rand.Text(), k.verifier()
	sum := sha256.Sum256([]byte(verifier))
	query := url.Values{"response_type": {"code"}, "client_id": {id}, "redirect_uri": {redirect}, "state": {state},
		"code_challenge_method": {"S256"}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}}
	k.form(query)
	endpoint, _ := meta["authorization_endpoint"].(string)
	k.event(c, "open", object{"url": endpoint + "?" + query.Encode()})
	code := k.awaitCode(listener, state)
	status, tokens, err := k.postForm(meta["token_endpoint"], url.Values{"grant_type": {"authorization_code"}, "code": {code},
		"redirect_uri": {redirect}, "client_id": {id}, "code_verifier": {verifier}})
	if err != nil || status != http.StatusOK {
		return nil, failed("sign_in", status, "the code was not taken")
	}
	return k.keep(c.Account, id, meta, tokens), nil
}

// awaitCode takes the first callback that belongs to this sign-in, and answers every other one.
func (k *client) awaitCode(listener net.Listener, state string) string {
	codes := make(chan string, 1)
	server := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if k.state(state, r.URL.Query().Get("state")) {
			select {
			case codes <- r.URL.Query().Get("code"):
			default:
			}
		}
	})}
	go func() { _ = server.Serve(listener) }()
	return <-codes
}

func (k *client) registered(meta object, name, redirect string) (string, error) {
	members := object{"client_name": name, "redirect_uris": []any{redirect}}
	k.register(members)
	data, err := json.Marshal(members)
	if err != nil {
		return "", err
	}
	endpoint, _ := meta["registration_endpoint"].(string)
	req, err := http.NewRequest(http.MethodPost, endpoint, strings.NewReader(string(data)))
	if err != nil {
		return "", err
	}
	req.Header.Set("Content-Type", "application/json")
	k.request(req)
	_, _, reply, err := k.exchange(req)
	var client struct {
		ID string `json:"client_id"`
	}
	_ = json.Unmarshal(reply, &client)
	return client.ID, err
}
