package console

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

func (c *Console) showPeople(p *page) error {
	members, err := c.o.Users.Members(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	pending, err := c.o.Users.Pending(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	return p.show("people", "People", struct {
		Members []store.Membership
		Pending []store.Invitation
	}{members, pending})
}

// owner turns away whoever may not change who belongs to the workspace.
func (p *page) owner() bool { return p.session.Role == user.Owner }

func (p *page) ownersOnly() error {
	return p.problem(http.StatusForbidden, "Owners only", "Only an owner of the workspace can do this.")
}

func (c *Console) invite(p *page) error {
	if !p.owner() {
		return p.ownersOnly()
	}
	role := user.Member
	if p.form("role") == user.Owner {
		role = user.Owner
	}
	token, err := c.o.Users.Invite(p.r.Context(), p.session.WorkspaceID, role)
	if errors.Is(err, user.ErrTooManyLinks) {
		return p.refuse(err.Error(), c.showPeople)
	}
	if err != nil {
		return err
	}
	return p.reveal("/app/people", "Send this link to the person, and to nobody else.", secret.Text(c.address(p.r)+JoinPath(token)))
}

func (c *Console) withdraw(p *page) error {
	if !p.owner() {
		return p.ownersOnly()
	}
	err := c.o.Users.Withdraw(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id"))
	if errors.Is(err, user.ErrUnknown) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	return p.tell("/app/people", "The invitation was withdrawn. Its link opens nothing any more.")
}

// JoinPath is the path of a one-time link, which follows the server's address.
func JoinPath(token secret.Text) string {
	return "/app/join?" + url.Values{"link": {token.Reveal()}}.Encode()
}

func (c *Console) removePerson(p *page) error {
	if !p.owner() {
		return p.ownersOnly()
	}
	err := c.o.Users.Remove(p.r.Context(), p.session.WorkspaceID, p.r.PathValue("id"))
	switch {
	case errors.Is(err, user.ErrUnknown):
		return p.notFound()
	case errors.Is(err, user.ErrLastOwner):
		return p.refuse(user.ErrLastOwner.Error(), c.showPeople)
	case err != nil:
		return err
	}
	return p.tell("/app/people", "The person was removed.")
}

func (c *Console) switchWorkspace(p *page) error {
	err := c.o.Users.Switch(p.r.Context(), p.session, p.form("workspace"))
	if errors.Is(err, user.ErrUnknown) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	return p.redirect("/app")
}

func (c *Console) showAccount(p *page) error {
	sessions, err := c.o.Users.Sessions(p.r.Context(), p.session.UserID)
	if err != nil {
		return err
	}
	return p.show("account", "Your account", sessions)
}

func (c *Console) endSession(p *page) error {
	err := c.o.Users.End(p.r.Context(), p.session.UserID, p.r.PathValue("id"))
	if errors.Is(err, user.ErrUnknown) {
		return p.notFound()
	}
	if err != nil {
		return err
	}
	if p.r.PathValue("id") == p.session.ID {
		p.setCookie("")
		return p.redirect("/app/signin")
	}
	return p.tell("/app/account", "That browser was signed out.")
}

func (c *Console) changePassword(p *page) error {
	err := c.o.Users.ChangePassword(p.r.Context(), p.session, p.r.PostFormValue("old"), p.r.PostFormValue("fresh"), p.address())
	switch {
	case errors.Is(err, user.ErrWrong):
		return p.refuse("the password now is not that one", c.showAccount)
	case errors.Is(err, user.ErrPassword), errors.Is(err, user.ErrTooMany):
		return p.refuse(err.Error(), c.showAccount)
	case err != nil:
		return err
	}
	return p.tell("/app/account", "The password was changed. You are signed out everywhere else.")
}
