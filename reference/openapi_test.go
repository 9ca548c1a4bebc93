package reference_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference"
)

// described is the server's own description of itself, against which every answer of every test here is held.
var described = sync.OnceValues(func() (*openAPI, error) {
	s, err := reference.New(bg, reference.Config{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	out := httptest.NewRecorder()
	s.ServeHTTP(out, newRequest("GET", "/openapi.json"))
	d := &openAPI{mux: http.NewServeMux(), compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	document, err := jsonschema.UnmarshalJSON(out.Body)
	if err != nil {
		return nil, err
	}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	if err := d.compiler.AddResource("openapi.json", document); err != nil {
		return nil, err
	}
	d.paths = document.(obj)["paths"].(obj)
	for path, item := range d.paths {
		for method := range item.(obj) {
			d.mux.Handle(strings.ToUpper(method)+" "+path, http.NotFoundHandler())
		}
	}
	return d, nil
})

type openAPI struct {
	mux      *http.ServeMux
	compiler *jsonschema.Compiler
	paths    obj

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema
}

// observe holds an answer against the description: the status must be listed and the body must fit its schema.
func observe(t testing.TB, r *http.Request, out reply) {
	if t == nil || !strings.HasPrefix(r.URL.Path, "/org/") || path.Clean(r.URL.Path) != r.URL.Path {
		return
	}
	d, err := described()
	if err != nil {
		t.Errorf("reading the description: %v", err)
		return
	}
	_, pattern := d.mux.Handler(r)
	if pattern == "" {
		return // an unknown path or a wrong method
	}
	method, at, _ := strings.Cut(pattern, " ")
	responses := d.paths[at].(obj)[strings.ToLower(method)].(obj)["responses"].(obj)
	response, listed := responses[strconv.Itoa(out.status)].(obj)
	if !listed {
		t.Errorf("%s answered %d, which its description does not list: %s", pattern, out.status, out.raw)
		return
	}
	if _, isJSON := response["content"].(obj)["application/json"]; !isJSON {
		return
	}
	schema, err := d.schema("openapi.json#/paths/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(at) + "/" +
		strings.ToLower(method) + "/responses/" + strconv.Itoa(out.status) + "/content/application~1json/schema")
	if err != nil {
		t.Errorf("%s: %v", pattern, err)
		return
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.raw))
	if err == nil {
		err = schema.Validate(body)
	}
	if err != nil {
		t.Errorf("%s answered %d with a body that its description does not allow: %v\n%s", pattern, out.status, err, out.raw)
	}
}

func (d *openAPI) schema(location string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := d.schemas[location]; ok {
		return s, nil
	}
	s, err := d.compiler.Compile(location)
	if err == nil {
		d.schemas[location] = s
	}
	return s, err
}

func TestTheDescriptionNamesTheTwelveOperations(t *testing.T) {
	d, err := described()
	require.NoError(t, err)
	operations := map[string]bool{}
	for _, item := range d.paths {
		for _, o := range item.(obj) {
			operations[o.(obj)["operationId"].(string)] = true
		}
	}
	require.Len(t, operations, 12)
}

func TestTheDescriptionWouldCatchADifference(t *testing.T) {
	d, err := described()
	require.NoError(t, err)
	schema, err := d.schema("openapi.json#/components/schemas/CreatedSession")
	require.NoError(t, err)
	require.Error(t, schema.Validate(obj{"session_id": 7}))
	schema, err = d.schema("openapi.json#/components/schemas/AnswerRequest")
	require.NoError(t, err)
	require.NoError(t, schema.Validate(obj{"message": letters(10000, "😀")}))
	require.Error(t, schema.Validate(obj{"message": letters(10001, "x")}), "bounds are in the description")
}
