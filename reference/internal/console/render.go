package console

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/delivery"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

//go:embed templates/*.html assets/*
var files embed.FS

const assetPath = "/app/assets/"

// renderer holds the parsed pages and the assets.
type renderer struct {
	pages   map[string]*template.Template
	version string // of the assets together
	assets  map[string][]byte
}

// view is what the layout shows around a page.
type view struct {
	Title   string
	Active  string // path of the menu entry
	Session user.Session
	Framed  bool // with the menu; a page that asks one question stands alone
	Flash   *flash
	Fault   string
	Live    bool // the page has a part that the script keeps fresh
	Menu    []menu
	Style   string
	Icon    string
	Script  string
	Data    any
}

type menu struct {
	Title string
	Items []menuItem
}

type menuItem struct{ Path, Title string }

var sideMenu = []menu{
	{"Intake", []menuItem{{"/app", "Overview"}}},
	{"Integrations", []menuItem{{"/app/webhooks", "Webhooks"}, {"/app/keys", "API keys"}, {"/app/applications", "Applications"},
		{"/app/market", "Market"}, {"/app/esign", "E-signature"}}},
	{"Workspace", []menuItem{{"/app/profile", "Agency profile"}, {"/app/people", "People"}}},
}

func newRenderer(c clock.Clock) (*renderer, error) {
	out := &renderer{pages: map[string]*template.Template{}, assets: map[string][]byte{}}
	shared, err := template.New("").Funcs(functions(c)).ParseFS(files, "templates/layout.html", "templates/pick.html", "templates/endpoint.html", "templates/sure.html")
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("console: %w", err)
	}
	for _, name := range names {
		one, err := shared.Clone()
		if err == nil {
			one, err = one.ParseFS(files, name)
		}
		if err != nil {
			return nil, fmt.Errorf("console: %w", err)
		}
		out.pages[strings.TrimSuffix(path.Base(name), ".html")] = one
	}
	return out, out.readAssets()
}

func (r *renderer) readAssets() error {
	entries, err := files.ReadDir("assets")
	if err != nil {
		return fmt.Errorf("console: %w", err)
	}
	sum := sha256.New()
	for _, e := range entries {
		data, err := files.ReadFile("assets/" + e.Name())
		if err != nil {
			return fmt.Errorf("console: %w", err)
		}
		r.assets[e.Name()] = data
		sum.Write(data)
	}
	r.version = hex.EncodeToString(sum.Sum(nil))[:12]
	return nil
}

func (r *renderer) asset(name string) string { return assetPath + r.version + "/" + name }

// serveAsset serves a file under an address that changes with its content.
func (r *renderer) serveAsset(w http.ResponseWriter, req *http.Request) {
	data, ok := r.assets[req.PathValue("name")]
	if !ok || req.PathValue("version") != r.version {
		http.NotFound(w, req)
		return
	}
	harden(w.Header(), "")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Del("Vary")
	http.ServeContent(w, req, req.PathValue("name"), time.Time{}, bytes.NewReader(data))
}

// show renders a page. It is put together first, so that a fault in it never leaves half a page.
func (p *page) show(name, title string, data any) error {
	r := p.c.render
	v := view{Title: title, Active: p.active(), Session: p.session, Framed: p.session.ID != "" && strings.HasPrefix(p.r.URL.Path, "/app"),
		Fault: p.fault, Live: name == "webhook", Menu: sideMenu,
		Style: r.asset("style.css"), Icon: r.asset("icon.svg"), Script: r.asset("live.js"), Data: data}
	var err error
	if p.r.Form.Has("live") {
		v.Flash = nil // the script looks, not a person
	} else if v.Flash, err = p.takeFlash(); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := r.pages[name].ExecuteTemplate(&out, "layout.html", v); err != nil {
		return fmt.Errorf("console: page %s: %w", name, err)
	}
	p.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	p.w.WriteHeader(p.status)
	_, _ = p.w.Write(out.Bytes()) // a browser that left misses its page, no more
	return nil
}

// active is the menu entry of the page.
func (p *page) active() string {
	best := ""
	for _, m := range sideMenu {
		for _, item := range m.Items {
			if p.r.URL.Path == item.Path || item.Path != "/app" && strings.HasPrefix(p.r.URL.Path, item.Path+"/") {
				best = item.Path
			}
		}
	}
	if strings.HasPrefix(p.r.URL.Path, "/app/sessions/") {
		best = "/app"
	}
	if strings.HasPrefix(p.r.URL.Path, "/app/account") {
		best = "/app/account"
	}
	return best
}

func functions(c clock.Clock) template.FuncMap {
	return template.FuncMap{
		"when":   func(t time.Time) template.HTML { return when(t, c.Now()) },
		"words":  func(s string) string { return strings.ReplaceAll(s, "_", " ") },
		"title":  func(key string) string { return strings.TrimSuffix(sentence(strings.ReplaceAll(key, "_", " ")), ".") },
		"tone":   tone,
		"method": method,
		"ended":  ended,
		"clock":  func(t time.Time) string { return t.UTC().Format("15:04:05.000") },
		"pretty": pretty,
		"state":  state,
		"sure":   sure,
		"took":   took,
		"agent":  browserName,
		"waits":  func(s store.DeliveryState) bool { return s == store.DeliveryPending },
	}
}

// question is a button that asks before its form does what cannot be undone.
type question struct{ ID, Action, Label, Name, Text string }

// sure makes a question. Name is the button's for screen readers, where several have the same label.
func sure(action, label, name, text string) question {
	return question{ID: "sure" + strings.ReplaceAll(action, "/", "-"), Action: action, Label: label, Name: name, Text: text}
}

// when is a time for people, with the exact one for machines and on hovering.
func when(t, now time.Time) template.HTML {
	exact := t.UTC().Format("2006-01-02 15:04:05 UTC")
	return template.HTML(fmt.Sprintf(`<time datetime="%s" title="%s">%s</time>`, t.UTC().Format(time.RFC3339), exact, ago(t, now)))
}

func ago(t, now time.Time) string {
	d := now.Sub(t)
	switch {
	case d.Abs() < time.Minute:
		return "just now"
	case d.Abs() >= 30*24*time.Hour:
		return "on " + t.UTC().Format("January 2, 2006")
	case d < 0:
		return "in " + rough(-d)
	}
	return rough(d) + " ago"
}

// rough is a duration in its largest whole unit.
func rough(d time.Duration) string {
	switch {
	case d < time.Hour:
		return count(int(d.Minutes()), "minute")
	case d < 24*time.Hour:
		return count(int(d.Hours()), "hour")
	}
	return count(int(d.Hours()/24), "day")
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// state says where a delivery stands.
func state(d delivery.Delivery) string {
	if d.State == store.DeliveryPending && len(d.Attempts) > 0 {
		return "waiting for the next attempt"
	}
	return string(d.State)
}

// tone colours a state.
func tone(state any) string {
	switch fmt.Sprint(state) {
	case "complete", "submitted", "delivered":
		return "good"
	case "failed", "high":
		return "bad"
	case "pending", "sending", "ready_to_fill", "medium":
		return "soon"
	}
	return ""
}

func method(m string) string {
	switch m {
	case authserver.MethodBrowser:
		return "Signed in by browser"
	case authserver.MethodDevice:
		return "Signed in by device code"
	}
	return "Signed in by a control hook"
}

// ended says why an application was signed out.
func ended(reason string) string {
	switch reason {
	case authserver.RevokedReuse:
		return "Signed out because a token that had been used up came back. Unless the program crashed or was copied, " +
			"somebody else may have had its tokens."
	case authserver.RevokedReplay:
		return "Signed out because its sign-in code came a second time. Somebody else may have seen the code."
	case authserver.RevokedSignOut:
		return "It signed out by itself."
	case authserver.RevokedPerson:
		return "Somebody of this workspace revoked it."
	case store.FamilyRemoved:
		return "The person who signed it in was removed from the workspace."
	}
	return ""
}

// browserName is a User-Agent in the words that people use. Chrome and Edge call themselves Safari too, and everybody
// calls themselves Mozilla, so the order matters.
func browserName(agent string) string {
	name, system := first(agent, "Firefox", "Edg/", "Chrome", "Safari"), first(agent, "iPhone", "iPad", "Android", "Windows", "Mac OS X", "Linux")
	switch {
	case name == "" && agent == "":
		return "An unknown program"
	case name == "":
		program, _, _ := strings.Cut(agent, " ")
		return program
	case system == "":
		return strings.Replace(name, "Edg/", "Edge", 1)
	}
	return strings.Replace(name, "Edg/", "Edge", 1) + " on " + system
}

// first is the first of the words that a text contains.
func first(text string, words ...string) string {
	for _, w := range words {
		if strings.Contains(text, w) {
			return w
		}
	}
	return ""
}
