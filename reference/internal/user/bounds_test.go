package user_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

func TestLinksThatNobodyUsesAreBoundedAndEnd(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBench(t, db)
		invite := func() error {
			_, err := b.Invite(t.Context(), "org_a", user.Member)
			return err
		}
		for range 100 {
			require.NoError(t, invite())
		}
		require.ErrorIs(t, invite(), user.ErrTooManyLinks)
		pending, err := b.Pending(t.Context(), "org_a")
		require.NoError(t, err)
		require.Len(t, pending, 100)
		require.NoError(t, b.Withdraw(t.Context(), "org_a", pending[0].ID))
		require.NoError(t, invite())
		b.clock.Advance(73 * time.Hour)
		require.NoError(t, invite(), "those that are over do not count")
		rows := 0
		require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow(t.Context(), `SELECT COUNT(*) FROM invitations`, nil, &rows)
		}))
		require.Equal(t, 1, rows, "and are not kept")
	})
}

func TestTheBrowserThatWasUsedLongestAgoMakesRoom(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBench(t, db)
		ada, err := b.CreateDrawn(t.Context(), "org_a", "ada@harbor.example", password)
		require.NoError(t, err)
		bob, err := b.CreateDrawn(t.Context(), "org_a", "bob@harbor.example", password)
		require.NoError(t, err)
		other, err := b.Start(t.Context(), bob, "127.0.0.1", "Chrome")
		require.NoError(t, err)
		first, err := b.Start(t.Context(), ada, "127.0.0.1", "Chrome")
		require.NoError(t, err)
		for i := range 50 {
			b.clock.Advance(time.Second)
			_, err := b.Start(t.Context(), ada, "127.0.0.1", fmt.Sprint("Chrome ", i))
			require.NoError(t, err)
		}
		_, err = b.Session(t.Context(), first)
		require.ErrorIs(t, err, user.ErrUnknown)
		_, err = b.Session(t.Context(), other)
		require.NoError(t, err, "another person's stays")
		all, err := b.Sessions(t.Context(), ada.ID)
		require.NoError(t, err)
		require.Len(t, all, 50)
	})
}
