package selftest_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"path"
	"strings"
)

// blankForm shows what a session has on the pages of its forms, but for one that shows its title alone.
func blankForm(key string) layer {
	l := valuesOnPages(func(name string) string { return "(" + escapedPDF.Replace(name) + ") Tj" })
	shown := l.response
	l.response = func(c *call) bool {
		did := shown(c)
		if did && strings.Contains(c.r.URL.Path, "/"+key+"/") {
			var page bytes.Buffer
			w := zlib.NewWriter(&page)
			_, _ = w.Write([]byte("BT /F1 12 Tf 50 700 Td (Application) Tj ET\n"))
			_ = w.Close()
			c.out = onePage(page.Bytes())
		}
		return did
	}
	return l
}

// formsOfFirstFinished shows of open sessions the forms of the first one that was finished.
func formsOfFirstFinished() layer {
	finished, forms := newMemory(), newMemory()
	return layer{response: func(c *call) bool {
		var reply obj
		switch id := sessionIn(c); {
		case c.op == "answer" && json.Unmarshal(c.out, &reply) == nil && reply["done"] == true:
			finished.put(id, true)
		case c.op == "pdf" && c.ok():
			key := path.Base(path.Dir(c.r.URL.Path))
			if finished.snapshot()[id] == true {
				forms.keep(key, func() any { return c.out })
				return false
			}
			if first, is := forms.snapshot()[key].([]byte); is {
				c.out = first
				return true
			}
		}
		return false
	}}
}
