package selftest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf16"
)

// wireVariants are forms of the same answers: of HTTP, and of JSON. The text leaves them all open.
var wireVariants = []variant{
	{"HTTP/1.0, a connection for each answer", plain(layer{write: byHand(func(c *call) string {
		return fmt.Sprintf("HTTP/1.0 %d OK\r\n%s\r\n", c.status, headerLines(c.header, http.CanonicalHeaderKey))
	})})},
	{"header names in capitals, no reason phrase", plain(layer{write: byHand(func(c *call) string {
		return fmt.Sprintf("HTTP/1.1 %d \r\n%sCONNECTION: close\r\nCONTENT-LENGTH:%d\r\n\r\n", c.status, headerLines(c.header, strings.ToUpper), len(c.out))
	})})},
	{"gzip", plain(layer{write: func(w http.ResponseWriter, c *call) bool {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		_, _ = z.Write(c.out)
		_ = z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(c.status)
		_, _ = w.Write(out.Bytes())
		return true
	}})},
	{"pieces without a length", plain(layer{write: func(w http.ResponseWriter, c *call) bool {
		w.WriteHeader(c.status)
		for piece := range slices.Chunk(c.out, max(7, len(c.out)/50)) {
			_, _ = w.Write(piece)
			_ = http.NewResponseController(w).Flush()
		}
		return true
	}})},
	{"an interim answer before each", plain(layer{write: func(w http.ResponseWriter, c *call) bool {
		final := w.Header().Clone()
		clear(w.Header())
		w.Header().Set("Link", "</style.css>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		clear(w.Header())
		for name, values := range final {
			w.Header()[name] = values
		}
		w.WriteHeader(c.status)
		_, _ = w.Write(c.out)
		return true
	}})},
	{"HTTPS with HTTP/2", plain(layer{secure: true})},
	{"a base URL with a path", plain(layer{base: "/tenants/7/intake"})},
	{"more than four calls at a time are put off", crowdless},
	{"every answer takes more than a second", plain(layer{request: func(*call) bool { pause(1200 * time.Millisecond); return true }})},
	{"members in another order", plain(written(func(v any) []byte { return encode(v, backwards, strconv.Quote) }))},
	{"texts in escapes", plain(written(func(v any) []byte { return encode(v, inOrder, escaped) }))},
	{"JSON between blank lines", plain(layer{rank: 2, response: func(c *call) bool {
		did := json.Valid(c.out)
		if did {
			c.out = slices.Concat([]byte("\r\n \t"), c.out, []byte("\n\n"))
		}
		return did
	}})},
	{"a media type in capitals", plain(layer{response: func(c *call) bool {
		did := c.header.Get("Content-Type") == "application/json"
		if did {
			c.header.Set("Content-Type", "Application/JSON;Charset=UTF-8")
		}
		return did
	}})},
	{"whole numbers with an exponent", plain(layer{rank: 2, response: func(c *call) bool {
		before := len(c.out)
		c.out = wholeNumber.ReplaceAll(c.out, []byte("$1${2}E0$3"))
		return len(c.out) != before
	}})},
	{"429 with a date in the form of RFC 1123", dated(http.TimeFormat)},
	{"429 with a date in the form of RFC 850", dated("Monday, 02-Jan-06 15:04:05 GMT")},
	{"429 with a date in the form of asctime", dated("Mon Jan _2 15:04:05 2006")},
}

// byHand writes the bytes of an answer by hand and closes the connection. Over HTTP/2 it leaves the answer to others.
func byHand(head func(c *call) string) func(w http.ResponseWriter, c *call) bool {
	return func(w http.ResponseWriter, c *call) bool {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return false
		}
		_, _ = conn.Write(append([]byte(head(c)), c.out...))
		_ = conn.Close()
		return true
	}
}

func headerLines(h http.Header, name func(string) string) string {
	var lines strings.Builder
	for key, values := range h {
		if key == "Content-Length" || key == "Transfer-Encoding" || key == "Connection" {
			continue
		}
		for _, value := range values {
			lines.WriteString(name(key) + ":" + value + "\r\n")
		}
	}
	return lines.String()
}

// written writes the JSON of answers in another form.
func written(form func(v any) []byte) layer {
	return layer{rank: 2, response: func(c *call) bool {
		var v any
		dec := json.NewDecoder(bytes.NewReader(c.out))
		dec.UseNumber()
		did := dec.Decode(&v) == nil
		if did {
			c.out = form(v)
		}
		return did
	}}
}

func inOrder(names []string) { slices.Sort(names) }

func backwards(names []string) { slices.Sort(names); slices.Reverse(names) }

// escaped writes a text with every character that may be as an escape.
func escaped(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, unit := range utf16.Encode([]rune(text)) {
		switch {
		case unit == '/':
			out.WriteString(`\/`)
		case unit >= 'b' && unit <= 'y':
			out.WriteRune(rune(unit))
		default:
			fmt.Fprintf(&out, `\u%04X`, unit)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// encode writes JSON with its members in an order and its texts in a form. Numbers stay as they were written.
func encode(v any, order func([]string), quote func(string) string) []byte {
	switch v := v.(type) {
	case obj:
		var names []string
		for name := range v {
			names = append(names, name)
		}
		order(names)
		var members [][]byte
		for _, name := range names {
			members = append(members, slices.Concat([]byte(quote(name)), []byte(" : "), encode(v[name], order, quote)))
		}
		return slices.Concat([]byte("{"), bytes.Join(members, []byte(", ")), []byte("}"))
	case []any:
		var items [][]byte
		for _, item := range v {
			items = append(items, encode(item, order, quote))
		}
		return slices.Concat([]byte("[ "), bytes.Join(items, []byte(",")), []byte(" ]"))
	case string:
		if text := quote(v); json.Valid([]byte(text)) {
			return []byte(text)
		}
	}
	text, _ := json.Marshal(v)
	return text
}

// dated answers calls that are not limited by the text with a 429 now and then, whose end is a date.
func dated(form string) func() layer {
	nth := everyNth(11, func(c *call) bool {
		if !strings.Contains(" me list get create ", " "+c.op+" ") {
			return false
		}
		c.refuse(429)
		c.header.Set("Retry-After", time.Now().UTC().Format(form))
		return true
	})
	return nth
}

// crowdless puts off what comes while four calls are under way, as gateways do that shed load.
func crowdless() layer {
	var under atomic.Int64
	return layer{rank: 3, request: func(c *call) bool {
		did := under.Add(1) > 4
		if did {
			c.answer(http.StatusServiceUnavailable, obj{"detail": "Too many requests at a time."})
			c.header.Set("Retry-After", "1")
		}
		return did
	}, response: func(*call) bool { under.Add(-1); return false }}
}
