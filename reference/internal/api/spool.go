package api

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// pieceBytes is how much of an upload is kept in one place.
const pieceBytes = 64 << 10

type piece [pieceBytes]byte

// clean are pieces to be used again, until nobody has wanted them for a while.
var clean = sync.Pool{New: func() any { return new(piece) }}

// room is the memory that all uploads at one time share. What finds no room in it goes to disk.
type room struct {
	mu   sync.Mutex
	left int // in pieces
}

func newRoom(pieces int) *room { return &room{left: pieces} }

// take is nil when there is no room.
func (r *room) take() *piece {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 {
		return nil
	}
	r.left--
	return clean.Get().(*piece)
}

func (r *room) give(pieces []*piece) {
	for _, p := range pieces {
		clean.Put(p)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left += len(pieces)
}

// spooled is a file that was uploaded: as many pieces as there was room for, and the rest on disk.
type spooled struct {
	room   *room
	pieces []*piece
	file   *os.File
	size   int64
}

// spool reads what was uploaded to its end. The caller closes what it gets, with an error too.
func (r *room) spool(from io.Reader) (*spooled, error) {
	s := &spooled{room: r}
	for p := r.take(); p != nil; p = r.take() {
		s.pieces = append(s.pieces, p)
		n, err := io.ReadFull(from, p[:])
		s.size += int64(n)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
	return s, s.spill(from)
}

// errDisk says that an upload found no place on our side.
var errDisk = errors.New("api: keeping an upload")

// spill copies the rest to a temporary file that has no name, where the system allows that.
func (s *spooled) spill(from io.Reader) (err error) {
	if s.file, err = os.CreateTemp("", "intake-upload-*"); err != nil {
		return fmt.Errorf("%w: %w", errDisk, err)
	}
	_ = os.Remove(s.file.Name())
	w := bufio.NewWriterSize(struct{ io.Writer }{s.file}, chunk) // a part comes in small pieces, which a file would take one by one
	n, err := w.ReadFrom(from)
	s.size += n
	if full := w.Flush(); full != nil {
		return fmt.Errorf("%w: %w", errDisk, full)
	}
	return err
}

// ReadAt reads from wherever the bytes are.
func (s *spooled) ReadAt(into []byte, at int64) (n int, err error) {
	for n < len(into) && at+int64(n) < s.size {
		from := at + int64(n)
		if i := from / pieceBytes; i < int64(len(s.pieces)) {
			held := s.pieces[i][:min(pieceBytes, s.size-i*pieceBytes)]
			n += copy(into[n:], held[from%pieceBytes:])
			continue
		}
		m, err := s.file.ReadAt(into[n:], from-int64(len(s.pieces))*pieceBytes)
		return n + m, err
	}
	if n < len(into) {
		return n, io.EOF
	}
	return n, nil
}

func (s *spooled) close() {
	s.room.give(s.pieces)
	s.pieces = nil
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name()) // gone already where open files can be removed
	}
}
