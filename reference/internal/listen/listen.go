package listen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Options of a run.
type Options struct {
	// Forward is the URL of the local program. Its path and query are used as they are.
	Forward string

	// Control is the address of the server's control hooks; Org is the workspace whose events are wanted.
	Control string
	Org     string

	// Events are the events that are wanted. Empty means all.
	Events []string

	// Addr is where the deliveries come in. Empty means a free port on 127.0.0.1. The server must be able to reach it.
	Addr string

	// HeaderPrefix is how the server's three headers begin. Empty means X-Service-.
	HeaderPrefix string

	// Out takes the log.
	Out io.Writer

	// LookEvery is how often to ask whether the server still has the endpoint: one that was started anew without its data
	// has not, and gets it again. 0 means 2 s.
	LookEvery time.Duration
}

// Bounds of what is passed on.
const (
	maxBody     = 8 << 20
	maxAnswer   = 64 << 10
	maxHook     = 1 << 20 // of an answer of the control hooks
	lookEvery   = 2 * time.Second
	forwardTime = 30 * time.Second // longer than the server waits, so that its log and ours agree on who gave up
	hookTime    = 10 * time.Second
)

// Run passes deliveries on until ctx ends, and then removes the endpoint that it registered.
func Run(ctx context.Context, o Options) (err error) {
	target, err := url.Parse(o.Forward)
	if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
		return fmt.Errorf("listen: %q is not a URL to forward to, such as http://localhost:3000/hook", o.Forward)
	}
	if o.Control == "" || o.Org == "" {
		return errors.New("listen: the address of the control hooks and the workspace are needed")
	}
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	if o.HeaderPrefix == "" {
		o.HeaderPrefix = "X-Service-"
	}
	if o.LookEvery == 0 {
		o.LookEvery = lookEvery
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer listener.Close()
	r := &relay{o: o, target: target, client: newClient()}
	reg := &registration{hooks: hooks{base: strings.TrimSuffix(o.Control, "/"), client: &http.Client{Timeout: hookTime}}, relay: r,
		address: "http://" + reachable(listener.Addr()) + "/"}
	endpoint, err := reg.createEndpoint(ctx, o.Org, reg.address, o.Events)
	var unreachable *url.Error
	if errors.As(err, &unreachable) {
		return fmt.Errorf("%w; start the server with -dev -control %s", err, strings.TrimPrefix(reg.base, "http://"))
	}
	if err != nil {
		return err
	}
	reg.id = endpoint.EndpointID
	r.printf("Forwarding to %s\nSigning secret: %s\nReady. Events show here; end with Ctrl-C.\n", target.Redacted(), endpoint.Secret)
	var watching sync.WaitGroup
	watched, stop := context.WithCancel(ctx)
	watching.Go(func() { reg.watch(watched) })
	defer func() {
		stop()
		watching.Wait()
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), hookTime)
		defer cancel()
		err = errors.Join(err, reg.deleteEndpoint(bounded, o.Org, reg.id))
	}()
	return serve(ctx, listener, r)
}

func reachable(a net.Addr) string {
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("127.0.0.1:%d", tcp.Port)
	}
	return a.String()
}

// newClient passes answers on as they are: a redirect is an answer too.
func newClient() *http.Client {
	return &http.Client{
		Timeout:       forwardTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport:     &http.Transport{Proxy: nil, DisableCompression: true, MaxIdleConnsPerHost: 4, IdleConnTimeout: 30 * time.Second},
	}
}

func serve(ctx context.Context, listener net.Listener, r *relay) error {
	server := &http.Server{Handler: r, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute}
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(bounded) // what is cut off, the server tries again
	})
	err := server.Serve(listener)
	if !stop() {
		<-closed
	}
	r.client.CloseIdleConnections()
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("listen: %w", err)
}

// relay passes one delivery on and hands the answer back.
type relay struct {
	o      Options
	target *url.URL
	client *http.Client
	mu     sync.Mutex // of the log
}

func (r *relay) printf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.o.Out, format, args...)
}

// passed are the headers that belong to the delivery; the others belong to the connection that it came by.
func (r *relay) passed(from http.Header) http.Header {
	to := http.Header{}
	for name, values := range from {
		if strings.HasPrefix(name, http.CanonicalHeaderKey(r.o.HeaderPrefix)) || name == "Content-Type" || name == "User-Agent" {
			to[name] = values
		}
	}
	return to
}

func (r *relay) ServeHTTP(w http.ResponseWriter, in *http.Request) {
	start := time.Now()
	event, id := in.Header.Get(r.o.HeaderPrefix+"Event"), in.Header.Get(r.o.HeaderPrefix+"Delivery")
	status, size, err := r.forward(w, in)
	outcome := fmt.Sprintf("<- %d %s, %d bytes", status, http.StatusText(status), size)
	if err != nil {
		outcome = "<- no answer: " + err.Error()
	}
	r.printf("%s  %-22s %s  %s  %v\n", start.Format("15:04:05.000"), event, id, outcome, time.Since(start).Round(time.Millisecond))
}

func (r *relay) forward(w http.ResponseWriter, in *http.Request) (status, size int, err error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, in.Body, maxBody))
	if err != nil {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return 0, 0, errors.New("the delivery did not arrive whole")
	}
	out, err := http.NewRequestWithContext(in.Context(), in.Method, r.target.String(), strings.NewReader(string(body)))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return 0, 0, err
	}
	out.Header = r.passed(in.Header)
	resp, err := r.client.Do(out)
	if err != nil && in.Context().Err() != nil {
		return 0, 0, errors.New("the server gave up waiting")
	}
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return 0, 0, err
	}
	defer resp.Body.Close()
	if kind := resp.Header.Get("Content-Type"); kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return 0, 0, errors.New("the answer broke off")
	}
	w.WriteHeader(resp.StatusCode)
	_, _ = w.Write(answer) // a server that hung up misses the answer and tries again
	return resp.StatusCode, len(answer), nil
}
