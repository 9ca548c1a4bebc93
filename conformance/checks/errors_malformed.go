package checks

import (
	"net/http"
	"strings"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// nested is a list in a list, and so on.
func nested(deep int) string { return strings.Repeat("[", deep) + strings.Repeat("]", deep) }

// bad is a request that means nothing.
type bad struct {
	method, path string
	options      []option
}

// malformed lists bad input of many kinds, and some that is only rare. A method that no row of the text has gets a spare session, which a
// server may let be deleted.
func malformed(id, spare string) []bad {
	js := func(body string) []option { return []option{bodyOf("application/json", []byte(body))} }
	all := []bad{
		{"GET", "/org/sessions/%00", nil},
		{"GET", "/org/sessions/%zz", nil},
		{"GET", "/org/sessions/50%", nil},
		{"GET", "/org/sessions/%ff%fe", nil},
		{"GET", "/org/sessions/" + strings.Repeat("a", 2000), nil},
		{"GET", "/org/sessions/" + strings.Repeat("a", 6000), nil},
		{"POST", "/org/appointment-request", js(`{"agency_name":"Agentur Dächer 😀","email":"desk@larkspur.example","address_city":"Zürich"}`)},
		{"GET", "/org/sessions/%C3%A9%E6%BC%A2", nil},
		{"GET", "/org/sessions/a%20b", nil},
		{"GET", "/org/sessions/a%22b", nil},
		{"GET", formPath(id, strings.Repeat("k", 100)), nil},
		{"GET", formPath(id, `no"such"form`), nil},
		{"GET", "/org/sessions/..%2f..%2fetc", nil},
		{"GET", "/org/sessions/'%20OR%201=1--", nil},
		{"GET", sessionPath(id, "forms", "../../x", "pdf"), nil},
		{"GET", "/org/sessions?limit=99999999999999999999", nil},
		{"GET", "/org/sessions?limit=", nil},
		{"GET", "/org/sessions?limit=%00", nil},
		{"GET", "/org/sessions?limit=-1", nil},
		{"GET", "/org/sessions?limit=0", nil},
		{"GET", "/org/sessions?limit=1&limit=2", nil},
		{"GET", "/org/sessions?limit=NaN", nil},
		{"GET", "/org/sessions?%zz=1", nil},
		{"GET", "/org/sessions?limit=%EF%BC%95", nil},
		{"GET", "/org/sessions?limit[]=2", nil},
		{"GET", "/org/sessions?limit=2;limit=3", nil},
		{"POST", "/org/sessions", js("")},
		{"POST", "/org/sessions", js("null")},
		{"POST", "/org/sessions", js("[]")},
		{"POST", "/org/sessions", js(`"x"`)},
		{"POST", "/org/sessions", js("\xef\xbb\xbf{\"insured_name\":\"A\"}")},
		{"POST", sessionPath(id, "answers"), js(`{"message":"` + prose(100_001, "a") + `"}`)},
		{"POST", "/org/sessions", append(js(`{"insured_name":"A"}`), header("Content-Encoding", "gzip"))},
		{"POST", "/org/sessions", js("\xff\xfe")},
		{"POST", "/org/sessions", js(`{"insured_name":"\ud800"}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"\u0000"}`)},
		{"POST", "/org/sessions", js(strings.Repeat("[", 5000))},
		{"POST", "/org/sessions", js(`{"insured_name":"A","notes":` + nested(20000) + `}`)},
		{"POST", "/org/sessions", js(`{"insured_name":{"a":[{}]}}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","lobs":[null]}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","lobs":{"0":"x"}}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","lobs":null}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","lobs":[""]}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","naics_code":""}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"   "}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A\tB\nC"}`)},
		{"POST", "/org/sessions", append(js(`{"insured_name":"A"}`), func(r *request) { r.header.Del("Content-Type") })},
		{"POST", "/org/sessions", js(`{"insured_name":"A","state":""}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","state":"G"}`)},
		{"POST", "/org/appointment-request", js(`{"agency_name":"` + strings.Repeat("x", 6000) + `"}`)},
		{"POST", "/org/sessions", js(`{"insured_name":1e400}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","note":1e9999999999}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","state":"` + strings.Repeat("x", 5000) + `"}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"\u0000\u0001"}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":["x"]}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"   "}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"Dächer 😀𠮷"}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"We have 12 employees 😀𠮷"}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"constructor: 5"}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"__proto__: 1"}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"A","__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1}`)},
		{"POST", "/org/sessions", js(`{"insured_name":"50% off %zz","lobs":["constructor","__proto__"]}`)},
		{"POST", sessionPath(id, "answers"), js(`{"message":"\ud83d"}`)},
		{"POST", sessionPath(id, "answers"), js("{")},
		{"POST", sessionPath(id, "answers"), js("{\"message\":\"\xff\xfe\"}")},
		{"POST", "/org/sessions", js("{\"insured_name\":\"a\xff\xfeb\"}")},
		{"POST", "/org/appointment-request", js("{\"agency_name\":\"a\xff\xfeb\"}")},
		{"POST", sessionPath(id, "extract"), []option{bodyOf("multipart/form-data", []byte("x"))}},
		{"POST", sessionPath(id, "extract"), []option{bodyOf("multipart/form-data; boundary=x", []byte("--x\r\nbroken"))}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "a.pdf", "application/pdf", nil)}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "a.pdf", "application/pdf", []byte("%PDF-1.7\nnot really"))}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "a.txt", "text/plain", []byte("hello"))}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "locked.pdf", "application/pdf", pdfsample.Locked())}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "damaged.pdf", "application/pdf", pdfsample.Damaged())}},
		{"POST", sessionPath(id, "extract"), []option{upload("file", "a.pdf", "application/octet-stream", pdfsample.Sized(0))}},
		{"POST", sessionPath(id, "documents"), []option{upload("file", "empty.pdf", "application/pdf", nil)}},
		{"POST", sessionPath(id, "documents"), []option{upload("files", "empty.pdf", "application/pdf", nil)}},
		{"POST", sessionPath(id, "documents"), []option{bodyOf("multipart/form-data; boundary=x", []byte("--x--\r\n"))}},
		{"POST", sessionPath(id, "documents"), []option{bodyOf("multipart/form-data; boundary=x",
			[]byte("--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nno file\r\n--x--\r\n"))}},
		{"POST", sessionPath(id, "documents"), []option{bodyOf("multipart/form-data; boundary=x",
			[]byte("--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nno name\r\n--x--\r\n"))}},
		{"POST", sessionPath(id, "extract"), js("{}")},
		{"POST", sessionPath(id, "extract"), []option{bodyOf("application/pdf", pdfsample.Sized(0))}},
		{"POST", sessionPath(id, "extract"), nil},
		{"POST", sessionPath(id, "documents"), nil},
		{"POST", sessionPath(id, "documents"), js("{}")},
		{"POST", "/org/appointment-request", js(`{"email":5}`)},
		{"POST", "/org/appointment-request", js(`{"agency_name":"`)},
		{"POST", "/org/appointment-request", js("[1]")},
		{"POST", "/org/sessions", []option{bodyOf("text/plain", []byte("x"))}},
		{"POST", "/org/sessions", []option{bodyOf("application/xml", []byte("<a/>"))}},
		{"GET", "/org/me", []option{header("Authorization", "Bearer "+strings.Repeat("x", 6000))}},
		{"GET", "/org/me", []option{header("X-API-Key", "bsk_'\";--")}},
		{"GET", "/org/me", []option{header("Authorization", "Bearer bsk_é漢")}},
		{"GET", "/org/me", []option{anonymous, header("X-API-Key", "bsk_é漢")}},
	}
	for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch} {
		all = append(all, bad{method, "/org/me", nil}, bad{method, sessionPath(spare), nil})
	}
	return all
}
