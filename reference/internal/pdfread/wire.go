package pdfread

import (
	"encoding/binary"
	"errors"
	"io"
)

var errTooLong = errors.New("the message is longer than allowed")

// send writes a message: its length in eight bytes, then itself.
func send(w io.Writer, message []byte) error {
	if _, err := w.Write(binary.BigEndian.AppendUint64(nil, uint64(len(message)))); err != nil {
		return err
	}
	_, err := w.Write(message)
	return err
}

// receive reads a message of at most these many bytes; io.EOF says that there is none.
func receive(r io.Reader, most int64) ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint64(head[:])
	if n > uint64(most) {
		return nil, errTooLong
	}
	message := make([]byte, n)
	if n, err := io.ReadFull(r, message); err != nil && n < len(message) {
		return nil, io.ErrUnexpectedEOF
	}
	return message, nil
}
