package checks

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// begun is a session as it was before anything was told to it.
type begun struct {
	create *exchange
	id     string
	filled int64 // as its create reply counts
	detail *exchange
	values obj // that it had, where anybody looked before it was told anything
}

// begunAlike are the sessions of the run by what their creates were sent beside the name of the insured, of the home workspace. A session whose
// insured had one before may begin with what is known of it, and is left out.
func (c *C) begunAlike() map[string][]begun {
	all, names, histories := map[string][]begun{}, map[any]bool{}, c.histories()
	for _, x := range c.run.everything() {
		id, _ := x.object()["session_id"].(string)
		if x.call != createCall || !x.ok() || id == "" || !c.isHome(x.req) {
			continue
		}
		body := maps.Clone(sentIn(x))
		name := body["insured_name"]
		delete(body, "insured_name")
		b := begun{create: x, id: id}
		b.filled, _ = integer(x.object()["fields_filled"])
		for _, read := range histories[id] {
			if read.req.method != http.MethodGet {
				break
			}
			if values, is := read.object()["field_values"].(obj); is && read.call == detailCall && read.ok() && !besideChange(histories[id], read) {
				b.detail, b.values = read, ungrouped(values)
				break
			}
		}
		if !names[name] {
			all[text(body)] = append(all[text(body)], b)
		}
		names[name] = true
	}
	return all
}

// wantAllBegunAlone warns of a session of the run that began with values which another one was told, and most of those do not begin with that were
// made by the same request. Where nobody looked in time, those that no message of its own told are looked at now, of a session that began with more
// than most did.
func (c *C) wantAllBegunAlone() {
	const enough, most = 6, 12
	looked := 0
	for _, alike := range c.begunAlike() {
		if len(alike) < enough {
			continue
		}
		usual, read, common := usuallyFilled(alike), 0, map[string]int{}
		for _, b := range alike {
			for key := range b.values {
				common[key]++
			}
			if b.values != nil {
				read++
			}
		}
		for _, b := range alike {
			if b.values == nil && b.filled > usual && looked < most {
				looked++
				c.maybe(func() { b.values, b.detail = c.notTold(b.id) })
			}
			values := maps.Clone(b.values)
			maps.DeleteFunc(values, func(key string, v any) bool { return 3*common[key] > read || !c.toldElsewhere(b, key, v) })
			long := slices.ContainsFunc(names(values), func(key string) bool { return len(lettersOf(plainText(values[key]))) >= leastName })
			if len(values) >= 3 || long {
				c.about(b.create)
				c.about(b.detail)
				c.recommend(false, "values of a new session that are its own",
					"%s, which another session was told, and %d others that were made by the same request began without", text(values), len(alike)-1)
			}
		}
	}
}

// usuallyFilled is how many fields most of some new sessions have filled at most.
func usuallyFilled(alike []begun) int64 {
	var counts []int64
	for _, b := range alike {
		counts = append(counts, b.filled)
	}
	slices.Sort(counts)
	return counts[len(counts)*2/3]
}

// notTold are the values of a session that no message of its own told, nor any file.
func (c *C) notTold(id string) (values obj, detail *exchange) {
	history := c.histories()[id]
	c.needs(!slices.ContainsFunc(history, func(x *exchange) bool { return x.call == readCall || x.call == documentsCall }),
		"a session that was told by messages alone", "a file was read to it")
	detail = c.detail(id)
	values, _ = c.prepared(detail, "the session's detail")["field_values"].(obj)
	values = ungrouped(values)
	for _, turn := range history {
		set, _ := turn.object()["set_fields"].(obj)
		maps.DeleteFunc(values, func(key string, v any) bool {
			return set[key] != nil || strings.Contains(messageOf(turn), plainText(v))
		})
	}
	return values, detail
}

// toldElsewhere says whether a value that a session began with stands in a message that another one was told before, and is set by that, and not in
// its own create.
func (c *C) toldElsewhere(b begun, key string, v any) bool {
	said := plainText(v)
	if said == "" || strings.Contains(string(b.create.req.body), said) {
		return false
	}
	return slices.ContainsFunc(c.answers()[answerCall], func(turn *exchange) bool {
		set, _ := turn.object()["set_fields"].(obj)
		return turn.start.Before(b.create.end()) && sessionIn(turn.req) != b.id && equal(set[key], v) && strings.Contains(messageOf(turn), said)
	})
}
