package peer_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/workspaceintake/intake-go/conformance/peer"
)

type object = map[string]any

// client is a good client with a driver around it, whose steps can be exchanged for wrong ones. It waits on a virtual
// clock.
type client struct {
	request  func(req *http.Request)                          // the last change before it is sent
	escape   func(segment string) string                      // of path parameters
	body     func(command string, members object) object      // of JSON requests
	part     string                                           // name of the upload's part
	file     func(data []byte) []byte                         // what of a file is uploaded
	again    func(status, attempt int) bool                   // whether to repeat a call
	pause    func(header http.Header) float64                 // seconds before a repetition
	done     func(turn object) bool                           // whether the intake has ended
	read     func(command string, data []byte) (any, error)   // a good answer
	fault    func(f *peer.Fault)                              // as it is reported
	redirect bool                                             // follow redirects with every header
	follow   bool                                             // follow redirects without a credential
	metadata func(meta object)                                // as it was read
	form     func(fields url.Values)                          // of OAuth requests
	interval func(seconds float64, polls int) float64         // before the next poll
	polling  func(code string) (goOn bool)                    // after an error of the token endpoint
	expiry   func(seconds float64) float64                    // when polling ends
	prompt   func(data object) object                         // what is shown to the person
	renew    func(account, used string) bool                  // at a 401
	listen   string                                           // where the browser flow listens
	state    func(sent, got string) bool                      // whether a callback belongs to this sign-in
	verifier func() string                                    // of PKCE
	register func(members object)                             // of a registration
	genuine  func(secret, body []byte, signature string) bool // of a delivery
	says     func(driver *client, c incoming)                 // a careless line on an output
	encode   func(members object) []byte                      // to JSON
	pack     func(k *client, data []byte, name string) (body []byte, contentType string)
	called   func(c incoming, attempt int, req *http.Request) // before it is sent
	around   func(k *client, c incoming)                      // requests of its own before a call
	ends     func(command string, status int) bool            // a call is not repeated
	result   func(command string, v any) any                  // as it is reported
	lacks    []string                                         // commands that it does not have
	dial     http.RoundTripper

	renewing sync.Mutex // one refresh at a time
	mu       sync.Mutex
	accounts map[string]object
	spent    map[string]string // the first refresh token of an account, kept for no good
	lines    *bufio.Scanner
	out      io.Writer
	http     *http.Client
}

// incoming is one command.
type incoming struct {
	ID      int    `json:"id"`
	Command string `json:"command"`
	BaseURL string `json:"base_url"`
	APIKey  string `json:"api_key"`
	Account string `json:"account"`
	Params  object `json:"params"`
}

func (c incoming) text(name string) string { s, _ := c.Params[name].(string); return s }

func goodClient() *client {
	k := &client{
		request: func(*http.Request) {}, escape: url.PathEscape, part: "file",
		body:  func(_ string, members object) object { return members },
		file:  func(data []byte) []byte { return data },
		again: func(status, attempt int) bool { return status == http.StatusTooManyRequests && attempt < 5 },
		pause: func(h http.Header) float64 { s, _ := strconv.ParseFloat(h.Get("Retry-After"), 64); return s },
		done:  func(turn object) bool { return turn["done"] == true || turn["pending_count"] == json.Number("0") },
		fault: func(*peer.Fault) {}, metadata: func(object) {}, form: func(url.Values) {},
		interval: func(seconds float64, _ int) float64 { return seconds },
		polling:  func(code string) bool { return code == "authorization_pending" || code == "slow_down" },
		expiry:   func(seconds float64) float64 { return seconds },
		prompt:   func(data object) object { return data },
		listen:   "127.0.0.1:0", state: func(sent, got string) bool { return sent == got }, verifier: rand.Text,
		register: func(object) {}, says: func(*client, incoming) {},
		encode: func(members object) []byte { data, _ := json.Marshal(members); return data }, pack: packed,
		called: func(incoming, int, *http.Request) {}, around: func(*client, incoming) {}, ends: func(string, int) bool { return false },
		result: func(_ string, v any) any { return v }, dial: &http.Transport{DisableKeepAlives: true},
		accounts: map[string]object{}, spent: map[string]string{},
	}
	k.verifier = func() string { return rand.Text() + rand.Text() }
	k.read = func(_ string, data []byte) (any, error) { return decode(data) }
	k.renew = k.refreshOnce
	k.genuine = func(secret, body []byte, signature string) bool {
		return hmac.Equal([]byte(signatureOf(secret, body)), []byte(signature))
	}
	return k
}

func signatureOf(secret, body []byte) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write(body)
	return "sha256=" + hex.EncodeToString(mac.Sum(nil))
}

func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err
}

// start runs the client in this process, one for each worker of the judge.
func start(make func() *client) peer.Start {
	return func(ctx context.Context) (*peer.Driver, error) {
		commands, in := io.Pipe()
		out, results := io.Pipe()
		k := make()
		k.lines, k.out = bufio.NewScanner(commands), results
		k.lines.Buffer(nil, 64<<20)
		k.http = &http.Client{Transport: k.dial, CheckRedirect: k.onRedirect}
		go func() {
			k.serve()
			_ = results.Close()
		}()
		return peer.Streams(out, in)(ctx)
	}
}

func (k *client) onRedirect(req *http.Request, via []*http.Request) error {
	if k.follow {
		req.Header.Del("Authorization")
		return nil
	}
	if !k.redirect {
		return http.ErrUseLastResponse
	}
	req.Header.Set("Authorization", via[0].Header.Get("Authorization"))
	return nil
}

func (k *client) serve() {
	for k.lines.Scan() {
		var c incoming
		if json.Unmarshal(k.lines.Bytes(), &c) != nil {
			return
		}
		k.says(k, c)
		result, err := k.run(c)
		var f failure
		switch {
		case errors.As(err, &f):
			k.fault(f.Fault)
			k.send(object{"id": c.ID, "error": f.Fault})
		case err != nil:
			k.send(object{"id": c.ID, "error": object{"kind": "network", "detail": err.Error()}})
		default:
			k.send(object{"id": c.ID, "result": k.result(c.Command, result)})
		}
	}
}

// failure is a Fault as an error.
type failure struct{ *peer.Fault }

func (failure) Error() string { return "failure" }

func failed(kind string, status int, detail string) error {
	return failure{&peer.Fault{Kind: kind, Status: status, Detail: detail}}
}

func (k *client) send(v any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	_ = json.NewEncoder(k.out).Encode(v)
}

func (k *client) event(c incoming, name string, data object) {
	k.send(object{"id": c.ID, "event": name, "data": data})
	k.lines.Scan() // the acknowledgement
}

// wait passes virtual time.
func (k *client) wait(c incoming, seconds float64) {
	if seconds > 0 {
		k.event(c, "wait", object{"seconds": seconds})
	}
}

func (k *client) run(c incoming) (any, error) {
	if slices.Contains(k.lacks, c.Command) {
		return nil, failed("unsupported", 0, c.Command)
	}
	session := "/org/sessions/" + k.escape(c.text("session_id"))
	switch c.Command {
	case "hello":
		return object{"driver": "model"}, nil
	case "wait":
		seconds, _ := c.Params["seconds"].(float64)
		k.wait(c, seconds)
		return object{}, nil
	case "me":
		return k.call(c, "GET", "/org/me", nil, "")
	case "create_session":
		return k.post(c, "/org/sessions", c.Params)
	case "list_sessions":
		query := ""
		if limit, ok := c.Params["limit"].(float64); ok {
			query = "?limit=" + strconv.FormatFloat(limit, 'f', -1, 64)
		}
		return k.call(c, "GET", "/org/sessions"+query, nil, "")
	case "get_session":
		return k.call(c, "GET", session, nil, "")
	case "answer":
		return k.post(c, session+"/answers", object{"message": c.text("message")})
	case "extract":
		return k.upload(c, session+"/extract")
	case "attach_document":
		return k.upload(c, session+"/documents")
	case "fill", "submit":
		return k.call(c, "POST", session+"/"+c.Command, nil, "")
	case "download_form":
		return k.call(c, "GET", session+"/forms/"+k.escape(c.text("form_key"))+"/pdf", nil, "")
	case "risk_summary":
		return k.call(c, "GET", session+"/risk-summary", nil, "")
	case "request_appointment":
		return k.post(c, "/org/appointment-request", c.Params)
	case "interview":
		return k.interview(c, session)
	case "parallel":
		return k.parallel(c)
	case "sign_in_device":
		return k.signInDevice(c)
	case "sign_in_browser":
		return k.signInBrowser(c)
	case "verify_webhook":
		return k.verify(c)
	}
	return nil, failed("unsupported", 0, c.Command)
}

func (k *client) token(c incoming) string {
	if c.APIKey != "" {
		return c.APIKey
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	token, _ := k.accounts[c.Account]["access_token"].(string)
	return token
}

func (k *client) interview(c incoming, session string) (any, error) {
	for turns := 1; ; turns++ {
		v, err := k.post(c, session+"/answers", object{"message": c.text("message")})
		if err != nil {
			return nil, err
		}
		turn, _ := v.(map[string]any)
		if k.done(turn) || turns == 12 {
			return object{"turns": turns}, nil
		}
	}
}

func (k *client) parallel(c incoming) (any, error) {
	var group sync.WaitGroup
	for range 10 {
		group.Go(func() { _, _ = k.call(c, "GET", "/org/me", nil, "") })
	}
	group.Wait()
	return object{"ok": 10}, nil
}

func (k *client) verify(c incoming) (any, error) {
	body, err := base64.StdEncoding.DecodeString(c.text("body_base64"))
	if err != nil {
		return nil, err
	}
	headers, _ := c.Params["headers"].(map[string]any)
	signature, _ := headers["X-Service-Signature"].(string)
	if !k.genuine([]byte(c.text("secret")), body, signature) {
		return object{"valid": false}, nil
	}
	event, err := k.read("verify_webhook", body)
	return object{"valid": true, "event": event}, err
}

// listenOn opens the browser flow's listener.
func (k *client) listenOn() (net.Listener, string, error) {
	l, err := net.Listen("tcp", k.listen)
	if err != nil {
		return nil, "", err
	}
	host, _, _ := strings.Cut(k.listen, ":")
	return l, fmt.Sprintf("http://%s:%d/callback", host, l.Addr().(*net.TCPAddr).Port), nil
}
