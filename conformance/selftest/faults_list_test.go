package selftest_test

import (
	"encoding/json"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// listFaults break what the text says of the list of sessions.
func listFaults() []fault {
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	return []fault{
		{"API-LIST-01", "the list is named items", change("list", func(o obj) { o["items"] = o["sessions"]; delete(o, "sessions") })},
		{"API-LIST-01", "", code("list", 200, 206)},
		{"API-LIST-01", "the list is a bare array", raw("list", "application/json", `[]`)},
		{"API-LIST-01", "sessions is null when there are none", reply("list", func(o obj) bool {
			list, _ := o["sessions"].([]any)
			if len(list) > 0 {
				return false
			}
			o["sessions"] = nil
			return true
		})},
		{"API-LIST-01", "an empty list is answered 404", layer{response: func(c *call) bool {
			var o obj
			if c.op != "list" || json.Unmarshal(c.out, &o) != nil {
				return false
			}
			if list, _ := o["sessions"].([]any); len(list) > 0 || !c.ok() {
				return false
			}
			c.refuse(404)
			return true
		}}},
		{"API-LIST-01", "the list of a free workspace breaks the server", brokenOnPlan("free", "list")},
		{"API-LIST-01", "sessions is a text with a limit", where(limited, set("list", "sessions", "none"))},
		{"API-LIST-01", "a limit over the number of sessions is answered 500", where(limited, code("list", 200, 500))},
		{"API-LIST-01", "something follows the JSON", layer{response: func(c *call) bool {
			if c.op == "list" && c.ok() {
				c.out = append(c.out, "\n/* 3 rows in 12 ms */"...)
			}
			return c.op == "list" && c.ok()
		}}},
		{"API-LIST-01", "a list is refused once an answer was corrected", refusedOnce("answer", "list", 400)},
		{"API-LIST-01", "a list is called invalid once the risks were looked at", refusedOnce("risk", "list", 422)},
		{"API-LIST-01", "a list stays as it was at first", firstList()},
		{"API-LIST-02", "", each("list", "sessions", func(o obj) { delete(o, "status") })},
		{"API-LIST-02", "the second summary has no insured_name", inItem("list", "sessions", 1, cut("insured_name"))},
		{"API-LIST-02", "status is null in a summary", each("list", "sessions", put("status", nil))},
		{"API-LIST-02", "session_id is a number in a summary", each("list", "sessions", put("session_id", 7))},
		{"API-LIST-02", "no status in summaries with a limit", where(limited, each("list", "sessions", func(o obj) { delete(o, "status") }))},
		{"API-LIST-03", "", each("list", "sessions", func(o obj) { o["fields_total"] = "9" })},
		{"API-LIST-03", "", each("list", "sessions", func(o obj) { delete(o, "form_keys") })},
		{"API-LIST-03", "form_keys is null in a summary", each("list", "sessions", put("form_keys", nil))},
		{"API-LIST-03", "fields_total is missing in a summary", each("list", "sessions", cut("fields_total"))},
		{"API-LIST-03", "fields_filled is a text in a summary", each("list", "sessions", put("fields_filled", "3"))},
		{"API-LIST-03", "form_keys is missing once a session is complete", each("list", "sessions", func(o obj) {
			if o["status"] == "complete" {
				delete(o, "form_keys")
			}
		})},
		{"API-LIST-03", "fields_total has a fraction for a token", where(oauth, each("list", "sessions", func(o obj) { o["fields_total"] = 1.5 }))},
		{"API-LIST-04", "", each("list", "sessions", func(o obj) { o["created_at"] = 1700000000 })},
		{"API-LIST-04", "updated_at is when time began in a summary", each("list", "sessions", put("updated_at", "1970-01-01T00:00:00Z"))},
		{"API-LIST-04", "created_at is a number in a summary", each("list", "sessions", put("created_at", 1763700000))},
		{"API-LIST-04", "state is a list in a summary", each("list", "sessions", put("state", []any{"GA"}))},
		{"API-LIST-04", "created_at is a number with a limit", where(limited, each("list", "sessions", func(o obj) { o["created_at"] = 5 }))},
		{"API-LIST-05", "", strict("list", 422, func(c *call, _ obj) bool { return !c.r.URL.Query().Has("limit") })},
		{"API-LIST-05", "limit is mandatory", strict("list", 422, func(c *call, _ obj) bool { return c.r.URL.Query().Get("limit") == "" })},
		{"API-LIST-06", "true is a limit", layer{request: func(c *call) bool {
			did := c.op == "list" && c.r.URL.Query().Get("limit") == "true"
			if did {
				c.query("limit", "1")
			}
			return did
		}}},
		{"API-LIST-06", "", layer{request: func(c *call) bool {
			if limit := c.r.URL.Query().Get("limit"); c.op == "list" && (limit == "abc" || limit == "1.5") {
				c.r.URL.RawQuery = ""
				return true
			}
			return false
		}}},
		{"API-LIST-06", "limit=abc is taken", noLimit("abc")},
		{"API-LIST-06", "limit=1.5 is rounded", noLimit("1.5")},
		{"API-LIST-06", "a wrong limit is answered 400", code("list", 422, 400)},
		{"API-LIST-06", "no limit is taken", limitsRefused(1_000_000)},
		{"API-LIST-07", "one session less than the limit", reply2("list", func(c *call, o obj) bool {
			list, _ := o["sessions"].([]any)
			if !limited(c) || len(list) < 2 {
				return false
			}
			o["sessions"] = list[:len(list)-1]
			return true
		})},
		{"API-LIST-07", "a limit leaves out the second session", missesOne()},
		{"API-LIST-07", "", layer{request: func(c *call) bool {
			did := c.op == "list" && c.r.URL.RawQuery != ""
			if did {
				c.r.URL.RawQuery = ""
			}
			return did
		}}},
		{"API-LIST-07", "limit is ignored", noLimit("")},
		{"API-LIST-07", "limit is one too many", limitPlus(1)},
		{"API-LIST-07", "limit counts the sessions of every workspace", filteredLate()},
		{"API-LIST-07", "limit=2 gives nothing", layer{response: func(c *call) bool {
			return c.op == "list" && c.r.URL.Query().Get("limit") != "" && c.ok() && c.edit(func(o obj) bool { o["sessions"] = []any{}; return true })
		}}},
		{"API-LIST-07", "limit is not looked at for a token", layer{request: func(c *call) bool {
			did := with("list")(c) && c.r.URL.RawQuery != ""
			if did {
				c.r.URL.RawQuery = ""
			}
			return did
		}}},
		{"API-LIST-07", "limits are compared as texts", layer{response: func(c *call) bool {
			ten := c.op == "list" && c.r.URL.Query().Get("limit") == "10"
			return ten && c.ok() && c.edit(func(o obj) bool {
				list, _ := o["sessions"].([]any)
				o["sessions"] = list[:min(len(list), 2)]
				return len(list) > 2
			})
		}}},
		{"API-LIST-07", "a limit above three is not kept", layer{request: func(c *call) bool {
			limit := c.r.URL.Query().Get("limit")
			did := c.op == "list" && limit != "" && strings.Trim(limit, "0123456789") == "" && (len(limit) > 1 || limit > "3")
			if did {
				u := *c.r.URL
				u.RawQuery = ""
				c.r.URL = &u
			}
			return did
		}}},
		{"API-LIST-07", "limit counts as the first parameter alone", limitFirst()},
		{"API-LIST-09", "sessions without a state are not listed", reply("list", func(o obj) bool {
			list, _ := o["sessions"].([]any)
			o["sessions"] = slices.DeleteFunc(slices.Clone(list), func(one any) bool { return asObject(one)["state"] == nil })
			return len(o["sessions"].([]any)) < len(list)
		})},
		{"API-LIST-09", "sessions are listed once they were told something", unlistedUntold()},
		{"API-LIST-09", "sessions of a key that was revoked are not listed", unlistedOnceRevoked()},
		{"API-LIST-09", "finished sessions are not listed", change("list", func(o obj) {
			all, _ := o["sessions"].([]any)
			o["sessions"] = slices.DeleteFunc(all, func(one any) bool { return asObject(one)["status"] == "complete" })
		})},
		{"API-LIST-10", "a session is listed that nobody finds", strangeListed()},
		{"API-LIST-10", "the state is that of the session above", stateOfNext()},
		{"API-LIST-10", "255 letters of a name are listed", each("list", "sessions", func(o obj) {
			name := []rune(text(o, "insured_name"))
			o["insured_name"] = string(name[:min(len(name), 255)])
		})},
		{"API-LIST-10", "letters beyond ASCII are listed as two", each("list", "sessions", func(o obj) {
			var as []rune
			for _, b := range []byte(text(o, "insured_name")) {
				as = append(as, rune(b))
			}
			o["insured_name"] = string(as)
		})},
		{"API-LIST-10", "two forms of each session are listed", each("list", "sessions", func(o obj) {
			keys, _ := o["form_keys"].([]any)
			o["form_keys"] = keys[:min(len(keys), 2)]
		})},
		{"API-LIST-08", "", layer{response: leakedList()}},
		{"API-LIST-08", "the list of a token holds every workspace's sessions", where(func(c *call) bool { return c.op == "create" || oauth(c) }, layer{response: leakedList()})},
		{"API-LIST-08", "the list with a limit holds every workspace's sessions", where(func(c *call) bool { return c.op == "create" || c.r.URL.RawQuery != "" }, layer{response: leakedList()})},
		{"API-LIST-08", "the list under X-API-Key holds every workspace's sessions", where(func(c *call) bool { return c.op == "create" || inHeader(c) }, layer{response: leakedList()})},
		{"API-LIST-08", "lists that are made at one time get mixed up", mixedLists()},
		{"API-LIST-08", "the query chooses the workspace", layer{request: listedByQuery}},
		{"API-LIST-08", "all lists hold what was submitted", submittedForAll()},
		{"API-LIST-08", "tokens list the sessions of the first workspace", listingFirst()},
		{"API-LIST-09", "", reply("list", func(o obj) bool {
			v, _ := o["sessions"].([]any)
			if len(v) == 0 {
				return false
			}
			o["sessions"] = v[1:]
			return true
		})},
		{"API-LIST-09", "a session is listed once it was answered only", reply("list", func(o obj) bool {
			list, _ := o["sessions"].([]any)
			kept := []any{}
			for _, one := range list {
				if n, _ := one.(obj)["fields_filled"].(float64); n > 1 {
					kept = append(kept, one)
				}
			}
			o["sessions"] = kept
			return len(kept) < len(list)
		})},
		{"API-LIST-09", "a session with a code of its industry is not listed", unlistedMade(func(c *call) bool { return strings.Contains(string(c.in), "naics_code") })},
		{"API-LIST-09", "a session that was made with a key in X-API-Key is not listed", unlistedMade(inHeader)},
		{"API-LIST-09", "a session is listed until it is answered", unlistedAfter("answer")},
		{"API-LIST-09", "a session in which a question was skipped is not listed", unlisted(func(c *call) string {
			if c.op == "answer" && strings.Contains(string(c.in), "skip") {
				return sessionIn(c)
			}
			return ""
		})},
		{"API-LIST-09", "names beyond ASCII are not listed", kept("list", "sessions", func(o obj) bool {
			return strings.IndexFunc(text(o, "insured_name"), func(r rune) bool { return r > unicode.MaxASCII }) < 0
		})},
		{"API-LIST-09", "sessions made with a token are missing in a key's list", hidesTokens()},
		{"API-LIST-09", "the session that was made last is not listed", withoutLast()},
		{"API-LIST-09", "the session before the one that was made last is not listed", withoutPlace(1)},
		{"API-LIST-09", "of sessions of one moment one is listed", ofOneMoment()},
		{"API-LIST-09", "the list of a token has what tokens made", apartLists()},
		{"API-LIST-09", "sessions that were submitted are not listed", unlistedAfter("submit")},
		{"API-LIST-09", "sessions whose intake is over are not listed", unlistedOnce(lastTurn)},
		{"API-LIST-09", "sessions leave the list when they are submitted", unlistedOnceSent()},
		{"API-LIST-09", "of the sessions of one name one is listed", ofOneName()},
		{"API-LIST-09", "the first session of a list stands at its end, too", firstAgain()},
		{"API-LIST-09", "of many sessions the oldest are listed, whatever limit is", oldestOf(20)},
		{"API-LIST-10", "", each("list", "sessions", func(o obj) { o["fields_total"] = 4711 })},
		{"API-LIST-10", "fields_filled is always 0 in a summary", each("list", "sessions", put("fields_filled", 0))},
		{"API-LIST-10", "status never changes in a summary", stale("status")},
		{"API-LIST-10", "form_keys is empty in a summary", each("list", "sessions", put("form_keys", []any{}))},
		{"API-LIST-10", "the state is null in a summary", each("list", "sessions", put("state", nil))},
		{"API-LIST-10", "the state is gone from the detail once a turn was taken", onceDone("answer", put("state", nil))},
		{"API-LIST-10", "the list has the name of the create once it was corrected", reply("get", func(o obj) bool {
			name, told := asObject(o["field_values"])["legal_name"].(string)
			if told {
				o["insured_name"] = name
			}
			return told
		})},
		{"API-LIST-10", "a summary has another name", each("list", "sessions", put("insured_name", "Business"))},
		{"API-LIST-10", "the list does not count what a file brought", countedBeforeFile()},
		{"API-LIST-10", "the counts are missing in the list of a free workspace", where(away(), each("list", "sessions", put("fields_filled", 4711)))},
		{"API-LIST-10", "a submitted session is complete in the list", each("list", "sessions", func(o obj) {
			if o["status"] == "submitted" {
				o["status"] = "complete"
			}
		})},
		{"API-LIST-10", "a list is kept for five seconds where no session is made", listKept(5 * time.Second)},
		{"API-LIST-10", "a long name is cut in the list", each("list", "sessions", func(o obj) {
			name := text(o, "insured_name")
			o["insured_name"] = name[:min(len(name), 60)]
		})},
		{"API-LIST-10", "fields_filled is that of the first list", remembered("fields_filled")},
		{"API-LIST-10", "names are quoted for a page in the list alone", each("list", "sessions", func(o obj) { o["insured_name"] = html.EscapeString(text(o, "insured_name")) })},
	}
}

// listNeighbours come near a fault and stay within the text.
func listNeighbours() []fault {
	readsOnly := func() layer { return where(oauth, strict("create", 403, func(*call, obj) bool { return true })) }
	return []fault{
		{"API-LIST-01", "a list is refused a few times", fewTimes(2, refusedOnce("answer", "list", 400))},
		{"API-LIST-06", "no limit below 25 is taken", limitsRefused(25)},
		{"API-LIST-07", "a limit of more than two counts as one of two, as a page is no longer", layer{request: func(c *call) bool {
			limit, err := strconv.Atoi(c.r.URL.Query().Get("limit"))
			did := c.op == "list" && err == nil && limit > 2
			if did {
				c.query("limit", "2")
			}
			return did
		}}},
		{"API-LIST-07", "three sessions to a page, and no more", pagesOf(3)},
		{"API-LIST-07", "parameters that are not known are refused", strict("list", 422, func(c *call, _ obj) bool {
			query := c.r.URL.Query()
			query.Del("limit")
			return len(query) > 0
		})},
		{"API-LIST-09", "tokens only read", readsOnly()},
		{"API-LIST-09", "a list is made anew once a second", listedLate(time.Second)},
		{"API-LIST-09", "five sessions to a page, and no more", pagesOf(5)},
		{"API-LIST-10", "no state is told in a summary", each("list", "sessions", func(o obj) { delete(o, "state") })},
		{"API-LIST-10", "complete sessions are not listed", kept("list", "sessions", func(o obj) bool { return o["status"] != "complete" })},
		{"API-LIST-10", "submitted sessions are not listed", kept("list", "sessions", func(o obj) bool { return o["status"] != "submitted" })},
		{"API-LIST-10", "states are listed by their names", each("list", "sessions", func(o obj) { o["state"] = map[any]any{"GA": "Georgia", "CA": "California"}[o["state"]] })},
		{"API-LIST-10", "counts of one session with a zero fraction", oneCountsWithFraction()},
		{"API-LIST-10", "a list is kept for a second where no session is made", listKept(time.Second)},
	}
}
