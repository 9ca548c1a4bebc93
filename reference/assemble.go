package reference

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"sync"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/api"
	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/console"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/esign"
	"github.com/workspaceintake/intake-go/reference/internal/limit"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
	"github.com/workspaceintake/intake-go/reference/internal/risk"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

// assemble puts the parts together: this is the one place that knows them all.
func (s *Server) assemble(ctx context.Context) (err error) {
	s.accounts = account.New(account.Options{DB: s.db, Secret: s.hasher, Clock: s.config.Clock, Remember: s.sole(), Revoke: s.revoke})
	if s.limiter, err = s.newLimiter(ctx); err != nil {
		return err
	}
	if err := s.openMarket(); err != nil {
		return err
	}
	knows, err := knowledge()
	if err != nil {
		return err
	}
	s.sender = delivery.New(delivery.Options{DB: s.db, Secret: s.hasher, Clock: s.config.Clock, Log: s.config.Log,
		HeaderPrefix: s.config.HeaderPrefix, AllowPrivate: s.config.PrivateWebhooks, Allow: s.config.WebhookNetworks, Resolver: s.config.WebhookResolver})
	s.esign = esign.New(esign.Options{DB: s.db, Clock: s.config.Clock, Secret: s.hasher, Events: s.sender})
	s.reader = pdfread.NewReader(pdfread.Options{Shared: s.config.ShareReaders})
	s.sessions = session.NewService(session.Options{Assessor: knows.rules, Catalog: knows.questions, Clock: s.config.Clock, DB: s.db, Events: events{s.sender},
		Filler: knows.forms, Interpreter: knows.interpreter, Market: s.market, MonthlyCap: s.config.MonthlyCap,
		Reader: s.reader, DocumentsWin: s.config.Choices.documentsWin, FinishFirst: s.config.Choices.finishFirst})
	s.users = user.New(s.config.SignIn.passwords(user.Options{DB: s.db, Secret: s.hasher, Clock: s.config.Clock}))
	if s.auth, err = authserver.New(authserver.Options{DB: s.db, Secret: s.hasher, Clock: s.config.Clock, BaseURL: s.config.BaseURL,
		Lives: s.config.Lives.auth(), RegisterStatus: s.config.Choices.registered, Limits: s.config.SignIn.auth(), Log: s.config.Log}); err != nil {
		return err
	}
	pages, err := console.New(console.Options{Accounts: s.accounts, Auth: s.auth, BaseURL: s.config.BaseURL, Clock: s.config.Clock,
		Log: s.config.Log, Market: s.market, Sessions: s.sessions, Users: s.users, Webhooks: s.sender, ESign: s.esign,
		CanOpenAccount: s.sandbox != nil})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	api.New(api.Options{Accounts: s.accounts, Choices: s.config.Choices.api, Limiter: s.limiter, Log: s.config.Log, Sessions: s.sessions, Tokens: tokens{s.auth}}).Routes(mux)
	s.auth.Routes(mux, pages)
	s.esign.Routes(mux)
	pages.Routes(mux)
	mux.HandleFunc("GET /healthz", s.healthy)
	mux.HandleFunc("GET /readyz", s.ready)
	s.handler = throttle.Behind(s.config.TrustedProxies, observed(s.config.Log, routed(mux)))
	return nil
}

// known is what is built in: questions, forms, rules, and the reader of free text. It never changes, so servers share it.
type known struct {
	questions   *catalog.Catalog
	forms       *pdfform.Library
	rules       *risk.Rules
	interpreter *dialogue.Engine
}

var knowledge = sync.OnceValues(func() (k known, err error) {
	if k.questions, err = catalog.Load(); err != nil {
		return k, err
	}
	if k.forms, err = pdfform.Load(k.questions); err != nil {
		return k, err
	}
	k.interpreter = dialogue.New(k.questions)
	k.rules, err = risk.Load()
	return k, err
})

// newLimiter counts in memory when this process is the only one on its data, and in the shared database otherwise.
func (s *Server) newLimiter(ctx context.Context) (*limit.Limiter, error) {
	if s.db.Postgres() {
		return limit.NewTable(ctx, s.db, s.config.Clock, s.config.rates())
	}
	return limit.NewMemory(s.config.Clock, s.config.rates())
}

func (s *Server) openMarket() (err error) {
	options := market.Options{DB: s.db, Secret: s.hasher, Clock: s.config.Clock, BaseURL: s.config.Market.URL, Provider: s.config.Market.Provider}
	if options.BaseURL == "" {
		newSandbox := market.NewSandbox
		if s.temporary != "" {
			newSandbox = market.NewTemporarySandbox
		}
		if s.sandbox, err = newSandbox(filepath.Join(s.config.Data, "market"), s.config.Clock.Now); err != nil {
			return err
		}
		options.Sandbox = s.sandbox
	}
	s.market, err = market.NewService(options)
	return err
}

// tokens lets the API verify the access tokens of the authorization server.
type tokens struct{ auth *authserver.Server }

func (t tokens) VerifyToken(ctx context.Context, token secret.Text) (workspaceID string, err error) {
	workspaceID, _, _, err = t.auth.VerifyAccessToken(ctx, token.Reveal())
	if errors.Is(err, authserver.ErrInvalidToken) {
		err = api.ErrToken
	}
	return workspaceID, err
}

// events lets the domain record its events for delivery.
type events struct{ *delivery.Sender }

func (e events) Record(ctx context.Context, tx *store.Tx, workspaceID string, one session.Event) error {
	return e.Sender.Record(ctx, tx, workspaceID, delivery.Event(one))
}

// background is the work that goes on beside the requests, until its context ends.
func (s *Server) background() []func(context.Context) error {
	keyUse := func(ctx context.Context) error { return s.accounts.Run(ctx, s.config.Log) }
	return []func(context.Context) error{keyUse, s.auth.Run, s.sender.Run}
}

// healthy says that the process answers.
func (s *Server) healthy(w http.ResponseWriter, _ *http.Request) {
	detail(w, http.StatusOK, "The server is alive.")
}

// ready says whether requests should be sent here: the database answers and no shutdown has begun.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.ending.Load():
		detail(w, http.StatusServiceUnavailable, "The server is shutting down.")
	case s.db.Ping(r.Context()) != nil:
		detail(w, http.StatusServiceUnavailable, "The database does not answer.")
	default:
		detail(w, http.StatusOK, "The server is ready.")
	}
}
