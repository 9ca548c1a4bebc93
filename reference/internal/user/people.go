package user

import (
	"context"
	"errors"
	"net/mail"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
)

// Roles in a workspace. An owner can invite and remove people.
const (
	Owner  = "owner"
	Member = "member"
)

var (
	// ErrEmail says that a text is no email address.
	ErrEmail = errors.New("this is not an email address")
	// ErrTaken says that somebody signs in with that email already.
	ErrTaken = errors.New("somebody signs in with this email address already")
	// ErrWrong says that email and password do not belong together. It does not say which is wrong.
	ErrWrong = errors.New("the email address and the password do not belong together")
	// ErrTooMany says that too many wrong passwords came; it passes with time.
	ErrTooMany = errors.New("too many wrong passwords came; wait some minutes and try again")
	// ErrUnknown says that there is no such person, session or link.
	ErrUnknown = errors.New("user: not found")
	// ErrLastOwner says that a workspace must keep an owner.
	ErrLastOwner = errors.New("a workspace needs an owner; make somebody else an owner first")
)

// Options of a Service. What is zero gets its default.
type Options struct {
	DB     *store.DB
	Secret *secret.Hasher
	Clock  clock.Clock

	// Wrong passwords, by address (100 in 15 minutes), by email (200) and by both together (10). The last keeps a stranger
	// who guesses from shutting the rightful person out, who comes from another address.
	ByAddress, ByEmail, ByBoth throttle.Rate
}

// Service keeps the people.
type Service struct {
	db        *store.DB
	secret    *secret.Hasher
	clock     clock.Clock
	passwords passwords

	byAddress, byEmail, byBoth *throttle.Throttle
}

// New makes the service of a database.
func New(o Options) *Service {
	rate := func(r throttle.Rate, burst int) *throttle.Throttle {
		if r == (throttle.Rate{}) {
			r = throttle.Rate{Burst: burst, Window: 15 * time.Minute}
		}
		return throttle.New(o.Clock, r)
	}
	return &Service{db: o.DB, secret: o.Secret, clock: o.Clock, passwords: newPasswords(),
		byAddress: rate(o.ByAddress, 100), byEmail: rate(o.ByEmail, 200), byBoth: rate(o.ByBoth, 10)}
}

// Create makes a person who owns the workspace, or gives ErrTaken.
func (s *Service) Create(ctx context.Context, workspaceID, email, password string) (store.User, error) {
	return s.create(ctx, workspaceID, email, password, chosen)
}

// CreateDrawn is Create with a password that secret.Generate made, which needs no slow hash.
func (s *Service) CreateDrawn(ctx context.Context, workspaceID, email string, password secret.Text) (store.User, error) {
	return s.create(ctx, workspaceID, email, password.Reveal(), drawn)
}

// Draft is the person whom CreateDrawn would make, before they are stored.
func (s *Service) Draft(ctx context.Context, email string, password secret.Text) (store.User, error) {
	return s.prepare(ctx, email, password.Reveal(), drawn)
}

// Join stores a drafted person as an owner of the workspace.
func (s *Service) Join(ctx context.Context, tx *store.Tx, u store.User, workspaceID string) error {
	return taken(s.join(ctx, tx, u, workspaceID, Owner))
}

func (s *Service) create(ctx context.Context, workspaceID, email, password string, c cost) (store.User, error) {
	u, err := s.prepare(ctx, email, password, c)
	if err != nil {
		return u, err
	}
	return u, s.db.Write(ctx, func(tx *store.Tx) error { return s.Join(ctx, tx, u, workspaceID) })
}

// prepare checks a new person and hashes the password, before any transaction begins.
func (s *Service) prepare(ctx context.Context, email, password string, c cost) (u store.User, err error) {
	email, err = normalEmail(email)
	if err != nil {
		return u, err
	}
	if err := checkPassword(email, password); err != nil {
		return u, err
	}
	hash, err := s.passwords.hash(ctx, password, c)
	return store.User{ID: store.NewID("usr"), Email: email, PasswordHash: hash, CreatedAt: s.clock.Now()}, err
}

// join stores a new person and their first membership.
func (s *Service) join(ctx context.Context, tx *store.Tx, u store.User, workspaceID, role string) error {
	if err := tx.InsertUser(ctx, u); err != nil {
		return err
	}
	return tx.AddMember(ctx, store.Membership{WorkspaceID: workspaceID, UserID: u.ID, Role: role, CreatedAt: u.CreatedAt})
}

// normalEmail is the form in which emails are compared.
func normalEmail(text string) (string, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	a, err := mail.ParseAddress(text)
	if err != nil || a.Address != text || len(text) > 254 || strings.ContainsAny(text, " \t\r\n\x00") {
		return "", ErrEmail
	}
	return text, nil
}

// Check gives the person whose email and password these are, or ErrWrong, or ErrTooMany. Wrong passwords count by
// address and email; right ones do not.
func (s *Service) Check(ctx context.Context, email, password, address string) (u store.User, err error) {
	email, badEmail := normalEmail(email)
	giveBack, err := s.count(address, email)
	if err != nil {
		return u, err
	}
	stored := nobody
	if badEmail == nil {
		err := s.db.Read(ctx, func(tx *store.Tx) (err error) { u, err = tx.UserByEmail(ctx, email); return err })
		if err == nil {
			stored = u.PasswordHash
		} else if !errors.Is(err, store.ErrNotFound) {
			return u, err
		}
	}
	if len(password) > 4*maxPassword {
		password = ""
	}
	ok, err := s.passwords.matches(ctx, password, stored)
	if err != nil || !ok || stored == nobody {
		return store.User{}, errors.Join(err, ErrWrong)
	}
	giveBack()
	return u, nil
}

// count takes a try from every allowance, or from none.
func (s *Service) count(address, email string) (giveBack func(), err error) {
	var taken []func()
	giveBack = func() {
		for _, give := range taken {
			give()
		}
	}
	for _, one := range []struct {
		throttle *throttle.Throttle
		key      string
	}{{s.byAddress, address}, {s.byEmail, email}, {s.byBoth, address + " " + email}} {
		if one.throttle.Take(one.key) > 0 {
			giveBack()
			return nil, ErrTooMany
		}
		taken = append(taken, func() { one.throttle.Give(one.key) })
	}
	return giveBack, nil
}

// ChangePassword replaces a person's password and ends their other sessions.
func (s *Service) ChangePassword(ctx context.Context, session Session, old, fresh, address string) error {
	if _, err := s.Check(ctx, session.Email, old, address); err != nil {
		return err
	}
	if err := checkPassword(session.Email, fresh); err != nil {
		return err
	}
	hash, err := s.passwords.hash(ctx, fresh, chosen)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if err := tx.SetPassword(ctx, session.UserID, hash); err != nil {
			return err
		}
		return tx.DeleteOtherWebSessions(ctx, session.UserID, session.ID)
	})
}

// Members lists the people of a workspace.
func (s *Service) Members(ctx context.Context, workspaceID string) (all []store.Membership, err error) {
	err = s.db.Read(ctx, func(tx *store.Tx) error {
		all, err = tx.Members(ctx, workspaceID)
		return err
	})
	return all, err
}

// Remove takes a person out of a workspace, and signs out the applications that they let in. The last owner stays.
func (s *Service) Remove(ctx context.Context, workspaceID, userID string) error {
	return unknown(s.db.Write(ctx, func(tx *store.Tx) error {
		members, err := tx.Members(ctx, workspaceID)
		if err != nil {
			return err
		}
		owners := 0
		for _, m := range members {
			if m.Role == Owner && m.UserID != userID {
				owners++
			}
		}
		if owners == 0 {
			return ErrLastOwner
		}
		if err := tx.RemoveMember(ctx, workspaceID, userID); err != nil {
			return err
		}
		return tx.RevokeOAuthFamiliesOf(ctx, workspaceID, userID, s.clock.Now())
	}))
}

func unknown(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return ErrUnknown
	}
	return err
}

func taken(err error) error {
	if store.IsUnique(err) {
		return ErrTaken
	}
	return err
}
