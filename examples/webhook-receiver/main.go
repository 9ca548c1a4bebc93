// Command webhook-receiver receives the events of the Workspace Intake API. It is deployable as it is: it stores each
// event in a SQLite file, answers, works afterwards, and loses nothing when it is killed.
//
//	INTAKE_WEBHOOK_SECRET=whsec_... go run ./examples/webhook-receiver -addr :8080 -data ./inbox.db
//
// Put your own work into handlers.go. While a secret is being replaced, INTAKE_WEBHOOK_SECRET holds both, with a comma
// between them. See DEPLOY.md for running it behind a proxy.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	_ "modernc.org/sqlite"

	"github.com/workspaceintake/intake-go/webhook"
)

const secretVariable = "INTAKE_WEBHOOK_SECRET"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewJSONHandler(os.Stderr, nil))
	if err := run(ctx, os.Args[1:], os.Getenv(secretVariable), log, func(net.Addr) {}); err != nil && !errors.Is(err, flag.ErrHelp) {
		log.Error("webhook-receiver ended", "error", err)
		os.Exit(1)
	}
}

// run serves until ctx ends. It calls ready once it listens, so that a test knows where.
func run(ctx context.Context, args []string, secrets string, log *slog.Logger, ready func(net.Addr)) (err error) {
	flags := flag.NewFlagSet("webhook-receiver", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:3000", "`address` to serve on")
	path := flags.String("path", "/hook", "`path` of the endpoint")
	data := flags.String("data", "inbox.db", "`file` of the events that were received")
	prefix := flags.String("header-prefix", webhook.DefaultPrefix, "`text` with which the sender's headers begin")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if secrets == "" {
		return errors.New("set " + secretVariable + " to the secret that was shown when the endpoint was registered")
	}
	db, err := openDB(*data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	inbox, err := webhook.NewSQLInbox(ctx, db, webhook.SQLite, "", nil)
	if err != nil {
		return err
	}
	all := strings.Split(secrets, ",")
	receiver, err := webhook.NewReceiver(all[0], webhook.WithSecrets(all[1:]...), webhook.WithQueue(inbox, 0), webhook.WithHeaderPrefix(*prefix), webhook.WithLogger(log))
	if err != nil {
		return err
	}
	handle(receiver, log)

	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", *addr)
	if err != nil {
		return err
	}
	ready(listener.Addr())
	log.Info("ready", "url", fmt.Sprintf("http://%s%s", listener.Addr(), *path))
	return serve(ctx, listener, routes(*path, receiver, db), receiver)
}

// openDB syncs every commit: what was answered must survive the loss of power.
func openDB(path string) (*sql.DB, error) {
	q := url.Values{"_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)"}, "_txlock": {"immediate"}}
	return sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode())
}

func routes(path string, receiver http.Handler, db *sql.DB) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(path, receiver)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		if db.PingContext(r.Context()) != nil {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	return mux
}

// drainTime bounds how long requests under way may take once the program is told to end.
const drainTime = 10 * time.Second

// serve first stops taking requests, then lets the work under way finish. What is stored and not begun waits for the
// next start.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, receiver *webhook.Receiver) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second, WriteTimeout: 15 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10}
	working, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	worked := make(chan error, 1)
	go func() { worked <- receiver.Run(working) }()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	var err error
	select {
	case err = <-served:
	case <-ctx.Done():
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		err = server.Shutdown(bounded)
	}
	stopWork()
	return errors.Join(err, <-worked)
}
