package selftest_test

import (
	"fmt"
	"slices"
	"strings"
)

// leftOpen has each submission that was refused at the platform, open and without a file.
func leftOpen() layer { return leftWhenRefused("", false) }

// leftWhenRefused has each submission at the platform that was refused with some words.
func leftWhenRefused(words string, finalised bool) layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && !c.ok() && strings.Contains(string(c.out), words) {
			refused.add(splitPath(c.r.URL.Path)[2])
		}
		return false
	}, verb: func(verb string, _, out obj) bool {
		list, is := out["submissions"].([]any)
		if verb != "list-submissions" || !is {
			return false
		}
		for _, id := range refused.list() {
			list = append(list, obj{"submission_id": "sub_left", "session_id": id, "finalised": finalised, "files": []any{}})
		}
		out["submissions"] = list
		return len(refused.list()) > 0
	}}
}

// datedForms have on them in which second they were downloaded.
func datedForms() layer {
	k := newTicking()
	return layer{clocked: true, verb: k.verb, response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.out = fmt.Appendf(slices.Clone(c.out), "%% %d\n", k.now().Unix())
		}
		return did
	}}
}

// whenDone submits sessions that are complete only, as a server may.
func whenDone() layer {
	done := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "submit" || len(parts) < 3 {
			return false
		}
		open, filled := done.snapshot()[parts[2]].(bool)
		if filled && open {
			c.refuse(400)
		}
		return filled && open
	}, response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			done.put(splitPath(c.r.URL.Path)[2], strings.Contains(string(c.out), "open"))
		}
		return false
	}}
}

// firstFill has the forms of a first fill at the platform after a second one.
func firstFill() layer {
	fills := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "fill" && c.ok() && !strings.Contains(string(c.out), "open") {
			id := splitPath(c.r.URL.Path)[2]
			n, _ := fills.snapshot()[id].(int)
			fills.put(id, n+1)
		}
		return false
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["submissions"].([]any)
		did := false
		for _, one := range list {
			sub, _ := one.(obj)
			files, _ := sub["files"].([]any)
			for _, f := range files {
				if n, _ := fills.snapshot()[text(sub, "session_id")].(int); n > 1 && f.(obj)["kind"] == "form" {
					f.(obj)["sha256"], did = strings.Repeat("a", 64), true
				}
			}
		}
		return verb == "list-submissions" && did
	}}
}

// firstComplete has at the platform the forms as they were downloaded after the first fill of a finished intake, in the place of later ones.
func firstComplete() layer {
	fills, forms := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		n, _ := fills.snapshot()[sessionIn(c)].(int)
		switch {
		case !c.ok():
		case c.op == "fill" && !strings.Contains(string(c.out), "open"):
			fills.put(sessionIn(c), n+1)
		case c.op == "pdf" && n > 0:
			first, _ := forms.keep(c.r.URL.Path, func() any { return digestOf(c.out) })
			forms.put(digestOf(c.out), first)
		}
		return false
	}, verb: func(verb string, _, out obj) bool {
		list, _ := out["submissions"].([]any)
		did := false
		for _, one := range list {
			files, _ := asObject(one)["files"].([]any)
			for _, f := range files {
				if first, known := forms.snapshot()[text(asObject(f), "sha256")]; known && first != asObject(f)["sha256"] {
					asObject(f)["sha256"], did = first, true
				}
			}
		}
		return verb == "list-submissions" && did
	}}
}

// oneID answers every submission of a workspace with the id of its first.
func oneID() layer {
	first := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "submit" && c.ok() && c.edit(func(o obj) bool {
			old, known := first.keep(bearer(c), func() any { return o["submission_id"] })
			o["submission_id"] = old
			return known
		})
	}}
}

// stillConnected acknowledges that the account is taken away, and goes on.
func stillConnected() layer {
	return layer{instead: func(verb string, _ obj) (obj, bool) { return obj{}, verb == "disconnect-market" }}
}

// nameBreaks fails at the submission of a session whose insured has a letter in the name.
func nameBreaks(letter string) layer {
	odd := newMemory()
	return layer{response: func(c *call) bool {
		return c.op == "create" && c.ok() && c.edit(func(o obj) bool {
			if strings.Contains(text(o, "insured_name"), letter) {
				odd.put(text(o, "session_id"), true)
			}
			return false
		})
	}, request: func(c *call) bool {
		did := c.op == "submit" && odd.snapshot()[sessionIn(c)] == true
		if did {
			c.refuse(500)
		}
		return did
	}}
}

// twiceAfterRefusal hands on each file twice where a submission of the session was refused before.
func twiceAfterRefusal() layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.status == 400 {
			refused.put(splitPath(c.r.URL.Path)[2], true)
		}
		return false
	}, verb: func(verb string, _, out obj) (did bool) {
		list, _ := out["submissions"].([]any)
		for _, one := range list {
			if sub := one.(obj); verb == "list-submissions" && refused.snapshot()[text(sub, "session_id")] != nil {
				files, _ := sub["files"].([]any)
				sub["files"], did = append(files, files...), true
			}
		}
		return did
	}}
}

// oneAccount has what all workspaces submit at the platform's account of the first.
func oneAccount() layer {
	first := newMemory()
	return layer{verb: func(verb string, in, out obj) bool {
		list, _ := out["submissions"].([]any)
		if verb != "list-submissions" || len(list) == 0 {
			return false
		}
		org, _ := first.keep("", func() any { return in["org_id"] })
		did := org != in["org_id"]
		if did {
			out["submissions"] = []any{}
		}
		return did
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

// firstOfTwo spoils the digests of the forms where a submission has no document.
func firstOfTwo(files []any) []any {
	for _, f := range files {
		if f.(obj)["kind"] == "document" {
			return files
		}
	}
	for _, f := range files {
		f.(obj)["sha256"] = strings.Repeat("0", 64)
	}
	return files
}

// unconnectedForGood remembers of each key whether its workspace had an account when it submitted first.
func unconnectedForGood() layer {
	without := newMemory()
	return layer{request: refusingCalls("submit", 400, func(c *call) bool { return without.snapshot()[bearer(c)] == true }), response: func(c *call) bool {
		if c.op == "submit" {
			without.keep(bearer(c), func() any { return !c.ok() })
		}
		return false
	}}
}

// ofRefused changes what reaches the platform of sessions whose submission was refused once, or keeps it away.
func ofRefused(change func(sub obj) (stays bool)) layer {
	refused := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.status/100 == 4 {
			refused.put(sessionIn(c), true)
		}
		return false
	}, verb: func(verb string, _, out obj) (did bool) {
		list, _ := out["submissions"].([]any)
		if verb != "list-submissions" {
			return false
		}
		out["submissions"] = slices.DeleteFunc(list, func(one any) bool {
			is := refused.snapshot()[text(one.(obj), "session_id")] != nil
			did = did || is
			return is && !change(one.(obj))
		})
		return did
	}}
}

// lostOnceCut keeps away from the platform what was refused while the account of its workspace was taken away.
func lostOnceCut() layer {
	cut, who := newMemory(), &tenants{org: map[string]string{}}
	l := ofRefused(func(obj) bool { return false })
	note, lose := l.response, l.verb
	l.response = func(c *call) bool { return cut.snapshot()[who.of(c)] == true && note(c) }
	l.verb = func(verb string, in, out obj) bool {
		who.learn(in, out)
		switch verb {
		case "disconnect-market":
			cut.put(text(in, "org_id"), true)
		case "connect-market":
			cut.put(text(in, "org_id"), false)
		}
		return lose(verb, in, out)
	}
	return l
}

// accountAfterRequest takes submissions of a workspace that asked for an appointment, which may have a status of its own.
func accountAfterRequest(status string) layer {
	asked := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "appointment" && c.ok() {
			asked.put(bearer(c), true)
			return status != "" && c.edit(func(o obj) bool { o["status"] = status; return true })
		}
		did := c.op == "submit" && c.status == 400 && asked.snapshot()[bearer(c)] != nil
		if did {
			c.answer(200, obj{"submission_id": "sub_appointed"})
		}
		return did
	}}
}

// wantsBody calls submissions invalid that have no body.
func wantsBody(status int) layer {
	return layer{request: func(c *call) bool {
		did := c.op == "submit" && len(c.in) == 0
		if did {
			c.answer(status, obj{"detail": []any{obj{"loc": []any{"body"}, "msg": "Field required", "type": "missing"}}})
		}
		return did
	}}
}

// takesUnfilled answers the submission of a session that was not filled with an id, as one that was.
func takesUnfilled() layer {
	filled := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			filled.put(sessionIn(c), true)
		}
		did := c.op == "submit" && c.status == 400 && filled.snapshot()[sessionIn(c)] == nil
		if did {
			c.answer(200, obj{"submission_id": "sub_of_nothing"})
		}
		return did
	}}
}

// takesUnfilledOnceOver is takesUnfilled of sessions whose intakes are over.
func takesUnfilledOnceOver() layer {
	l, over := takesUnfilled(), newMemory()
	takes := l.response
	l.response = func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool { over.put(sessionIn(c), o["done"]); return false })
		}
		return (c.op != "submit" || over.snapshot()[sessionIn(c)] == true) && takes(c)
	}
	return l
}

// rendersWhenSubmitted takes sessions that were not filled as if it had filled them for the purpose.
func rendersWhenSubmitted() layer {
	l, sent := takesUnfilled(), newMemory()
	early := l.response
	l.response = func(c *call) bool {
		if early(c) {
			sent.put(sessionIn(c), true)
			return true
		}
		return c.op == "get" && sent.snapshot()[sessionIn(c)] != nil && c.edit(func(o obj) bool {
			o["filled_forms"] = []any{obj{"form_key": "application", "sparse_suspected": true}}
			return true
		})
	}
	return l
}

// afterSubmission refuses calls of an operation to sessions that were submitted.
func afterSubmission(op string, status int) layer {
	return after("submit", layer{response: func(c *call) bool {
		did := c.op == op && c.ok()
		if did {
			c.refuse(status)
		}
		return did
	}})
}

// unlistedOnceSent leaves sessions out of the list that were submitted.
func unlistedOnceSent() layer {
	sent := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.ok() {
			sent.put(sessionIn(c), true)
		}
		return c.op == "list" && c.edit(func(o obj) bool {
			list, _ := o["sessions"].([]any)
			left := slices.DeleteFunc(slices.Clone(list), func(one any) bool { return sent.snapshot()[text(asObject(one), "session_id")] != nil })
			o["sessions"] = left
			return len(left) < len(list)
		})
	}}
}
