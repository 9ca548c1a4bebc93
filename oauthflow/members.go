package oauthflow

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"strings"
)

// members are the members of a JSON object, each read only when asked for: a decoration of the wrong type must not cost
// the tokens beside it.
type members map[string]json.RawMessage

func (a *answer) members() (members, bool) {
	var m members
	if json.Unmarshal(a.body, &m) != nil || m == nil {
		return nil, false
	}
	return m, true
}

// text is a member that is a string, or "".
func (m members) text(name string) string {
	var s string
	if json.Unmarshal(m[name], &s) != nil {
		return ""
	}
	return s
}

// number is a member that is a number, or a string that holds one.
func (m members) number(name string) (float64, bool) {
	var n float64
	raw := m[name]
	if len(raw) == 0 || string(raw) == "null" {
		return 0, false
	}
	if json.Unmarshal(raw, &n) != nil {
		parsed, err := strconv.ParseFloat(strings.TrimSpace(m.text(name)), 64)
		if err != nil {
			return 0, false
		}
		n = parsed
	}
	return n, !math.IsNaN(n) && !math.IsInf(n, 0)
}

// list is a member that is an array of strings; anything else in it is left out.
func (m members) list(name string) []string {
	var items []json.RawMessage
	if json.Unmarshal(m[name], &items) != nil {
		return nil
	}
	var texts []string
	for _, raw := range items {
		var s string
		if json.Unmarshal(raw, &s) == nil && s != "" {
			texts = append(texts, s)
		}
	}
	return texts
}

// truth is a member that is the literal true.
func (m members) truth(name string) bool { return string(m[name]) == "true" }

// The error codes that this package acts on.
const (
	codePending       = "authorization_pending"
	codeSlowDown      = "slow_down"
	codeExpired       = "expired_token"
	codeDenied        = "access_denied"
	codeInvalidGrant  = "invalid_grant"
	codeInvalidClient = "invalid_client"
	codeUnauthorized  = "unauthorized_client"
	codeServerError   = "server_error"
	codeUnavailable   = "temporarily_unavailable"
)

// longestCode bounds an error code; the registered ones have at most 30 characters.
const longestCode = 64

// serverError reads an error answer: the member "error" (RFC 6749 section 5.2) decides whatever the status. A body with
// only "detail", the convention of the API itself (spec section 7), counts when it holds nothing but such a code.
func (a *answer) serverError() *ServerError {
	failure := &ServerError{Op: a.op, Status: a.status, RetryAfter: a.retryAfter, Attempts: max(1, a.attempts)}
	m, ok := a.members()
	if !ok {
		return failure
	}
	failure.Code = errorCode(m.text("error"))
	failure.Description = cleanText(m.text("error_description"), a.Secrets...)
	if failure.Code == "" {
		var nested members
		if json.Unmarshal(m["detail"], &nested) == nil {
			failure.Code = errorCode(nested.text("error"))
		} else if detail := m.text("detail"); strings.Contains(detail, "_") {
			failure.Code = errorCode(detail)
		}
	}
	if failure.Description == "" {
		failure.Description = cleanText(m.text("detail"), a.Secrets...)
	}
	failure.Code = hideSecrets(failure.Code, a.Secrets...)
	return failure
}

// errorCode is text when it has the form of a code, else "".
func errorCode(text string) string {
	if text == "" || len(text) > longestCode || strings.ContainsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' && r != '.'
	}) {
		return ""
	}
	return text
}

// granted tells a success of the token endpoint: a JSON object with a token and without an error, whatever else it holds.
func (a *answer) granted() bool {
	m, ok := a.members()
	return ok && a.status == http.StatusOK && m["access_token"] != nil && a.serverError().Code == ""
}

// passing tells an answer, not granted, that says nothing about the request itself, so that asking again later makes sense:
// server trouble, rate limits, redirects, and pages of proxies and captive portals.
func (a *answer) passing() bool {
	switch failure := a.serverError(); {
	case failure.Code == codeServerError || failure.Code == codeUnavailable:
		return true
	case failure.Code != "":
		return false
	case a.status == 408 || a.status == 425 || a.status == 429 || a.status >= 500 || a.status < 400:
		return true
	}
	_, object := a.members()
	return !object
}
