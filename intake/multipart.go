package intake

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
)

// part is one file of a multipart/form-data body.
type part struct {
	name string
	file File
}

// multipart is a multipart/form-data body (RFC 7578) that is never in memory: heads and tail are texts, and the files are
// read from their sources while the request is being written.
type multipart struct {
	call     *call
	boundary string
	heads    []string
	tail     string
	parts    []part
	lengths  []int64
	total    int64
	reported atomic.Int64 // the most that progress has seen
}

func newMultipart(c *call, parts []part) (*multipart, error) {
	if len(parts) == 0 {
		return nil, fmt.Errorf("%w: no file to upload", ErrBadParameter)
	}
	m := &multipart{call: c, boundary: rand.Text(), parts: parts}
	m.tail = "\r\n--" + m.boundary + "--\r\n"
	m.total = int64(len(m.tail))
	for i, p := range parts {
		if p.file.source == nil || p.file.Name == "" {
			return nil, fmt.Errorf("%w: a file without a name or content", ErrBadParameter)
		}
		kind := cmp.Or(p.file.ContentType, typeByName(p.file.Name))
		if !printable(p.file.Name) || !printable(kind) {
			return nil, fmt.Errorf("%w: the file name %q or its content type holds a control character", ErrBadParameter, p.file.Name)
		}
		head := "--" + m.boundary + "\r\nContent-Disposition: form-data; name=\"" + p.name + "\"; filename=\"" +
			quoteEscaper.Replace(p.file.Name) + "\"\r\nContent-Type: " + kind + "\r\n\r\n"
		if i > 0 {
			head = "\r\n" + head
		}
		n, err := p.file.source.length()
		if err != nil {
			return nil, err
		}
		m.heads, m.lengths = append(m.heads, head), append(m.lengths, n)
		if n < 0 || m.total < 0 {
			m.total = -1
		} else {
			m.total += int64(len(head)) + n
		}
	}
	return m, nil
}

// typeByName knows what agencies attach. The tables of the machine, which mime would read, differ from one to the next.
func typeByName(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pdf":
		return "application/pdf"
	case ".txt", ".log":
		return "text/plain"
	case ".csv":
		return "text/csv"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".png":
		return "image/png"
	case ".tif", ".tiff":
		return "image/tiff"
	case ".doc":
		return "application/msword"
	case ".docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case ".xls":
		return "application/vnd.ms-excel"
	case ".xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case ".eml":
		return "message/rfc822"
	}
	return "application/octet-stream"
}

// quoteEscaper is how browsers and net/http's parser write a quote in a file name.
var quoteEscaper = strings.NewReplacer("\\", "\\\\", `"`, "\\\"")

func (m *multipart) contentType() string { return "multipart/form-data; boundary=" + m.boundary }
func (m *multipart) size() int64         { return m.total }

func (m *multipart) spent() bool {
	for _, p := range m.parts {
		if p.file.source.spent() {
			return true
		}
	}
	return false
}

// open starts from the beginning. Nothing is opened before it is read: go-retryablehttp opens a body once only to look at it.
func (m *multipart) open() (io.ReadCloser, error) { return &multipartReader{of: m}, nil }

// multipartReader reads head, file, head, file, tail.
type multipartReader struct {
	of   *multipart
	next int           // the part to begin next
	text string        // of a head or the tail, to be read now
	file io.ReadCloser // to be read when text is empty
	left int64         // of the file; -1 when it is not known
	sent int64
	tail bool

	reading sync.Mutex
	stopped atomic.Bool
}

// Read may still be running in net/http's goroutine when Close is called, and may then hang in the caller's reader. So
// Close does not wait for it, and whoever comes last closes the file.
func (r *multipartReader) Read(p []byte) (int, error) {
	r.reading.Lock()
	n, err := r.read(p)
	r.reading.Unlock()
	if r.stopped.Load() {
		r.closeFile()
	}
	return n, err
}

// Close ends the attempt's reading. net/http calls it when it is done with the body, whatever happened.
func (r *multipartReader) Close() error {
	r.stopped.Store(true)
	r.closeFile()
	return nil
}

func (r *multipartReader) closeFile() {
	if !r.reading.TryLock() {
		return
	}
	defer r.reading.Unlock()
	if r.file != nil {
		_ = r.file.Close()
		r.file = nil
	}
}

func (r *multipartReader) read(p []byte) (int, error) {
	if r.stopped.Load() {
		return 0, os.ErrClosed
	}
	for {
		n, err := r.step(p)
		if n > 0 || err != nil {
			r.sent += int64(n)
			r.report()
			if err != nil && err != io.EOF {
				r.of.call.bodyErr.CompareAndSwap(nil, &err)
			}
			return n, err
		}
	}
}

// step reads something, or goes on to the next thing to read.
func (r *multipartReader) step(p []byte) (int, error) {
	switch {
	case len(p) == 0:
		return 0, nil
	case r.text != "":
		n := copy(p, r.text)
		r.text = r.text[n:]
		return n, nil
	case r.file != nil:
		return r.readFile(p)
	case r.next < len(r.of.parts):
		file, err := r.of.parts[r.next].file.source.open()
		if err != nil {
			return 0, err
		}
		r.text, r.file, r.left = r.of.heads[r.next], file, r.of.lengths[r.next]
		r.next++
		return 0, nil
	case !r.tail:
		r.text, r.tail = r.of.tail, true
		return 0, nil
	}
	return 0, io.EOF
}

func (r *multipartReader) readFile(p []byte) (int, error) {
	if r.left >= 0 {
		p = p[:min(int64(len(p)), r.left)]
	}
	if len(p) == 0 {
		return 0, r.endFile()
	}
	n, err := r.file.Read(p)
	if r.left >= 0 {
		r.left -= int64(n)
	}
	switch {
	case err == io.EOF && r.left > 0:
		return n, fmt.Errorf("the file became shorter while it was being sent: %w", io.ErrUnexpectedEOF)
	case err == io.EOF:
		return n, r.endFile()
	case err != nil:
		return n, fmt.Errorf("reading the file: %w", err)
	}
	return n, nil
}

func (r *multipartReader) endFile() error {
	err := r.file.Close()
	r.file = nil
	return err
}

func (r *multipartReader) report() {
	progress := r.of.call.settings.progress
	if progress == nil {
		return
	}
	if before := r.of.reported.Load(); r.sent > before && r.of.reported.CompareAndSwap(before, r.sent) {
		progress(r.sent, r.of.total)
	}
}
