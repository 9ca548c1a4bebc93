package console

import (
	"errors"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
)

type application struct {
	authserver.SignIn
	Person string // email of who signed it in, while they belong to the workspace
}

func (c *Console) showApplications(p *page) error {
	signIns, err := c.o.Auth.SignIns(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	members, err := c.o.Users.Members(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	emails := map[string]string{}
	for _, m := range members {
		emails[m.UserID] = m.Email
	}
	var all []application
	for _, s := range signIns {
		all = append(all, application{SignIn: s, Person: emails[s.UserID]})
	}
	return p.show("applications", "Applications", all)
}

func (c *Console) revokeApplication(p *page) error {
	err := c.o.Auth.EndSignIn(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id"))
	if errors.Is(err, authserver.ErrUnknown) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	return p.tell("/app/applications", "The application was signed out.")
}
