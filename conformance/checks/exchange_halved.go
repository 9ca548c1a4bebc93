package checks

import (
	"io"
	"time"
	"unicode/utf8"
)

// apartBy is the time between two parts of a body, after which a server has read the first: nothing tells that it did.
const apartBy = 20 * time.Millisecond

// halved reads as the parts of a body, one for each call, with a time between them.
type halved struct {
	left  [][]byte
	begun bool
}

func (h *halved) Read(into []byte) (int, error) {
	if len(h.left) == 0 {
		return 0, io.EOF
	}
	if h.begun && len(into) > 0 {
		time.Sleep(apartBy)
	}
	n := copy(into, h.left[0])
	if h.left[0] = h.left[0][n:]; len(h.left[0]) == 0 {
		h.left, h.begun = h.left[1:], true
	}
	return n, nil
}

// inTwo sends a body in two parts, of which the first ends within the first character of several bytes.
func inTwo(r *request) {
	for at, b := range r.body {
		if b >= utf8.RuneSelf {
			r.cut = at + 1
			return
		}
	}
}
