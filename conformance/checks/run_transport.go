package checks

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// answerBytes bounds a reply, and expectedBytes how far what it says of its length is believed.
const (
	answerBytes   = 64 << 20
	expectedBytes = 1 << 20
)

// newClient makes a client that keeps its connections for further requests, or one that has a new one for each.
func newClient(parallel int, timeout time.Duration, keep bool) *http.Client {
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			MaxIdleConns:        2 * parallel,
			MaxIdleConnsPerHost: 2 * parallel,
			IdleConnTimeout:     20 * time.Second,
			DisableCompression:  true,
			DisableKeepAlives:   !keep,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (r *run) url(path string) string {
	if strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://") {
		return path
	}
	return strings.TrimRight(r.target.BaseURL, "/") + path
}

func (r *run) roundTrip(ctx context.Context, req *request) *exchange {
	x := &exchange{req: req, url: r.url(req.path), call: callIn(req), start: time.Now()}
	defer func() { x.took = time.Since(x.start) }()
	var body io.Reader
	if req.body != nil {
		body = req.content()
	}
	out, err := newRequest(ctx, req.method, x.url, body)
	if err != nil {
		x.err = err
		return x
	}
	if req.filler > 0 || req.cut > 0 { // otherwise the reader tells
		out.ContentLength = int64(req.length())
	}
	if req.chunks {
		out.ContentLength = -1
	}
	out.Header = req.header.Clone()
	if out.Header.Get("User-Agent") == "" {
		out.Header.Set("User-Agent", "intake-conformance")
	}
	send := r.client.Do
	switch {
	case req.large, out.URL.Opaque != "": // a target that HTTP/2 has no word for is sent over and over again by its client
		send = func(out *http.Request) (*http.Response, error) { return r.sendAlone(out, (*http.Request).Write) }
	case req.bare:
		send = func(out *http.Request) (*http.Response, error) { return r.sendAlone(out, writeBare) }
	case r.keptBroke.Load():
		send = r.single.Do
	}
	resp, err := send(out)
	if err != nil {
		x.err = err
		return x
	}
	defer resp.Body.Close()
	x.status, x.header = resp.StatusCode, resp.Header
	if x.body, err = readBody(resp); err != nil && !(req.large && resp.StatusCode >= 400) {
		x.err = err
	}
	x.json, _ = decode(x.body)
	return x
}

// readBody reads an answer. Nothing is asked for in a content coding, and yet a server may use one (RFC 9110 section 12.5.3);
// x-gzip is another name for gzip (section 8.4.1.3).
func readBody(resp *http.Response) ([]byte, error) {
	body := io.LimitReader(resp.Body, answerBytes)
	if strings.TrimPrefix(strings.ToLower(resp.Header.Get("Content-Encoding")), "x-") != "gzip" {
		all := bytes.NewBuffer(make([]byte, 0, min(max(resp.ContentLength, 0), expectedBytes)+bytes.MinRead)) // it need not grow step by step
		_, err := all.ReadFrom(body)
		return all.Bytes(), err
	}
	plain, err := gzip.NewReader(body)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(plain, answerBytes))
}

// newRequest takes addresses too whose path has a percent sign that stands for nothing.
func newRequest(ctx context.Context, method, address string, body io.Reader) (*http.Request, error) {
	var bad url.EscapeError
	_, err := url.Parse(address)
	if !errors.As(err, &bad) {
		return http.NewRequestWithContext(ctx, method, address, body)
	}
	whole, err := url.Parse(strings.ReplaceAll(address, "%", "%25"))
	if err != nil {
		return nil, err
	}
	out, err := http.NewRequestWithContext(ctx, method, whole.String(), body)
	if err == nil {
		out.URL.Opaque = strings.ReplaceAll(out.URL.RequestURI(), "%25", "%")
	}
	return out, err
}

// sendAlone sends a request on a connection of its own and reads while it still writes. A server may refuse a large
// body early and close the connection; the refusal counts even when the rest of the body could not be sent.
func (r *run) sendAlone(req *http.Request, write func(*http.Request, io.Writer) error) (*http.Response, error) {
	if req.URL.Scheme != "http" && req.URL.Scheme != "https" {
		return nil, errors.New("the scheme is neither http nor https")
	}
	ctx, cancel := context.WithTimeout(req.Context(), 2*r.timeout)
	conn, err := dial(ctx, req.URL)
	if err != nil {
		cancel()
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	req.Close = true
	written := make(chan error, 1)
	go func() {
		w := bufio.NewWriterSize(conn, 64<<10)
		err := write(req, w)
		if err == nil {
			err = w.Flush()
		}
		written <- err
	}()
	resp, err := finalResponse(bufio.NewReader(conn), req)
	if err != nil {
		_ = conn.Close()
		stop()
		cancel()
		if e := <-written; e != nil {
			err = errors.Join(err, e)
		}
		return nil, err
	}
	resp.Body = &alone{ReadCloser: resp.Body, end: func() {
		stop()
		cancel()
		_ = conn.Close()
		<-written
	}}
	return resp, nil
}

// writeBare writes a request that has no body, and nothing that tells of its length (RFC 9112 section 6.3).
func writeBare(req *http.Request, w io.Writer) error {
	var text bytes.Buffer
	if err := req.Write(&text); err != nil {
		return err
	}
	_, err := w.Write(bytes.Replace(text.Bytes(), []byte("\r\nContent-Length: 0\r\n"), []byte("\r\n"), 1))
	return err
}

// finalResponse reads past interim answers.
func finalResponse(r *bufio.Reader, req *http.Request) (*http.Response, error) {
	for {
		resp, err := http.ReadResponse(r, req)
		if err != nil || resp.StatusCode/100 != 1 {
			return resp, err
		}
	}
}

type alone struct {
	io.ReadCloser
	end func()
}

func (a *alone) Close() error {
	a.end()
	return nil
}

func dial(ctx context.Context, u *url.URL) (net.Conn, error) {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	address := net.JoinHostPort(u.Hostname(), port)
	if u.Scheme == "https" {
		return (&tls.Dialer{Config: &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}}).DialContext(ctx, "tcp", address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", address)
}
