package oauthflow

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"log"
	"net/http"
	"strconv"
)

// page is what the person sees at the end of a browser sign-in: a heading and a sentence. It has no script, loads nothing,
// and reads well in dark and light, narrow and wide.
type page struct{ title, text string }

var (
	successPage = page{"You are signed in", "You can close this page and return to the program."}
	deniedPage  = page{"Sign-in refused", "Nothing was granted. You can close this page."}
	failurePage = page{"Sign-in did not work", "The program that started it says why. You can close this page."}
	alreadyPage = page{"Already answered", "This sign-in has had its answer. You can close this page."}
	strayPage   = page{"Nothing here", "This address only takes the answer to a sign-in that a program on this machine has begun."}
)

const pageStyle = `:root{color-scheme:light dark}` +
	`body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.1rem/1.5 system-ui,sans-serif;` +
	`background:#f6f7f9;color:#1c2330}` +
	`main{max-width:28rem;padding:2rem;margin:1rem}h1{font-size:1.5rem;margin:0 0 .5rem}p{margin:0}` +
	`@media(prefers-color-scheme:dark){body{background:#14181f;color:#e6e9ef}}`

var pagePolicy = func() string {
	sum := sha256.Sum256([]byte(pageStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}()

func pageHeaders(h http.Header) {
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

func (p page) write(w http.ResponseWriter, status int) {
	body := `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width,initial-scale=1"><title>` + p.title + `</title><style>` + pageStyle +
		`</style></head><body><main><h1>` + p.title + `</h1><p>` + p.text + `</p></main></body></html>`
	pageHeaders(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// silent drops what net/http says about broken requests: anyone on the machine could write to the person's terminal by it.
var silent = log.New(io.Discard, "", 0)
