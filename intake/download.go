package intake

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Download is a form that was downloaded.
type Download struct {
	Size        int64
	SHA256      [sha256.Size]byte
	ContentType string
	Meta        Meta
}

// DownloadForm writes a filled form, a PDF, to w as it comes: GET /org/sessions/{session_id}/forms/{form_key}/pdf (spec
// section 4, endpoint 9). Before the fill step has produced it, it is ErrNotFound. When the connection breaks half-way, the download is repeated and
// goes on where w stands, provided that the beginning is the same; if it is not, that is ErrDownloadModified.
func (s *SessionsClient) DownloadForm(ctx context.Context, sessionID, formKey string, w io.Writer, opts ...CallOption) (*Download, error) {
	c, err := s.client.newCall(request{op: opDownload, params: []string{sessionID, formKey}}, opts)
	if err != nil {
		return nil, err
	}
	defer c.release()
	c.stream = true
	d := &download{call: c, to: w, sum: sha256.New()}
	if err := d.run(ctx); err != nil {
		return nil, err
	}
	out := &Download{Size: d.written, ContentType: d.contentType, Meta: c.meta()}
	d.sum.Sum(out.SHA256[:0])
	return out, nil
}

// DownloadFormFile downloads a filled form to a file, see DownloadForm. The file appears, or is replaced, when it is
// complete and on the disk; after an error there is none, or the earlier one.
func (s *SessionsClient) DownloadFormFile(ctx context.Context, sessionID, formKey, path string, opts ...CallOption) (out *Download, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part")
	if err != nil {
		return nil, fmt.Errorf("intake: %s: %w", opDownload.name, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
			out = nil
		}
	}()
	if out, err = s.DownloadForm(ctx, sessionID, formKey, f, opts...); err != nil {
		return nil, err
	}
	for _, finish := range []func() error{f.Sync, f.Close, func() error { return os.Rename(f.Name(), path) }} {
		if err = finish(); err != nil {
			return nil, fmt.Errorf("intake: %s: %w", opDownload.name, err)
		}
	}
	return out, nil
}

// download is the state over the attempts of a download.
type download struct {
	call        *call
	to          io.Writer
	written     int64
	sum         hash.Hash // of what was written
	contentType string
}

func (d *download) run(ctx context.Context) error {
	c := d.call
	for {
		resp, err := c.typed(ctx)
		if err != nil {
			return err
		}
		var local *writeError
		err = d.read(resp)
		switch {
		case err == nil:
			return nil
		case errors.As(err, &local):
			return fmt.Errorf("intake: %s: %w", c.op.name, local.err)
		case errors.Is(err, ErrBadAnswer), errors.Is(err, ErrDownloadModified):
			return &AnswerError{Operation: c.op.name, Err: err, Meta: c.meta()}
		case ctx.Err() != nil || !c.schedule(ctx, nil):
			return &ConnectionError{Operation: c.op.name, Err: errors.Join(ctx.Err(), err), Meta: c.meta()}
		}
	}
}

// read takes one answer: what was written before is compared, the rest is written.
func (d *download) read(resp *http.Response) error {
	defer resp.Body.Close()
	d.contentType = resp.Header.Get("Content-Type")
	if kind := strings.ToLower(d.contentType); strings.Contains(kind, "html") || strings.Contains(kind, "json") {
		return fmt.Errorf("%w: want a PDF, got %q", ErrBadAnswer, clip(d.contentType, 80))
	}
	if err := d.skip(resp.Body); err != nil {
		return err
	}
	_, err := io.Copy(&progressWriter{d, resp.ContentLength}, resp.Body)
	return err
}

func (d *download) skip(body io.Reader) error {
	if d.written == 0 {
		return nil
	}
	again := sha256.New()
	n, err := io.CopyN(again, body, d.written)
	if err == io.EOF && n < d.written || err == nil && string(again.Sum(nil)) != string(d.sum.Sum(nil)) {
		return ErrDownloadModified
	}
	return err
}

// progressWriter writes and keeps account.
type progressWriter struct {
	*download
	total int64
}

func (w *progressWriter) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	w.sum.Write(p[:n])
	w.written += int64(n)
	if report := w.call.settings.progress; report != nil && n > 0 {
		report(w.written, w.total)
	}
	if err != nil {
		return n, &writeError{err}
	}
	return n, nil
}

// writeError is a failure of the caller's writer, which no repetition helps.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }
func (e *writeError) Unwrap() error { return e.err }
