package console

import (
	"errors"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

type signInForm struct {
	Next, Email string
	Undone      bool // a form came when the sign-in was over
}

func (c *Console) showSignIn(p *page) error {
	next := localPath(p.r.FormValue("next"))
	if p.session.ID != "" && p.r.Method == http.MethodGet {
		return p.redirect(next)
	}
	return p.show("signin", "Sign in", signInForm{Next: next, Email: p.form("email"), Undone: p.r.URL.Query().Has("undone")})
}

func (c *Console) signIn(p *page) error {
	u, err := c.o.Users.Check(p.r.Context(), p.form("email"), p.r.PostFormValue("password"), p.address())
	switch {
	case errors.Is(err, user.ErrTooMany):
		p.fault, p.status = sentence(user.ErrTooMany.Error()), http.StatusTooManyRequests
		return c.showSignIn(p)
	case errors.Is(err, user.ErrWrong):
		return p.refuse(user.ErrWrong.Error(), c.showSignIn)
	case err != nil:
		return err
	}
	return c.begin(p, u, localPath(p.form("next")))
}

// begin signs the browser in under a fresh cookie, and ends what the browser was signed in as before.
func (c *Console) begin(p *page, u store.User, next string) error {
	if p.session.ID != "" {
		if err := c.o.Users.End(p.r.Context(), p.session.UserID, p.session.ID); err != nil && !errors.Is(err, user.ErrUnknown) {
			return err
		}
	}
	cookie, err := c.o.Users.Start(p.r.Context(), u, p.address(), p.userAgent())
	if err != nil {
		return err
	}
	p.setCookie(cookie)
	return p.redirect(next)
}

func (c *Console) signOut(p *page) error {
	if err := c.o.Users.End(p.r.Context(), p.session.UserID, p.session.ID); err != nil && !errors.Is(err, user.ErrUnknown) {
		return err
	}
	p.setCookie("")
	return p.redirect("/app/signin")
}

type joinForm struct {
	user.Invitation
	Link, Name, Email string
}

func (c *Console) showJoin(p *page) error {
	link := p.r.FormValue("link")
	invitation, err := c.o.Users.Invitation(p.r.Context(), secret.Text(link))
	if errors.Is(err, user.ErrLink) {
		return p.problem(http.StatusNotFound, "The link does not work", sentence(user.ErrLink.Error())+" Ask for a new one.")
	}
	if err != nil {
		return err
	}
	title := "Join"
	if invitation.First {
		title = "Set up"
	}
	return p.show("join", title, joinForm{Invitation: invitation, Link: link, Name: p.form("name"), Email: p.form("email")})
}

func (c *Console) join(p *page) error {
	u, err := c.o.Users.Accept(p.r.Context(), secret.Text(p.form("link")), p.form("name"), p.form("email"), p.r.PostFormValue("password"), p.address())
	for _, known := range []error{user.ErrEmail, user.ErrPassword, user.ErrTaken, user.ErrName, user.ErrTooMany} {
		if errors.Is(err, known) {
			return p.refuse(known.Error(), c.showJoin)
		}
	}
	if errors.Is(err, user.ErrLink) {
		return c.showJoin(p)
	}
	if err != nil {
		return err
	}
	return c.begin(p, u, "/app")
}
