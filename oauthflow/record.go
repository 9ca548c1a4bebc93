package oauthflow

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// record is everything kept for one issuer.
type record struct {
	Client      *Client   // registered by this package, for the next sign-in
	Metadata    *Metadata // as read at the sign-in; nil when signed out
	Tokens      tokens
	TokenClient string  // whose tokens these are
	Intent      *intent // a refresh was begun and its answer has not been saved
	Dead        string  // the server's code when it gave the tokens up
}

// intent is written before a refresh is sent. Whoever finds it under the lock knows that its writer died or lost the answer:
// the server may have rotated, and repeats its answer only for a short while (spec section 5, reading of the grace).
type intent struct {
	At time.Time `json:"at"`
}

func (r *record) signedIn() bool { return r.Metadata != nil && (r.Tokens.Access != "" || r.Dead != "") }

// storedRecord is the written form, the only place where tokens are encoded in the clear.
type storedRecord struct {
	Version     int       `json:"version"`
	Issuer      string    `json:"issuer"`
	Client      *Client   `json:"client,omitempty"`
	Metadata    *Metadata `json:"metadata,omitempty"`
	TokenClient string    `json:"token_client_id,omitempty"`
	Access      string    `json:"access_token,omitempty"`
	Refresh     string    `json:"refresh_token,omitempty"`
	Scope       string    `json:"scope,omitempty"`
	Obtained    time.Time `json:"obtained_at,omitzero"`
	Expiry      time.Time `json:"expires_at,omitzero"`
	Intent      *intent   `json:"refresh_begun,omitempty"`
	Dead        string    `json:"dead,omitempty"`
}

const recordVersion = 1

func (r *record) encode(issuer string) ([]byte, error) {
	return json.Marshal(storedRecord{recordVersion, issuer, r.Client, r.Metadata, r.TokenClient, r.Tokens.Access.reveal(),
		r.Tokens.Refresh.reveal(), r.Tokens.Scope, r.Tokens.Obtained, r.Tokens.Expiry, r.Intent, r.Dead})
}

var (
	errForeignRecord  = errors.New("the stored text is not a record of this issuer")
	errUnknownVersion = errors.New("the stored record was written by a newer version of this package")
)

// decodeRecord never repeats the text in its error: it is full of secrets.
func decodeRecord(data []byte, issuer string) (*record, error) {
	var s storedRecord
	if json.Unmarshal(data, &s) != nil || s.Issuer != issuer {
		return nil, errForeignRecord
	}
	if s.Version > recordVersion {
		return nil, errUnknownVersion
	}
	return &record{Client: s.Client, Metadata: s.Metadata, TokenClient: s.TokenClient, Intent: s.Intent, Dead: s.Dead,
		Tokens: tokens{Access: secretText(s.Access), Refresh: secretText(s.Refresh), Scope: s.Scope,
			Obtained: s.Obtained, Expiry: s.Expiry}}, nil
}

// load gives an empty record when nothing is stored.
func (s *settings) load(ctx context.Context) (*record, error) {
	data, err := s.Store.Load(ctx, s.Issuer)
	if errors.Is(err, ErrNotStored) {
		return &record{}, nil
	}
	if err == nil {
		var rec *record
		if rec, err = decodeRecord(data, s.Issuer); err == nil {
			return rec, nil
		}
	}
	return nil, storeError(ctx, "load", err)
}

func (s *settings) save(ctx context.Context, rec *record) error {
	data, err := rec.encode(s.Issuer)
	if err == nil {
		err = s.Store.Save(ctx, s.Issuer, data)
	}
	if err != nil {
		return storeError(ctx, "save", err)
	}
	return nil
}

func (s *settings) underLock(ctx context.Context, f func() error) error {
	unlock, err := s.Store.Lock(ctx, s.Issuer)
	if err != nil {
		return storeError(ctx, "lock", err)
	}
	defer unlock()
	return f()
}

func storeError(ctx context.Context, op string, err error) error {
	return orCancelled(ctx, &StoreError{Op: op, Err: err})
}
