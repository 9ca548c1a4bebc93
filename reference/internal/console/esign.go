package console

import (
	"errors"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/esign"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// showESign offers what an e-signature provider needs, and a way to record a signature that no provider reports.
func (c *Console) showESign(p *page) error {
	sessions, err := c.o.Sessions.List(p.r.Context(), p.session.WorkspaceID, 50)
	if err != nil {
		return err
	}
	return p.show("esign", "E-signature", map[string]any{"Sessions": sessions, "Envelope": p.form("envelope"), "Chosen": p.form("session")})
}

func (c *Console) connectESign(p *page) error {
	inlet, err := c.o.ESign.Connect(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	return p.reveal("/app/esign", "The callback address is "+c.address(p.r)+inlet.Path+" and this is its secret.", inlet.Secret)
}

func (c *Console) completeEnvelope(p *page) error {
	err := c.o.ESign.Complete(p.r.Context(), p.session.WorkspaceID, p.form("session"), p.form("envelope"))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return p.problem(http.StatusNotFound, "Not found", "The workspace has no such intake session.")
	case errors.Is(err, esign.ErrEnvelopeID):
		return p.refuse("the id of an envelope has 1 to 200 printable characters", c.showESign)
	case err != nil:
		return err
	}
	return p.tell("/app/esign", "The signature was recorded. Endpoints that want esign.completed hear of it, once for each envelope.")
}
