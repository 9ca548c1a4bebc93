package selftest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"mime/multipart"
	"slices"
	"sync"
)

// submissions changes the files that the platform is said to have received.
func submissions(change func(files []any) []any) func(string, obj, obj) bool {
	each := submissionsOf(func(_ string, files []any) []any { return change(files) })
	return func(verb string, in, out obj) bool {
		each(verb, in, out)
		return verb == "list-submissions"
	}
}

// sentTwice has the platform tell of each submission twice, under two ids.
func sentTwice(verb string, _, out obj) bool {
	subs, _ := out["submissions"].([]any)
	for _, sub := range slices.Clone(subs) {
		another := maps.Clone(sub.(obj))
		another["submission_id"] = fmt.Sprint(another["submission_id"], "-again")
		subs = append(subs, another)
	}
	out["submissions"] = subs
	return verb == "list-submissions" && len(subs) > 0
}

// submissionsOf changes the files that the platform is said to have received of each session, and says whether there were other ones.
func submissionsOf(change func(session string, files []any) []any) func(string, obj, obj) bool {
	return func(_ string, _, out obj) (did bool) {
		subs, _ := out["submissions"].([]any)
		for _, s := range subs {
			files, _ := s.(obj)["files"].([]any)
			kept := change(text(s.(obj), "session_id"), files)
			s.(obj)["files"], did = kept, did || len(kept) != len(files)
		}
		return did
	}
}

// fileIn is what the first part of an upload holds.
func fileIn(c *call) (data []byte, is bool) {
	_, rest, found := bytes.Cut(c.in, []byte("\r\n\r\n"))
	at := bytes.LastIndex(rest, []byte("\r\n--"))
	if !found || at <= 0 {
		return nil, false
	}
	return rest[:at], true
}

// partsLeftAlone takes documents under one name of a part, and answers another name as if there were no document.
func partsLeftAlone(part string, reply obj) layer {
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		if named := []byte(` name="` + part + `"`); bytes.Contains(c.in, named) {
			c.in = bytes.ReplaceAll(c.in, named, []byte(` name="file"`))
		} else {
			c.answer(200, reply)
		}
		return true
	}}
}

// carried adds every document that was attached anywhere to every submission.
func carried() layer {
	var mu sync.Mutex
	seen := []any{}
	return layer{request: func(c *call) bool {
		if file, is := fileIn(c); is && c.op == "documents" {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, obj{"name": "d", "kind": "document", "size": float64(len(file)), "sha256": digestOf(file)})
		}
		return false
	}, verb: submissions(func(files []any) []any {
		mu.Lock()
		defer mu.Unlock()
		return append(files, seen...)
	})}
}

// carriedOn adds the documents of each submission of a workspace to those that follow it.
func carriedOn() layer {
	return layer{verb: func(verb string, _, out obj) bool {
		seen := []any{}
		list, _ := out["submissions"].([]any)
		for _, one := range list {
			sub := asObject(one)
			files, _ := sub["files"].([]any)
			sub["files"] = slices.Concat(files, seen)
			for _, f := range files {
				if asObject(f)["kind"] == "document" {
					seen = append(seen, f)
				}
			}
		}
		return verb == "list-submissions" && len(seen) > 0
	}}
}

// carriedByName adds to a submission the documents of all sessions of its insured.
func carriedByName() layer {
	names, sent := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if file, is := fileIn(c); is && c.op == "documents" && c.ok() {
			sent.put(digestOf(file), sessionIn(c))
		}
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { names.put(text(o, "session_id"), o["insured_name"]); return false })
		}
		return false
	}, verb: submissionsOf(func(session string, files []any) []any {
		named := names.snapshot()
		for digest, of := range sent.snapshot() {
			if of != session && named[of.(string)] == named[session] {
				files = append(files, obj{"name": "d", "kind": "document", "size": 1.0, "sha256": digest})
			}
		}
		return files
	})}
}

// lostBetweenTurns forgets with a turn what was attached since the one before.
func lostBetweenTurns() layer {
	begun, attached, lost := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		id := sessionIn(c)
		switch file, is := fileIn(c); {
		case !c.ok():
		case is && c.op == "documents" && begun.snapshot()[id] != nil:
			attached.put(digestOf(file), id)
		case c.op == "answer":
			begun.put(id, true)
			for digest, of := range attached.snapshot() {
				if of == id {
					lost.put(digest, true)
				}
			}
		}
		return false
	}, verb: submissions(func(files []any) []any {
		return slices.DeleteFunc(files, func(f any) bool { return lost.snapshot()[text(f.(obj), "sha256")] != nil })
	})}
}

// documents keeps the first n documents of a submission, and all forms.
func documents(files []any, n int) []any {
	kept := []any{}
	for _, f := range files {
		if f.(obj)["kind"] == "document" {
			if n == 0 {
				continue
			}
			n--
		}
		kept = append(kept, f)
	}
	return kept
}

// movedDocuments has a document in the session alone that was given it last.
func movedDocuments() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		if file, is := fileIn(c); is && c.op == "documents" && c.ok() {
			last.put(digestOf(file), sessionIn(c))
		}
		return false
	}, verb: submissionsOf(func(session string, files []any) []any {
		return slices.DeleteFunc(files, func(f any) bool {
			at, known := last.snapshot()[text(f.(obj), "sha256")]
			return known && at != session
		})
	})}
}

// droppedBy forgets the documents of a session at the nth call of an operation after them.
func droppedBy(op string, nth int) layer {
	attached, dropped, asked := newMemory(), newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		switch {
		case c.ok() && c.op == "documents":
			attached.put(sessionIn(c), true)
		case c.ok() && c.op == op && attached.snapshot()[sessionIn(c)] != nil:
			before, _ := asked.snapshot()[sessionIn(c)].(int)
			asked.put(sessionIn(c), before+1)
			if before+1 >= nth {
				dropped.put(sessionIn(c), true)
			}
		}
		return false
	}, verb: submissionsOf(func(session string, files []any) []any {
		if dropped.snapshot()[session] == nil {
			return files
		}
		return documents(files, 0)
	})}
}

// droppingSizes takes a document of a size that the session has, and forgets it.
func droppingSizes() layer {
	known := newMemory()
	at := func(c *call) string { return fmt.Sprint(sessionIn(c), " ", fileSize(c)) }
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		was, is := known.snapshot()[at(c)].(*call)
		if is {
			c.status, c.header, c.out = was.status, was.header.Clone(), was.out
		}
		return is
	}, response: func(c *call) bool {
		if c.op == "documents" && c.ok() {
			known.keep(at(c), func() any { return &call{status: c.status, header: c.header.Clone(), out: slices.Clone(c.out)} })
		}
		return false
	}}
}

// fileSize is how many bytes the files of an upload have.
func fileSize(c *call) int64 {
	_, params, _ := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	form, err := multipart.NewReader(bytes.NewReader(c.in), params["boundary"]).ReadForm(32 << 20)
	if err != nil {
		return 0
	}
	var n int64
	for _, files := range form.File {
		for _, file := range files {
			n += file.Size
		}
	}
	return n
}

// unfoundOnceOver knows no session any more in a call whose intake is over.
func unfoundOnceOver(op string) layer {
	over := newMemory()
	return layer{request: refusingCalls(op, 404, func(c *call) bool { return over.snapshot()[sessionIn(c)] != nil }), response: func(c *call) bool {
		if c.op == "answer" && c.ok() {
			c.edit(func(o obj) bool {
				if lastTurn(o) {
					over.put(sessionIn(c), true)
				}
				return false
			})
		}
		return false
	}}
}

// namesakeLost leaves out the first of two parts of one name, and lists the other a number of times.
func namesakeLost(listed int) layer {
	same := func(c *call) bool { return c.op == "documents" && bytes.Contains(c.in, []byte(`filename="scan.pdf"`)) }
	return layer{request: func(c *call) bool {
		boundary, _, _ := bytes.Cut(c.in, []byte("\r\n"))
		parts := bytes.Split(c.in, boundary)
		if !same(c) || len(parts) != 4 {
			return false
		}
		c.in = slices.Concat(boundary, parts[2], boundary, parts[3])
		return true
	}, response: func(c *call) bool {
		return same(c) && c.ok() && c.edit(func(o obj) bool {
			all, _ := o["documents"].([]any)
			o["documents"] = slices.Repeat(all, listed)
			return len(all) == 1
		})
	}}
}

// namesakeReplaced sends the last of the documents of one name with a submission.
func namesakeReplaced() layer {
	return layer{verb: submissions(func(files []any) []any {
		last := map[any]int{}
		for i, f := range files {
			last[f.(obj)["name"]] = i
		}
		var kept []any
		for i, f := range files {
			if last[f.(obj)["name"]] == i {
				kept = append(kept, f)
			}
		}
		return kept
	})}
}

// firstPartKept keeps the first of two documents of a request.
func firstPartKept() layer {
	return layer{request: func(c *call) bool {
		boundary, _, _ := bytes.Cut(c.in, []byte("\r\n"))
		parts := bytes.Split(c.in, boundary)
		if c.op != "documents" || len(parts) != 4 {
			return false
		}
		c.in = slices.Concat(boundary, parts[1], boundary, parts[3])
		return true
	}}
}

// partWanted refuses documents that have no part of a name, and all where no other name is given that the part then has.
func partWanted(name, inside string) layer {
	return layer{request: func(c *call) bool {
		if c.op != "documents" {
			return false
		}
		if wanted := []byte(`name="` + name + `"`); inside != "" && bytes.Contains(c.in, wanted) {
			c.in = bytes.ReplaceAll(c.in, wanted, []byte(`name="`+inside+`"`))
			return true
		}
		c.answer(422, obj{"detail": []any{obj{"loc": []any{"body", name}, "msg": "Field required", "type": "missing"}}})
		return true
	}}
}

// documentsAgain adds each document once more, under its name behind some words.
func documentsAgain(files []any, words string) []any {
	for _, file := range slices.Clone(files) {
		if asObject(file)["kind"] == "document" {
			again := maps.Clone(asObject(file))
			again["name"] = words + text(again, "name")
			files = append(files, again)
		}
	}
	return files
}

// documentsOfFirst sends documents with the first session of a workspace that is submitted alone.
func documentsOfFirst() layer {
	first, later := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "submit" && c.ok() {
			if id, _ := first.keep(bearer(c), func() any { return sessionIn(c) }); id != sessionIn(c) {
				later.put(sessionIn(c), true)
			}
		}
		return false
	}, verb: submissionsOf(func(session string, files []any) []any {
		if later.snapshot()[session] == nil {
			return files
		}
		return slices.DeleteFunc(slices.Clone(files), func(file any) bool { return file.(obj)["kind"] == "document" })
	})}
}

// ofMaker takes documents from the credential that made the session, and leaves those of others alone.
func ofMaker() layer {
	maker := newMemory()
	return layer{request: func(c *call) bool {
		by, known := maker.snapshot()[sessionIn(c)]
		did := c.op == "documents" && known && by != bearer(c)
		if did {
			c.answer(200, obj{"documents": []any{}})
		}
		return did
	}, response: func(c *call) bool {
		var o obj
		if c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil {
			maker.put(text(o, "session_id"), bearer(c))
		}
		return false
	}}
}
