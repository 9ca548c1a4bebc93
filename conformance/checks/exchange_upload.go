package checks

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// upload is a multipart body with one file.
func upload(part, filename, contentType string, data []byte) option {
	around, end, boundary := wrapping(part, filename, contentType)
	set := bodyOf(boundary, slices.Concat(around, data, end))
	return func(r *request) {
		set(r)
		r.file = &attached{part, filename, contentType, data, len(data)}
	}
}

// uploadOf is upload for the fixture of a size that is too large to be held in memory.
func uploadOf(part, filename, contentType string, size int) option {
	around, end, boundary := wrapping(part, filename, contentType)
	head, filler, tail := pdfsample.Around(size)
	set := bodyOf(boundary, slices.Concat(around, head))
	return func(r *request) {
		set(r)
		r.filler, r.rest, r.large = filler, slices.Concat(tail, end), true
		r.file = &attached{part, filename, "application/pdf", nil, size}
	}
}

// quotedBoundary puts the boundary of a multipart body in quotes, as it may always be and at times has to be.
func quotedBoundary(r *request) {
	kind, boundary, _ := strings.Cut(r.header.Get("Content-Type"), "boundary=")
	r.header.Set("Content-Type", kind+`boundary="`+boundary+`"`)
	r.file = nil // curl would write a boundary of its own
}

// bareNames writes the names in the head of a part without quotes, as may be done with words.
func bareNames(r *request) {
	r.body = bytes.Replace(r.body, fmt.Appendf(nil, `name="%s"; filename="%s"`, r.file.part, r.file.filename), fmt.Appendf(nil, "name=%s; filename=%s", r.file.part, r.file.filename), 1)
	r.file = nil // curl would put them in quotes
}

// unlabelled leaves out what a part holds, as many clients do. It is optional (RFC 7578 section 4.4).
func unlabelled(r *request) {
	r.body = bytes.Replace(r.body, fmt.Appendf(nil, "Content-Type: %s\r\n", r.file.contentType), nil, 1)
	r.file = nil // curl would write one
}

// noted adds a part with a few words, before the file or behind it.
func noted(before bool) option {
	return func(r *request) {
		boundary := bytes.SplitN(r.body, []byte("\r\n"), 2)[0]
		note := slices.Concat(boundary, []byte("\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nof last year\r\n"))
		at := 0
		if !before {
			at = bytes.LastIndex(r.body, boundary)
		}
		r.body, r.file = slices.Concat(r.body[:at], note, r.body[at:]), nil
	}
}

// wrapping is what stands around the one file of a multipart body, and its content type.
func wrapping(part, filename, contentType string) (before, after []byte, boundary string) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	_, _ = w.CreatePart(partHeader(part, filename, contentType)) // a buffer takes everything
	before = bytes.Clone(out.Bytes())
	_ = w.Close()
	return before, out.Bytes()[len(before):], w.FormDataContentType()
}

func partHeader(part, filename, contentType string) textproto.MIMEHeader {
	h := textproto.MIMEHeader{}
	h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"; filename="%s"`, part, filename))
	h.Set("Content-Type", contentType)
	return h
}

// uploadBoth sends two PDFs in parts of one name.
func uploadBoth(part string, filenames [2]string, files [2][]byte) option {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for i, filename := range filenames {
		file, _ := w.CreatePart(partHeader(part, filename, "application/pdf"))
		_, _ = file.Write(files[i]) // a buffer takes everything
	}
	_ = w.Close()
	return bodyOf(w.FormDataContentType(), out.Bytes())
}

func (c *C) extract(id string, pdf []byte, options ...option) *exchange {
	return c.call("POST", sessionPath(id, "extract"), append([]option{upload("file", "prior-application.pdf", "application/pdf", pdf)}, options...)...)
}

// extractOf is extract for a large file.
func (c *C) extractOf(id string, size int, options ...option) *exchange {
	return c.call("POST", sessionPath(id, "extract"), append([]option{uploadOf("file", "prior-application.pdf", "application/pdf", size)}, options...)...)
}
