package typeset

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"sync"
)

// stream is the body of a stream object and the entries of its dictionary.
type stream struct {
	entries string
	body    []byte
}

func pack(entries string, body []byte, compress bool) stream {
	if compress {
		return stream{entries + "/Filter/FlateDecode", Deflate(body)}
	}
	return stream{entries, body}
}

func (s stream) put(to Objects, number int) {
	to.Put(number, fmt.Sprintf("<<%s/Length %d>>", s.entries, len(s.body)), s.body)
}

// Stream puts a stream object, compressed if asked.
func Stream(to Objects, number int, entries string, body []byte, compress bool) {
	pack(entries, body, compress).put(to, number)
}

// deflaters are reused: a new one clears over a megabyte before it writes a byte.
var deflaters = sync.Pool{New: func() any {
	z, err := zlib.NewWriterLevel(io.Discard, zlib.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return z
}}

// Deflate compresses as the Flate filter expects.
func Deflate(b []byte) []byte {
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	var out bytes.Buffer
	z.Reset(&out)
	_, _ = z.Write(b) // a bytes.Buffer takes everything
	_ = z.Close()
	return out.Bytes()
}
