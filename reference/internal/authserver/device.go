package authserver

import (
	"context"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
)

// deviceReply is RFC 8628 section 3.2.
type deviceReply struct {
	DeviceCode      string `json:"device_code"`
	UserCode        string `json:"user_code"`
	VerificationURI string `json:"verification_uri"`
	Complete        string `json:"verification_uri_complete"`
	ExpiresIn       int64  `json:"expires_in"`
	Interval        int64  `json:"interval"`
}

// serveDevice begins a device sign-in (RFC 8628 section 3.1).
func (s *Server) serveDevice(w http.ResponseWriter, r *http.Request) error {
	f, err := readForm(w, r)
	if err != nil {
		return err
	}
	clientID, err := s.identify(r, f)
	if err != nil {
		return err
	}
	if err := checkScope(f["scope"]); err != nil {
		return err
	}
	code := secret.Generate("bdc_").Reveal()
	now := s.o.Clock.Now()
	user, err := s.insertDevice(r.Context(), store.OAuthDevice{Hash: s.o.Secret.Sum(domainDeviceHash, code), ClientID: clientID,
		Scope: Scope, Address: throttle.Address(r), UserAgent: printable(r.UserAgent(), 200), Interval: s.o.Lives.DeviceInterval,
		CreatedAt: now, ExpiresAt: now.Add(s.o.Lives.DeviceCode)})
	if err != nil {
		return err
	}
	uri := s.issuer(r) + s.pages.DevicePath()
	writeJSON(w, http.StatusOK, deviceReply{
		DeviceCode:      code,
		UserCode:        ShowUserCode(user),
		VerificationURI: uri,
		Complete:        uri + "?" + url.Values{"user_code": {ShowUserCode(user)}}.Encode(),
		ExpiresIn:       int64(math.Floor(s.o.Lives.DeviceCode.Seconds())),
		Interval:        int64(s.o.Lives.DeviceInterval / time.Second),
	})
	return nil
}

// insertDevice finds a user code that no other device shows.
func (s *Server) insertDevice(ctx context.Context, d store.OAuthDevice) (userCode string, err error) {
	for range 3 {
		userCode = newUserCode()
		d.UserHash = s.o.Secret.Sum(domainUserHash, userCode)
		err = s.o.DB.Write(ctx, func(tx *store.Tx) error { return tx.InsertOAuthDevice(ctx, d) })
		if !store.IsUnique(err) {
			break
		}
	}
	return userCode, err
}

// printable is a stranger's text made fit for a page: no control or formatting characters, one line, bounded.
func printable(text string, bound int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > bound {
		text = string(runes[:bound])
	}
	return text
}

func plainText(text string) bool { return text == printable(text, len(text)) }
