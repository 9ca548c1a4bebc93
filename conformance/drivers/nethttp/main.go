// Command nethttp is a driver for intake-conformance around net/http alone. It is an example of the protocol in
// conformance/DRIVERS.md, and of what a client misses that is not written with care: it does not wait out a 429, and a
// redirect takes the X-API-Key header along.
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"strings"
)

type command struct {
	ID         int    `json:"id"`
	Command    string `json:"command"`
	BaseURL    string `json:"base_url"`
	Credential struct {
		APIKey string `json:"api_key"`
	} `json:"credential"`
	Params map[string]json.RawMessage `json:"params"`
}

type fault struct {
	Kind   string          `json:"kind"`
	Status int             `json:"status"`
	Detail string          `json:"detail"`
	Fields json.RawMessage `json:"fields,omitempty"`
}

func failed(err error) *fault { return &fault{Kind: "network", Detail: err.Error()} }

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	for out := json.NewEncoder(os.Stdout); in.Scan(); {
		var c command
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			fmt.Fprintln(os.Stderr, "not a command:", err)
			os.Exit(1)
		}
		result, err := c.run()
		answer := map[string]any{"id": c.ID, "result": result}
		if err != nil {
			answer = map[string]any{"id": c.ID, "error": err}
		}
		_ = out.Encode(answer) // a judge that is gone reads no more
	}
}

func (c command) text(name string) (s string) { _ = json.Unmarshal(c.Params[name], &s); return s }

func (c command) session() string { return "/org/sessions/" + url.PathEscape(c.text("session_id")) }

func (c command) run() (any, *fault) {
	switch c.Command {
	case "hello":
		return map[string]any{"driver": "go-nethttp", "features": []string{}}, nil
	case "me":
		return c.call("GET", "/org/me", nil, "")
	case "create_session":
		return c.post("/org/sessions", c.Params)
	case "request_appointment":
		return c.post("/org/appointment-request", c.Params)
	case "list_sessions":
		return c.call("GET", "/org/sessions?limit="+string(c.Params["limit"]), nil, "")
	case "get_session":
		return c.call("GET", c.session(), nil, "")
	case "answer":
		return c.post(c.session()+"/answers", map[string]any{"message": c.text("message")})
	case "extract":
		return c.upload("/extract")
	case "attach_document":
		return c.upload("/documents")
	case "fill", "submit":
		return c.call("POST", c.session()+"/"+c.Command, nil, "")
	case "risk_summary":
		return c.call("GET", c.session()+"/risk-summary", nil, "")
	case "download_form":
		data, err := c.bytes("GET", c.session()+"/forms/"+url.PathEscape(c.text("form_key"))+"/pdf", nil, "")
		return map[string]string{"content_base64": base64.StdEncoding.EncodeToString(data)}, err
	case "verify_webhook":
		return c.verify()
	}
	return nil, &fault{Kind: "unsupported", Detail: c.Command}
}

func (c command) post(path string, body any) (any, *fault) {
	data, _ := json.Marshal(body)
	return c.call("POST", path, bytes.NewReader(data), "application/json")
}

func (c command) call(method, path string, body io.Reader, contentType string) (any, *fault) {
	data, err := c.bytes(method, path, body, contentType)
	return json.RawMessage(data), err
}

func (c command) bytes(method, path string, body io.Reader, contentType string) ([]byte, *fault) {
	req, err := http.NewRequest(method, strings.TrimSuffix(c.BaseURL, "/")+path, body)
	if err != nil {
		return nil, failed(err)
	}
	req.Header.Set("X-API-Key", c.Credential.APIKey)
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, failed(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, failed(err)
	}
	if resp.StatusCode == http.StatusOK {
		return data, nil
	}
	var problem struct{ Detail json.RawMessage }
	_ = json.Unmarshal(data, &problem)
	f := &fault{Kind: "api", Status: resp.StatusCode, Detail: resp.Status}
	if json.Unmarshal(problem.Detail, &f.Detail) != nil {
		f.Fields = problem.Detail
	}
	return nil, f
}

func (c command) upload(path string) (any, *fault) {
	file, err := os.ReadFile(c.text("path"))
	if err != nil {
		return nil, failed(err)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile("file", c.text("filename"))
	_, _ = part.Write(file)
	_ = form.Close()
	return c.call("POST", c.session()+path, &body, form.FormDataContentType())
}

func (c command) verify() (any, *fault) {
	var headers map[string]string
	_ = json.Unmarshal(c.Params["headers"], &headers)
	body, _ := base64.StdEncoding.DecodeString(c.text("body_base64"))
	mac := hmac.New(sha256.New, []byte(c.text("secret")))
	mac.Write(body)
	if !hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(headers["X-Service-Signature"])) {
		return map[string]any{"valid": false}, nil
	}
	return map[string]any{"valid": true, "event": json.RawMessage(body)}, nil
}
