package checks

import (
	"net/http"
	"strconv"
	"strings"
)

// wantServed asks once more, at the end of the run, for what a call answered 500 to, where another request with its path
// and its credential was served. A server may fail now and then; the same good request twice is no such moment.
func wantServed(call string) func(*C) {
	return func(c *C) {
		served, asked := map[string]bool{}, map[string]bool{}
		traffic := c.run.traffic()
		for _, x := range traffic {
			if x.status == http.StatusOK {
				served[reader(x.req)] = true
			}
		}
		for _, x := range traffic {
			one := reader(x.req) + " " + x.req.path
			if x.status != http.StatusInternalServerError || c.callOf(x) != call || !served[reader(x.req)] || asked[one] || !modest(x.req.path) {
				continue
			}
			asked[one] = true
			again := c.get(x.req.path, func(r *request) { r.header = x.req.header.Clone() })
			c.want(again.status != http.StatusInternalServerError, "an answer to a request as others are that were served", "status 500 to %s, in the run and at its end", x.req.path)
		}
	}
}

// reader is who reads what, whatever the query says.
func reader(r *request) string {
	path, _, _ := strings.Cut(r.path, "?")
	return r.method + " " + path + " " + r.header.Get("Authorization") + " " + r.header.Get("X-API-Key")
}

// modest says that a query has nothing but a limit that any server may be asked for.
func modest(path string) bool {
	_, query, _ := strings.Cut(path, "?")
	if query == "" {
		return true
	}
	limit, err := strconv.Atoi(strings.TrimPrefix(query, "limit="))
	return err == nil && limit > 0 && limit <= 100
}
