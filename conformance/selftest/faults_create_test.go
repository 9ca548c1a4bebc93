package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// createFaults break what the text says of creating a session.
func createFaults() []fault {
	all := []fault{
		{"API-CREATE-01", "", code("create", 200, 201)},
		{"API-CREATE-01", "a second create is answered 201", where(later_("create"), code("create", 200, 201))},
		{"API-CREATE-01", "a create is answered 202", code("create", 200, 202)},
		{"API-CREATE-01", "a create in a second workspace is answered 201", where(away(), code("create", 200, 201))},
		{"API-CREATE-01", "a create with a token is answered 201", where(oauth, code("create", 200, 201))},
		{"API-CREATE-01", "of a body in chunks the first is read", firstChunk(422, func(n int) bool { return n > 1 })},
		{"API-CREATE-01", "a body in chunks is taken for none", firstChunk(422, func(int) bool { return true })},
		{"API-CREATE-01", "a create with lines of business is answered 201", where(inBody(`"lobs":["`), code("create", 200, 201))},
		{"API-CREATE-01", "a create in a free workspace breaks the server", brokenOnPlan("free", "create")},
		{"API-CREATE-01", "a create is refused once after another one was", refusedOnceMore()},
		{"API-CREATE-01", "a content type with a parameter is refused", layer{request: func(c *call) bool {
			told := c.op == "create" && strings.Contains(c.r.Header.Get("Content-Type"), "charset")
			if told {
				c.refuse(415)
			}
			return told
		}}},
		{"API-CREATE-01", "creates of a free workspace with nothing but a name are called invalid", withKeys(free, invalidFor("create"))},
		{"API-CREATE-02", "", set("create", "session_id", 12)},
		{"API-CREATE-02", "", drop("create", "session_id")},
		{"API-CREATE-02", "the session is wrapped", wrapped("create", "session")},
		{"API-CREATE-02", "session_id is named id", change("create", func(o obj) { o["id"] = o["session_id"]; delete(o, "session_id") })},
		{"API-CREATE-02", "session_id is null", set("create", "session_id", nil)},
		{"API-CREATE-02", "session_id is a number for a token", where(oauth, set("create", "session_id", 7))},
		{"API-CREATE-03", "insured_name is missing", drop("create", "insured_name")},
		{"API-CREATE-03", "insured_name is null", set("create", "insured_name", nil)},
		{"API-CREATE-04", "", set("create", "state", 5)},
		{"API-CREATE-04", "state is false when there is none", reply("create", func(o obj) bool { was := o["state"] == nil; o["state"] = false; return was })},
		{"API-CREATE-04", "state is an object", set("create", "state", obj{"code": "GA"})},
		{"API-CREATE-05", "status is null", set("create", "status", nil)},
		{"API-CREATE-05", "status is a number", set("create", "status", 1)},
		{"API-CREATE-05", "no status in a free workspace", where(away(), drop("create", "status"))},
		{"API-CREATE-05", "status is missing where a naics_code was sent", where(inBody(`"naics_code":"`), drop("create", "status"))},
		{"API-CREATE-06", "the reply names the first form alone", fewerForms()},
		{"API-CREATE-06", "the forms of earlier sessions stay", formsOfBefore()},
		{"API-CREATE-06", "", drop("create", "form_keys")},
		{"API-CREATE-06", "", set("create", "form_keys", []any{1})},
		{"API-CREATE-06", "", set("create", "form_keys", nil)},
		{"API-CREATE-06", "form_keys is null when there are none", reply("create", func(o obj) bool { o["form_keys"] = nil; return true })},
		{"API-CREATE-06", "form_keys is a text", set("create", "form_keys", "application,general_liability")},
		{"API-CREATE-06", "form_keys are objects", set("create", "form_keys", []any{obj{"key": "application"}})},
		{"API-CREATE-06", "form_keys has null for lines without a form", reply("create", func(o obj) bool {
			keys, _ := o["form_keys"].([]any)
			if len(keys) > 2 {
				o["form_keys"] = append(keys, nil)
			}
			return len(keys) > 2
		})},
		{"API-CREATE-06", "form_keys is null for a token", where(oauth, set("create", "form_keys", nil))},
		{"API-CREATE-07", "one field of a create is counted in the detail alone", reply("create", func(o obj) bool {
			n, _ := o["fields_filled"].(float64)
			o["fields_filled"] = max(n-1, 0)
			return n > 1
		})},
		{"API-CREATE-07", "the reply counts nothing that the create filled", set("create", "fields_filled", 0)},
		{"API-CREATE-07", "fields_filled is a text", set("create", "fields_filled", "0")},
		{"API-CREATE-07", "", set("create", "fields_filled", 0.5)},
		{"API-CREATE-07", "fields_filled is null", set("create", "fields_filled", nil)},
		{"API-CREATE-07", "fields_filled is a text with the key in X-API-Key", where(inHeader, set("create", "fields_filled", "1"))},
		{"API-CREATE-08", "fields_total is that of one form", reply("create", func(o obj) bool {
			n, _ := o["fields_total"].(float64)
			o["fields_total"] = n - 1
			return true
		})},
		{"API-CREATE-08", "", set("create", "fields_total", nil)},
		{"API-CREATE-08", "fields_total is missing", drop("create", "fields_total")},
		{"API-CREATE-08", "fields_total is a fraction", set("create", "fields_total", 12.5)},
		{"API-CREATE-08", "fields_total is null where lines of business are given", layer{response: func(c *call) bool {
			return c.op == "create" && strings.Contains(string(c.in), "lobs") && c.ok() && c.edit(func(o obj) bool { o["fields_total"] = nil; return true })
		}}},
		{"API-CREATE-09", "the name is in capitals in the detail of a session that a token made", loudForTokens()},
		{"API-CREATE-09", "the name is in capitals", change("create", func(o obj) { o["insured_name"] = strings.ToUpper(text(o, "insured_name")) })},
		{"API-CREATE-09", "the name is escaped for HTML", change("create", func(o obj) { o["insured_name"] = strings.ReplaceAll(text(o, "insured_name"), "&", "&amp;") })},
		{"API-CREATE-09", "a plus in the name is a blank", change("create", func(o obj) { o["insured_name"] = strings.ReplaceAll(text(o, "insured_name"), "+", " ") })},
		{"API-CREATE-09", "the name in the detail is another", set("get", "insured_name", "Unnamed business")},
		{"API-CREATE-09", "the tab of a name is not escaped", bareTabs("create")},
		{"API-CREATE-09", "the tab of a name is not escaped in the detail", bareTabs("get")},
		{"API-CREATE-09", "letters in pairs of escapes are refused", refusing("create", 422, `\ud83d\ude00`)},
		{"API-CREATE-09", "letters beyond ASCII are dropped from the name", renamed(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 127 {
					return -1
				}
				return r
			}, s)
		})},
		{"API-CREATE-09", "the name is cut at 100 bytes", renamed(func(s string) string { return s[:min(len(s), 100)] })},
		{"API-CREATE-09", "a name of digits comes back as a number", change("create", func(o obj) {
			if name := text(o, "insured_name"); name != "" && strings.Trim(name, "0123456789") == "" {
				o["insured_name"] = 12345
			}
		})},
		{"API-CREATE-09", "names in capitals are written small", renamedIn(func(name string) string {
			if name == strings.ToUpper(name) {
				return strings.ToLower(name)
			}
			return name
		})},
		{"API-CREATE-09", "names are read as addresses are", renamedIn(func(name string) string {
			if plain, err := url.PathUnescape(name); err == nil {
				return plain
			}
			return name
		})},
		{"API-CREATE-09", "a percent sign in a name breaks the server", strict("create", 500, func(_ *call, o obj) bool {
			_, err := url.PathUnescape(text(o, "insured_name"))
			return err != nil
		})},
		{"API-CREATE-09", "the name is in capitals for a key in X-API-Key", where(inHeader, change("create", func(o obj) { o["insured_name"] = strings.ToUpper(text(o, "insured_name")) }))},
		{"API-CREATE-09", "joiners are cut out of names", renamed(strings.NewReplacer("\u200c", "", "\u200d", "").Replace)},
		{"API-CREATE-09", "each part of a body is decoded by itself", decodedApart()},
		{"API-CREATE-09", "letters beyond the first plane are dropped from the name", renamed(func(s string) string {
			return strings.Map(func(r rune) rune {
				if r > 0xffff {
					return -1
				}
				return r
			}, s)
		})},
		{"API-CREATE-09", "the name is cut at 255 letters", renamed(func(s string) string { return s[:min(len(s), 255)] })},
		{"API-CREATE-10", "", set("create", "session_id", "ses_same")},
		{"API-CREATE-10", "one name gives one session", deduplicated()},
		{"API-CREATE-10", "creates at one time get one id", racingIDs()},
		{"API-CREATE-10", "the id of a session is that of its body", idOfBody()},
		{"API-CREATE-11", "", lenient("create", func(o obj) bool {
			if _, there := o["insured_name"]; there {
				return false
			}
			o["insured_name"] = "Unnamed"
			return true
		})},
		{"API-CREATE-11", "", code("create", 422, 400)},
		{"API-CREATE-11", "a missing name is answered 400", where(without("insured_name"), code("create", 422, 400))},
		{"API-CREATE-11", "a missing name becomes Unnamed", lenient("create", func(o obj) bool {
			_, there := o["insured_name"]
			o["insured_name"] = "Unnamed"
			return !there
		})},
		{"API-CREATE-11", "what a create says of all objects is of all others", prototype()},
		{"API-CREATE-12", "", lenient("create", func(o obj) bool {
			if o["insured_name"] != "" {
				return false
			}
			o["insured_name"] = "Unnamed"
			return true
		})},
		{"API-CREATE-12", "an empty name is taken", lenient("create", func(o obj) bool { was := o["insured_name"] == ""; o["insured_name"] = "x"; return was })},
		{"API-CREATE-12", "an empty name is answered 400", layer{response: func(c *call) bool {
			did := c.op == "create" && c.status == 422 && strings.Contains(string(c.in), `"insured_name":""`)
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"API-CREATE-13", "", strict("create", 422, func(_ *call, o obj) bool { return len(text(o, "insured_name")) == 1 })},
		{"API-CREATE-13", "a name needs two characters", strict("create", 422, func(_ *call, o obj) bool { return utf8.RuneCountInString(text(o, "insured_name")) == 1 })},
		{"API-CREATE-13", "the name 0 is none", refusesName("0")},
		{"API-CREATE-13", "a name of one letter of several bytes is none", refusesName("株")},
		{"API-CREATE-13", "the name null is none", refusesName("null")},
		{"API-CREATE-13", "the name undefined is none", refusesName("undefined")},
		{"API-CREATE-13", "a name that is a date is refused", noName(regexp.MustCompile(`^\d{4}-\d\d-\d\d`).MatchString)},
		{"API-CREATE-13", "a name that is a time is refused", noName(func(s string) bool { _, err := time.Parse(time.RFC3339, s); return err == nil })},
		{"API-CREATE-13", "a name that is a number is refused", noName(func(s string) bool { n, err := strconv.Atoi(s); return err == nil && n > 9 })},
		{"API-CREATE-13", "a name that is a literal is refused", noName(func(s string) bool { return s == "true" })},
		{"API-CREATE-14", "", strict("create", 422, longer("insured_name", 255, bytesIn))},
		{"API-CREATE-14", "a name has at most 255 characters", strict("create", 422, longer("insured_name", 255, utf8.RuneCountInString))},
		{"API-CREATE-14", "a name is quoted for a page before it is counted", strict("create", 422, longer("insured_name", 256, func(s string) int {
			return utf8.RuneCountInString(html.EscapeString(s))
		}))},
		{"API-CREATE-14", "the bound of a name counts the state, too", strict("create", 422, func(_ *call, o obj) bool {
			name := utf8.RuneCountInString(text(o, "insured_name"))
			return name <= 256 && name+len(text(o, "state")) > 256
		})},
		{"API-CREATE-15", "a name of 257 characters is taken", lenient("create", shorten("insured_name", 257))},
		{"API-CREATE-15", "a name of 257 characters is taken under a token", where(oauth, lenient("create", shorten("insured_name", 257)))},
		{"API-CREATE-15", "a name of thousands of characters breaks the server", strict("create", 500, func(_ *call, o obj) bool { return len(text(o, "insured_name")) > 1000 })},
		{"API-CREATE-15", "a long name is cut silently", lenient("create", func(o obj) bool {
			was := len(text(o, "insured_name")) > 256
			if was {
				o["insured_name"] = text(o, "insured_name")[:256]
			}
			return was
		})},
		{"API-CREATE-15", "a name is counted without its blanks and kept with them", blanksLeftOut(true)},
		{"API-CREATE-15", "a name of 257 letters beyond ASCII is taken", layer{response: func(c *call) bool {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			name := text(in, "insured_name")
			taken := c.op == "create" && c.status == 422 && len(name) > utf8.RuneCountInString(name) && len(name) < 2000
			if taken {
				c.answer(200, obj{"session_id": "ses_long"})
			}
			return taken
		}}},
		{"API-CREATE-16", "the bound of a name counts bytes", strict("create", 422, longer("insured_name", 256, bytesIn))},
		{"API-CREATE-16", "names beyond ASCII are refused", strict("create", 422, beyond("insured_name", 127))},
		{"API-CREATE-16", "names beyond Latin break the server", strict("create", 500, beyond("insured_name", 255))},
		{"API-CREATE-16", "names of more than 512 bytes are refused", strict("create", 422, func(_ *call, o obj) bool { return len(text(o, "insured_name")) > 512 })},
		{"API-CREATE-16", "the connection breaks at a name in other letters", leaving(func(c *call) bool {
			return c.op == "create" && bytes.ContainsRune(c.in, '株')
		}, hangsUp)},
		{"API-CREATE-17", "", lenient("create", isNot("insured_name", "42"))},
		{"API-CREATE-17", "a number is taken for a name", lenient("create", func(o obj) bool { _, is := o["insured_name"].(float64); o["insured_name"] = "42"; return is })},
		{"API-CREATE-17", "true is taken for a name", lenient("create", func(o obj) bool { _, is := o["insured_name"].(bool); o["insured_name"] = "true"; return is })},
		{"API-CREATE-17", "null is taken for a name", lenient("create", func(o obj) bool {
			v, there := o["insured_name"]
			o["insured_name"] = "null"
			return there && v == nil
		})},
		{"API-CREATE-17", "an array is taken for a name", lenient("create", func(o obj) bool { _, is := o["insured_name"].([]any); o["insured_name"] = "A"; return is })},
		{"API-CREATE-17", "an empty list is taken for a name", emptyFor("create", "insured_name", []any{}, "A")},
		{"API-CREATE-17", "two wrong members at once break the server", strict("create", 500, func(_ *call, o obj) bool {
			_, name := o["insured_name"].(float64)
			_, state := o["state"].(float64)
			return name && state
		})},
		{"API-CREATE-18", "a state that is null becomes a text", reply("create get", func(o obj) bool {
			was := o["state"]
			if was == nil {
				o["state"] = "null"
			}
			return was == nil
		})},
		{"API-CREATE-18", "a session without a state has that of the one before", stateOfBefore()},
		{"API-CREATE-18", "the detail has the state in other letters", reply("get", func(o obj) bool {
			was := text(o, "state")
			if was != "" {
				o["state"] = strings.ToLower(was)
			}
			return was != ""
		})},
		{"API-CREATE-18", "a session that is sent no state is one of California", reply2("create", func(c *call, o obj) bool {
			if o["state"] != nil {
				return false
			}
			o["state"] = "CA"
			return true
		})},
		{"API-CREATE-18", "the names of states are lost", namelessStates()},
		{"API-CREATE-18", "the state is lost", set("create get list", "state", nil)},
		{"API-CREATE-18", "the code of the industry is the state", reply2("create", func(c *call, o obj) bool {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			if in["naics_code"] != nil {
				o["state"] = in["naics_code"]
			}
			return in["naics_code"] != nil
		})},
		{"API-CREATE-18", "the reply says that there is no state", set("create", "state", nil)},
		{"API-CREATE-18", "state null is refused", strict("create", 422, func(_ *call, o obj) bool { v, there := o["state"]; return there && v == nil })},
		{"API-CREATE-18", "every state is refused", strict("create", 422, func(_ *call, o obj) bool { return text(o, "state") != "" })},
		{"API-CREATE-18", "state is mandatory", strict("create", 422, func(_ *call, o obj) bool { _, there := o["state"]; return !there })},
		{"API-CREATE-18", "state is wanted where there are lobs", strict("create", 422, without2("lobs", "state"))},
		{"API-CREATE-19", "", lenient("create", isNot("state", "CA"))},
		{"API-CREATE-19", "a number is taken for a state", lenient("create", func(o obj) bool { _, is := o["state"].(float64); o["state"] = nil; return is })},
		{"API-CREATE-19", "true is taken for a state", lenient("create", func(o obj) bool { _, is := o["state"].(bool); o["state"] = nil; return is })},
		{"API-CREATE-19", "an object is taken for a state", lenient("create", func(o obj) bool { _, is := o["state"].(obj); o["state"] = nil; return is })},
		{"API-CREATE-19", "0 is taken for no state", emptyFor("create", "state", 0.0, nil)},
		{"API-CREATE-20", "", strict("create", 422, func(_ *call, o obj) bool { v, ok := o["lobs"].([]any); return ok && len(v) == 0 })},
		{"API-CREATE-20", "lobs is mandatory", strict("create", 422, func(_ *call, o obj) bool { _, there := o["lobs"]; return !there })},
		{"API-CREATE-20", "empty lobs are refused", strict("create", 422, func(_ *call, o obj) bool { list, is := o["lobs"].([]any); return is && len(list) == 0 })},
		{"API-CREATE-20", "lobs are wanted where there is a state", strict("create", 422, without2("state", "lobs"))},
		{"API-CREATE-21", "", strict("create", 422, func(_ *call, o obj) bool { v, _ := o["lobs"].([]any); return len(v) > 19 })},
		{"API-CREATE-21", "at most 19 lobs", strict("create", 422, func(_ *call, o obj) bool { list, _ := o["lobs"].([]any); return len(list) > 19 })},
		{"API-CREATE-22", "", lenient("create", func(o obj) bool {
			v, _ := o["lobs"].([]any)
			if len(v) != 21 {
				return false
			}
			o["lobs"] = v[:20]
			return true
		})},
		{"API-CREATE-22", "twenty-one lobs are answered as the cap is", where(inBody(`"lobs":[`), recoded(422, 402, func(c *call) bool { return c.op == "create" }))},
		{"API-CREATE-22", "21 lobs are taken", lenient("create", func(o obj) bool {
			list, _ := o["lobs"].([]any)
			was := len(list) == 21
			o["lobs"] = []any{}
			return was
		})},
		{"API-CREATE-22", "too many lobs are answered 400", layer{response: func(c *call) bool {
			var o obj
			_ = json.Unmarshal(c.in, &o)
			list, _ := o["lobs"].([]any)
			if c.op != "create" || len(list) < 21 {
				return false
			}
			c.refuse(400)
			return true
		}}},
		{"API-CREATE-22", "what is refused for its lobs is listed", listedThough()},
		{"API-CREATE-22", "what is refused in a free workspace is listed", refusedAndMade()},
		{"API-CREATE-23", "", lenient("create", func(o obj) bool {
			if s, ok := o["lobs"].(string); ok {
				o["lobs"] = []any{s}
				return true
			}
			return false
		})},
		{"API-CREATE-23", "a text is taken for lobs", lenient("create", func(o obj) bool { _, is := o["lobs"].(string); o["lobs"] = []any{}; return is })},
		{"API-CREATE-23", "an object is taken for lobs", lenient("create", func(o obj) bool { _, is := o["lobs"].(obj); o["lobs"] = []any{}; return is })},
		{"API-CREATE-23", "null is taken among lobs", lenient("create", func(o obj) bool {
			list, _ := o["lobs"].([]any)
			was := len(list) > 0 && list[len(list)-1] == nil
			o["lobs"] = []any{}
			return was
		})},
		{"API-CREATE-23", "a number after a text is taken among lobs", lenient("create", func(o obj) bool {
			list, _ := o["lobs"].([]any)
			if len(list) < 2 {
				return false
			}
			_, is := list[1].(float64)
			if is {
				o["lobs"] = list[:1]
			}
			return is
		})},
		{"API-CREATE-23", "an empty object is taken for no lobs", emptyFor("create", "lobs", obj{}, []any{})},
		{"API-CREATE-23", "an empty text is taken for no lobs", emptyFor("create", "lobs", "", []any{})},
		{"API-CREATE-23", "a text with commas is taken for lobs", lenient("create", func(o obj) bool {
			list, is := o["lobs"].(string)
			is = is && strings.Contains(list, ",")
			if is {
				o["lobs"] = strings.Split(list, ",")
			}
			return is
		})},
		{"API-CREATE-24", "no state and no code are refused together", layer{request: refusingCalls("create", 422, func(c *call) bool {
			return bytes.Contains(c.in, []byte(`"naics_code":null`)) && bytes.Contains(c.in, []byte(`"state":null`))
		})}},
		{"API-CREATE-24", "naics_code null is refused", strict("create", 422, func(_ *call, o obj) bool { v, there := o["naics_code"]; return there && v == nil })},
		{"API-CREATE-24", "nulls beside an empty list of lobs break the server", strict("create", 500, func(_ *call, o obj) bool {
			lobs, is := o["lobs"].([]any)
			return is && len(lobs) == 0 && o["naics_code"] == nil
		})},
		{"API-CREATE-24", "naics_code is mandatory", strict("create", 422, func(_ *call, o obj) bool { _, there := o["naics_code"]; return !there })},
		{"API-CREATE-24", "naics_code is wanted where there are lobs", strict("create", 422, without2("lobs", "naics_code"))},
		{"API-CREATE-25", "", lenient("create", isNot("naics_code", "722511"))},
		{"API-CREATE-25", "an array is taken for naics_code", lenient("create", func(o obj) bool { _, is := o["naics_code"].([]any); o["naics_code"] = nil; return is })},
		{"API-CREATE-25", "a number is taken for naics_code", lenient("create", func(o obj) bool {
			n, is := o["naics_code"].(float64)
			if is {
				o["naics_code"] = strconv.Itoa(int(n))
			}
			return is
		})},
		{"API-CREATE-25", "true is taken for naics_code", lenient("create", func(o obj) bool { _, is := o["naics_code"].(bool); o["naics_code"] = nil; return is })},
		{"API-CREATE-26", "", layer{request: func(c *call) bool { return chosenByBody(c) }}},
		{"API-CREATE-26", "an appointment request is of the workspace that its body names", where(func(c *call) bool { return c.op == "appointment" }, layer{request: chosenByBody})},
		{"API-CREATE-26", "workspace_id in the body chooses the workspace", layer{request: chosenBy(`"workspace_id"`)}},
		{"API-CREATE-26", "a header chooses the workspace", layer{request: chosenByHeader}},
		{"API-CREATE-26", "a query chooses the workspace", layer{request: chosenByQuery}},
		{"API-CREATE-26", "an object in the body chooses the workspace", layer{request: chosenBy(`"id":"`)}},
		{"API-CREATE-26", "the body chooses the workspace where a token is sent", layer{request: func(c *call) bool { return oauth(c) && chosenByBody(c) }}},
		{"API-CREATE-26", "workspace_id in the body chooses the workspace where the key is in X-API-Key", where(inHeader, layer{request: func(c *call) bool {
			did := chosenBy(`"workspace_id"`)(c)
			if did {
				c.r.Header.Del("X-Api-Key")
			}
			return did
		}})},
		{"API-CREATE-27", "a session is lost after its create", code("get", 200, 404)},
		{"API-CREATE-27", "the detail has another session_id", set("get", "session_id", "ses_other")},
		{"API-CREATE-27", "the first read of a session finds nothing", firstRead()},
		{"API-CREATE-27", "a session with letters beyond ASCII is lost", lostSessions()},
		{"API-CREATE-27", "a session with a code of its industry is lost", lostWith("naics_code")},
		{"API-CREATE-27", "of creates at one time one is lost", oneCreated()},
		{"API-CREATE-18", "a session has the state that the one before it was sent", stateOfTheOneBefore()},
		{"API-CREATE-26", "a turn whose body names a workspace finds no session", strict("answer", 404, func(_ *call, o obj) bool { return o["org_id"] != nil })},
	}
	for _, member := range []string{"state", "naics_code"} {
		id := map[string]string{"state": "API-CREATE-19", "naics_code": "API-CREATE-25"}[member]
		for _, empty := range []any{[]any{}, obj{}, false} {
			all = append(all, fault{id, fmt.Sprintf("%#v is taken for no %s", empty, member), emptyFor("create", member, empty, nil)})
		}
	}
	return all
}

// createNeighbours come near a fault and stay within the text.
func createNeighbours() []fault {
	return []fault{
		{"API-CREATE-01", "a state and a line of business do not go together", layer{request: refusingCalls("create", 422, func(c *call) bool {
			var in obj
			_ = json.Unmarshal(c.in, &in)
			return in["state"] != nil && in["lobs"] != nil
		})}},
		{"API-CREATE-01", "bodies come with their length", firstChunk(411, func(n int) bool { return n > 0 })},
		{"API-CREATE-09", "names without white space around or twice", renamed(func(s string) string { return strings.Join(strings.Fields(s), " ") })},
		{"API-CREATE-09", "names in another form of Unicode", renamed(strings.NewReplacer("ä", "a\u0308", "ë", "e\u0308", "é", "e\u0301", "ö", "o\u0308", "ü", "u\u0308", "Ü", "U\u0308").Replace)},
		{"API-CREATE-09", "a percent sign in a name is refused", strict("create", 422, func(_ *call, o obj) bool { return strings.Contains(text(o, "insured_name"), "%") })},
		{"API-CREATE-09", "pairs of escapes are refused, as such letters are", refusing("create", 422, `\ud83d\ude00`, "😀")},
		{"API-CREATE-10", "members that nobody knows are refused", strict("create", 422, func(_ *call, o obj) bool { return o["session_id"] != nil || o["id"] != nil })},
		{"API-CREATE-11", "a create that says something of all objects is refused", strict("create", 422, func(c *call, _ obj) bool {
			return bytes.Contains(c.in, []byte("__proto__"))
		})},
		{"API-CREATE-14", "codes of industries are not known", strict("create", 422, func(_ *call, o obj) bool { return o["naics_code"] != nil })},
		{"API-CREATE-15", "a name is counted without its blanks and kept without them", blanksLeftOut(false)},
		{"API-CREATE-26", "creates that name another workspace are refused where the key is in X-API-Key", where(inHeader, strict("create", 422, func(_ *call, o obj) bool {
			return o["workspace_id"] != nil
		}))},
	}
}
