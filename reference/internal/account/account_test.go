package account_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

func onEach(t *testing.T, test func(t *testing.T, a *account.Accounts, c *clock.Manual, db *store.DB)) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		hasher, err := secret.NewHasher(make([]byte, 32))
		require.NoError(t, err)
		for name, remember := range map[string]bool{"looking up": false, "remembering": true} {
			t.Run(name, func(t *testing.T) {
				c := clock.NewManual(time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC))
				test(t, account.New(account.Options{DB: db, Secret: hasher, Clock: c, Remember: remember}), c, db)
			})
		}
	})
}

func create(t *testing.T, a *account.Accounts, name, plan string, profile map[string]string) (store.Workspace, error) {
	w, err := a.Draft(name, plan, profile)
	if err != nil {
		return w, err
	}
	return w, a.Create(t.Context(), w)
}

func TestAWorkspaceIsMadeWithWhatBelongsToItOrNotAtAll(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, _ *clock.Manual, _ *store.DB) {
		w, err := a.Draft("Agency", account.Paid, nil)
		require.NoError(t, err)
		key, text := a.DraftKey(w.ID, "office")
		insert := func(tx *store.Tx) error { return tx.InsertKey(t.Context(), key) }
		broken := errors.New("broken")
		require.ErrorIs(t, a.Create(t.Context(), w, insert, func(*store.Tx) error { return broken }), broken)
		_, err = a.Workspace(t.Context(), w.ID)
		require.ErrorIs(t, err, account.ErrUnknown)
		_, err = a.VerifyKey(t.Context(), text)
		require.ErrorIs(t, err, account.ErrUnknown)
		require.NoError(t, a.Create(t.Context(), w, insert))
		found, err := a.VerifyKey(t.Context(), text)
		require.NoError(t, err)
		require.Equal(t, w.ID, found.WorkspaceID)
	})
}

func TestAKeyOpensItsWorkspaceUntilItIsRevoked(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, c *clock.Manual, _ *store.DB) {
		w, err := create(t, a, "Agency", account.Paid, nil)
		require.NoError(t, err)
		key, text, err := a.CreateKey(t.Context(), w.ID, "office")
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(text.Reveal(), "bsk_"))
		require.True(t, strings.HasSuffix(text.Reveal(), key.Hint))
		c.Advance(400 * 24 * time.Hour)
		found, err := a.VerifyKey(t.Context(), text)
		require.NoError(t, err)
		require.Equal(t, w.ID, found.WorkspaceID)
		require.Equal(t, "office", found.Label)
		require.NoError(t, a.RevokeKey(t.Context(), w.ID, key.ID))
		_, err = a.VerifyKey(t.Context(), text)
		require.ErrorIs(t, err, account.ErrUnknown)
		_, text, err = a.CreateKey(t.Context(), w.ID, "home")
		require.NoError(t, err)
		again, err := a.VerifyKey(t.Context(), text)
		require.NoError(t, err)
		require.Equal(t, "home", again.Label)
		require.NoError(t, a.RevokeText(t.Context(), text))
		_, err = a.VerifyKey(t.Context(), text)
		require.ErrorIs(t, err, account.ErrUnknown)
	})
}

func TestAKeyIsRevokedOnlyWhereThatIsAllowed(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		hasher, err := secret.NewHasher(make([]byte, 32))
		require.NoError(t, err)
		elsewhere := errors.New("another program remembers keys")
		a := account.New(account.Options{DB: db, Secret: hasher, Clock: clock.System(), Revoke: func(func() error) error { return elsewhere }})
		w, err := create(t, a, "Agency", account.Free, nil)
		require.NoError(t, err)
		key, text, err := a.CreateKey(t.Context(), w.ID, "office")
		require.NoError(t, err)
		require.ErrorIs(t, a.RevokeKey(t.Context(), w.ID, key.ID), elsewhere)
		require.ErrorIs(t, a.RevokeText(t.Context(), text), elsewhere)
		_, err = a.VerifyKey(t.Context(), text)
		require.NoError(t, err)
	})
}

// Each key is looked up by many while it is revoked: who asks after that finds it revoked.
func TestARevocationHoldsAgainstLookupsUnderWay(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, _ *clock.Manual, _ *store.DB) {
		w, err := create(t, a, "Agency", account.Paid, nil)
		require.NoError(t, err)
		for range 50 {
			key, text, err := a.CreateKey(t.Context(), w.ID, "")
			require.NoError(t, err)
			var looking sync.WaitGroup
			for range 4 {
				looking.Go(func() {
					for err := error(nil); err == nil; {
						_, err = a.VerifyKey(t.Context(), text)
					}
				})
			}
			require.NoError(t, a.RevokeKey(t.Context(), w.ID, key.ID))
			_, err = a.VerifyKey(t.Context(), text)
			require.ErrorIs(t, err, account.ErrUnknown)
			looking.Wait()
			_, err = a.VerifyKey(t.Context(), text)
			require.ErrorIs(t, err, account.ErrUnknown)
		}
	})
}

func TestAKeyIsNotStored(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, _ *clock.Manual, db *store.DB) {
		w, err := create(t, a, "Agency", account.Free, nil)
		require.NoError(t, err)
		_, text, err := a.CreateKey(t.Context(), w.ID, "office")
		require.NoError(t, err)
		rows := 0
		require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) error {
			return tx.QueryRow(t.Context(), `SELECT COUNT(*) FROM api_keys WHERE hash = $1 OR label = $1 OR id = $1`, []any{text.Reveal()}, &rows)
		}))
		require.Zero(t, rows)
	})
}

func TestAnotherWorkspaceCannotRevokeAKey(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, _ *clock.Manual, _ *store.DB) {
		mine, err := create(t, a, "Mine", account.Free, nil)
		require.NoError(t, err)
		theirs, err := create(t, a, "Theirs", account.Free, nil)
		require.NoError(t, err)
		key, text, err := a.CreateKey(t.Context(), theirs.ID, "")
		require.NoError(t, err)
		require.ErrorIs(t, a.RevokeKey(t.Context(), mine.ID, key.ID), account.ErrUnknown)
		_, err = a.VerifyKey(t.Context(), text)
		require.NoError(t, err)
	})
}

func TestLastUseIsStoredLaterAndTogether(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, c *clock.Manual, _ *store.DB) {
		w, err := create(t, a, "Agency", account.Free, nil)
		require.NoError(t, err)
		_, text, err := a.CreateKey(t.Context(), w.ID, "")
		require.NoError(t, err)
		lastUse := func() time.Time {
			keys, err := a.Keys(t.Context(), w.ID)
			require.NoError(t, err)
			return keys[0].UsedAt
		}
		c.Advance(time.Minute)
		for range 100 {
			_, err = a.VerifyKey(t.Context(), text)
			require.NoError(t, err)
		}
		require.Zero(t, lastUse())
		require.NoError(t, a.Flush(t.Context()))
		require.Equal(t, c.Now(), lastUse())
	})
}

func TestWhatIsNoPlanAndNoProfileIsRefused(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, _ *clock.Manual, _ *store.DB) {
		_, err := create(t, a, "Agency", "gold", nil)
		require.Error(t, err)
		w, err := create(t, a, "Agency", "", map[string]string{"agency_name": "Agency"})
		require.NoError(t, err)
		require.Equal(t, account.Free, w.Plan)
		require.Error(t, a.SetPlan(t.Context(), w.ID, "gold"))
		require.Error(t, a.SetProfile(t.Context(), w.ID, map[string]string{"shoe_size": "44"}))
		require.ErrorIs(t, a.SetPlan(t.Context(), "org_none", account.Paid), account.ErrUnknown)
	})
}

func TestGoodKeysAreBoundedAndListedFirst(t *testing.T) {
	onEach(t, func(t *testing.T, a *account.Accounts, c *clock.Manual, db *store.DB) {
		w, err := create(t, a, "Agency", account.Paid, nil)
		require.NoError(t, err)
		first, _, err := a.CreateKey(t.Context(), w.ID, "first")
		require.NoError(t, err)
		require.NoError(t, db.Write(t.Context(), func(tx *store.Tx) error {
			for range 999 {
				id := store.NewID("key")
				if err := tx.InsertKey(t.Context(), store.APIKey{ID: id, WorkspaceID: w.ID, Hash: id, CreatedAt: c.Now()}); err != nil {
					return err
				}
			}
			return nil
		}))
		_, _, err = a.CreateKey(t.Context(), w.ID, "too many")
		require.ErrorIs(t, err, account.ErrTooManyKeys)
		require.NoError(t, a.RevokeKey(t.Context(), w.ID, first.ID))
		c.Advance(time.Second)
		_, _, err = a.CreateKey(t.Context(), w.ID, "last")
		require.NoError(t, err)
		all, err := a.Keys(t.Context(), w.ID)
		require.NoError(t, err)
		require.Len(t, all, 1001)
		require.Equal(t, "last", all[0].Label)
		require.Equal(t, first.ID, all[1000].ID, "the revoked one comes last")
	})
}
