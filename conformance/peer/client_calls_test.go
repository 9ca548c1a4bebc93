package peer_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/peer"
)

// How the good client calls the API: requests, bodies, and what it makes of answers.

func (k *client) post(c incoming, path string, members object) (any, error) {
	return k.call(c, "POST", path, k.encode(k.body(c.Command, members)), "application/json")
}

func (k *client) upload(c incoming, path string) (any, error) {
	data, err := os.ReadFile(c.text("path"))
	if err != nil {
		return nil, err
	}
	body, contentType := k.pack(k, k.file(data), c.text("filename"))
	return k.call(c, "POST", path, body, contentType)
}

func packed(k *client, data []byte, name string) ([]byte, string) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, _ := form.CreateFormFile(k.part, name)
	_, _ = part.Write(data)
	_ = form.Close()
	return body.Bytes(), form.FormDataContentType()
}

// call makes one call of the API with its repetitions.
func (k *client) call(c incoming, method, path string, body []byte, contentType string) (any, error) {
	renewed := false
	k.around(k, c)
	for attempt := 1; ; attempt++ {
		used := k.token(c)
		req, err := http.NewRequest(method, strings.TrimSuffix(c.BaseURL, "/")+path, bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", "Bearer "+used)
		if contentType != "" {
			req.Header.Set("Content-Type", contentType)
		}
		k.request(req)
		k.called(c, attempt, req)
		status, header, data, err := k.exchange(req)
		switch {
		case err != nil:
			return nil, err
		case status == http.StatusUnauthorized && c.Account != "" && !renewed && k.renew(c.Account, used):
			renewed = true
		case k.again(status, attempt) && !k.ends(c.Command, status):
			k.wait(c, k.pause(header))
		case status/100 != 2:
			return nil, problem(status, data)
		default:
			return k.shape(c.Command, data)
		}
	}
}

// shape is the result of a good answer.
func (k *client) shape(command string, data []byte) (any, error) {
	if command == "download_form" {
		v, err := k.read(command, data)
		if err == nil {
			return v, nil
		}
		sum := sha256.Sum256(data)
		return object{"sha256": hex.EncodeToString(sum[:])}, nil
	}
	v, err := k.read(command, data)
	if bare, isList := v.([]any); isList && command == "risk_summary" {
		return object{"flags": bare}, err
	}
	if wrapped, ok := v.(map[string]any); ok && command == "risk_summary" {
		for _, inner := range wrapped {
			if flags, isList := inner.([]any); isList {
				return object{"flags": flags}, err
			}
		}
	}
	return v, err
}

func problem(status int, data []byte) error {
	f := &peer.Fault{Kind: "api", Status: status, Detail: http.StatusText(status)}
	var body struct{ Detail json.RawMessage }
	if json.Unmarshal(data, &body) == nil && json.Unmarshal(body.Detail, &f.Detail) != nil {
		_ = json.Unmarshal(body.Detail, &f.Fields)
	}
	return failure{f}
}

func (k *client) exchange(req *http.Request) (int, http.Header, []byte, error) {
	resp, err := k.http.Do(req)
	if err != nil {
		return 0, nil, nil, err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	return resp.StatusCode, resp.Header, data, err
}
