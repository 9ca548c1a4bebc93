package selftest_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// keysBeyondASCII ends the keys of forms with a letter beyond ASCII, and takes no path that is not UTF-8.
func keysBeyondASCII() layer {
	const end = "é"
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || len(parts) < 5 {
			return false
		}
		key, ended := strings.CutSuffix(parts[4], end)
		switch {
		case !utf8.ValidString(parts[4]):
			c.refuse(http.StatusBadRequest)
		case !ended:
			c.refuse(http.StatusNotFound)
		default:
			u := *c.r.URL
			u.Path = strings.Replace(u.Path, parts[4], key, 1)
			u.RawPath = ""
			c.r = c.r.Clone(c.r.Context())
			c.r.URL = &u
		}
		return true
	}, response: func(c *call) bool {
		return among("create get list fill", c.op) && c.ok() && c.edit(func(o obj) bool { return endKeys(o, end) })
	}}
}

// endKeys appends to all keys of forms in a JSON value.
func endKeys(v any, end string) (did bool) {
	switch v := v.(type) {
	case obj:
		if key, is := v["form_key"].(string); is {
			v["form_key"], did = key+end, true
		}
		if keys, is := v["form_keys"].([]any); is {
			for i := range keys {
				keys[i], did = fmt.Sprint(keys[i])+end, true
			}
		}
		for _, inner := range v {
			did = endKeys(inner, end) || did
		}
	case []any:
		for _, inner := range v {
			did = endKeys(inner, end) || did
		}
	}
	return did
}

// hybrid is a file for old readers and new: the table leaves the last object to the stream that it names.
func hybrid(pdf []byte) []byte {
	f := takenApart(pdf)
	stream := f.stream(0, false)
	stream = stream[:strings.LastIndex(stream, "startxref")]
	lines := strings.SplitAfter(f.lines(0), "\n")
	lines[len(lines)-2] = "0000000000 00000 f \n"
	return f.written(stream + fmt.Sprintf("xref\n%strailer\n<< /Size %d %s /XRefStm %d >>\n", strings.Join(lines, ""), len(f.objects)+2, f.root, f.start) + ending(f.start+len(stream)))
}

// linearized has the table of all objects but the first at the end, and that of the first, which names it, before all of them.
func linearized(pdf []byte) []byte {
	f := takenApart(pdf)
	f.head = "%PDF-1.7\n"
	first := func(end int) string {
		return fmt.Sprintf("xref\n1 1\n%010d 00000 n \ntrailer\n<< /Size %d %s /Prev %010d >>\nstartxref\n0\n%%%%EOF\n", f.at[0], len(f.objects)+1, f.root, end)
	}
	at := len(f.head)
	f.place(at + len(first(0)))
	f.head += first(f.start)
	lines := strings.SplitAfter(f.lines(0), "\n")
	rest := fmt.Sprintf("0 1\n%s2 %d\n%s", lines[1], len(f.objects)-1, strings.Join(lines[3:], ""))
	return f.written(fmt.Sprintf("xref\n%strailer\n<< /Size %d >>\n", rest, len(f.objects)+1) + ending(at))
}

// sharedForms gives the forms of one session for those that were filled at the same time.
func sharedForms() layer {
	var under atomic.Int64
	together := newMemory()
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "fill" {
			under.Add(1)
			pause(40 * time.Millisecond)
			if under.Load() > 1 {
				together.put(parts[2], true)
				together.keep("first", func() any { return parts[2] })
			}
			return false
		}
		first, _ := together.snapshot()["first"].(string)
		return c.op == "pdf" && together.snapshot()[parts[2]] != nil && c.onto(first)
	}, response: func(c *call) bool {
		if c.op == "fill" {
			under.Add(-1)
		}
		return false
	}}
}

// formOfAnother gives each session without an answer the form that was downloaded first.
func formOfAnother() layer {
	first := newMemory()
	note, alone := neverAnswered()
	return layer{request: note, response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		parts := splitPath(c.r.URL.Path)
		form, known := first.keep(parts[4], func() any { return bytes.Clone(c.out) })
		if known && alone(c) {
			c.out = form.([]byte)
		}
		return known && alone(c)
	}}
}

// cachedForms serves the first PDF that was read under a name.
func cachedForms(name func(c *call) string) layer {
	cache := newMemory()
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || !c.ok() {
			return false
		}
		first, known := cache.keep(name(c), func() any { return bytes.Clone(c.out) })
		changed := known && !bytes.Equal(first.([]byte), c.out)
		c.out = first.([]byte)
		return changed
	}}
}

// onPages gives forms of one page each, with the name of the insured on it.
func onPages(write func(name string) string) layer {
	names := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool { names.put(text(o, "session_id"), text(o, "insured_name")); return false })
		}
		name, known := names.snapshot()[sessionIn(c)].(string)
		if c.op != "pdf" || !c.ok() || !known {
			return false
		}
		var page bytes.Buffer
		w := zlib.NewWriter(&page)
		fmt.Fprintf(w, "BT /F1 12 Tf 50 700 Td (%s) Tj (Insured: %s) Tj ET\n", path.Dir(c.r.URL.Path), write(name))
		_ = w.Close()
		c.out = onePage(page.Bytes())
		return true
	}}
}

// onePage is a PDF of one page, whose operators are packed.
func onePage(packed []byte) []byte { return onePageIn("/WinAnsiEncoding", packed) }

// onePageIn is onePage with the encoding of its font.
func onePageIn(encoding string, packed []byte) []byte {
	f := &apartPDF{head: "%PDF-1.7\n", root: "/Root 1 0 R"}
	for i, body := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding " + encoding + " >>",
		fmt.Sprintf("<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream", len(packed), packed),
	} {
		f.objects = append(f.objects, fmt.Appendf(nil, "%d 0 obj\n%s\nendobj\n", i+1, body))
	}
	f.place(len(f.head))
	return f.written(f.table(0))
}

// formsByBeginning finds a form by the beginning of its key.
func formsByBeginning() layer {
	forms := newMemory()
	key := regexp.MustCompile(`[^/]+/forms/[^/]+`)
	return layer{response: func(c *call) bool {
		path := key.FindString(c.r.URL.Path)
		if c.op != "pdf" || path == "" {
			return false
		}
		if c.ok() {
			forms.put(path, string(c.out))
			return false
		}
		for known, pdf := range forms.snapshot() {
			if strings.HasPrefix(known, path) && c.status == 404 {
				c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/pdf"}}, []byte(pdf.(string))
				return true
			}
		}
		return false
	}}
}

var (
	wideString = regexp.MustCompile(`<FEFF(00[0-9A-F]{2})*>`)
	escapedPDF = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)
)

// inLetters writes the strings of forms that are of letters of one byte each as such, in some way.
func inLetters(write func(text string) string) layer {
	return respelled(func(object []byte) []byte {
		return wideString.ReplaceAllFunc(object, func(written []byte) []byte {
			digits := string(written[len("<FEFF") : len(written)-1])
			raw, _ := hex.DecodeString(digits)
			return []byte(write(strings.ReplaceAll(string(raw), "\x00", "")))
		})
	})
}

// valuesOnPages gives forms of one page each, with the texts that the session has and the name of the insured, written in some way.
func valuesOnPages(write func(name string) string) layer {
	names, values := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		name := nameOf(c, names)
		if c.op == "get" && c.ok() {
			c.edit(func(o obj) bool { values.put(sessionIn(c), o["field_values"]); return false })
		}
		told, _ := values.snapshot()[sessionIn(c)].(obj)
		if c.op != "pdf" || !c.ok() || told == nil {
			return false
		}
		var page bytes.Buffer
		w := zlib.NewWriter(&page)
		fmt.Fprintf(w, "BT /F1 12 Tf 50 700 Td (%s) Tj %s ET\n", path.Dir(c.r.URL.Path), write(name))
		for _, key := range slices.Sorted(maps.Keys(told)) {
			if v, _ := told[key].(string); !strings.Contains(v, name) {
				fmt.Fprintf(w, "BT /F1 9 Tf (%s) Tj ET\n", escapedPDF.Replace(v))
			}
		}
		_ = w.Close()
		c.out = onePage(page.Bytes())
		return true
	}}
}

// inOwnFont has the name of the insured in the codes of a font that is part of the form.
func inOwnFont() layer {
	l := valuesOnPages(func(name string) string {
		return "/F2 12 Tf (" + escapedPDF.Replace(strings.Map(func(r rune) rune { return r + 3 }, name)) + ") Tj"
	})
	coded := l.response
	l.response = func(c *call) bool {
		did := coded(c)
		if did {
			c.out = append(c.out, "% /Subtype /Type0 /Encoding /Identity-H\n"...)
		}
		return did
	}
	return l
}

// respelled writes the objects of forms anew, but for their streams, and cross references to match.
func respelled(write func(object []byte) []byte) layer {
	return download(func(pdf []byte) []byte {
		f := takenApart(pdf)
		for i, one := range f.objects {
			head, content, streams := bytes.Cut(one, []byte("stream"))
			if f.objects[i] = write(head); streams {
				f.objects[i] = slices.Concat(f.objects[i], []byte("stream"), content)
			}
		}
		f.place(len(f.head))
		return f.written(f.table(0))
	})
}

func unknownForm() layer {
	return layer{response: func(c *call) bool {
		if c.op != "pdf" || c.status != 404 || !strings.Contains(c.r.URL.Path, "no-such") {
			return false
		}
		c.status, c.header, c.out = 200, http.Header{"Content-Type": {"application/pdf"}}, []byte("%PDF-1.7\n%%EOF")
		return true
	}}
}

// beyondLatin breaks at the forms of insureds whose names no header can hold.
func beyondLatin() layer {
	far := newMemory()
	return layer{request: func(c *call) bool {
		did := c.op == "pdf" && far.snapshot()[splitPath(c.r.URL.Path)[2]] != nil
		if did {
			c.refuse(500)
		}
		return did
	}, response: func(c *call) bool {
		if c.op == "create" && c.ok() {
			c.edit(func(o obj) bool {
				if strings.ContainsFunc(text(o, "insured_name"), func(r rune) bool { return r > 0xff }) {
					far.put(text(o, "session_id"), true)
				}
				return false
			})
		}
		return false
	}}
}

// formsNamed finds a form by another key.
func formsNamed(key func(string) string) layer {
	return layer{request: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op != "pdf" || len(parts) < 5 || key(parts[4]) == parts[4] {
			return false
		}
		c.r.URL.Path, c.r.URL.RawPath = strings.Replace(c.r.URL.Path, "/forms/"+parts[4]+"/", "/forms/"+key(parts[4])+"/", 1), ""
		return true
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

// labelled changes the media type of successes.
func labelled(ops, contentType string) layer {
	return layer{response: func(c *call) bool {
		if !among(ops, c.op) || !c.ok() {
			return false
		}
		c.header.Set("Content-Type", contentType)
		return true
	}}
}

// lastRendered gives downloads of the session whose forms a key rendered last.
func lastRendered() layer {
	last := newMemory()
	return layer{request: func(c *call) bool {
		id, _ := last.snapshot()[bearer(c)].(string)
		return c.op == "pdf" && c.onto(id)
	}, response: func(c *call) bool {
		if c.op == "fill" && c.ok() {
			last.put(bearer(c), splitPath(c.r.URL.Path)[2])
		}
		return false
	}}
}

// formsByName gives at each download the form of the first or of the last session of the same name that was filled, where that is one
// of the caller's own credential or not.
func formsByName(first bool, meant func(own bool) bool) layer {
	called, filled := newMemory(), newMemory()
	type fill struct{ session, by string }
	return layer{request: func(c *call) bool {
		if c.op != "pdf" {
			return false
		}
		of, _ := called.snapshot()[splitPath(c.r.URL.Path)[2]].(string)
		f, known := filled.snapshot()[of].(fill)
		if !known || !meant(f.by == c.r.Header.Get("Authorization")) || !c.onto(f.session) {
			return false
		}
		c.r.Header.Set("Authorization", f.by)
		return true
	}, response: func(c *call) bool {
		var o obj
		switch {
		case c.op == "create" && c.ok() && json.Unmarshal(c.out, &o) == nil:
			called.put(text(o, "session_id"), text(o, "insured_name"))
		case c.op == "fill" && c.ok():
			id := splitPath(c.r.URL.Path)[2]
			of, _ := called.snapshot()[id].(string)
			one := fill{id, c.r.Header.Get("Authorization")}
			if filled.keep(of, func() any { return one }); !first {
				filled.put(of, one)
			}
		}
		return false
	}}
}

// download changes the bytes of forms that are downloaded.
func download(change func([]byte) []byte) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok()
		if did {
			c.out = change(c.out)
		}
		return did
	}}
}

// downloadedEarly gives the forms of a session that was answered, before they are rendered.
func downloadedEarly() layer {
	answered := newMemory()
	return layer{response: func(c *call) bool {
		parts := splitPath(c.r.URL.Path)
		if c.op == "answer" && c.ok() {
			answered.put(parts[2], true)
		}
		if c.op != "pdf" || c.status != 404 || len(parts) < 3 || strings.Contains(c.r.URL.Path, "no-such") {
			return false
		}
		_, was := answered.snapshot()[parts[2]]
		if was {
			c.status, c.out = 200, []byte("%PDF-1.4\n%%EOF\n")
			c.header.Set("Content-Type", "application/pdf")
		}
		return was
	}}
}

// packedForms packs the forms for whoever takes that, and says in which coding where it has a name.
func packedForms(coding string) layer {
	return layer{response: func(c *call) bool {
		did := c.op == "pdf" && c.ok() && strings.Contains(c.r.Header.Get("Accept-Encoding"), "gzip")
		if !did {
			return false
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(c.out)
		_ = w.Close()
		if c.out = packed.Bytes(); coding != "" {
			c.header.Set("Content-Encoding", coding)
		}
		return true
	}}
}

// formsOfAll gives the form that was downloaded last in the place of one that a session does not have.
func formsOfAll() layer {
	last := newMemory()
	return layer{response: func(c *call) bool {
		if c.op == "pdf" && c.ok() {
			last.put("form", c)
		}
		form, known := last.snapshot()["form"].(*call)
		did := known && c.op == "pdf" && c.status == http.StatusNotFound && strings.Contains(c.r.URL.Path, "commercial_")
		if did {
			c.status, c.header, c.out = form.status, form.header.Clone(), form.out
		}
		return did
	}}
}

// redownloaded restricts a change to forms that were downloaded before.
func redownloaded(l layer) layer {
	seen, change := newMemory(), l.response
	l.response = func(c *call) bool {
		_, known := seen.keep(c.r.URL.Path, func() any { return c.op == "pdf" && c.ok() })
		return known && change(c)
	}
	return l
}

func ending(start int) string { return fmt.Sprintf("startxref\n%d\n%%%%EOF\n", start) }

// startingAt is a PDF whose cross references are said to be elsewhere.
func startingAt(pdf []byte, at int) []byte {
	return lastStart.ReplaceAll(pdf, fmt.Appendf(nil, "startxref\n%d", at))
}

// updated adds a newer version of the first object of a PDF, as programs do that leave the rest of it as it is.
func updated(pdf []byte) []byte {
	f := takenApart(pdf)
	out := fmt.Appendf(bytes.Clone(pdf), "%% An update\n")
	at := len(out)
	out = append(out, f.objects[0]...)
	start := len(out)
	return fmt.Appendf(out, "xref\n1 1\n%010d 00000 n \ntrailer\n<< /Size %d %s /Prev %d >>\n%s", at, len(f.objects)+1, f.root, f.start, ending(start))
}
