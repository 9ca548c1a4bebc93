package interop

import (
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
)

// person is a browser with someone before it: it opens a page, fills in every form as that person would, and goes on until
// a page has no form.
type person struct {
	client *http.Client
	fields map[string]string // what to write into fields by name
	seen   []string          // the headings of the pages
	// refuses: presses the button or follows the link that says no, where a page has one.
	refuses bool
}

func newPerson(fields map[string]string) *person {
	jar, _ := cookiejar.New(nil) // fails for no options
	return &person{client: &http.Client{Jar: jar, Transport: &http.Transport{DisableKeepAlives: true}}, fields: fields}
}

var (
	formTag   = regexp.MustCompile(`(?is)<form([^>]*)>(.*?)</form>`)
	inputTag  = regexp.MustCompile(`(?is)<input([^>]*)>`)
	abortLink = regexp.MustCompile(`(?is)<a[^>]*href="([^"]*abort[^"]*)"`)
	headTag   = regexp.MustCompile(`(?is)<h1[^>]*>(.*?)</h1>`)
	attr      = regexp.MustCompile(`(?is)([a-z_-]+)\s*=\s*"([^"]*)"`)
)

func attributes(tag string) map[string]string {
	found := map[string]string{}
	for _, m := range attr.FindAllStringSubmatch(tag, -1) {
		found[strings.ToLower(m[1])] = html.UnescapeString(m[2])
	}
	return found
}

const mostPages = 12

// visit opens the address and answers forms until there is none left.
func (p *person) visit(ctx context.Context, address string) (last string, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	for range mostPages {
		res, err := p.client.Do(req)
		if err != nil {
			return "", err
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil {
			return "", err
		}
		if m := headTag.FindStringSubmatch(string(body)); m != nil {
			p.seen = append(p.seen, strings.TrimSpace(m[1]))
		}
		if res.StatusCode >= 400 {
			return string(body), fmt.Errorf("the page at %s answered %d", res.Request.URL.Path, res.StatusCode)
		}
		if req.PostForm.Has("abort") { // said no; what follows is the first page again
			return string(body), nil
		}
		if m := abortLink.FindStringSubmatch(string(body)); m != nil && p.refuses {
			target, err := res.Request.URL.Parse(html.UnescapeString(m[1]))
			if err != nil {
				return "", err
			}
			if req, err = http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil); err != nil {
				return "", err
			}
			continue
		}
		form := formTag.FindStringSubmatch(string(body))
		if form == nil {
			return string(body), nil
		}
		if req, err = p.fillIn(ctx, res.Request.URL, form[1], form[2]); err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("still a form after %d pages: %v", mostPages, p.seen)
}

func (p *person) fillIn(ctx context.Context, page *url.URL, tag, inside string) (*http.Request, error) {
	target, err := page.Parse(attributes(tag)["action"])
	if err != nil {
		return nil, err
	}
	values := url.Values{}
	for _, input := range inputTag.FindAllStringSubmatch(inside, -1) {
		a := attributes(input[1])
		if a["name"] == "" {
			continue
		}
		values.Set(a["name"], a["value"])
		if text, ok := p.fields[a["name"]]; ok && a["value"] == "" {
			values.Set(a["name"], text)
		}
	}
	if _, asks := values["confirm"]; asks && p.refuses {
		values.Set("abort", "yes")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target.String(), strings.NewReader(values.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.PostForm = values
	return req, nil
}
