package person_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/workspaceintake/intake-go/conformance/internal/person"
)

const key, back = "bsk_1", "http://127.0.0.1:1/callback"

// site is a server whose pages a test writes. It notes what was decided.
type site struct {
	http.ServeMux
	decided string
	opened  int
}

func (s *site) page(pattern, html string) {
	s.HandleFunc(pattern, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, html)
	})
}

func (s *site) serve(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.opened++
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// decides notes what a form says when the right code and key, or name and password, came with it.
func (s *site) decides(pattern, member string, rights ...url.Values) {
	s.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		for _, right := range rights {
			for name, values := range right {
				if r.Form.Get(name) != values[0] {
					w.WriteHeader(http.StatusUnauthorized)
					fmt.Fprintf(w, "%s is %q", name, r.Form.Get(name))
					return
				}
			}
		}
		s.decided = r.Form.Get(member)
		fmt.Fprint(w, "<p>Done. <a href='/'>Home</a>")
	})
}

var right = url.Values{"user_code": {"WDJB-MJHT"}, "api_key": {key}}

// devicePages are pages of devices as servers write them.
var devicePages = map[string]struct {
	with person.Credentials
	lay  func(s *site)
	no   string // what is decided by a refusal; empty where nothing can be
}{
	"one form with all": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<!doctype html><title>x</title><script>if (1<2 && a) {document.write("<form>")}</script><h1>Sign in a device</h1>
			<form method=post action="/device"><label>Code <input name=user_code value="WDJB-MJHT"></label>
			<label>Workspace API key <input type=password name=api_key required></label>
			<button name=action value=approve>Approve</button><button name=action value=deny>Deny</button></form>`)
		s.decides("POST /device", "action", right)
	}, "deny"},
	"controls that are disabled": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post><input type=hidden disabled name=trap value=x><select name=as><option disabled selected value=none>Choose<option value=me>Me</select>
			<input name=user_code><input name=api_key type=password><button name=did value=yes>Approve</button></form>`)
		s.decides("POST /device", "did", right, url.Values{"trap": {""}, "as": {"me"}})
	}, ""},
	"a code in two boxes": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post>Code <input name=code1 maxlength=4> - <input name=code2 maxlength=4><input name=api_key type=password>
			<button name=did value=yes>Approve</button></form>`)
		s.decides("POST /device", "did", url.Values{"code1": {"WDJB"}, "code2": {"MJHT"}, "api_key": {key}})
	}, ""},
	"a code in a box for each letter": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post><p>Enter the code that your device shows</p>`+strings.Repeat(`<input name=letter maxlength=1 aria-label="Letter">`, 8)+
			`<input name=api_key type=password><button name=did value=yes>Approve</button></form>`)
		s.HandleFunc("POST /device", func(_ http.ResponseWriter, r *http.Request) {
			_ = r.ParseForm()
			if strings.Join(r.PostForm["letter"], "") == "WDJBMJHT" && r.PostFormValue("api_key") == key {
				s.decided = "yes"
			}
		})
	}, ""},
	"no button that says what it does": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post><input name=user_code><input name=api_key type=password><input type=hidden name=did value=yes></form>`)
		s.decides("POST /device", "did", right)
	}, ""},
	"sign-in, code and consent on pages of their own": {person.Credentials{Name: "ada@b.example", Password: "pw", APIKey: key}, func(s *site) {
		s.HandleFunc("GET /device", func(w http.ResponseWriter, r *http.Request) {
			if _, err := r.Cookie("who"); err != nil {
				http.Redirect(w, r, "/login?next=/device", http.StatusFound)
				return
			}
			fmt.Fprint(w, `<nav><form action=/logout method=post><button>Log out</button></form></nav>
				<form action="/check" method=get>Enter the code <input name=code autocomplete=off><button>Continue</button></form>`)
		})
		s.page("GET /login", `<form method=post action=/login><input type=hidden name=csrf value=abc><label for=e>E-mail</label><input id=e name=e type=email>
			<label for=p>Password</label><input id=p name=p type=password><label><input type=checkbox name=stay> Stay</label><button>Sign in</button>
			<a href=/signup>Create an account</a></form>`)
		s.HandleFunc("POST /login", func(w http.ResponseWriter, r *http.Request) {
			if r.PostFormValue("e") == "ada@b.example" && r.PostFormValue("p") == "pw" && r.PostFormValue("csrf") == "abc" && r.PostFormValue("stay") == "" {
				http.SetCookie(w, &http.Cookie{Name: "who", Value: "ada"})
			}
			http.Redirect(w, r, "/device", http.StatusSeeOther)
		})
		s.HandleFunc("GET /check", func(w http.ResponseWriter, r *http.Request) {
			if r.FormValue("code") == "WDJB-MJHT" {
				fmt.Fprint(w, `<form method=post action=/decide>Let it in? <button formaction=/refuse>Cancel</button><button>Allow access</button></form>`)
			}
		})
		for path, what := range map[string]string{"/decide": "yes", "/refuse": "no"} {
			s.HandleFunc("POST "+path, func(http.ResponseWriter, *http.Request) { s.decided = what })
		}
	}, "no"},
	"a choice to mark": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post><input name="user_code"><input name="api_key"><input type=radio name=d value=deny checked> No
			<input type=radio name=d value=approve> Yes <input type=submit value=Submit></form>`)
		s.decides("POST /device", "d", right)
	}, "deny"},
	"what only stands there": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<template><form method=post action="/trap"><input name=api_key><button>Approve</button></form></template>
			<form method=post><input name="user_code"><input name="api_key"><select name=w required><option value="">Choose one<option value=w1>Agency</select>
			<button name=d value=yes>Approve</button></form>`)
		s.decides("POST /device", "d", right, url.Values{"w": {"w1"}})
	}, ""},
	"a selection": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post><input name="user_code"><input name="api_key"><select name=d><option>Approve<option>Deny</select><button>Go</button></form>`)
		s.decides("POST /device", "d", right)
	}, "Deny"},
	"another language": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post>Gerätecode <input name=user_code> Schlüssel <input name=api_key>
			<button name=entscheidung value=approve>Zulassen</button><button name=entscheidung value=deny>Ablehnen</button></form>`)
		s.decides("POST /device", "entscheidung", right)
	}, "deny"},
	"warnings at the buttons": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post><input name=user_code><input name=api_key type=password><p>Only approve if you started this. Deny if unsure.</p>
			<label>Never approve a code that somebody sent you. <button name=d value=yes title="Do not press this when unsure"><b>Approve</b><br><small>No data is
			deleted, you can refuse later</small></button></label> If you deny, nothing happens. <button name=d value=no autofocus><b>Do not allow</b><small>You can allow it
			later</small></button></form>`)
		s.decides("POST /device", "d", right)
	}, "no"},
	"an approval that is asked back with the same buttons": {person.Credentials{APIKey: key}, func(s *site) {
		buttons := `<input name=user_code><input name=api_key type=password><button name=d value=yes>Approve</button><button name=d value=no>Deny</button></form>`
		s.page("GET /device", `<form method=post>`+buttons)
		s.HandleFunc("POST /device", func(w http.ResponseWriter, r *http.Request) {
			if r.PostFormValue("step") == "2" {
				s.decided = r.PostFormValue("d")
				return
			}
			fmt.Fprint(w, `<p>Do you really want that?</p><form method=post><input type=hidden name=step value=2>`+buttons)
		})
	}, "no"},
	"a refusal that is asked back": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post><input name=user_code><input name=api_key type=password><button name=d value=yes>Approve</button>
			<button name=d value=no>Deny</button></form>`)
		s.HandleFunc("POST /device", func(w http.ResponseWriter, r *http.Request) {
			if r.PostFormValue("d") == "yes" || r.PostFormValue("sure") == "yes" {
				s.decided = r.PostFormValue("d")
				return
			}
			fmt.Fprint(w, `<form method=post><input type=hidden name=d value=no><button name=sure value=back>No, go back</button><button name=sure value=yes>Yes, I am sure</button></form>`)
		})
	}, "no"},
	"forms for something else": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form action=/banner method=post><p>We use cookies.</p><button name=c value=all>Accept all</button><button name=c value=none>Reject all</button></form>
			<form action=/letters method=post><input type=email name=mail><button>Subscribe</button></form>
			<form action=/logout method=post><button>Sign out</button></form><form action=/logout method=post><button>Not you? Switch account</button></form>
			<form method=post><input name=user_code><input name=api_key type=password><button name=d value=yes>Approve</button><button name=d value=no>Deny</button></form>`)
		s.HandleFunc("POST /device", func(w http.ResponseWriter, r *http.Request) {
			if r.Referer() == "http://"+r.Host+"/device" {
				s.decided = r.PostFormValue("d")
			}
		})
	}, "no"},
	"links": {person.Credentials{APIKey: key}, func(s *site) {
		s.page("GET /device", `<form method=post action=/in><input name="workspace_key"><button>Log in</button></form>`)
		s.page("POST /in", `<a href="/help">Help</a> <a href="/yes">Approve</a> <a href="/no">Deny</a>`)
		for _, path := range []string{"yes", "no"} {
			s.HandleFunc("GET /"+path, func(http.ResponseWriter, *http.Request) { s.decided = path })
		}
	}, "no"},
}

func TestAPersonDecides(t *testing.T) {
	for name, one := range devicePages {
		t.Run(name, func(t *testing.T) {
			var s site
			one.lay(&s)
			base := s.serve(t)
			who, err := person.New(base, one.with)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := who.Approve(t.Context(), base+"/device", "WDJB-MJHT"); err != nil || s.decided == "" || s.decided == one.no {
				t.Fatalf("approved: %q, %v", s.decided, err)
			}
			yes := s.decided
			s.decided = ""
			_, err = who.Deny(t.Context(), base+"/device", "WDJB-MJHT")
			if s.decided != one.no || s.decided == yes || (err == nil) != (one.no != "") {
				t.Errorf("denied: %q, %v", s.decided, err)
			}
		})
	}
}

func TestAPersonIsSentBack(t *testing.T) {
	for name, html := range map[string]string{
		"a redirect":       `<form method=post>Key <input name=api_key type=password><button>Sign in and agree</button></form>`,
		"a page that goes": `<meta http-equiv="refresh" content="0; url=` + back + `?code=c&amp;state=s">`,
		"a link":           `<p>Signed in. <a href="` + back + `?code=c&amp;state=s">Return to the application</a>`,
	} {
		t.Run(name, func(t *testing.T) {
			var s site
			s.page("GET /authorize", html)
			s.HandleFunc("POST /authorize", func(w http.ResponseWriter, r *http.Request) {
				if r.FormValue("redirect_uri") == back && r.FormValue("api_key") == key {
					http.Redirect(w, r, back+"?code=c&state=s", http.StatusFound)
				}
			})
			base := s.serve(t)
			who, _ := person.New(base, person.Credentials{APIKey: key})
			to, err := who.Authorize(t.Context(), base+"/authorize?redirect_uri="+url.QueryEscape(back))
			if err != nil || to != back+"?code=c&state=s" {
				t.Errorf("%q, %v", to, err)
			}
		})
	}
}

func TestAFormThatTakesEitherCredential(t *testing.T) {
	for name, one := range map[string]struct {
		with person.Credentials
		sent url.Values
	}{
		"a key":               {person.Credentials{APIKey: key}, url.Values{"email": {""}, "password": {""}, "api_key": {key}}},
		"a name and password": {person.Credentials{Name: "ada@b.example", Password: "pw"}, url.Values{"email": {"ada@b.example"}, "password": {"pw"}, "api_key": {""}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &site{}
			s.page("GET /authorize", `<form method=post>E-mail <input name=email type=email> Password <input name=password type=password>
				or the key of your workspace <input name=api_key type=password><button>Sign in</button></form>`)
			s.HandleFunc("POST /authorize", func(w http.ResponseWriter, r *http.Request) {
				_ = r.ParseForm()
				if fmt.Sprint(r.PostForm) == fmt.Sprint(one.sent) {
					http.Redirect(w, r, back+"?code=c", http.StatusFound)
				}
			})
			s.page("GET /all", `<form method=post><input name=email type=email required><input name=password type=password required>
				<input name=api_key type=password required><button>Sign in</button></form>`)
			base := s.serve(t)
			p, err := person.New(base, one.with)
			require(t, err == nil, err)
			to, err := p.Authorize(t.Context(), base+"/authorize")
			require(t, err == nil && to == back+"?code=c", to, err)
			_, err = p.Authorize(t.Context(), base+"/all")
			require(t, errors.Is(err, person.ErrNotUnderstood), err)
		})
	}
}

// A page that nobody reads says by what it sends unseen which of its forms agrees.
func TestAFormForEachDecisionInAnotherLanguage(t *testing.T) {
	var s site
	s.HandleFunc("GET /authorize", func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie("who"); err != nil {
			fmt.Fprint(w, `<form method=post action="/in"><label>Clé <input type=password name=api_key></label><button>Continuer</button></form>`)
			return
		}
		for decision, word := range map[string]string{"deny": "Refuser", "allow": "Autoriser"} {
			fmt.Fprintf(w, `<form method=post action="/consent"><input type=hidden name=decision value=%s><button>%s</button></form>`, decision, word)
		}
	})
	s.HandleFunc("POST /in", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "who", Value: "1"})
		http.Redirect(w, r, "/authorize", http.StatusSeeOther)
	})
	s.HandleFunc("POST /consent", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, back+"?"+r.FormValue("decision")+"=1", http.StatusFound)
	})
	base := s.serve(t)
	who, _ := person.New(base, person.Credentials{APIKey: key})
	if to, err := who.Authorize(t.Context(), base+"/authorize"); err != nil || to != back+"?allow=1" {
		t.Errorf("%q, %v", to, err)
	}
}

func TestWhatIsNotUnderstoodIsSaid(t *testing.T) {
	var s site
	s.page("GET /scripts", `<div id=app></div><script src=app.js></script>`)
	s.page("GET /name", `<form method=post><input name=email type=email required><input name=password type=password><button>Sign in</button></form>`)
	s.page("GET /away", `<form method=post action="https://login.example/"><input name=api_key><button>Sign in</button></form>`)
	s.page("GET /again", `<form method=post><input type=hidden name=csrf value=1><input name=api_key><button>Sign in</button></form>`)
	s.page("POST /again", `<p>Wrong key.<form method=post><input type=hidden name=csrf value=2><input name=api_key><button>Sign in</button></form>`)
	s.HandleFunc("GET /round", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/round", http.StatusFound) })
	s.HandleFunc("GET /gone", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	base := s.serve(t)
	who, _ := person.New(base, person.Credentials{APIKey: key})
	for path, want := range map[string]error{
		"/scripts": person.ErrRefused, // nothing to be done on it
		"/name":    person.ErrNotUnderstood, "/away": person.ErrNotUnderstood, "/again": person.ErrNotUnderstood, "/round": person.ErrNotUnderstood, "/gone": person.ErrRefused,
	} {
		if to, err := who.Authorize(t.Context(), base+path); !errors.Is(err, want) || to != "" {
			t.Errorf("%s: %q, %v", path, to, err)
		}
	}
	for _, path := range []string{"/scripts", "/name", "/away", "/round", "/gone"} {
		if _, err := who.Approve(t.Context(), base+path, "C"); !errors.Is(err, person.ErrNotUnderstood) {
			t.Errorf("%s: %v", path, err)
		}
	}
	before := s.opened
	if _, err := who.Approve(t.Context(), "http://login.example/device", "C"); !errors.Is(err, person.ErrNotUnderstood) || s.opened != before {
		t.Errorf("elsewhere: %v", err)
	}
	if _, _ = who.Authorize(t.Context(), base+"/again"); s.opened != before+2 {
		t.Errorf("a wrong key was entered %d times", s.opened-before-1)
	}
}

func TestALimitIsWaitedOut(t *testing.T) {
	var s site
	told := false
	s.HandleFunc("GET /device", func(w http.ResponseWriter, _ *http.Request) {
		if !told {
			told = true
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		fmt.Fprint(w, `<form method=post><input name=user_code><button>Approve</button></form>`)
	})
	s.decides("POST /device", "user_code")
	base := s.serve(t)
	who, _ := person.New(base, person.Credentials{APIKey: key})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if sure, err := who.Approve(ctx, base+"/device", "C"); err != nil || !sure || s.decided != "C" {
		t.Errorf("%q, %v, %v", s.decided, sure, err)
	}
}

func TestWhatComesOfAButtonIsRead(t *testing.T) {
	for answer, sure := range map[string]bool{"<p>Connected. Please return to your device.": true, "<p>This code is not known.<form><input name=user_code></form>": false, "<p>Tick what you allow.": false} {
		s := &site{}
		s.page("GET /device", "<form method=post><input name=user_code><input name=api_key type=password><button>Approve</button></form>")
		s.page("POST /device", answer)
		base := s.serve(t)
		p, err := person.New(base, person.Credentials{APIKey: key})
		require(t, err == nil, err)
		was, err := p.Approve(t.Context(), base+"/device", "WDJB-MJHT")
		require(t, err == nil && was == sure, answer, was, err)
	}
}

func TestAButtonThatOnlyPutsOffIsNotSure(t *testing.T) {
	for button, firm := range map[string]bool{"Deny": true, "Not now": false, "Cancel": false} {
		s := &site{}
		s.page("GET /device", "<form method=post><input name=user_code><input name=api_key type=password><button>Approve</button><button name=does value=no>"+button+"</button></form>")
		s.page("POST /device", "<p>Thank you.")
		base := s.serve(t)
		p, err := person.New(base, person.Credentials{APIKey: key})
		require(t, err == nil, err)
		sure, err := p.Deny(t.Context(), base+"/device", "WDJB-MJHT")
		require(t, err == nil && sure == firm, button, sure, err)
	}
}

func TestScopesAreTicked(t *testing.T) {
	s := &site{}
	s.page("GET /device", "<form method=post><input name=user_code><input name=api_key type=password><label><input type=checkbox name=scope value=all>All of it</label><button name=does value=allow>Allow</button></form>")
	s.decides("POST /device", "does", right, url.Values{"scope": {"all"}})
	base := s.serve(t)
	p, err := person.New(base, person.Credentials{APIKey: key})
	require(t, err == nil, err)
	_, err = p.Approve(t.Context(), base+"/device", "WDJB-MJHT")
	require(t, err == nil && s.decided == "allow", err)
}

func TestARequestIsRefused(t *testing.T) {
	s := &site{}
	s.page("GET /authorize", "<form method=post><button name=does value=allow>Allow</button><button name=does value=deny>Deny</button></form>")
	s.HandleFunc("POST /authorize", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, back+"?error="+r.FormValue("does"), http.StatusFound)
	})
	base := s.serve(t)
	p, err := person.New(base, person.Credentials{APIKey: key})
	require(t, err == nil, err)
	to, _, err := p.Refuse(t.Context(), base+"/authorize?redirect_uri="+url.QueryEscape(back))
	require(t, err == nil && to == back+"?error=deny", to, err)
}

func TestAPageThatKeepsItsPerson(t *testing.T) {
	for answer, keeps := range map[string]bool{"<p>Your code: abc": true, "<p>Your code<script>location='x'</script>": false} {
		s := &site{}
		s.page("GET /authorize", "<form method=post><button>Allow</button></form>")
		s.page("POST /authorize", answer)
		base := s.serve(t)
		p, err := person.New(base, person.Credentials{APIKey: key})
		require(t, err == nil, err)
		_, err = p.Authorize(t.Context(), base+"/authorize?redirect_uri="+url.QueryEscape(back))
		require(t, errors.Is(err, person.ErrNotUnderstood) && errors.Is(err, person.ErrNoWayBack) == keeps, answer, err)
	}
}

func require(t *testing.T, holds bool, what ...any) {
	t.Helper()
	if !holds {
		t.Fatal(what...)
	}
}
