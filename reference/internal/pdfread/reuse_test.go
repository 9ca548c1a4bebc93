package pdfread

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// resting are the process ids of the workers that wait for a file.
func resting(r *Reader) (ids []int) {
	r.idle.mu.Lock()
	defer r.idle.mu.Unlock()
	for _, w := range r.idle.all {
		ids = append(ids, w.cmd.Process.Pid)
	}
	return ids
}

func TestAWorkerReadsOneFileAfterTheOther(t *testing.T) {
	r := reader(t, Options{})
	for range 3 {
		d, err := r.Read(t.Context(), hello())
		require.NoError(t, err)
		require.Contains(t, text(d), "Harbor Bakery")
	}
	first := resting(r)
	require.Len(t, first, 1)
	_, err := r.Read(t.Context(), hello())
	require.NoError(t, err)
	require.Equal(t, first, resting(r))
}

func TestAWorkerIsReplacedAfterManyFiles(t *testing.T) {
	r := reader(t, Options{})
	workers := map[int]bool{}
	for range maxServed + 1 {
		_, err := r.Read(t.Context(), hello())
		require.NoError(t, err)
		for _, id := range resting(r) {
			workers[id] = true
		}
	}
	require.Greater(t, len(workers), 1)
}

func TestAWorkerIsReplacedAfterAFileItCouldNotRead(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a file that takes a worker all of its time")
	}
	r := reader(t, Options{})
	for _, bad := range [][]byte{[]byte("%PDF-1.7\n1 0 obj\n"), append([]byte("%PDF-1.7\n1 0 obj\n"), hostile()["a table that points at itself"]...)} {
		_, err := r.Read(t.Context(), hello())
		require.NoError(t, err)
		require.Len(t, resting(r), 1)
		_, err = r.Read(t.Context(), bad)
		require.ErrorIs(t, err, ErrNotPDF)
		require.Empty(t, resting(r))
	}
}

func TestAFileWithoutAnObjectCostsNoWorker(t *testing.T) {
	r := reader(t, Options{})
	_, err := r.Read(t.Context(), hello())
	require.NoError(t, err)
	_, err = r.Read(t.Context(), []byte("%PDF-1.7\nnot really"))
	require.ErrorIs(t, err, ErrDamaged)
	require.Len(t, resting(r), 1)
}

func TestAnObjectIsFoundWhereverItBegins(t *testing.T) {
	const size = 200 << 10
	for _, at := range []int{0, 1, 64<<10 - 3, 64<<10 - 2, 64<<10 - 1, 64 << 10, 128<<10 - 4, 128<<10 - 3, size - 3} {
		file := make([]byte, size)
		copy(file[at:], "obj")
		has, err := hasObject(bytes.NewReader(file), size)
		require.NoError(t, err)
		require.True(t, has, at)
	}
	for _, file := range []string{"", "ob", strings.Repeat("ob j", 50_000) + "ob"} {
		has, err := hasObject(strings.NewReader(file), int64(len(file)))
		require.NoError(t, err)
		require.False(t, has)
	}
}

// A large file may leave little room in its worker.
func TestAWorkerIsReplacedAfterALargeFile(t *testing.T) {
	r := reader(t, Options{})
	d, err := r.Read(t.Context(), onePage("BT /F1 12 Tf 72 720 Td (Year built) Tj ET", "", "", strings.Repeat(" ", 18<<20)))
	require.NoError(t, err)
	require.Contains(t, text(d), "Year built")
	require.Empty(t, resting(r))
}

func TestAWorkerThatDiedWhileItWaitedIsNotMissed(t *testing.T) {
	r := reader(t, Options{})
	_, err := r.Read(t.Context(), hello())
	require.NoError(t, err)
	r.idle.all[0].kill()
	<-r.idle.all[0].ended
	d, err := r.Read(t.Context(), hello())
	require.NoError(t, err)
	require.Contains(t, text(d), "Harbor Bakery")
}

func TestAWorkerWithoutWorkIsEnded(t *testing.T) {
	r := reader(t, Options{})
	_, err := r.Read(t.Context(), hello())
	require.NoError(t, err)
	w := r.idle.all[0]
	r.idle.expire(w)
	<-w.ended
	require.Empty(t, resting(r))
	r.idle.expire(w) // a timer that fires late finds nothing
}

func TestManyReadAtOnceAndAClosedReaderKeepsNoWorker(t *testing.T) {
	r := reader(t, Options{Parallel: 3})
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			d, err := r.Read(context.Background(), hello())
			if err != nil || !strings.Contains(text(d), "Harbor Bakery") {
				t.Errorf("%v", err)
			}
		})
	}
	group.Wait()
	require.LessOrEqual(t, len(resting(r)), 3)
	require.NoError(t, r.Close())
	require.Empty(t, resting(r))
	_, err := r.Read(t.Context(), hello())
	require.NoError(t, err, "a reading that began late")
	require.Empty(t, resting(r))
}

func TestAWorkerReadsTheFilesOfOneOwnerOnly(t *testing.T) {
	r := reader(t, Options{Parallel: 1})
	readFor := func(owner string) {
		t.Helper()
		_, err := r.Read(WithOwner(t.Context(), owner), hello())
		require.NoError(t, err)
	}
	readFor("a")
	first := resting(r)
	readFor("b")
	both := resting(r)
	require.Len(t, both, 2)
	require.Equal(t, first[0], both[0])
	readFor("a")
	require.ElementsMatch(t, both, resting(r), "each owner's worker is used again")
	for _, owner := range []string{"c", "d", "e"} {
		readFor(owner)
	}
	require.Len(t, resting(r), waitingEach)
	require.NotContains(t, resting(r), both[1], "the worker that waited longest is gone")
}

func TestASharedWorkerReadsTheFilesOfAll(t *testing.T) {
	r := reader(t, Options{Parallel: 1, Shared: true})
	var first []int
	for _, owner := range []string{"a", "b", "c"} {
		_, err := r.Read(WithOwner(t.Context(), owner), hello())
		require.NoError(t, err)
		if first == nil {
			first = resting(r)
		}
		require.Equal(t, first, resting(r))
	}
}

func BenchmarkRead(b *testing.B) {
	for name, owner := range map[string]func(i int) string{
		"one owner":         func(int) string { return "a" },
		"another each time": strconv.Itoa,
	} {
		b.Run(name, func(b *testing.B) {
			r := NewReader(Options{})
			b.Cleanup(func() { require.NoError(b, r.Close()) })
			for i := 0; b.Loop(); i++ {
				_, err := r.Read(WithOwner(b.Context(), owner(i)), hello())
				require.NoError(b, err)
			}
		})
	}
}
