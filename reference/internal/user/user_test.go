package user_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

const (
	email    = "ada@harbor.example"
	password = "four calm words here"
)

type bench struct {
	*user.Service
	db    *store.DB
	clock *clock.Manual
}

func newBench(t *testing.T, db *store.DB, change ...func(*user.Options)) bench {
	hasher, err := secret.NewHasher([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	c := clock.NewManual(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	o := user.Options{DB: db, Secret: hasher, Clock: c}
	for _, f := range change {
		f(&o)
	}
	ctx := context.Background()
	require.NoError(t, db.Write(ctx, func(tx *store.Tx) error {
		return tx.InsertWorkspace(ctx, store.Workspace{ID: "org_a", Name: "Harbor", Plan: "paid"})
	}))
	return bench{user.New(o), db, c}
}

func TestPasswordsAreStoredAsSaltedArgon2id(t *testing.T) {
	b := newBench(t, storetest.SQLite(t))
	first, err := b.Create(t.Context(), "org_a", email, password)
	require.NoError(t, err)
	second, err := b.Create(t.Context(), "org_a", "bob@harbor.example", password)
	require.NoError(t, err)
	require.Regexp(t, `^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`, first.PasswordHash)
	require.NotEqual(t, first.PasswordHash, second.PasswordHash)
}

func TestPasswordsAndEmailsThatDoNotDo(t *testing.T) {
	b := newBench(t, storetest.SQLite(t))
	for name, c := range map[string]struct {
		email, password string
		err             error
	}{
		"short":          {email, "elevenchars", user.ErrPassword},
		"long":           {email, strings.Repeat("x", 257), user.ErrPassword},
		"the email":      {email, "my " + strings.ToUpper(email), user.ErrPassword},
		"no at":          {"ada.harbor.example", password, user.ErrEmail},
		"two":            {"a@b.example, c@d.example", password, user.ErrEmail},
		"named":          {"Ada <ada@harbor.example>", password, user.ErrEmail},
		"line":           {"ada@harbor.example\nx: y", password, user.ErrEmail},
		"NUL":            {"a\x00@harbor.example", password, user.ErrEmail},
		"too long email": {strings.Repeat("a", 250) + "@b.example", password, user.ErrEmail},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := b.Create(t.Context(), "org_a", c.email, c.password)
			require.ErrorIs(t, err, c.err)
		})
	}
}

func TestCheck(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBench(t, db)
		made, err := b.Create(t.Context(), "org_a", "Ada@Harbor.Example", "pa\u00dfwort mit \u00e9 und mehr")
		require.NoError(t, err)
		_, err = b.Create(t.Context(), "org_a", email, password)
		require.ErrorIs(t, err, user.ErrTaken)
		found, err := b.Check(t.Context(), " ADA@harbor.example", "pa\u00dfwort mit e\u0301 und mehr", "x")
		require.NoError(t, err, "however the keyboard composes its accents")
		require.Equal(t, made.ID, found.ID)
		for _, wrong := range []string{"", password, strings.Repeat("x", 1<<20), "pa\u00dfwort"} {
			_, err := b.Check(t.Context(), email, wrong, "y")
			require.ErrorIs(t, err, user.ErrWrong)
		}
		_, err = b.Check(t.Context(), "nobody@harbor.example", password, "z")
		require.ErrorIs(t, err, user.ErrWrong)
	})
}

func TestRightPasswordsDoNotCount(t *testing.T) {
	b := newBench(t, storetest.SQLite(t), func(o *user.Options) {
		o.ByAddress = throttle.Rate{Burst: 3, Window: time.Hour}
		o.ByBoth = throttle.Rate{Burst: 2, Window: time.Hour}
	})
	_, err := b.Create(t.Context(), "org_a", email, password)
	require.NoError(t, err)
	for range 5 {
		_, err := b.Check(t.Context(), email, password, "x")
		require.NoError(t, err)
	}
	for range 2 {
		_, err = b.Check(t.Context(), email, "wrong", "x")
		require.ErrorIs(t, err, user.ErrWrong)
	}
	_, err = b.Check(t.Context(), email, password, "x")
	require.ErrorIs(t, err, user.ErrTooMany)
	_, err = b.Check(t.Context(), "bob@harbor.example", password, "x")
	require.ErrorIs(t, err, user.ErrWrong)
	_, err = b.Check(t.Context(), "eve@harbor.example", password, "x")
	require.ErrorIs(t, err, user.ErrTooMany, "the address is spent")
}

func TestAHashingThatIsNotAwaitedEnds(t *testing.T) {
	b := newBench(t, storetest.SQLite(t))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := b.Create(ctx, "org_a", email, password)
	require.ErrorIs(t, err, context.Canceled)
}

func TestALinkLetsExactlyOneIn(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBench(t, db)
		link, ok, err := b.FirstLink(t.Context())
		require.NoError(t, err)
		require.True(t, ok)
		var in atomic.Int32
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				_, err := b.Accept(context.Background(), link, "Agency", string(rune('a'+i))+"@harbor.example", password, "x")
				switch {
				case err == nil:
					in.Add(1)
				case !errors.Is(err, user.ErrLink) && !errors.Is(err, store.ErrNotFound):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 1, in.Load())

		late, err := b.Invite(t.Context(), "org_a", user.Member)
		require.NoError(t, err)
		b.clock.Advance(72 * time.Hour)
		_, err = b.Accept(t.Context(), late, "", "z@harbor.example", password, "x")
		require.ErrorIs(t, err, user.ErrLink)
	})
}
