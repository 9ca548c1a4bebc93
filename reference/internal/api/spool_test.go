package api

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// What fits in memory, what does not, and what does in part is read back as it came, from anywhere.
func TestUploadsAreReadBackFromMemoryAndDisk(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	r := newRoom(3)
	for _, size := range []int{0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3*pieceBytes - 1, 3 * pieceBytes, 3*pieceBytes + 1, 7 * pieceBytes} {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(dice.Uint32())
		}
		s, err := r.spool(iotest.HalfReader(bytes.NewReader(data)))
		require.NoError(t, err)
		require.EqualValues(t, size, s.size)
		require.Equal(t, size >= 3*pieceBytes, s.file != nil, size)
		require.NoError(t, iotest.TestReader(io.NewSectionReader(s, 0, s.size), data))
		for range 100 {
			from, into := dice.IntN(size+2), make([]byte, dice.IntN(2*pieceBytes))
			n, err := s.ReadAt(into, int64(from))
			rest := data[min(from, size):]
			require.Equal(t, rest[:min(len(rest), len(into))], into[:n])
			require.Equal(t, len(rest) < len(into), errors.Is(err, io.EOF), "%d of %d from %d", len(into), size, from)
		}
		s.close()
		require.EqualValues(t, 3, r.left)
	}
}

// Uploads at one time share the room, and one that breaks off gives back what it had.
func TestUploadsShareTheirRoom(t *testing.T) {
	r := newRoom(3)
	first, err := r.spool(bytes.NewReader(make([]byte, 2*pieceBytes+1)))
	require.NoError(t, err)
	require.Nil(t, first.file)
	second, err := r.spool(io.MultiReader(bytes.NewReader([]byte("half of")), iotest.ErrReader(io.ErrNoProgress)))
	require.ErrorIs(t, err, io.ErrNoProgress)
	require.NotErrorIs(t, err, errDisk)
	second.close()
	first.close()
	require.EqualValues(t, 3, r.left)
}

func TestADiskThatIsFullIsNotTheCallersFault(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()+"/missing")
	_, err := newRoom(0).spool(bytes.NewReader([]byte("text")))
	require.ErrorIs(t, err, errDisk)
}
