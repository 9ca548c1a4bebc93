package reference

import (
	"context"

	"github.com/workspaceintake/intake-go/reference/internal/api"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

type silence struct{}

func (silence) Record(context.Context, *store.Tx, string, session.Event) error { return nil }
func (silence) Wake()                                                          {}

type noTokens struct{}

func (noTokens) VerifyToken(context.Context, secret.Text) (string, error) { return "", api.ErrToken }
