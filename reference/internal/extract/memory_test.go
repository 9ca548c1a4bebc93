package extract

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMemoryComparesATextOnceAndForgetsTheOldest(t *testing.T) {
	var m memory[[]hit]
	compared := map[string]int{}
	look := func(text string) []hit {
		return m.recall(text, func(s string) []hit { compared[s]++; return []hit{{s, 1}} })
	}
	for range 3 {
		require.Equal(t, []hit{{"Named insured", 1}}, look("Named insured"))
	}
	require.Equal(t, 1, compared["Named insured"])
	for i := range 3 * mostRemembered {
		look(fmt.Sprint("text ", i))
		if i%1000 == 0 {
			look("Named insured")
		}
		require.LessOrEqual(t, len(m.young)+len(m.old), 2*mostRemembered)
	}
	require.Equal(t, 1, compared["Named insured"], "what is asked for again and again stays")
	look("text 0")
	require.Equal(t, 2, compared["text 0"], "what is not is forgotten")
}

func TestMemoryIsSharedByDocumentsThatAreReadAtOnce(t *testing.T) {
	var m memory[[]hit]
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range 200 {
				text := fmt.Sprint("text ", i)
				if hits := m.recall(text, func(s string) []hit { return []hit{{s, 1}} }); len(hits) != 1 || hits[0].key != text {
					t.Errorf("%s: %v", text, hits)
				}
			}
		})
	}
	group.Wait()
}
