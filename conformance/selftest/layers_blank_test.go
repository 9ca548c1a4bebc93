package selftest_test

import (
	"bytes"
	"compress/zlib"
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
