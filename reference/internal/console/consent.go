package console

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
)

var _ authserver.Pages = (*Console)(nil)

type consentView struct {
	Authorization authserver.Authorization
	Target        string
	Local         bool
}

// Consent asks the person whether an application may have access. The form goes back to the address of the request
// itself, which is checked again, so that what is granted is what was shown.
func (c *Console) Consent(w http.ResponseWriter, r *http.Request, a authserver.Authorization) {
	c.page(func(p *page) error { return c.consent(p, a) }, true).ServeHTTP(w, r)
}

func (c *Console) consent(p *page, a authserver.Authorization) error {
	if p.session.WorkspaceID == "" {
		return c.workspace(nil)(p)
	}
	target, source, local := formTarget(a.RedirectURI)
	harden(p.w.Header(), source)
	if p.r.Method == http.MethodGet {
		return p.show("consent", "Give access", consentView{Authorization: a, Target: target, Local: local})
	}
	switch workspace := p.form("workspace"); {
	case p.form("decision") == "deny":
		return p.redirect(c.o.Auth.Refuse(a))
	case p.form("decision") != "approve" || !p.session.Belongs(workspace):
		return p.problem(http.StatusBadRequest, "Not readable", "The form could not be read. Nothing was done.")
	default:
		to, err := c.o.Auth.Grant(p.r.Context(), a, workspace, p.session.UserID)
		if err != nil {
			return err
		}
		return p.redirect(to)
	}
}

// formTarget names the place a redirect URI leads to, for people and for the form-action of the page's policy. A policy
// cannot name an IPv6 address, so that [::1] opens the scheme; the page has no form but its own.
func formTarget(redirectURI string) (name, source string, local bool) {
	u, err := url.Parse(redirectURI)
	switch {
	case err != nil:
		return "", "", false // registered URIs parse
	case u.Scheme != "http" && u.Scheme != "https":
		return u.Scheme, u.Scheme + ":", false
	case strings.HasPrefix(u.Host, "["):
		return u.Host, u.Scheme + ":", u.Scheme == "http"
	}
	return u.Host, u.Scheme + "://" + u.Host, u.Scheme == "http" // http is registered on this machine alone
}

// Problem says why an application's request cannot go on.
func (c *Console) Problem(w http.ResponseWriter, r *http.Request, status int, text string) {
	c.page(func(p *page) error { return p.problem(status, "This sign-in cannot go on", text) }, false).ServeHTTP(w, r)
}

// DevicePath is where a person enters a device's code.
func (c *Console) DevicePath() string { return "/device" }
