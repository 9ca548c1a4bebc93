package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlaceholdersOfSQLite(t *testing.T) {
	for text, want := range map[string]string{
		`SELECT a FROM b WHERE c = $1 AND d < $12`: `SELECT a FROM b WHERE c = ?1 AND d < ?12`,
		`SELECT a FROM b LIMIT $2`:                 `SELECT a FROM b LIMIT ?2 + 0`,
		`SELECT a FROM b LIMIT 1`:                  `SELECT a FROM b LIMIT 1`,
	} {
		require.Equal(t, want, sqlitePlaceholders(text))
	}
}
