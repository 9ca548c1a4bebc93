package selftest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
)

// variants are all choices that the text permits.
var variants = slices.Concat(choiceVariants, frameworkVariants, wireVariants, idVariants, gapVariants, refusalVariants, deliveryVariants, habitVariants)

// ownTimes are members of the REST replies whose form the text leaves open.
var ownTimes = strings.Fields("created_at updated_at")

var wholeNumber = regexp.MustCompile(`("(?:fields_filled|fields_total|fields_written|answered_count|pending_count|total_askable|extracted_count)":)(\d+)([,}])`)

// frameworkVariants are habits of the frameworks that servers are written with.
var frameworkVariants = []variant{
	{"a 422 that shows its input, as FastAPI's", plain(layer{response: func(c *call) bool {
		return org(c) && c.status == 422 && c.edit(func(o obj) bool {
			list, _ := o["detail"].([]any)
			for _, item := range list {
				if one, ok := item.(obj); ok {
					one["input"], one["ctx"], one["url"] = nil, obj{"error": obj{}}, "https://errors.example/v/missing"
				}
			}
			return len(list) > 0
		})
	}})},
	{"an error with path and time, as Spring's", plain(layer{response: func(c *call) bool {
		return org(c) && c.status >= 400 && c.edit(func(o obj) bool {
			o["timestamp"], o["path"], o["status"], o["error"] = "2026-11-21T10:00:00.000+00:00", c.r.URL.Path, c.status, http.StatusText(c.status)
			return true
		})
	}})},
	{"headers of Express and Rails", plain(layer{response: func(c *call) bool {
		for name, value := range map[string]string{"X-Powered-By": "Express", "Etag": `W/"29-x"`, "X-Request-Id": "r-1", "X-Runtime": "0.01", "Vary": "Accept, Origin",
			"Cache-Control": "max-age=0, private, must-revalidate, no-store", "Set-Cookie": "sid=1; Path=/; HttpOnly"} {
			c.header.Set(name, value)
		}
		return true
	}})},
	{"header names in lower case", plain(layer{response: func(c *call) bool {
		for _, name := range []string{"Retry-After", "Www-Authenticate", "Allow", "Cache-Control"} {
			if v := c.header[name]; v != nil {
				delete(c.header, name)
				c.header[strings.ToLower(name)] = v
			}
		}
		return true
	}})},
	{"every count with a zero fraction", plain(layer{response: func(c *call) bool {
		before := len(c.out)
		c.out = wholeNumber.ReplaceAll(c.out, []byte("$1$2.0$3"))
		return len(c.out) != before
	}})},
	{"times with an offset", plain(rewritten(func(c *call) bool { return org(c) && c.ok() }, func(v any) any {
		walk(v, func(o obj) {
			for _, name := range ownTimes {
				if at, ok := o[name].(string); ok {
					o[name] = strings.Replace(at, "Z", "+00:00", 1)
				}
			}
		})
		return v
	}))},
	{"times as words", plain(rewritten(func(c *call) bool { return org(c) && c.ok() }, func(v any) any {
		walk(v, func(o obj) {
			for _, name := range ownTimes {
				if _, ok := o[name].(string); ok {
					o[name] = "21 Nov 2026 10:00"
				}
			}
		})
		return v
	}))},
	{"forms rendered at each download", func() layer {
		var count atomic.Int64
		return layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok()
			if did {
				c.out = append(bytes.Clone(c.out), fmt.Sprintf("\n%%%% rendered %d\n", count.Add(1))...)
			}
			return did
		}}
	}},
	{"a status that moves on after completion", on("get", func(o obj) {
		if o["status"] == "complete" {
			o["status"] = "in_review"
		}
	})},
	{"details in another language", plain(layer{response: func(c *call) bool {
		return org(c) && c.status >= 400 && c.edit(func(o obj) bool {
			_, is := o["detail"].(string)
			if is {
				o["detail"] = "Das geht so nicht — 次の機会に。"
			}
			return is
		})
	}})},
}
