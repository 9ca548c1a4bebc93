package api

import (
	"log/slog"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/limit"
	"github.com/workspaceintake/intake-go/reference/internal/session"
)

// Options are the parts that the API stands on; all but the choices are needed.
type Options struct {
	Accounts *account.Accounts
	Choices  Choices
	Limiter  *limit.Limiter
	Log      *slog.Logger
	Sessions *session.Service
	Tokens   Tokens
}

// API answers the /org endpoints.
type API struct {
	accounts *account.Accounts
	choices  Choices
	limiter  *limit.Limiter
	log      *slog.Logger
	sessions *session.Service
	tokens   Tokens
	document []byte
}

// New makes the API.
func New(o Options) *API {
	return &API{accounts: o.Accounts, choices: o.Choices, limiter: o.Limiter, log: o.Log, sessions: o.Sessions, tokens: o.Tokens, document: document(operations())}
}

// Routes adds the endpoints and their description to a mux.
func (a *API) Routes(mux *http.ServeMux) {
	for _, o := range operations() {
		mux.Handle(o.method+" "+o.path, o.handler(a))
	}
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(a.document)
	})
}
