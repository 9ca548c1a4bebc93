package reference

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/esign"
	"github.com/workspaceintake/intake-go/reference/internal/limit"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

// Bounds of a connection. A body may take as long as 20 MiB take on a slow line.
const (
	headerTime  = 10 * time.Second
	requestTime = 10 * time.Minute
	idleTime    = 2 * time.Minute
	headerBytes = 32 << 10
)

// Server is the reference server. Make one with New; it is safe for concurrent use.
type Server struct {
	config    Config
	accounts  *account.Accounts
	auth      *authserver.Server
	db        *store.DB
	esign     *esign.Service
	hasher    *secret.Hasher
	limiter   *limit.Limiter
	market    *market.Service
	sandbox   *market.Sandbox // nil when the platform is another
	reader    *pdfread.Reader
	sender    *delivery.Sender
	sessions  *session.Service
	users     *user.Service
	handler   http.Handler
	listener  net.Listener // nil without Addr
	lock      *flock.Flock // of the data folder; nil without Addr and on PostgreSQL
	control   net.Listener // nil without ControlAddr
	temporary string       // folder to remove; empty when Data is set
	ending    atomic.Bool  // Run is on its way out
}

// New opens the data, brings its schema up to date, takes the ports and puts the server together. Nothing runs yet, but
// the Server answers as an http.Handler. The caller closes it.
func New(ctx context.Context, config Config) (*Server, error) {
	if err := config.check(); err != nil {
		return nil, err
	}
	s := &Server{config: config.withDefaults()}
	for _, step := range []func(context.Context) error{s.listen, s.open, s.assemble} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// listen takes the ports.
func (s *Server) listen(ctx context.Context) (err error) {
	var lc net.ListenConfig
	if s.config.Addr != "" {
		if s.listener, err = lc.Listen(ctx, "tcp", s.config.Addr); err != nil {
			return fmt.Errorf("reference: listening: %w", err)
		}
		if s.config.BaseURL == "" {
			s.config.BaseURL = "http://" + reachable(s.listener.Addr())
		}
	}
	if s.config.ControlAddr != "" {
		if s.control, err = lc.Listen(ctx, "tcp", s.config.ControlAddr); err != nil {
			return fmt.Errorf("reference: listening for control: %w", err)
		}
	}
	return nil
}

// reachable is an address that a program on this machine can dial.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
	}
	return addr.String()
}

// open opens the data.
func (s *Server) open(ctx context.Context) (err error) {
	options := store.Options{Postgres: s.config.Database}
	if s.config.Data == "" {
		if s.temporary, err = os.MkdirTemp("", "intake-server-*"); err != nil {
			return fmt.Errorf("reference: making a temporary folder: %w", err)
		}
		s.config.Data = s.temporary
		options.Temporary = options.Postgres == ""
	} else if err := os.MkdirAll(s.config.Data, 0o700); err != nil {
		return fmt.Errorf("reference: making the data folder: %w", err)
	}
	if options.Postgres == "" && !options.Temporary {
		options.Path = filepath.Join(s.config.Data, "intake.db")
		if err := s.lockData(); err != nil {
			return err
		}
	}
	if s.hasher, err = secret.LoadKey(s.config.Data); err != nil {
		return err
	}
	if s.db, err = store.Open(ctx, options); err != nil {
		return err
	}
	return s.checkKey(ctx)
}

// checkKey refuses a hash key that is not the one under which the database is written: every credential in it would be
// unknown, without a word of why.
func (s *Server) checkKey(ctx context.Context) error {
	mark, kept := s.hasher.Sum("hash key", "mark"), ""
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		kept, err = tx.KeyMark(ctx, mark)
		return err
	})
	if err != nil {
		return fmt.Errorf("reference: looking at the hash key: %w", err)
	}
	if kept != mark {
		return fmt.Errorf("reference: the database was written with another hash key than that in %s: copy the file hash.key from where "+
			"the database was used before, or from a backup", s.config.Data)
	}
	return nil
}

// URL is the base address of the API, without a slash at its end. It is empty without Addr and BaseURL.
func (s *Server) URL() string { return s.config.BaseURL }

// ControlURL is the base address of the control hooks, or empty without ControlAddr.
func (s *Server) ControlURL() string {
	if s.control == nil {
		return ""
	}
	return "http://" + reachable(s.control.Addr())
}

// ConsoleURL is where people sign in to the application interface, or empty without a URL.
func (s *Server) ConsoleURL() string {
	if s.config.BaseURL == "" {
		return ""
	}
	return s.config.BaseURL + "/app"
}

// ServeHTTP answers the API, OAuth sign-in and the application interface.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Run serves on the listeners and works in the background: deliveries, and what was put off. When ctx ends it takes no
// more requests, waits for those under way up to ShutdownTime, and returns nil. It may be called once.
func (s *Server) Run(ctx context.Context) error {
	group, running := errgroup.WithContext(context.WithoutCancel(ctx))
	background, stop := context.WithCancel(running)
	defer stop()
	var servers []*http.Server
	for listener, handler := range s.served() {
		server := s.httpServer(handler)
		servers = append(servers, server)
		group.Go(func() error {
			if err := server.Serve(jsonRefusals{listener}); !errors.Is(err, http.ErrServerClosed) {
				return fmt.Errorf("reference: serving: %w", err)
			}
			return nil
		})
	}
	for _, work := range s.background() {
		group.Go(func() error { return work(background) })
	}
	group.Go(func() error {
		select {
		case <-ctx.Done():
		case <-running.Done(): // something failed
		}
		s.ending.Store(true)
		defer stop()
		return s.shutDown(servers)
	})
	return group.Wait()
}

// served is what goes on each listener.
func (s *Server) served() map[net.Listener]http.Handler {
	all := map[net.Listener]http.Handler{}
	if s.listener != nil {
		all[s.listener] = s
	}
	if s.control != nil {
		all[s.control] = s.Control()
	}
	return all
}

func (s *Server) httpServer(handler http.Handler) *http.Server {
	return &http.Server{Handler: handler, ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: requestTime,
		IdleTimeout: idleTime, MaxHeaderBytes: headerBytes, ErrorLog: slog.NewLogLogger(s.config.Log.Handler(), slog.LevelWarn)}
}

func (s *Server) shutDown(servers []*http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.ShutdownTime)
	defer cancel()
	var err error
	for _, server := range servers {
		if e := server.Shutdown(ctx); e != nil {
			err = errors.Join(err, fmt.Errorf("reference: requests were still under way after %v: %w", s.config.ShutdownTime, e), server.Close())
		}
	}
	return err
}

// Close releases the ports, the database and the temporary folder. Run should have returned. It may be called again.
func (s *Server) Close() error {
	var err error
	for _, l := range []net.Listener{s.listener, s.control} {
		if l == nil {
			continue
		}
		if e := l.Close(); !errors.Is(e, net.ErrClosed) {
			err = errors.Join(err, e)
		}
	}
	if s.reader != nil {
		err = errors.Join(err, s.reader.Close())
	}
	if s.sandbox != nil {
		err = errors.Join(err, s.sandbox.Close())
		s.sandbox = nil
	}
	if s.db != nil {
		err = errors.Join(err, s.db.Close())
		s.db = nil
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	if s.temporary != "" {
		err = errors.Join(err, os.RemoveAll(s.temporary))
	}
	return err
}
