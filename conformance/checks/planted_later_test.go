package checks_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// firstPlan tells of each workspace the plan that it had when the identity was first read.
func firstPlan() layer {
	plans := newMemory()
	return reply("me", func(o obj) bool {
		was, known := plans.keep(text(o, "org_id"), func() any { return o["plan"] })
		did := known && was != o["plan"]
		o["plan"] = was
		return did
	})
}

// onlyOnce gives each form once.
func onlyOnce() layer {
	given := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		_, before := given.keep(c.r.URL.Path, func() any { return true })
		if before {
			c.refuse(404)
		}
		return before
	}}
}

// emptied gives nothing at the nth download of a form.
func emptied(n int) layer {
	given := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		before, _ := given.snapshot()[c.r.URL.Path].(int)
		given.put(c.r.URL.Path, before+1)
		if before+1 == n {
			c.out = nil
		}
		return before+1 == n
	}}
}

// voided gives no form of a session that was answered since they were filled.
func voided() layer {
	void := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if len(parts) < 4 || !c.ok() {
			return false
		}
		switch c.op {
		case "answer":
			void.put(parts[2], true)
		case "fill":
			void.put(parts[2], false)
		case "pdf":
			if is, _ := void.snapshot()[parts[2]].(bool); is {
				c.refuse(404)
				return true
			}
		}
		return false
	}}
}

// behindByOne gives at each refresh the access token that the refresh before made.
func behindByOne() layer {
	latest := newMemory() // by refresh token
	return layer{response: func(c *call) bool {
		if c.op != "token" && c.op != "issue-token" || !c.ok() {
			return false
		}
		return c.edit(func(o obj) bool {
			made := o["access_token"]
			was, known := latest.snapshot()[form(c).Get("refresh_token")]
			if grantIs("refresh_token")(form(c)) && known {
				o["access_token"] = was
			}
			latest.put(text(o, "refresh_token"), made)
			return known
		})
	}, verb: func(verb string, _, out obj) bool {
		if verb == "issue-token" {
			latest.put(text(out, "refresh_token"), out["access_token"])
		}
		return false
	}}
}

// secondOf answers the second call of an operation on one path with a status.
func secondOf(op string, status int) layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		if c.op != op {
			return false
		}
		_, again := made.keep(c.r.URL.Path, func() any { return true })
		if again {
			c.refuse(status)
		}
		return again
	}}
}

// beside asks the server itself for something of the session that a call is about.
func (c *call) beside(method, what string) (body []byte, ok bool) {
	req, err := http.NewRequest(method, "http://"+c.r.Host+"/org/sessions/"+splitPath(c.r.URL.Path)[2]+what, nil)
	if err != nil {
		return nil, false
	}
	req.Header = c.r.Header.Clone()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, false
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(resp.Body)
	return body, err == nil && resp.StatusCode == http.StatusOK
}

// valuesOfTheFirst writes forms in the open, whenever they are filled by the values that there were at the first download.
func valuesOfTheFirst() layer {
	first, count := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		detail, ok := c.beside(http.MethodGet, "")
		was, known := first.keep(c.r.URL.Path, func() any { return string(detail) })
		count.add(true)
		c.out = fmt.Appendf(nil, "%%PDF-1.4\n(%s)\n%% rendering %d\n%%%%EOF\n", was, len(count.list()))
		return ok && known && was != string(detail)
	}}
}

// sentAtFill submits a session whose forms were filled.
func sentAtFill() layer {
	return layer{response: func(c *call) bool {
		if c.op != "fill" || !c.ok() {
			return false
		}
		_, ok := c.beside(http.MethodPost, "/submit")
		return ok
	}}
}

// crowdedList refuses the lists of a key past the fourth.
func crowdedList() layer {
	made := newMemory()
	return layer{request: func(c *call) bool {
		n, _ := made.snapshot()[bearer(c)].(int)
		if c.op == "list" {
			made.put(bearer(c), n+1)
		}
		if c.op != "list" || n < 4 {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", "1")
		return true
	}}
}

// plainOnly shows values in ASCII only.
func plainOnly() layer {
	return reply("get", func(o obj) (did bool) {
		values, _ := o["field_values"].(obj)
		for key, v := range values {
			if s, is := v.(string); is && strings.ContainsAny(s, "ëöß") {
				values[key], did = nil, true
			}
		}
		return did
	})
}

// emptyRisk answers with a status where there is no flag.
func emptyRisk(status int) layer {
	return layer{response: func(c *call) bool {
		var o obj
		if c.op != "risk" || !c.ok() || json.Unmarshal(c.out, &o) != nil {
			return false
		}
		list, _ := o["flags"].([]any)
		if len(list) == 0 {
			c.refuse(status)
		}
		return len(list) == 0
	}}
}

// mixedLists gives of two lists that are under way at one time both callers the one that was asked for first.
func mixedLists() layer {
	var mu sync.Mutex
	var waiting []byte
	under := 0
	return layer{request: func(c *call) bool {
		if c.op == "list" {
			mu.Lock()
			under++
			mu.Unlock()
			pause(20 * time.Millisecond)
		}
		return false
	}, response: func(c *call) (did bool) {
		if c.op != "list" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		if under > 1 && waiting == nil {
			waiting = c.out
		}
		if under > 1 && waiting != nil {
			did = string(c.out) != string(waiting)
			c.out = waiting
		}
		if under--; under == 0 {
			waiting = nil
		}
		return did
	}}
}

// untilRead holds completions back until a session is read.
func untilRead() layer {
	held := newMemory()
	l := ofEvent("fill_session.completed", deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		data, _ := o["data"].(obj)
		held.put(text(data, "session_id"), *s)
		s.drop = true
		return true
	}))
	l.response = func(c *call) bool {
		if s, is := held.snapshot()[splitPath(c.r.URL.Path)[len(splitPath(c.r.URL.Path))-1]].(shipment); is && c.op == "get" {
			post(s)
		}
		return false
	}
	return l
}

// firstCompletion tells an endpoint of the completion of one session.
func firstCompletion() layer {
	first := newMemory()
	return deliver(func(s *shipment) bool {
		var o obj
		_ = json.Unmarshal(s.body, &o)
		data, _ := o["data"].(obj)
		if s.event() != "fill_session.completed" {
			return false
		}
		was, _ := first.keep(s.url, func() any { return text(data, "session_id") })
		s.drop = was != text(data, "session_id")
		return s.drop
	})
}

// twoAttempts takes a second attempt for a delivered one where the first was not answered.
func twoAttempts() layer {
	unanswered := newMemory()
	return layer{told: true, delivery: func(s *shipment) bool {
		_, was := unanswered.snapshot()[s.url]
		if was && s.n == 2 {
			go post(*s)
			s.drop, s.answer = true, 200
		}
		return was && s.n == 2
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.lost {
			unanswered.put(s.url, true)
		}
		return false
	}}
}

// formsOfTheFirst has every submission of a workspace arrive with the files of its first.
func formsOfTheFirst() layer {
	return layer{verb: func(verb string, _, out obj) (did bool) {
		list, _ := out["submissions"].([]any)
		if verb != "list-submissions" || len(list) < 2 {
			return false
		}
		for _, one := range list[1:] {
			one.(obj)["files"] = list[0].(obj)["files"]
		}
		return true
	}}
}

// firstWorkspace has an application sign in to the workspace of its first sign-in only.
func firstWorkspace() layer {
	clients, orgs := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var o obj
		if c.op == "device" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			clients.put(text(o, "user_code"), form(c).Get("client_id"))
		}
		return false
	}, into: func(verb string, in obj) bool {
		client, _ := clients.snapshot()[text(in, "user_code")].(string)
		if verb != "approve-device" || client == "" {
			return false
		}
		was, known := orgs.keep(client, func() any { return in["org_id"] })
		did := known && fmt.Sprint(was) != fmt.Sprint(in["org_id"])
		in["org_id"] = was
		return did
	}}
}

// hasty makes a second attempt after a second, in real time, of what was answered with one status.
func hasty(status int) layer {
	ahead := newMemory()
	return layer{delivery: func(s *shipment) bool {
		_, was := ahead.snapshot()[s.url]
		s.drop = was && s.n > 1
		return s.drop
	}, shipped: func(s *shipment, _ map[string]string) bool {
		if s.n == 1 && s.status == status {
			ahead.put(s.url, true)
			go func(s shipment) { pause(time.Second); post(s) }(*s)
		}
		return s.n == 1 && s.status == status
	}}
}

// plantedLater are faults that show the second time, later, or elsewhere.
func plantedLater() []plant {
	return []plant{
		{"API-ME-02", "the plan stays that of the beginning", firstPlan()},
		{"API-GET-12", "a value beyond ASCII is not stored", plainOnly()},
		{"API-GET-11", "a form can be downloaded once", onlyOnce()},
		{"API-PDF-01", "the third download of a form is empty", emptied(3)},
		{"API-LIST-01", "something follows the JSON", layer{response: func(c *call) bool {
			if c.op == "list" && c.ok() {
				c.out = append(c.out, "\n/* 3 rows in 12 ms */"...)
			}
			return c.op == "list" && c.ok()
		}}},
		{"API-EXTRACT-01", "a boundary in quotes is not understood", layer{request: func(c *call) bool {
			quoted := c.op == "extract" && strings.Contains(c.r.Header.Get("Content-Type"), `boundary="`)
			if quoted {
				c.refuse(400)
			}
			return quoted
		}}},
		{"API-GET-11", "an answer voids the forms, which stay in the list", voided()},
		{"API-CREATE-01", "a content type with a parameter is refused", layer{request: func(c *call) bool {
			told := c.op == "create" && strings.Contains(c.r.Header.Get("Content-Type"), "charset")
			if told {
				c.refuse(415)
			}
			return told
		}}},
		{"API-RISK-01", "a session without a flag is 404", emptyRisk(404)},
		{"LIM-10", "Retry-After in milliseconds", layer{response: func(c *call) bool {
			if c.status == 429 {
				c.header.Set("Retry-After", c.header.Get("Retry-After")+"000")
			}
			return c.status == 429
		}}},
		{"OAUTH-TOKEN-02", "a refresh gives the access token of before, the new one a refresh later", behindByOne()},
		{"API-ANSWER-01", "a message with a percent sign breaks the server", strict("answer", 500, func(_ *call, o obj) bool { return strings.Contains(message(o), "%") })},
		{"API-ANSWER-01", "a message with a quote breaks the server", strict("answer", 500, func(_ *call, o obj) bool { return strings.Contains(message(o), "'") })},
		{"API-DOCS-01", "a document whose name is beyond ASCII breaks the server", layer{request: func(c *call) bool {
			odd := c.op == "documents" && strings.Contains(string(c.in[:min(len(c.in), 400)]), "ü")
			if odd {
				c.refuse(500)
			}
			return odd
		}}},
		{"API-EXTRACT-01", "the second PDF of a session breaks the server", secondOf("extract", 500)},
		{"API-FILL-04", "the beginning of each form stands in the reply", change("fill", func(o obj) { o["preview"] = "JVBERi0xLjQKJeLjz9MKMSAwIG8=" })},
		{"API-FILL-07", "a fill goes by the values of the first one", valuesOfTheFirst()},
		{"API-APPT-04", "a zip loses its leading zero", lenient("appointment", func(o obj) bool {
			zip := text(o, "address_zip")
			o["address_zip"] = strings.TrimPrefix(zip, "0")
			return strings.HasPrefix(zip, "0")
		})},
		{"EVT-06", "submission.sent comes with the fill", sentAtFill()},
		{"LIM-14", "the fifth list within a moment is refused", crowdedList()},
		{"API-RISK-01", "a session without a flag is 204", emptyRisk(204)},
		{"API-LIST-08", "lists that are made at one time get mixed up", mixedLists()},
		{"EVT-01", "the event waits for somebody to read the session", untilRead()},
		{"API-PDF-03", "a form key that is a name of every object breaks the server", layer{request: func(c *call) bool {
			odd := c.op == "pdf" && strings.Contains(c.r.URL.Path, "/constructor/")
			if odd {
				c.refuse(500)
			}
			return odd
		}}},
		{"EVT-01", "only the first completion of a workspace is told of", firstCompletion()},
		{"API-SUBMIT-02", "every submission of a workspace has the forms of the first", formsOfTheFirst()},
		{"OAUTH-DEV-10", "an application signs in to the workspace of its first sign-in only", firstWorkspace()},
		{"HOOK-17", "no attempt after a second one that is not answered", twoAttempts()},
		{"HOOK-20", "a delivery that is taken at the third attempt is in the log as failed", logged(func(d obj) {
			if list, _ := d["attempts"].([]any); len(list) == 3 && d["status"] == "delivered" {
				d["status"] = "failed"
			}
		})},
	}
}
