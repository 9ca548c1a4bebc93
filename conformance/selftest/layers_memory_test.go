package selftest_test

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// memory is what a fault keeps between calls.
type memory struct {
	mu    sync.Mutex
	byKey map[string]any
	all   []any
}

// keep gives what was kept under a key first, and whether it was there.
func (m *memory) keep(key string, make func() any) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if v, known := m.byKey[key]; known {
		return v, true
	}
	m.byKey[key] = make()
	return m.byKey[key], false
}

func (m *memory) put(key string, v any) { m.mu.Lock(); defer m.mu.Unlock(); m.byKey[key] = v }

func (m *memory) clear() { m.mu.Lock(); defer m.mu.Unlock(); clear(m.byKey) }

func (m *memory) add(v any) { m.mu.Lock(); defer m.mu.Unlock(); m.all = append(m.all, v) }

func (m *memory) list() []any { m.mu.Lock(); defer m.mu.Unlock(); return append([]any{}, m.all...) }

func (m *memory) snapshot() map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[string]any{}
	for k, v := range m.byKey {
		all[k] = v
	}
	return all
}

func newMemory() *memory { return &memory{byKey: map[string]any{}} }

// keys are the keys of the workspaces that the suite made, by org id.
var keys = newMemory()

// clients learns for which client a request of a device was made, a token was given, and in which workspaces it was approved.
type clients struct{ codes, tokens, orgs *memory }

// approves learns of an approval, and gives its client and the workspaces before.
func (k *clients) approves(verb string, in obj) (client string, before []string) {
	client, known := k.codes.snapshot()[text(in, "user_code")].(string)
	if verb != "approve-device" || !known {
		return "", nil
	}
	before, _ = k.orgs.snapshot()[client].([]string)
	k.orgs.put(client, append(slices.Clone(before), text(in, "org_id")))
	return client, before
}

// hears learns of what the server gave out.
func (k *clients) hears(c *call) {
	var o obj
	if !c.ok() || json.Unmarshal(c.out, &o) != nil {
		return
	}
	switch client := form(c).Get("client_id"); c.op {
	case "device":
		k.codes.put(text(o, "user_code"), client)
	case "token":
		k.tokens.put(text(o, "access_token"), client)
	}
}

// kept leaves out the items of an array that are not wanted.
func kept(op, array string, wanted func(o obj) bool) layer {
	return reply(op, func(o obj) bool {
		items, _ := o[array].([]any)
		left := []any{}
		for _, item := range items {
			if wanted(item.(obj)) {
				left = append(left, item)
			}
		}
		o[array] = left
		return len(left) < len(items)
	})
}

// withKeys gives a layer that may look whether a key came of some verbs.
func withKeys(of func(verb string, in obj) bool, request func(known func(key string) bool) func(c *call) bool) layer {
	keys := newMemory()
	return layer{
		request: request(func(key string) bool { return keys.snapshot()[key] != nil }),
		verb: func(verb string, in, out obj) bool {
			if of(verb, in) {
				keys.put(text(out, "api_key"), true)
			}
			return false
		},
	}
}

// made learns whether a session was made with the key in X-API-Key.
type made struct{ under *memory }

func (m made) note(c *call) {
	var o obj
	if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
		m.under.put(text(o, "session_id"), inHeader(c))
	}
}

// elsewhere says whether a session was made under the other header than that of a call.
func (m made) elsewhere(c *call, session string) bool {
	there, known := m.under.snapshot()[session].(bool)
	return known && there != inHeader(c)
}

// codes know with what each code was asked for.
type codes struct{ asked *memory }

func (s codes) verb(verb string, in, out obj) bool {
	asked, err := url.Parse(text(in, "authorization_url"))
	to, wrong := url.Parse(text(out, "redirect_to"))
	if verb == "authorize" && err == nil && wrong == nil {
		s.asked.put(to.Query().Get("code"), asked.Query())
	}
	return false
}

// of gives with what the code of a token request was asked for.
func (s codes) of(c *call) url.Values {
	asked, _ := s.asked.snapshot()[form(c).Get("code")].(url.Values)
	return asked
}

// owners learns which credential made which session.
type owners struct{ made *memory }

func (w owners) note(c *call) {
	var o obj
	if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
		credential := c.r.Header.Get("Authorization")
		if inHeader(c) {
			credential = "Bearer " + c.r.Header.Get("X-Api-Key")
		}
		w.made.keep(text(o, "session_id"), func() any { return credential })
	}
}

func (w owners) of(c *call) (credential string, other bool) {
	parts := splitPath(c.r.URL.Path)
	if len(parts) < 3 {
		return "", false
	}
	owner, known := w.made.snapshot()[parts[2]].(string)
	return owner, known && c.r.Header.Get("Authorization") != "" && owner != c.r.Header.Get("Authorization")
}

// onto works on another session than the one that is asked for.
func (c *call) onto(session string) bool {
	parts := splitPath(c.r.URL.Path)
	if len(parts) < 3 || session == "" || parts[2] == session {
		return false
	}
	u := *c.r.URL
	u.Path, u.RawPath = strings.Replace(u.Path, parts[2], session, 1), ""
	c.r = c.r.Clone(c.r.Context())
	c.r.URL = &u
	return true
}

// seenBefore says whether a form carried the same value of a member before.
func seenBefore(member string) func(c *call) bool {
	seen := newMemory()
	return func(c *call) bool {
		_, known := seen.keep(form(c).Get(member), func() any { return true })
		return known
	}
}
