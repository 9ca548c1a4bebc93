package person

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// step is what a person does on a page.
type step struct {
	method, address string
	from            string // the page on which it is done
	values          url.Values
	visible         string // what a person would see of it
	decides, firm   bool
	signsIn         bool     // a credential was entered
	given           []string // names of what the page sends along and nobody sees
	rank            int
}

// next finds what to do on a page: the form that leads on best, or a link. It is nil where there is nothing, or nothing that was not
// done before.
func (v *visit) next(at *page, with Credentials) *step {
	var best *step
	for _, one := range at.forms {
		if one.isBeside() {
			continue
		}
		s := v.fill(one, at, with)
		if s != nil && !slices.Contains(v.done, s.visible) && (best == nil || s.rank > best.rank) {
			best = s
		}
	}
	if best != nil {
		v.done = append(v.done, best.visible)
		v.decided, v.firm, v.signedIn = v.decided || best.decides, v.firm || best.firm, v.signedIn || best.signsIn
		return best
	}
	if v.decided || at.status >= 400 {
		return nil
	}
	return v.follow(at)
}

// isBeside says whether a form is about something else, on whatever page it stands: what is agreed to there is no device, and an address
// that letters go to signs nobody in.
func (f *form) isBeside() bool {
	about := plain(f.action + " " + f.id + " " + f.said)
	letters := slices.ContainsFunc(f.buttons, func(b *field) bool { return subscribes.MatchString(b.means()) }) && !hasPassword(f) && !hasKey(f)
	return letters || beside.MatchString(about) && !slices.ContainsFunc(f.fields, (*field).shows)
}

// follow takes a link that a person would take who wants to sign in or to agree.
func (v *visit) follow(at *page) *step {
	for _, one := range at.links {
		text := plain(one.text)
		says := stands(text)
		wanted := says == v.wants() || says == neither && onward.MatchString(text)
		to, err := at.at.Parse(one.to)
		if err != nil || !wanted || leads.MatchString(text) || origin(to) != origin(at.at) || slices.Contains(v.done, to.String()) {
			continue
		}
		v.done = append(v.done, to.String())
		v.decided, v.firm = v.decided || v.refuse && says == refusal, v.firm || firmly.MatchString(text)
		return &step{method: http.MethodGet, address: to.String(), from: at.at.String()}
	}
	return nil
}

// fill fills a form in and chooses its button. It is nil where the form is for something else or asks for what the person does not
// have. A form that comes back as it was sent is not sent again.
func (v *visit) fill(one *form, at *page, with Credentials) *step {
	entered := &entry{visit: v, with: with, values: url.Values{}, boxes: one.boxes(v.code)}
	entered.signsIn = hasPassword(one) || hasKey(one)
	for _, f := range one.fields {
		if !entered.enter(f, one) {
			return nil
		}
	}
	button, ok := v.press(one, entered)
	if !ok {
		return nil
	}
	address, visible := one.action, ""
	if button != nil {
		if button.name != "" {
			entered.values.Add(button.name, button.value)
		}
		if button.action != "" {
			address = button.action
		}
		visible = button.means()
	}
	to, err := at.at.Parse(address)
	if err != nil || origin(to) != origin(at.at) {
		return nil
	}
	s := &step{method: http.MethodPost, address: to.String(), from: at.at.String(), values: entered.values, decides: v.decides(button, one.stance(button)) || entered.decided,
		signsIn: entered.proves, given: entered.given, rank: 1}
	if one.method != http.MethodPost {
		to.RawQuery = entered.values.Encode()
		s.method, s.address = http.MethodGet, to.String()
	}
	s.firm = s.decides && button != nil && firmly.MatchString(button.means())
	switch {
	case s.decides:
		s.rank = 3
	case entered.signsIn, entered.tellsCode:
		s.rank = 2
	case v.decided:
		return nil // what is left on the page is for something else
	}
	s.visible = to.Path + "\n" + visible + "\n" + strings.Join(entered.shown, "\n")
	if asks := plain(at.said); s.decides && v.decided && asksBack.MatchString(asks) { // whether that was meant, with the same button
		s.visible += "\n" + asks
	}
	return s
}

func (v *visit) wants() stance {
	if v.refuse {
		return refusal
	}
	return agreement
}

// decides says whether a button that stands for something is what the person wants, or confirms what was decided before.
func (v *visit) decides(button *field, says stance) bool {
	return button != nil && (says == v.wants() || v.decided && certain.MatchString(button.label))
}

// stance is what a button of the form stands for or, where the only one says nothing that is understood, what is sent with it unseen.
func (one *form) stance(button *field) stance {
	if button == nil {
		return neither
	}
	if says := button.stands(); says != neither || len(one.buttons) > 1 {
		return says
	}
	for _, f := range one.fields {
		if f.kind == "hidden" && unseen.MatchString(f.value) {
			return stands(f.value)
		}
	}
	return neither
}

// press chooses the button of a form. Ok is false where none leads to what the person wants.
func (v *visit) press(one *form, entered *entry) (button *field, ok bool) {
	var decisive, further, plainOnes []*field
	for _, b := range one.buttons {
		text := b.means()
		switch {
		case v.decides(b, one.stance(b)):
			decisive = append(decisive, b)
		case leads.MatchString(text) && !onward.MatchString(text):
		case one.stance(b) != neither: // what the person does not want
		case onward.MatchString(text):
			further = append(further, b)
		default:
			plainOnes = append(plainOnes, b)
		}
	}
	asks := entered.signsIn || entered.tellsCode
	switch {
	case len(decisive) > 0:
		return decisive[0], true
	case entered.decided && len(further)+len(plainOnes) > 0:
		return append(further, plainOnes...)[0], true
	case v.refuse && (!asks || len(further)+len(plainOnes) != 1):
		return nil, false
	case len(further) > 0:
		return further[0], true
	case len(plainOnes) > 0:
		return plainOnes[0], true
	}
	return nil, len(one.buttons) == 0 && asks
}

func hasPassword(one *form) bool {
	return slices.ContainsFunc(one.fields, func(f *field) bool { return f.kind == "password" })
}

func hasKey(one *form) bool {
	return slices.ContainsFunc(one.fields, func(f *field) bool { return f.shows() && f.asks(ofKey) })
}

func hasName(one *form) bool {
	return slices.ContainsFunc(one.fields, func(f *field) bool { return f.shows() && f.asksName() })
}

// asks says whether a field is for something, by its own name or, where that says nothing, by what stands at it.
func (f *field) asks(what *regexp.Regexp) bool {
	own := plain(f.name + " " + f.id)
	for _, one := range []*regexp.Regexp{ofKey, ofCode, ofName} {
		if one.MatchString(own) {
			return what.MatchString(own)
		}
	}
	return what.MatchString(f.about())
}

func (f *field) asksName() bool {
	return f.kind == "email" || f.kind != "password" && f.asks(ofName)
}

// entry is what a person enters into one form.
type entry struct {
	visit     *visit
	with      Credentials
	values    url.Values
	shown     []string // of what was entered
	signsIn   bool
	proves    bool     // a key or a password was entered
	given     []string // names of what is hidden
	tellsCode bool
	boxes     map[*field]string // that take the code piece by piece
	decided   bool              // a choice that is no button says what the person wants
	groups    []string
}

// enter fills one control in. It says false where the person has nothing to enter.
func (e *entry) enter(f *field, one *form) bool {
	switch {
	case f.name == "":
		return true
	case f.kind == "checkbox":
		if f.checked || f.required || !e.visit.refuse && (stands(f.about()) == agreement || ofScope.MatchString(f.about())) {
			e.add(f, orOn(f.value))
		}
	case f.kind == "radio":
		e.choose(f, one)
	case f.kind == "select":
		if option := e.preferred(f.options); option != nil {
			value := option.value
			if !option.valued {
				value = strings.TrimSpace(option.label)
			}
			e.add(f, value)
		}
	case f.kind == "file":
	case f.shows():
		value, known := e.answer(f, one)
		if !known {
			return false
		}
		e.proves = e.proves || value != "" && (value == e.with.Password || value == e.with.APIKey)
		e.add(f, value)
	default:
		e.values.Add(f.name, f.value) // hidden, and what a browser sends as it is
		e.given = append(e.given, f.name)
	}
	return true
}

func (e *entry) add(f *field, value string) {
	e.values.Add(f.name, value)
	e.shown = append(e.shown, f.name+"="+value)
}

func orOn(value string) string {
	if value == "" {
		return "on"
	}
	return value
}

// answer is what a person enters into a field of text.
func (e *entry) answer(f *field, one *form) (value string, known bool) {
	switch {
	case e.boxes[f] != "":
		e.tellsCode = true
		return e.boxes[f], true
	case oneTime.MatchString(f.about()) && f.value == "":
		return "", !f.required
	case e.visit.code != "" && f.kind != "password" && f.asks(ofCode):
		e.tellsCode = true
		return e.visit.code, true
	case e.isOfAnotherWay(f, one):
		return "", !f.required
	case f.kind == "password" && e.with.Password != "" && !f.asks(ofKey):
		return e.with.Password, true
	case f.kind == "password", f.asks(ofKey):
		return e.with.APIKey, e.with.APIKey != "" && (f.asks(ofKey) || !hasName(one))
	case f.asksName():
		return e.with.Name, e.with.Name != "" || hasKey(one) && !f.required
	case f.value != "":
		return f.value, true
	case f.required:
		return "Conformance", true
	}
	return "", true
}

// isOfAnotherWay says whether a field is of a way to sign in that the person has not got, on a form which takes either: a key, or a name and a
// password.
func (e *entry) isOfAnotherWay(f *field, one *form) bool {
	if f.asks(ofKey) {
		return e.with.APIKey == "" && e.with.Password != "" && hasName(one)
	}
	return f.kind == "password" && e.with.Password == "" && e.with.APIKey != "" && hasName(one) && hasKey(one)
}

// choose takes one of several radio buttons, once for each group.
func (e *entry) choose(f *field, one *form) {
	if slices.Contains(e.groups, f.name) {
		return
	}
	e.groups = append(e.groups, f.name)
	var group []*field
	for _, other := range one.fields {
		if other.kind == "radio" && other.name == f.name {
			group = append(group, other)
		}
	}
	if option := e.preferred(group); option != nil {
		e.add(f, orOn(option.value))
	}
}

// empty says whether an option stands for none, such as one that only says what is to be chosen.
func (f *field) empty() bool { return f.kind == "option" && f.valued && f.value == "" }

// preferred is the option that says what the person wants, or the one that stands there, or the first that stands for something.
func (e *entry) preferred(options []*field) *field {
	var chosen *field
	for _, o := range options {
		if e.visit.decides(o, o.stands()) {
			e.decided = true
			return o
		}
		if chosen == nil || o.checked && !chosen.checked || chosen.empty() && !o.empty() {
			chosen = o
		}
	}
	return chosen
}
