package pdfread

import (
	"encoding/binary"
	"errors"
	"fmt"
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

// errFile says that the file itself could not be read on our side.
var errFile = errors.New("pdfread: the file could not be read")

// sendFile writes a message piece by piece.
func sendFile(w io.Writer, file *io.SectionReader) error {
	if _, err := w.Write(binary.BigEndian.AppendUint64(nil, uint64(file.Size()))); err != nil {
		return err
	}
	piece := make([]byte, min(file.Size(), 64<<10)) // as much as a pipe holds
	for at := int64(0); at < file.Size(); at += int64(len(piece)) {
		piece = piece[:min(int64(len(piece)), file.Size()-at)]
		if n, err := file.ReadAt(piece, at); n < len(piece) {
			return fmt.Errorf("%w: %w", errFile, err)
		}
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// receive reads a message of at most these many bytes, into the room given where that is enough; io.EOF says that there is
// none.
func receive(r io.Reader, most int64, room []byte) ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint64(head[:])
	if n > uint64(most) {
		return nil, errTooLong
	}
	message := room
	if uint64(cap(message)) < n {
		message = make([]byte, n)
	}
	message = message[:n]
	if n, err := io.ReadFull(r, message); err != nil && n < len(message) {
		return nil, io.ErrUnexpectedEOF
	}
	return message, nil
}
