package person

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// page is what a browser shows: the forms and links of one document.
type page struct {
	at     *url.URL
	status int
	forms  []*form
	links  []*link
	left   string // where the browser went when it left the server
	script bool   // it has a script, which may do what is not seen here
	said   string // to whoever reads it
}

// form is one form of a page.
type form struct {
	action, method string
	fields         []*field
	buttons        []*field
	id             string
	said           string // in it
}

// field is one control of a form, or a button of it.
type field struct {
	kind, name, id, value string
	action                string // of a button, where it is another than the form's
	label                 string // what a person reads at it or, of a button, on it
	hint                  string // what is said of it besides
	checked, required     bool
	disabled              bool
	valued                bool     // it says what it sends, if only nothing
	options               []*field // of a selection
	longest               int      // how many letters it takes; zero is any number
}

// link is an anchor, or where a page goes by itself.
type link struct{ to, text string }

// unread are the parts of a document that are not for people, and in which signs mean something else.
var unread = []*regexp.Regexp{
	regexp.MustCompile(`(?s)<!--.*?-->`), regexp.MustCompile(`(?is)<script\b.*?</script\s*>`), regexp.MustCompile(`(?is)<style\b.*?</style\s*>`),
	regexp.MustCompile(`(?is)<template\b.*?</template\s*>`), regexp.MustCompile(`(?is)<svg\b.*?</svg\s*>`), regexp.MustCompile(`(?i)<!doctype[^>]*>`),
}

// scripted is a document that does something by itself.
var scripted = regexp.MustCompile(`(?i)<script\b|\son[a-z]+\s*=|javascript:`)

// A tag, and the attributes in it, with quotes or without.
var (
	tag       = regexp.MustCompile(`(?s)<(/?)([A-Za-z][A-Za-z0-9:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>`)
	attribute = regexp.MustCompile(`([^\s"'>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?`)
)

// parse reads the forms and links of an HTML document, as far as it can be read.
func parse(document string, at *url.URL, status int) *page {
	script := scripted.MatchString(document)
	for _, part := range unread {
		document = part.ReplaceAllString(document, " ")
	}
	r := &reader{page: &page{at: at, status: status, script: script}, labels: map[string]string{}}
	end := 0
	for _, found := range tag.FindAllStringSubmatchIndex(document, -1) {
		r.text(html.UnescapeString(document[end:found[0]]))
		end = found[1]
		name := strings.ToLower(document[found[4]:found[5]])
		if found[2] < found[3] {
			r.end(name)
		} else {
			r.start(name, attributes(document[found[6]:found[7]]))
		}
	}
	r.finish()
	r.page.said = html.UnescapeString(tag.ReplaceAllString(document, " "))
	return r.page
}

func attributes(written string) map[string]string {
	all := map[string]string{}
	for _, found := range attribute.FindAllStringSubmatch(written, -1) {
		name := strings.ToLower(found[1])
		if _, twice := all[name]; !twice {
			all[name] = html.UnescapeString(strings.Trim(found[2], `"'`))
		}
	}
	return all
}

// reader puts a page together, tag by tag.
type reader struct {
	page     *page
	form     *form
	said     strings.Builder // since the last control
	label    *strings.Builder
	labelFor string
	labelled []*field          // controls within the label
	labels   map[string]string // by the id of the control
	button   *field
	choice   *field // a selection
	option   *field
	link     *link
	area     *field
	marked   *field   // what is to be marked has its words behind it
	bodiless []*field // controls that name their form by its id
	formOf   []string
}

// hints are the attributes in which a page says what a control is for.
var hints = []string{"placeholder", "aria-label", "title", "autocomplete"}

func control(kind string, a map[string]string) *field {
	_, checked := a["checked"]
	_, required := a["required"]
	_, valued := a["value"]
	_, disabled := a["disabled"]
	f := &field{kind: kind, valued: valued, name: a["name"], id: a["id"], value: a["value"], checked: checked, required: required, disabled: disabled, action: a["formaction"]}
	f.longest, _ = strconv.Atoi(a["maxlength"])
	for _, name := range hints {
		f.hint += " " + a[name]
	}
	return f
}

func (r *reader) start(tag string, a map[string]string) {
	switch tag {
	case "form":
		r.form = &form{action: a["action"], method: strings.ToUpper(a["method"]), id: a["id"]}
		r.page.forms = append(r.page.forms, r.form)
	case "input":
		r.input(a)
	case "button":
		r.button = control("submit", a)
		if kind := strings.ToLower(a["type"]); kind != "" {
			r.button.kind = kind
		}
		r.add(r.button, a["form"])
	case "textarea":
		r.area = control("text", a)
		r.add(r.area, a["form"])
	case "select":
		r.choice = control("select", a)
		r.add(r.choice, a["form"])
	case "option":
		r.option = control("option", a)
		_, r.option.checked = a["selected"]
		if r.choice != nil && !r.option.disabled {
			r.choice.options = append(r.choice.options, r.option)
		}
	case "label":
		r.label, r.labelFor, r.labelled = &strings.Builder{}, a["for"], nil
	case "a":
		r.link = &link{to: a["href"]}
		r.page.links = append(r.page.links, r.link)
	case "meta":
		if _, to, goes := strings.Cut(a["content"], "="); goes && strings.EqualFold(a["http-equiv"], "refresh") {
			r.page.links = append(r.page.links, &link{to: strings.Trim(strings.TrimSpace(to), `'"`), text: "continue"})
		}
	}
}

func (r *reader) input(a map[string]string) {
	kind := strings.ToLower(a["type"])
	if kind == "" {
		kind = "text"
	}
	f := control(kind, a)
	if kind == "image" {
		f.kind = "submit"
	}
	r.add(f, a["form"])
}

func (r *reader) add(f *field, formID string) {
	if r.label != nil && f.kind != "submit" {
		r.labelled = append(r.labelled, f)
	}
	switch r.marked = nil; f.kind {
	case "radio", "checkbox":
		r.marked = f
	case "submit": // what stands before a button may warn of it
	default:
		f.label += " " + tail(r.said.String())
	}
	r.said.Reset()
	switch {
	case f.disabled && f.kind != "submit": // a browser sends it with no form; a button is one that a script may enable
	case formID != "":
		r.bodiless, r.formOf = append(r.bodiless, f), append(r.formOf, formID)
	case r.form != nil:
		r.form.add(f)
	}
}

// tail is what stands right before a control.
func tail(said string) string {
	words := strings.Fields(said)
	return strings.Join(words[max(0, len(words)-8):], " ")
}

func (f *form) add(one *field) {
	switch one.kind {
	case "submit":
		f.buttons = append(f.buttons, one)
	case "button", "reset":
	default:
		f.fields = append(f.fields, one)
	}
}

func (r *reader) text(s string) {
	switch {
	case r.button != nil:
		r.button.label += " " + s
	case r.option != nil:
		r.option.label += " " + s
	case r.area != nil:
		r.area.value += s
	case r.marked != nil:
		r.marked.label += " " + s
	default:
		r.said.WriteString(" " + s)
	}
	if r.link != nil {
		r.link.text += " " + s
	}
	if r.label != nil {
		r.label.WriteString(" " + s)
	}
	if r.form != nil {
		r.form.said += " " + s
	}
}

func (r *reader) end(tag string) {
	switch tag {
	case "form":
		r.form, r.marked = nil, nil
		r.said.Reset()
	case "button":
		r.button = nil
	case "textarea":
		r.area = nil
	case "select":
		r.choice, r.option = nil, nil
	case "option":
		r.option = nil
	case "a":
		r.link = nil
	case "label":
		if r.label == nil {
			return
		}
		r.labels[r.labelFor] += " " + r.label.String()
		for _, f := range r.labelled {
			f.label += " " + r.label.String()
		}
		r.label, r.marked = nil, nil
	}
}

// finish joins controls with the labels and forms that they name, or are named by.
func (r *reader) finish() {
	for i, f := range r.bodiless {
		if at := slices.IndexFunc(r.page.forms, func(one *form) bool { return one.id == r.formOf[i] }); at >= 0 {
			r.page.forms[at].add(f)
		}
	}
	for _, one := range r.page.forms {
		for _, f := range one.fields {
			if f.id != "" {
				f.label += " " + r.labels[f.id]
			}
		}
	}
}
