package console

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

// maxForm bounds the body of a page's form.
const maxForm = 64 << 10

// page is one request for a page, by one person.
type page struct {
	c       *Console
	w       http.ResponseWriter
	r       *http.Request
	cookie  secret.Text
	session user.Session // its ID is empty when nobody is signed in
	fault   string       // what was wrong with the form, for the page that shows it again
	status  int
}

// flash is what one page leaves for the next.
type flash struct {
	Text   string
	Secret string // shown once
}

// page wraps what all pages share: headers, forms from this site only, the person.
func (c *Console) page(handle handler, private bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &page{c: c, w: w, r: r, status: http.StatusOK}
		harden(w.Header(), "")
		if err := p.serve(handle, private); err != nil {
			c.o.Log.ErrorContext(r.Context(), "a page failed", "path", r.URL.Path, "error", err)
			p.session = user.Session{}
			_ = p.problem(http.StatusInternalServerError, "Something went wrong", "The server could not do this just now. Try again.")
		}
	})
}

func (p *page) serve(handle handler, private bool) error {
	if p.c.cross.Check(p.r) != nil {
		return p.problem(http.StatusForbidden, "Not from here", "The form was sent from another site. Nothing was done.")
	}
	if id := p.r.PathValue("id"); id != "" && !store.IsID(id) {
		return p.notFound() // and no text that a database refuses
	}
	p.r.Body = http.MaxBytesReader(p.w, p.r.Body, maxForm)
	if err := p.r.ParseForm(); err != nil {
		return p.problem(http.StatusBadRequest, "Not readable", "The form could not be read. Nothing was done.")
	}
	if err := p.identify(); err != nil {
		return err
	}
	if private && p.session.ID == "" {
		return p.sendToSignIn()
	}
	return handle(p)
}

// harden sets what every page is held to. A form may also lead to the address that the consent page answers to:
// browsers apply form-action to the redirect that follows a form.
func harden(h http.Header, formTarget string) {
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; "+
		"form-action "+strings.TrimSpace("'self' "+formTarget)+"; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Frame-Options", "DENY")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Cookie")
}

// identify finds the person behind the cookie.
func (p *page) identify() error {
	cookie, err := p.r.Cookie(p.cookieName())
	if err != nil {
		return nil
	}
	p.cookie = secret.Text(cookie.Value)
	session, err := p.c.o.Users.Session(p.r.Context(), p.cookie)
	if errors.Is(err, user.ErrUnknown) {
		return nil
	}
	p.session = session
	return err
}

// cookieName holds the cookie to this very host and to HTTPS where there is HTTPS.
func (p *page) cookieName() string {
	if p.c.secure(p.r) {
		return "__Host-intake"
	}
	return "intake"
}

// setCookie keeps the browser signed in; an empty value signs it out. The server decides when it is over.
func (p *page) setCookie(value secret.Text) {
	cookie := &http.Cookie{Name: p.cookieName(), Value: value.Reveal(), Path: "/", HttpOnly: true, Secure: p.c.secure(p.r),
		SameSite: http.SameSiteLaxMode}
	if value == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(p.w, cookie)
}

func (p *page) sendToSignIn() error {
	q := url.Values{"next": {p.r.URL.RequestURI()}}
	if p.r.Method == http.MethodPost {
		q = url.Values{"next": {p.formPage()}, "undone": {"1"}}
	}
	return p.redirect("/app/signin?" + q.Encode())
}

// formPage is the page that a form was on, so that it can be sent again: an application waits for the answer to its
// consent page, for one. Browsers name the page to this site alone, by the Referrer-Policy.
func (p *page) formPage() string {
	from, err := url.Parse(p.r.Referer())
	if err != nil || from.Host != p.r.Host {
		return "/app"
	}
	return from.RequestURI()
}

// localPath is where to go after signing in: a page of this server and nothing else.
func localPath(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || strings.ContainsAny(next, "\\\r\n") {
		return "/app"
	}
	for _, prefix := range []string{"/app", "/device", "/oauth/authorize"} {
		if u.Path == prefix || strings.HasPrefix(u.Path, prefix+"/") {
			return u.RequestURI()
		}
	}
	return "/app"
}

// redirect ends a form, so that reloading repeats nothing.
func (p *page) redirect(to string) error {
	http.Redirect(p.w, p.r, to, http.StatusSeeOther)
	return nil
}

// tell ends a form with a line on the next page.
func (p *page) tell(to, text string) error { return p.leave(to, flash{Text: text}) }

// reveal ends a form with a secret on the next page.
func (p *page) reveal(to, text string, s secret.Text) error {
	return p.leave(to, flash{Text: text, Secret: s.Reveal()})
}

func (p *page) leave(to string, f flash) error {
	text, err := json.Marshal(f)
	if err != nil {
		return err
	}
	if err := p.c.o.Users.SetFlash(p.r.Context(), p.session, secret.Text(text)); err != nil {
		return err
	}
	return p.redirect(to)
}

// takeFlash is what the page before left, or nil.
func (p *page) takeFlash() (*flash, error) {
	text, err := p.c.o.Users.TakeFlash(p.r.Context(), p.session, p.cookie)
	if err != nil || text == "" {
		return nil, err
	}
	f := &flash{}
	return f, json.Unmarshal([]byte(text.Reveal()), f)
}

// refuse shows the form again with what is wrong with it.
func (p *page) refuse(text string, show handler) error {
	p.fault, p.status = sentence(text), http.StatusUnprocessableEntity
	return show(p)
}

// problem is a page that says what is wrong and offers a way on.
func (p *page) problem(status int, title, text string) error {
	p.status = status
	return p.show("problem", title, text)
}

func (p *page) notFound() error {
	return p.problem(http.StatusNotFound, "Not found", "There is nothing here, or it belongs to another workspace.")
}

func (p *page) form(name string) string { return strings.TrimSpace(p.r.PostFormValue(name)) }

func (p *page) address() string { return throttle.Address(p.r) }

func (p *page) userAgent() string {
	agent := []rune(strings.ToValidUTF8(p.r.UserAgent(), ""))
	return strings.ReplaceAll(string(agent[:min(len(agent), 300)]), "\x00", "")
}

// sentence begins with a capital letter and ends with a stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return strings.TrimSuffix(string(unicode.ToUpper(first))+text[size:], ".") + "."
}
