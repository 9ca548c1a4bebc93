package reference_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

var bg = context.Background()

func newRequest(method, path string) *http.Request {
	return httptest.NewRequest(method, path, http.NoBody)
}

// fault is the type and the place of one item of a 422's detail.
type fault struct{ kind, loc string }

func faultsOf(t *testing.T, out reply) (all []fault) {
	t.Helper()
	items, ok := out.body["detail"].([]any)
	require.True(t, ok, "%s", out.raw)
	for _, item := range items {
		one := item.(obj)
		all = append(all, fault{one["type"].(string), fmt.Sprint(one["loc"])})
		require.NotEmpty(t, one["msg"])
	}
	return all
}

func letters(n int, of string) string { return strings.Repeat(of, n) }

func repeated(n int, item any) []any {
	all := make([]any, n)
	for i := range all {
		all[i] = item
	}
	return all
}

func TestCreateNamesEveryFaultAtOnce(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	tests := map[string]struct {
		body string
		want []fault
	}{
		"nothing":           {``, []fault{{"missing", "[body]"}}},
		"spaces":            {`  `, []fault{{"missing", "[body]"}}},
		"truncated":         {`{"insured_name": "A`, []fault{{"json_invalid", "[body 19]"}}},
		"text":              {`hello`, []fault{{"json_invalid", "[body 1]"}}},
		"two values":        {`{"insured_name":"A"} {}`, []fault{{"json_invalid", "[body 20]"}}},
		"not UTF-8":         {"{\"insured_name\":\"\xff\"}", []fault{{"json_invalid", "[body 17]"}}},
		"array":             {`[]`, []fault{{"model_attributes_type", "[body]"}}},
		"null":              {`null`, []fault{{"model_attributes_type", "[body]"}}},
		"no name":           {`{}`, []fault{{"missing", "[body insured_name]"}}},
		"empty name":        {`{"insured_name":""}`, []fault{{"string_too_short", "[body insured_name]"}}},
		"name of 257":       {`{"insured_name":"` + letters(257, "x") + `"}`, []fault{{"string_too_long", "[body insured_name]"}}},
		"name of 257 emoji": {`{"insured_name":"` + letters(257, "😀") + `"}`, []fault{{"string_too_long", "[body insured_name]"}}},
		"name is a number":  {`{"insured_name":7}`, []fault{{"string_type", "[body insured_name]"}}},
		"name is null":      {`{"insured_name":null}`, []fault{{"string_type", "[body insured_name]"}}},
		"name with U+0000":  {`{"insured_name":"a\u0000b"}`, []fault{{"string_null_character", "[body insured_name]"}}},
		"state is a number": {`{"insured_name":"A","state":5}`, []fault{{"string_type", "[body state]"}}},
		"lobs is a text":    {`{"insured_name":"A","lobs":"cyber"}`, []fault{{"list_type", "[body lobs]"}}},
		"lobs is null":      {`{"insured_name":"A","lobs":null}`, []fault{{"list_type", "[body lobs]"}}},
		"21 lobs":           {`{"insured_name":"A","lobs":["` + strings.Join(strings.Split(letters(21, "x"), ""), `","`) + `"]}`, []fault{{"too_long", "[body lobs]"}}},
		"unknown lob":       {`{"insured_name":"A","lobs":["kites"]}`, []fault{{"enum", "[body lobs 0]"}}},
		"naics is an array": {`{"insured_name":"A","naics_code":[]}`, []fault{{"string_type", "[body naics_code]"}}},
		"all at once": {`{"insured_name":"","state":{},"lobs":["cyber",3,null],"naics_code":true}`, []fault{{"string_too_short", "[body insured_name]"},
			{"string_type", "[body state]"}, {"string_type", "[body lobs 1]"}, {"string_type", "[body lobs 2]"}, {"string_type", "[body naics_code]"}}},
		"form and lines at once": {`{"insured_name":"","lobs":["kites","cyber",3,"boats"]}`, []fault{{"string_too_short", "[body insured_name]"},
			{"string_type", "[body lobs 2]"}, {"enum", "[body lobs 0]"}, {"enum", "[body lobs 3]"}}},
		"over a megabyte": {`{"insured_name":"A","extra":"` + letters(1<<20, "x") + `"}`, []fault{{"body_too_large", "[body]"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest("POST", "/org/sessions", strings.NewReader(test.body))
			out, err := caller{t, c.handler, c.key}.send(r)
			require.NoError(t, err)
			require.Equal(t, 422, out.status, "%s", out.raw)
			require.Empty(t, cmp.Diff(test.want, faultsOf(t, out), cmp.AllowUnexported(fault{})))
		})
	}
	require.Empty(t, c.get("/org/sessions").body["sessions"], "nothing was made")
}

func TestTheBoundsThemselvesAreTaken(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	for _, name := range []string{"A", " ", letters(256, "x"), letters(256, "é"), letters(256, "😀")} {
		_, session := c.create(obj{"insured_name": name})
		require.Equal(t, name, session["insured_name"])
	}
	path, session := c.create(obj{"insured_name": "A", "lobs": repeated(20, "cyber"), "state": nil, "naics_code": nil, "unknown": obj{"a": 1}})
	require.Nil(t, session["state"])
	for _, message := range []string{"x", letters(10000, "x"), letters(10000, "é"), letters(10000, "😀")} {
		require.Equal(t, 200, c.post(path+"/answers", obj{"message": message}).status)
	}
}

func TestAnswerRefusesWhatIsNoMessage(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, _ := c.create(obj{"insured_name": "A"})
	before := c.get(path).body
	for body, kind := range map[string]string{`{}`: "missing", `{"message":""}`: "string_too_short", `{"message":7}`: "string_type", `{"message":null}`: "string_type",
		`{"message":"` + letters(10001, "x") + `"}`: "string_too_long", `{"message"`: "json_invalid", ``: "missing"} {
		out := c.do("POST", path+"/answers", body)
		require.Equal(t, 422, out.status)
		require.Equal(t, kind, faultsOf(t, out)[0].kind)
	}
	require.Empty(t, cmp.Diff(before, c.get(path).body))
}

func TestListRefusesALimitOutOfBounds(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	for range 3 {
		c.create(obj{"insured_name": "A"})
	}
	for limit, kind := range map[string]string{"abc": "int_parsing", "1.5": "int_parsing", "": "int_parsing", "0": "greater_than_equal", "-1": "greater_than_equal",
		"201": "less_than_equal", "99999999999999999999": "int_parsing"} {
		out := c.get("/org/sessions?limit=" + limit)
		require.Equal(t, 422, out.status)
		require.Equal(t, []fault{{kind, "[query limit]"}}, faultsOf(t, out))
	}
	for _, query := range []string{"limit=1;2", "limit=%zz"} {
		require.Equal(t, 400, c.get("/org/sessions?"+query).status, query)
	}
	require.Len(t, c.get("/org/sessions?limit=2").body["sessions"], 2)
	require.Len(t, c.get("/org/sessions").body["sessions"], 3)
	require.Len(t, c.get("/org/sessions?limit=200&other=1").body["sessions"], 3)
}

func TestUploadsThatAreRefusedLeaveNothing(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, _ := c.create(obj{"insured_name": "A"})
	before := c.get(path).body
	zip := append([]byte("PK\x03\x04"), letters(500, "z")...)
	big := append([]byte("%PDF-1.7\n"), make([]byte, 20<<20)...)
	tests := map[string]struct {
		r    *http.Request
		kind string
	}{
		"a zip called .pdf":    {uploadRequest(path+"/extract", "file", "application.pdf", zip), "pdf_invalid"},
		"an empty file":        {uploadRequest(path+"/extract", "file", "application.pdf", nil), "pdf_invalid"},
		"another part":         {uploadRequest(path+"/extract", "upload", "application.pdf", zip), "missing"},
		"a file over 20 MiB":   {uploadRequest(path+"/extract", "file", "application.pdf", big), "file_too_large"},
		"a document too large": {uploadRequest(path+"/documents", "files", "loss-run.pdf", big), "file_too_large"},
		"no multipart":         {httptest.NewRequest("POST", path+"/extract", strings.NewReader("{}")), "missing"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, err := caller{t, c.handler, c.key}.send(test.r)
			require.NoError(t, err)
			require.Equal(t, 422, out.status, "%s", out.raw)
			require.Equal(t, test.kind, faultsOf(t, out)[0].kind)
		})
	}
	require.Empty(t, cmp.Diff(before, c.get(path).body))
}

func TestAMultipartBodyThatBreaksOffIsRefused(t *testing.T) {
	c, _ := newCaller(t, newServer(t, reference.Config{}), paid)
	path, _ := c.create(obj{"insured_name": "A"})
	r := httptest.NewRequest("POST", path+"/documents", strings.NewReader("--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\nhalf"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	out, err := c.send(r)
	require.NoError(t, err)
	require.Equal(t, 400, out.status)
	require.IsType(t, "", out.body["detail"])
}
