package console

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/workspaceintake/intake-go/reference/internal/risk"
	"github.com/workspaceintake/intake-go/reference/internal/session"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// Sessions shows a workspace's intake sessions. The pages change none.
type Sessions interface {
	List(ctx context.Context, workspaceID string, limit int) ([]store.Session, error)
	Get(ctx context.Context, workspaceID, id string) (session.Detail, error)
	Risk(ctx context.Context, workspaceID, id string) ([]risk.Flag, error)
	Form(ctx context.Context, workspaceID, id, formKey string) (pdf []byte, err error)
}

// listLength is how many sessions the overview shows.
const listLength = 50

func (c *Console) overview(p *page) error {
	if p.session.WorkspaceID == "" {
		return c.workspace(nil)(p)
	}
	w, err := c.o.Accounts.Workspace(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	sessions, err := c.o.Sessions.List(p.r.Context(), w.ID, listLength)
	if err != nil {
		return err
	}
	return p.show("overview", "Overview", map[string]any{"Plan": w.Plan, "BaseURL": c.address(p.r), "Sessions": sessions})
}

type intakeView struct {
	session.Detail
	Groups []answerGroup
	Flags  []risk.Flag
}

// answerGroup is the answered questions of one group, in the order in which they are asked.
type answerGroup struct {
	Name    string
	Answers []answer
}

type answer struct{ Label, Value string }

func (c *Console) showIntake(p *page) error {
	ctx, workspace, id := p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id")
	detail, err := c.o.Sessions.Get(ctx, workspace, id)
	if errors.Is(err, session.ErrNotFound) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	flags, err := c.o.Sessions.Risk(ctx, workspace, id)
	if err != nil {
		return err
	}
	return p.show("intake", detail.Session.InsuredName, intakeView{Detail: detail, Groups: answered(detail), Flags: flags})
}

func answered(d session.Detail) (groups []answerGroup) {
	for _, f := range d.Plan.Askable {
		v, ok := d.Session.Values[f.Key]
		if !ok {
			continue
		}
		if len(groups) == 0 || groups[len(groups)-1].Name != f.Group {
			groups = append(groups, answerGroup{Name: f.Group})
		}
		last := &groups[len(groups)-1]
		last.Answers = append(last.Answers, answer{Label: f.Label, Value: value.Format(*f, v)})
	}
	return groups
}

// sendForm downloads a filled form. It is sent as a file: a page of this server never shows what others wrote.
func (c *Console) sendForm(p *page) error {
	pdf, err := c.o.Sessions.Form(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id"), p.r.PathValue("form"))
	if errors.Is(err, session.ErrNotFound) || errors.Is(err, session.ErrNoForm) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	h := p.w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", `attachment; filename="`+p.r.PathValue("form")+`.pdf"`)
	h.Set("Content-Length", strconv.Itoa(len(pdf)))
	p.w.WriteHeader(http.StatusOK)
	_, _ = p.w.Write(pdf) // a browser that left misses its file, no more
	return nil
}
