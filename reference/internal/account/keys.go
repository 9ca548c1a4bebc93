package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// KeyPrefix begins every API key (spec section 5).
const KeyPrefix = "bsk_"

// keyDomain keeps the hashes of API keys apart from those of other credentials.
const keyDomain = "api-key"

// hintLength is how much of a key's end is kept for people to tell their keys apart.
const hintLength = 4

// Bounds of a workspace's keys. A list has room for all good ones and for the revoked ones that people may look for.
const (
	maxKeys  = 1000
	listKeys = 1200
)

// ErrTooManyKeys says that a workspace has as many good keys as it may have.
var ErrTooManyKeys = fmt.Errorf("account: a workspace has at most %d keys; revoke one first", maxKeys)

// DraftKey is a new API key before it is stored. The text is given this once; only its keyed hash is stored.
func (a *Accounts) DraftKey(workspaceID, label string) (store.APIKey, secret.Text) {
	if label == "" {
		label = "default"
	}
	text := secret.Generate(KeyPrefix)
	return store.APIKey{ID: store.NewID("key"), WorkspaceID: workspaceID, Label: label, Hash: a.options.Secret.Sum(keyDomain, text.Reveal()),
		Hint: text.Reveal()[len(text)-hintLength:], CreatedAt: a.options.Clock.Now()}, text
}

// CreateKey makes an API key.
func (a *Accounts) CreateKey(ctx context.Context, workspaceID, label string) (store.APIKey, secret.Text, error) {
	key, text := a.DraftKey(workspaceID, label)
	err := a.options.DB.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Workspace(ctx, workspaceID); err != nil {
			return err
		}
		good, err := tx.GoodKeys(ctx, workspaceID)
		if err != nil {
			return err
		}
		if good >= maxKeys {
			return ErrTooManyKeys
		}
		return tx.InsertKey(ctx, key)
	})
	if err != nil {
		return store.APIKey{}, "", known(err)
	}
	return key, text, nil
}

// Keys lists a workspace's good keys and the latest of its revoked ones, newest first each.
func (a *Accounts) Keys(ctx context.Context, workspaceID string) (all []store.APIKey, err error) {
	err = a.options.DB.Look(ctx, func(tx *store.Tx) error {
		all, err = tx.Keys(ctx, workspaceID, listKeys)
		return err
	})
	return all, err
}

// RevokeKey ends a key of the workspace. From then on nothing opens with it.
func (a *Accounts) RevokeKey(ctx context.Context, workspaceID, id string) error {
	return a.revoke(ctx, func(tx *store.Tx) error { return tx.RevokeKey(ctx, workspaceID, id, a.options.Clock.Now()) })
}

// RevokeText ends the key with this text.
func (a *Accounts) RevokeText(ctx context.Context, text secret.Text) error {
	return a.revoke(ctx, func(tx *store.Tx) error {
		key, err := tx.KeyByHash(ctx, a.options.Secret.Sum(keyDomain, text.Reveal()))
		if err != nil {
			return err
		}
		return tx.RevokeKey(ctx, key.WorkspaceID, key.ID, a.options.Clock.Now())
	})
}

// revoke stores a revocation and forgets what was remembered, whatever came of it.
func (a *Accounts) revoke(ctx context.Context, change func(*store.Tx) error) error {
	defer a.remembered.forget()
	return known(a.options.Revoke(func() error { return a.options.DB.Write(ctx, change) }))
}

// IsKey says whether a credential has the form of an API key.
func IsKey(text secret.Text) bool { return strings.HasPrefix(text.Reveal(), KeyPrefix) }

// VerifyKey is the good key with this text, or ErrUnknown. Its use is noted, without a write for each.
func (a *Accounts) VerifyKey(ctx context.Context, text secret.Text) (store.APIKey, error) {
	hash := a.options.Secret.Sum(keyDomain, text.Reveal())
	key, found, round := a.remembered.find(hash)
	if !found {
		err := a.options.DB.Look(ctx, func(tx *store.Tx) (err error) {
			key, err = tx.KeyByHash(ctx, hash)
			return err
		})
		if errors.Is(err, store.ErrNotFound) || err == nil && !key.RevokedAt.IsZero() {
			return store.APIKey{}, ErrUnknown
		}
		if err != nil {
			return store.APIKey{}, err
		}
		if a.options.Remember {
			a.remembered.put(key, round)
		}
	}
	a.used.note(key, a.options.Clock.Now())
	return key, nil
}
