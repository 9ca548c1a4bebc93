package console

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

const maxLabel = 60

type keysView struct {
	Keys  []store.APIKey
	Label string // as it was typed
}

func (c *Console) showKeys(p *page) error {
	keys, err := c.o.Accounts.Keys(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	return p.show("keys", "API keys", keysView{Keys: keys, Label: p.form("label")})
}

func (c *Console) createKey(p *page) error {
	label := p.form("label")
	if n := utf8.RuneCountInString(label); n < 1 || n > maxLabel || !isLine(label) {
		return p.refuse("a label has 1 to 60 characters on one line", c.showKeys)
	}
	key, text, err := c.o.Accounts.CreateKey(p.r.Context(), p.session.WorkspaceID, label)
	if errors.Is(err, account.ErrTooManyKeys) {
		return p.refuse(strings.TrimPrefix(err.Error(), "account: "), c.showKeys)
	}
	if err != nil {
		return err
	}
	return p.reveal("/app/keys", "The key “"+key.Label+"” is ready.", text)
}

func (c *Console) revokeKey(p *page) error {
	err := c.o.Accounts.RevokeKey(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id"))
	if errors.Is(err, account.ErrUnknown) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	return p.tell("/app/keys", "The key was revoked. Nothing opens with it any more.")
}
