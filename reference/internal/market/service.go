package market

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// SandboxProvider is the provider name of the sandbox.
const SandboxProvider = "sandbox-market"

// sealDomain keeps sealed account tokens apart from other sealed texts.
const sealDomain = "market-account"

// Options of a Service.
type Options struct {
	DB     *store.DB
	Secret *secret.Hasher
	Clock  clock.Clock
	// BaseURL and Provider name the platform. Without a BaseURL the Sandbox is used in this process.
	BaseURL  string
	Provider string
	Sandbox  *Sandbox
}

// Service keeps which workspace is connected to the platform, and sends on its behalf.
type Service struct {
	o      Options
	base   *url.URL
	client *http.Client
}

// Connection is a workspace's account on the platform.
type Connection struct {
	Provider string
	BaseURL  string
}

// NewService checks the options. It sends nothing.
func NewService(o Options) (*Service, error) {
	client := &http.Client{
		// A redirect would carry the account's token elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	if o.BaseURL == "" {
		if o.Sandbox == nil {
			return nil, errors.New("market: the options name no platform: set BaseURL or Sandbox")
		}
		o.BaseURL, o.Provider, client.Transport = "http://sandbox.invalid", SandboxProvider, inProcess{o.Sandbox}
	}
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" {
		return nil, fmt.Errorf("market: the platform's address %q is not an http or https URL", o.BaseURL)
	}
	if o.Provider == "" {
		o.Provider = base.Hostname()
	}
	return &Service{o: o, base: base, client: client}, nil
}

// Connect stores the token of the workspace's account at the platform, in the place of an earlier one.
func (s *Service) Connect(ctx context.Context, workspaceID string, token secret.Text) error {
	row, err := s.connection(workspaceID, token)
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(tx *store.Tx) error { return tx.PutMarketConnection(ctx, row) })
}

func (s *Service) connection(workspaceID string, token secret.Text) (store.MarketConnection, error) {
	if token == "" {
		return store.MarketConnection{}, errors.New("market: an account token is needed to connect")
	}
	sealed, err := s.o.Secret.Seal(sealDomain+":"+workspaceID, token)
	return store.MarketConnection{WorkspaceID: workspaceID, Provider: s.o.Provider, BaseURL: s.base.String(), SealedToken: sealed,
		ConnectedAt: s.o.Clock.Now()}, err
}

// OpenAccount opens an account for the workspace at the platform and connects it: one step for the sandbox, where
// nobody has to be asked.
func (s *Service) OpenAccount(ctx context.Context, workspaceID string) error {
	row, err := s.Account(ctx, workspaceID)
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(tx *store.Tx) error { return tx.PutMarketConnection(ctx, row) })
}

// Account opens an account for the workspace at the platform. The connection is the caller's to store.
func (s *Service) Account(ctx context.Context, workspaceID string) (store.MarketConnection, error) {
	var opened account
	if err := s.anonymous().json(ctx, http.MethodPost, "/v1/accounts", account{Name: workspaceID}, &opened); err != nil {
		return store.MarketConnection{}, fmt.Errorf("market: opening an account: %w", err)
	}
	return s.connection(workspaceID, secret.Text(opened.Token))
}

// Disconnect forgets the workspace's account. It is no error when there is none.
func (s *Service) Disconnect(ctx context.Context, workspaceID string) error {
	return s.o.DB.Write(ctx, func(tx *store.Tx) error { return tx.DeleteMarketConnection(ctx, workspaceID) })
}

// Connection is the workspace's account, or ErrNotConnected.
func (s *Service) Connection(ctx context.Context, workspaceID string) (Connection, error) {
	row, err := s.row(ctx, workspaceID)
	return Connection{Provider: row.Provider, BaseURL: row.BaseURL}, err
}

// Submit sends and finalises a submission and returns the platform's word on it. It may be called again for the same
// session after any failure, and then sends only what is missing. Without an account it returns ErrNotConnected, with one
// whose token the platform does not take ErrTokenRefused.
func (s *Service) Submit(ctx context.Context, sub Submission) (Result, error) {
	row, err := s.row(ctx, sub.WorkspaceID)
	if err != nil {
		return Result{}, err
	}
	token, err := s.o.Secret.Open(sealDomain+":"+sub.WorkspaceID, row.SealedToken)
	if err != nil {
		return Result{}, fmt.Errorf("market: the stored account token cannot be read; connect the account again: %w", err)
	}
	c := s.anonymous()
	c.token = token
	return c.submit(ctx, sub)
}

// RequestAppointment asks the platform for an account and returns its status word, such as "requested".
func (s *Service) RequestAppointment(ctx context.Context, workspaceID string, fields map[string]string) (string, error) {
	body := map[string]any{"reference": workspaceID, "fields": fields}
	var reply appointmentReply
	if err := s.anonymous().json(ctx, http.MethodPost, "/v1/appointments", body, &reply); err != nil {
		return "", fmt.Errorf("market: requesting the appointment: %w", err)
	}
	if reply.Status == "" {
		return "", errors.New("market: the platform took the appointment request without saying its status")
	}
	return reply.Status, nil
}

func (s *Service) anonymous() *connector {
	return &connector{base: s.base, provider: s.o.Provider, client: s.client, clock: s.o.Clock}
}

func (s *Service) row(ctx context.Context, workspaceID string) (row store.MarketConnection, err error) {
	err = s.o.DB.Look(ctx, func(tx *store.Tx) error {
		row, err = tx.MarketConnection(ctx, workspaceID)
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		err = ErrNotConnected
	}
	return row, err
}
