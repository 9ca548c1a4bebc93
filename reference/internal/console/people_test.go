package console_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

func TestInvitationsLetOnePersonIn(t *testing.T) { storetest.OnEach(t, testInvitationsLetOnePersonIn) }

func testInvitationsLetOnePersonIn(t *testing.T, db *store.DB) {
	s := newSiteOn(t, db)
	b := s.signedIn()
	_, text := b.submit("/app/people", "role", "member")
	link := regexp.MustCompile(`/app/join\?link=inv_[0-9A-Za-z]{43}`).FindString(text)
	require.NotEmpty(t, link)
	guest := s.browser()
	_, text = guest.visit(link)
	require.Contains(t, text, "Join Harbor Insurance")
	token := link[len("/app/join?link="):]
	res, _ := guest.submit("/app/join", "link", token, "email", "bob@harbor.example", "password", "short")
	require.Equal(t, 422, res.StatusCode)
	res, text = guest.submit("/app/join", "link", token, "email", "bob@harbor.example", "password", "another calm password")
	require.Equal(t, "/app", res.Request.URL.Path, text)
	res, _ = s.browser().visit(link)
	require.Equal(t, 404, res.StatusCode, "used")
	res, _ = guest.submit("/app/people", "role", "owner")
	require.Equal(t, 403, res.StatusCode, "a member invites nobody")

	members, err := s.users.Members(t.Context(), s.workspace.ID)
	require.NoError(t, err)
	require.Len(t, members, 2)
	tokens, err := s.auth.IssueToken(t.Context(), s.workspace.ID, members[1].UserID)
	require.NoError(t, err)
	_, text = b.submit("/app/people/" + members[1].UserID + "/remove")
	require.Contains(t, text, "The person was removed")
	_, _, _, err = s.auth.VerifyAccessToken(t.Context(), tokens.AccessToken.Reveal())
	require.ErrorIs(t, err, authserver.ErrInvalidToken)
	_, text = b.visit("/app/applications")
	require.Contains(t, text, "was removed from the workspace")
	res, _ = guest.visit("/app/keys")
	require.Equal(t, 403, res.StatusCode)
	res, _ = b.submit("/app/people/" + members[0].UserID + "/remove")
	require.Equal(t, 422, res.StatusCode, "the last owner stays")
}

func TestAnInvitationCanBeWithdrawn(t *testing.T) {
	storetest.OnEach(t, testAnInvitationCanBeWithdrawn)
}

func testAnInvitationCanBeWithdrawn(t *testing.T, db *store.DB) {
	s := newSiteOn(t, db)
	b := s.signedIn()
	_, text := b.visit("/app/people")
	require.NotContains(t, text, "/app/invitations/")
	kept, err := s.users.Invite(t.Context(), s.workspace.ID, user.Owner)
	require.NoError(t, err)
	s.clock.Advance(time.Minute)
	link, err := s.users.Invite(t.Context(), s.workspace.ID, user.Member)
	require.NoError(t, err)
	pending, err := s.users.Pending(t.Context(), s.workspace.ID)
	require.NoError(t, err)
	require.Len(t, pending, 2)
	require.Equal(t, user.Member, pending[0].Role, "the newest first")
	path := "/app/invitations/" + pending[0].ID + "/withdraw"
	_, text = b.visit("/app/people")
	require.Contains(t, text, path)
	require.NotContains(t, text, link.Reveal())

	guest := s.browser()
	res, _ := guest.submit("/app/join", "link", kept.Reveal(), "email", "bob@harbor.example", "password", "another calm password")
	require.Equal(t, "/app", res.Request.URL.Path)
	third, err := s.users.Invite(t.Context(), s.workspace.ID, user.Member)
	require.NoError(t, err)
	member := s.browser()
	_, _ = member.submit("/app/join", "link", third.Reveal(), "email", "cy@harbor.example", "password", "another calm password")
	res, _ = member.submit(path)
	require.Equal(t, 403, res.StatusCode, "a member withdraws nothing")
	_, text = member.visit("/app/people")
	require.NotContains(t, text, path)

	other, err := s.newWorkspace(t.Context(), "Other", "paid", nil)
	require.NoError(t, err)
	require.ErrorIs(t, s.users.Withdraw(t.Context(), other.ID, pending[0].ID), user.ErrUnknown, "of another workspace")
	_, text = b.submit(path)
	require.Contains(t, text, "The invitation was withdrawn")
	res, _ = s.browser().visit("/app/join?link=" + link.Reveal())
	require.Equal(t, 404, res.StatusCode)
	for _, id := range []string{pending[0].ID, pending[1].ID, "inv_nothing"} {
		res, _ = b.submit("/app/invitations/" + id + "/withdraw")
		require.Equal(t, 404, res.StatusCode, "withdrawn, used, unknown")
	}

	_, err = s.users.Invite(t.Context(), s.workspace.ID, user.Member)
	require.NoError(t, err)
	s.clock.Advance(72 * time.Hour)
	pending, err = s.users.Pending(t.Context(), s.workspace.ID)
	require.NoError(t, err)
	require.Empty(t, pending, "too old to be used")
}

func TestSomebodyKnownJoinsAnotherWorkspaceAndSwitches(t *testing.T) {
	s := newSite(t)
	other, err := s.newWorkspace(t.Context(), "Zeta Agency", "paid", nil)
	require.NoError(t, err)
	token, err := s.users.Invite(t.Context(), other.ID, user.Member)
	require.NoError(t, err)
	b := s.browser()
	res, text := b.submit("/app/join", "link", token.Reveal(), "email", email, "password", "not the right password")
	require.Equal(t, 422, res.StatusCode)
	require.Contains(t, text, "already")
	res, text = b.submit("/app/join", "link", token.Reveal(), "email", email, "password", password)
	require.Equal(t, 200, res.StatusCode, text)
	_, text = b.submit("/app/workspace", "workspace", other.ID)
	require.Contains(t, text, "<h1>Zeta Agency</h1>")
	_, text = b.submit("/app/workspace", "workspace", s.workspace.ID)
	require.Contains(t, text, "<h1>Harbor Insurance</h1>")
}

func TestTheFirstOwnerSetsTheServerUp(t *testing.T) {
	s := newSite(t)
	_, ok, err := s.users.FirstLink(t.Context())
	require.NoError(t, err)
	require.False(t, ok, "somebody can sign in already")

	db := storetest.SQLite(t)
	hasher, err := secret.NewHasher([]byte(strings.Repeat("k", 32)))
	require.NoError(t, err)
	fresh := user.New(user.Options{DB: db, Secret: hasher, Clock: s.clock})
	link, ok, err := fresh.FirstLink(t.Context())
	require.NoError(t, err)
	require.True(t, ok)
	again, ok, err := fresh.FirstLink(t.Context())
	require.NoError(t, err)
	require.True(t, ok, "a restart prints a link too")
	_, err = fresh.Accept(t.Context(), link, "", email, password, "a")
	require.ErrorIs(t, err, user.ErrName)
	u, err := fresh.Accept(t.Context(), link, " Harbor   Insurance ", email, password, "a")
	require.NoError(t, err)
	require.NoError(t, db.Read(t.Context(), func(tx *store.Tx) error {
		m, err := tx.Memberships(t.Context(), u.ID)
		require.Equal(t, []string{"Harbor Insurance", user.Owner}, []string{m[0].WorkspaceName, m[0].Role})
		return err
	}))
	for _, l := range []secret.Text{link, again} {
		_, err = fresh.Accept(t.Context(), l, "Mine", "eve@evil.example", password, "a")
		require.ErrorIs(t, err, user.ErrLink)
	}
}
