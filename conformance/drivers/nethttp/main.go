// Command nethttp is a driver for intake-conformance around net/http alone, as somebody would write it in an afternoon. The
// judge shows what that misses: it does not wait out a 429, and a redirect takes the X-API-Key header along.
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/driver"
)

// client is what calls are made with.
type client struct{ base, key string }

type params struct {
	Message, Path, Filename, Secret string
	SessionID                       string `json:"session_id"`
	FormKey                         string `json:"form_key"`
	Limit                           json.Number
	Headers                         map[string]string
	Body                            []byte `json:"body_base64"`
}

func main() {
	if err := driver.Serve(os.Stdin, os.Stdout, run); err != nil {
		log.Fatal(err)
	}
}

func run(_ context.Context, _ *driver.Judge, c driver.Command) (any, error) {
	var p params
	if err := c.Into(&p); err != nil {
		return nil, err
	}
	api, session := client{strings.TrimSuffix(c.BaseURL, "/"), c.APIKey}, "/org/sessions/"+url.PathEscape(p.SessionID)
	switch c.Name {
	case "hello":
		return map[string]any{"driver": "go-nethttp"}, nil
	case "me":
		return api.json("GET", "/org/me", nil, "")
	case "create_session":
		return api.json("POST", "/org/sessions", bytes.NewReader(c.Params), "application/json")
	case "request_appointment":
		return api.json("POST", "/org/appointment-request", bytes.NewReader(c.Params), "application/json")
	case "list_sessions":
		return api.json("GET", "/org/sessions?limit="+p.Limit.String(), nil, "")
	case "get_session":
		return api.json("GET", session, nil, "")
	case "answer":
		body, err := json.Marshal(map[string]string{"message": p.Message})
		if err != nil {
			return nil, err
		}
		return api.json("POST", session+"/answers", bytes.NewReader(body), "application/json")
	case "extract":
		return api.upload(session+"/extract", p)
	case "attach_document":
		return api.upload(session+"/documents", p)
	case "fill", "submit":
		return api.json("POST", session+"/"+c.Name, nil, "")
	case "risk_summary":
		return api.json("GET", session+"/risk-summary", nil, "")
	case "download_form":
		data, err := api.bytes("GET", session+"/forms/"+url.PathEscape(p.FormKey)+"/pdf", nil, "")
		return map[string][]byte{"content_base64": data}, err
	case "verify_webhook":
		return verify(p), nil
	}
	return nil, driver.ErrUnsupported
}

func (c client) json(method, path string, body io.Reader, contentType string) (any, error) {
	data, err := c.bytes(method, path, body, contentType)
	return json.RawMessage(data), err
}

func (c client) bytes(method, path string, body io.Reader, contentType string) ([]byte, error) {
	req, err := http.NewRequest(method, c.base+path, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-API-Key", c.key)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode == http.StatusOK {
		return data, err
	}
	return nil, refusal(resp, data)
}

// refusal reads an error body: detail is a text, or on a 422 a list of faults.
func refusal(resp *http.Response, data []byte) error {
	f := &driver.Fault{Kind: "api", Status: resp.StatusCode, Detail: resp.Status}
	var body struct{ Detail json.RawMessage }
	if json.Unmarshal(data, &body) == nil && json.Unmarshal(body.Detail, &f.Detail) != nil {
		f.Fields = body.Detail
	}
	return f
}

func (c client) upload(path string, p params) (any, error) {
	file, err := os.ReadFile(p.Path)
	if err != nil {
		return nil, err
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("file", p.Filename) // writing to memory does not fail
	_, _ = part.Write(file)
	_ = form.Close()
	return c.json("POST", path, &body, form.FormDataContentType())
}

func verify(p params) any {
	mac := hmac.New(sha256.New, []byte(p.Secret))
	mac.Write(p.Body)
	if !hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(p.Headers["X-Service-Signature"])) {
		return map[string]any{"valid": false}
	}
	return map[string]any{"valid": true, "event": json.RawMessage(p.Body)}
}
