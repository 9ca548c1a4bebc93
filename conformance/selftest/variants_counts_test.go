package selftest_test

import (
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"time"
)

// tenants know the workspaces that the hooks made, by their credentials.
type tenants struct {
	mu  sync.Mutex
	org map[string]string // credential -> workspace
}

func (t *tenants) learn(in, out obj) {
	t.mu.Lock()
	defer t.mu.Unlock()
	org := fmt.Sprint(out["org_id"])
	if out["org_id"] == nil {
		org = fmt.Sprint(in["org_id"])
	}
	for _, name := range []string{"api_key", "access_token"} {
		if credential := text(out, name); credential != "" {
			t.org[credential] = org
		}
	}
}

func (t *tenants) of(c *call) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if org := t.org[bearer(c)]; org != "" {
		return org
	}
	return t.org[c.r.Header.Get("X-Api-Key")]
}

// account is what a free workspace has used of a month.
type account struct {
	free  bool
	month string
	used  int
}

// ownCap counts the sessions of free workspaces itself, by the months of a zone; the server behind knows paid ones only.
func ownCap(zone *time.Location) layer {
	k, who := newTicking(), &tenants{org: map[string]string{}}
	var mu sync.Mutex
	accounts := map[string]*account{}
	of := func(org string) *account {
		if accounts[org] == nil {
			accounts[org] = &account{}
		}
		one := accounts[org]
		if month := k.now().In(zone).Format("2006-01"); one.month != month {
			one.month, one.used = month, 0
		}
		return one
	}
	return layer{clocked: true, into: func(verb string, in obj) bool {
		if verb != "create-workspace" && verb != "set-plan" || in["plan"] == nil {
			return false
		}
		in["was"], in["plan"] = in["plan"], "paid"
		return in["was"] == "free"
	}, verb: func(verb string, in, out obj) bool {
		k.verb(verb, in, out)
		who.learn(in, out)
		mu.Lock()
		defer mu.Unlock()
		switch verb {
		case "create-workspace":
			if in["was"] == "free" {
				of(fmt.Sprint(out["org_id"])).free = true
				out["plan"] = "free"
			}
		case "set-plan":
			of(fmt.Sprint(in["org_id"])).free = in["was"] == "free"
		}
		return false
	}, request: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		one := of(who.of(c))
		if c.op != "create" || !one.free {
			return false
		}
		if one.used >= 5 {
			if valid(c, "insured_name") { // what is wrong comes before the cap
				c.refuse(402)
			}
			return true
		}
		one.used++
		c.counted = true
		return false
	}, response: func(c *call) bool {
		mu.Lock()
		defer mu.Unlock()
		one := of(who.of(c))
		if c.counted && !c.ok() && one.used > 0 {
			one.used--
		}
		return c.op == "me" && one.free && c.edit(func(o obj) bool { o["plan"] = "free"; return true })
	}}
}

// window is a rate that begins anew when its time is over.
type window struct {
	requests int
	length   time.Duration
	begun    time.Time
	used     int
}

// ownRate limits the heavy operations itself, by fixed windows. With the effect, a call that is refused is done.
func ownRate(effect bool) layer {
	k, who := newTicking(), &tenants{org: map[string]string{}}
	var mu sync.Mutex
	windows := map[string]*window{}
	over := func(c *call) (left time.Duration, refused bool) {
		mu.Lock()
		defer mu.Unlock()
		name := map[string]string{"answer": "answers", "extract": "extract", "fill": "fill", "risk": "risk"}[c.op]
		w := windows[who.of(c)+" "+name]
		if w == nil {
			return 0, false
		}
		if now := k.now(); now.Sub(w.begun) >= w.length {
			w.begun, w.used = now, 0
		}
		w.used++
		return w.length - k.now().Sub(w.begun), w.used > w.requests
	}
	refuse := func(c *call, left time.Duration) {
		c.refuse(429)
		c.header.Set("Retry-After", fmt.Sprint(math.Ceil(max(left, 1).Seconds())))
	}
	return layer{clocked: true, instead: func(verb string, in obj) (obj, bool) {
		if verb != "set-rate" {
			return nil, false
		}
		mu.Lock()
		defer mu.Unlock()
		requests, _ := in["requests"].(float64)
		seconds, _ := in["window_seconds"].(float64)
		windows[fmt.Sprint(in["org_id"], " ", in["operation"])] = &window{requests: int(requests), length: time.Duration(seconds * float64(time.Second))}
		return obj{}, true
	}, verb: func(verb string, in, out obj) bool {
		k.verb(verb, in, out)
		who.learn(in, out)
		return false
	}, request: func(c *call) bool {
		left, refused := over(c)
		switch {
		case refused && effect:
			text, _ := json.Marshal(left)
			c.asked = map[string]string{"left": string(text)}
		case refused:
			refuse(c, left)
		}
		return refused
	}, response: func(c *call) bool {
		var left time.Duration
		if c.asked["left"] == "" || json.Unmarshal([]byte(c.asked["left"]), &left) != nil {
			return false
		}
		refuse(c, left)
		return true
	}}
}
