package console

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/esign"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

// Market keeps the workspace's account on the external platform.
type Market interface {
	Connect(ctx context.Context, workspaceID string, token secret.Text) error
	Connection(ctx context.Context, workspaceID string) (market.Connection, error)
	Disconnect(ctx context.Context, workspaceID string) error
	OpenAccount(ctx context.Context, workspaceID string) error
}

// Options of a Console. All but CanOpenAccount are needed.
type Options struct {
	Accounts *account.Accounts
	Auth     *authserver.Server
	BaseURL  string // the public address; empty where it is not known
	Clock    clock.Clock
	ESign    *esign.Service
	Log      *slog.Logger
	Market   Market
	Sessions Sessions
	Users    *user.Service
	Webhooks *delivery.Sender
	// CanOpenAccount says that the market is the sandbox, which opens an account for the asking.
	CanOpenAccount bool
}

// Console serves the pages.
type Console struct {
	o      Options
	render *renderer
	cross  *http.CrossOriginProtection
}

// New makes a console.
func New(o Options) (*Console, error) {
	if o.Accounts == nil || o.Auth == nil || o.Clock == nil || o.ESign == nil || o.Log == nil ||
		o.Market == nil || o.Sessions == nil || o.Users == nil || o.Webhooks == nil {
		return nil, errors.New("console: the options are not complete")
	}
	c := &Console{o: o, cross: http.NewCrossOriginProtection()}
	var err error
	c.render, err = newRenderer(o.Clock)
	return c, err
}

// Routes mounts the pages; the consent page is mounted by the authorization server.
func (c *Console) Routes(mux *http.ServeMux) {
	for pattern, handle := range c.public() {
		mux.Handle(pattern, c.page(handle, false))
	}
	for pattern, handle := range c.private() {
		mux.Handle(pattern, c.page(handle, true))
	}
	for pattern, handle := range c.webhookPages() {
		mux.Handle(pattern, c.page(c.workspace(handle), true))
	}
	mux.HandleFunc("GET "+assetPath+"{version}/{name}", c.render.serveAsset)
}

// handler answers one page. An error that it returns is the server's own failure.
type handler func(p *page) error

// public pages need nobody signed in.
func (c *Console) public() map[string]handler {
	return map[string]handler{
		"GET /{$}":         func(p *page) error { return p.redirect("/app") },
		"GET /app/":        (*page).notFound,
		"GET /app/signin":  c.showSignIn,
		"POST /app/signin": c.signIn,
		"GET /app/join":    c.showJoin,
		"POST /app/join":   c.join,
	}
}

// private pages send whoever is not signed in to do so first.
func (c *Console) private() map[string]handler {
	return map[string]handler{
		"GET /app":                            c.overview,
		"POST /app/signout":                   c.signOut,
		"POST /app/workspace":                 c.switchWorkspace,
		"GET /app/account":                    c.showAccount,
		"POST /app/account/password":          c.changePassword,
		"POST /app/account/sessions/{id}/end": c.endSession,
		"GET /app/sessions/{id}":              c.workspace(c.showIntake),
		"GET /app/sessions/{id}/forms/{form}": c.workspace(c.sendForm),
		"GET /app/keys":                       c.workspace(c.showKeys),
		"POST /app/keys":                      c.workspace(c.createKey),
		"POST /app/keys/{id}/revoke":          c.workspace(c.revokeKey),
		"GET /app/applications":               c.workspace(c.showApplications),
		"POST /app/applications/{id}/revoke":  c.workspace(c.revokeApplication),
		"GET /app/people":                     c.workspace(c.showPeople),
		"POST /app/people":                    c.workspace(c.invite),
		"POST /app/people/{id}/remove":        c.workspace(c.removePerson),
		"POST /app/invitations/{id}/withdraw": c.workspace(c.withdraw),
		"GET /app/profile":                    c.workspace(c.showProfile),
		"POST /app/profile":                   c.workspace(c.saveProfile),
		"GET /app/market":                     c.workspace(c.showMarket),
		"POST /app/market/connect":            c.workspace(c.connectMarket),
		"POST /app/market/open":               c.workspace(c.openMarket),
		"POST /app/market/disconnect":         c.workspace(c.disconnectMarket),
		"GET /app/esign":                      c.workspace(c.showESign),
		"POST /app/esign/connect":             c.workspace(c.connectESign),
		"POST /app/esign/complete":            c.workspace(c.completeEnvelope),
		"GET /device":                         c.workspace(c.showDevice),
		"POST /device":                        c.workspace(c.enterCode),
		"POST /device/decide":                 c.workspace(c.decideDevice),
	}
}

// workspace answers people who belong to no workspace, which can happen when they were removed.
func (c *Console) workspace(next handler) handler {
	return func(p *page) error {
		if p.session.WorkspaceID == "" {
			return p.problem(http.StatusForbidden, "No workspace", "You belong to no workspace. Ask an owner for an invitation link.")
		}
		return next(p)
	}
}

// secure says whether the cookie can be held to HTTPS.
func (c *Console) secure(r *http.Request) bool {
	return r.TLS != nil || strings.HasPrefix(c.o.BaseURL, "https:")
}

// address is where people and programs reach the server.
func (c *Console) address(r *http.Request) string {
	if c.o.BaseURL != "" {
		return c.o.BaseURL
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
