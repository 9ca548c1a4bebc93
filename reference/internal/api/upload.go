package api

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/workspaceintake/intake-go/reference/internal/session"
)

// Bounds of an upload.
const (
	maxFile     = 20 << 20 // of one file part: the 20 MB of spec section 8, read as 20 * 2^20 bytes and applied to the part
	maxFiles    = 20       // in one request
	maxOverhead = 1 << 20  // of everything in a multipart body that is not a file
	maxFilename = 200      // characters kept of a file's name
	chunk       = 64 << 10 // read and written at once
)

// uploads are held in 64 MiB of memory, and on disk beyond that.
var uploads = newRoom(64 << 20 / pieceBytes)

// files reads the parts of a multipart body with one of the given names. Reading stops with a 422 at the first byte too
// many. The caller runs clean when it is done with them.
func files(w http.ResponseWriter, r *http.Request, most int, names ...string) (all []session.Upload, clean func(), err error) {
	var held []*spooled
	remove := func() {
		for _, s := range held {
			s.close()
		}
	}
	defer func() {
		if err != nil {
			remove()
		}
	}()
	body, err := multipartBody(w, r, most, names[0])
	if err != nil {
		return nil, nil, err
	}
	for {
		part, err := body.NextRawPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, broken(err, names[0])
		}
		if !slices.Contains(names, part.FormName()) {
			continue
		}
		if len(all) == most {
			return nil, nil, fault("too_long", fmt.Sprintf("A request should have at most %s", count(most, "file")), "body", part.FormName())
		}
		s, err := received(part)
		held = append(held, s)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, session.Upload{Filename: cleanName(part.FileName()), ContentType: mediaType(part), Size: s.size, Data: s})
	}
	if len(all) == 0 {
		return nil, nil, fault("missing", "Field required", "body", names[0])
	}
	return all, remove, nil
}

func multipartBody(w http.ResponseWriter, r *http.Request, most int, name string) (*multipart.Reader, error) {
	bounded := http.MaxBytesReader(w, r.Body, int64(most)*maxFile+maxOverhead)
	ahead := int64(chunk)
	if r.ContentLength >= 0 {
		ahead = min(ahead, r.ContentLength)
	}
	r.Body = struct {
		io.Reader
		io.Closer
	}{bufio.NewReaderSize(bounded, int(ahead)), bounded}
	body, err := r.MultipartReader()
	if err != nil { // another content type holds no parts
		return nil, fault("missing", "Field required: the body should be multipart/form-data with this part", "body", name)
	}
	return body, nil
}

// received reads a part, within its bound.
func received(part *multipart.Part) (*spooled, error) {
	s, err := uploads.spool(io.LimitReader(part, maxFile+1))
	switch {
	case s.size > maxFile:
		return s, fault("file_too_large", fmt.Sprintf("File should have at most %d bytes", maxFile), "body", part.FormName())
	case err != nil && !errors.Is(err, errDisk):
		return s, broken(err, part.FormName())
	}
	return s, err
}

func broken(err error, name string) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return fault("body_too_large", fmt.Sprintf("Body should have at most %d bytes", tooLarge.Limit), "body", name)
	}
	return refuse(http.StatusBadRequest, "The multipart body did not arrive whole, or is not well-formed.")
}

// cleanName keeps of a client's file name what is safe to show and to store.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(path.Base(path.Clean("/"+strings.ReplaceAll(name, `\`, "/"))), ""))
	if runes := []rune(name); len(runes) > maxFilename {
		name = string(runes[:maxFilename])
	}
	if name == "" || name == "/" {
		return "document"
	}
	return name
}

func mediaType(part *multipart.Part) string {
	kind, _, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
	if err != nil {
		return "application/octet-stream"
	}
	return kind
}
