package intake

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
)

// File is a file to upload. It is made by the functions below; Name and ContentType may be changed.
type File struct {
	Name        string
	ContentType string // empty: application/pdf for Extract, else by the name
	source      source
}

// source opens the content for each attempt anew.
type source interface {
	length() (int64, error) // -1 when it is not known
	open() (io.ReadCloser, error)
	spent() bool
}

// FileFromPath uploads a file of the disk. It is opened when it is sent, and again when it is sent again.
func FileFromPath(path string) File {
	return File{Name: filepath.Base(path), source: pathSource(path)}
}

// FileFromBytes uploads what is in memory.
func FileFromBytes(name string, data []byte) File {
	return FileFromReaderAt(name, bytes.NewReader(data), int64(len(data)))
}

// FileFromReaderAt uploads size bytes of something that can be read at any place, such as an *os.File.
func FileFromReaderAt(name string, r io.ReaderAt, size int64) File {
	return File{Name: name, source: sectionSource{r, 0, size}}
}

// FileFromReader uploads what a reader gives, from where it stands. A reader that can seek and be read at any place, as
// an *os.File or a *bytes.Reader, is sent with its length and again if need be. Any other can be read once: its length
// is not known, and when the service answers 429, the call ends with *RateLimitError, whose Reason is ErrNotReplayable's
// text, instead of being repeated. The reader is not closed.
func FileFromReader(name string, r io.Reader) File {
	type section interface {
		io.Seeker
		io.ReaderAt
	}
	if s, ok := r.(section); ok {
		start, err1 := s.Seek(0, io.SeekCurrent)
		end, err2 := s.Seek(0, io.SeekEnd)
		_, err3 := s.Seek(start, io.SeekStart)
		if errors.Join(err1, err2, err3) == nil && end >= start {
			return File{Name: name, source: sectionSource{s, start, end - start}}
		}
	}
	return File{Name: name, source: &readerSource{reader: r}}
}

type pathSource string

func (p pathSource) length() (int64, error) {
	info, err := os.Stat(string(p))
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is not a regular file", string(p))
	}
	return info.Size(), nil
}

func (p pathSource) open() (io.ReadCloser, error) { return os.Open(string(p)) }
func (p pathSource) spent() bool                  { return false }

type sectionSource struct {
	reader      io.ReaderAt
	start, size int64
}

func (s sectionSource) length() (int64, error) { return s.size, nil }
func (s sectionSource) spent() bool            { return false }
func (s sectionSource) open() (io.ReadCloser, error) {
	return io.NopCloser(io.NewSectionReader(s.reader, s.start, s.size)), nil
}

// readerSource is read once. After the attempt that read it has ended, its reader is not touched again.
type readerSource struct {
	reader io.Reader
	used   atomic.Bool
	closed atomic.Bool
}

func (s *readerSource) length() (int64, error) { return -1, nil }
func (s *readerSource) spent() bool            { return s.used.Load() }

func (s *readerSource) open() (io.ReadCloser, error) {
	if s.used.Swap(true) {
		return nil, ErrNotReplayable
	}
	return s, nil
}

func (s *readerSource) Read(p []byte) (int, error) {
	if s.closed.Load() {
		return 0, os.ErrClosed
	}
	return s.reader.Read(p)
}

func (s *readerSource) Close() error {
	s.closed.Store(true)
	return nil
}
