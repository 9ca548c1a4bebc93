package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/market"
)

// sandboxMarket serves the sandbox of the market platform on its own, for a server that is told of it with -market-url.
func sandboxMarket(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	flags := flag.NewFlagSet("intake-server market", flag.ContinueOnError)
	addr := flags.String("addr", "127.0.0.1:8090", "`address` to serve on; port 0 picks a free one")
	data := flags.String("data", "market-data", "`folder` of what it receives")
	if err := parse(flags, args, stderr); err != nil {
		return err
	}
	sandbox, err := market.NewSandbox(*data, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sandbox.Close()) }()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", *addr)
	if err != nil {
		return err
	}
	line, err := json.Marshal(map[string]string{"market_url": "http://" + listener.Addr().String()})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%s\n", line)
	fmt.Fprintf(stderr, "Open an account, and enter its token under Market in the application interface of a server with -market-url:\n"+
		"curl http://%s/v1/accounts -d '{\"name\": \"My Agency\"}'\n", listener.Addr())
	server := &http.Server{Handler: sandbox, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute}
	ended := context.AfterFunc(ctx, func() {
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(bounded) // what is cut off, the connector repeats
	})
	defer ended()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
