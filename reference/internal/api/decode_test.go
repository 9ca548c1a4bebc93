package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

type pet struct {
	Name  string   `json:"name" min:"2" max:"4"`
	Owner *string  `json:"owner,omitempty" max:"3"`
	Tags  []string `json:"tags,omitempty" max:"2"`
	Home  place    `json:"home"`
}

type place struct {
	City string `json:"city" doc:"where it lives"`
}

func decodePet(body string) (p pet, faults []Fault) {
	err := decodeBody(httptest.NewRecorder(), httptest.NewRequest("POST", "/", strings.NewReader(body)), schemaOf(reflect.TypeFor[pet]()), reflect.ValueOf(&p).Elem())
	var bad *invalid
	if errors.As(err, &bad) {
		return p, bad.faults
	}
	return p, nil
}

func TestDecodingFillsTheStruct(t *testing.T) {
	owner := "Ann"
	got, faults := decodePet(`{"name":"😀漢é", "owner":"Ann", "tags":["a","b"], "home":{"city":"Bath","unknown":1}, "unknown":[{}]}`)
	require.Empty(t, faults)
	require.Empty(t, cmp.Diff(pet{Name: "😀漢é", Owner: &owner, Tags: []string{"a", "b"}, Home: place{"Bath"}}, got))
	got, faults = decodePet(`{"name":"Bo","owner":null,"home":{"city":""}}`)
	require.Empty(t, faults)
	require.Nil(t, got.Owner)
}

func TestDecodingFindsEveryFault(t *testing.T) {
	_, faults := decodePet(`{"name":"B","owner":"Anna","tags":["a",7,"c"],"home":{"city":null}}`)
	require.Empty(t, cmp.Diff([]Fault{
		{[]any{"body", "name"}, "String should have at least 2 characters", "string_too_short"},
		{[]any{"body", "owner"}, "String should have at most 3 characters", "string_too_long"},
		{[]any{"body", "tags"}, "List should have at most 2 items after validation, not 3", "too_long"},
		{[]any{"body", "home", "city"}, "Input should be a valid string", "string_type"},
	}, faults))
	_, faults = decodePet(`{"home":[]}`)
	require.Empty(t, cmp.Diff([]Fault{
		{[]any{"body", "name"}, "Field required", "missing"},
		{[]any{"body", "home"}, "Input should be a valid dictionary or object to extract fields from", "model_attributes_type"},
	}, faults))
}

func TestDecodingSaysWhereJSONEnds(t *testing.T) {
	for body, offset := range map[string]int64{`{`: 1, `{"name":}`: 9, "{} {}": 2, "\xff": 0, `"a` + "\xfe": 2, `nul`: 3} {
		_, faults := decodePet(body)
		require.Equal(t, []Fault{{[]any{"body", offset}, "JSON decode error", "json_invalid"}}, faults, body)
	}
}

func TestASchemaPrintsItselfAsItDecodes(t *testing.T) {
	p := printer{schemas: node{}}
	require.Equal(t, refTo("Pet"), p.ref(schemaOf(reflect.TypeFor[pet]())))
	text, err := json.Marshal(p.schemas)
	require.NoError(t, err)
	require.JSONEq(t, `{
		"Pet": {"type": "object", "required": ["name", "home"], "properties": {
			"name": {"type": "string", "minLength": 2, "maxLength": 4},
			"owner": {"type": ["string", "null"], "maxLength": 3},
			"tags": {"type": "array", "maxItems": 2, "items": {"type": "string"}},
			"home": {"$ref": "#/components/schemas/Place"}}},
		"Place": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string", "description": "where it lives"}}}
	}`, string(text))
}

func TestOneCredentialIsFound(t *testing.T) {
	header := func(pairs ...string) http.Header {
		h := http.Header{}
		for i := 0; i < len(pairs); i += 2 {
			h.Add(pairs[i], pairs[i+1])
		}
		return h
	}
	for _, h := range []http.Header{header("Authorization", "Bearer abc"), header("Authorization", "BEARER  abc "), header("X-API-Key", " abc"),
		header("X-API-Key", "abc", "Authorization", "bearer abc"), header("X-API-Key", "", "Authorization", "Bearer abc")} {
		text, err := credential(h)
		require.NoError(t, err)
		require.Equal(t, "abc", text.Reveal())
	}
	for _, h := range []http.Header{{}, header("Authorization", "Bearer"), header("Authorization", "Basic abc"), header("Authorization", "Bearer a b"),
		header("Authorization", "Bearer a,b"), header("X-API-Key", ""), header("X-API-Key", "a", "X-API-Key", "b"), header("X-API-Key", "a", "Authorization", "Bearer b")} {
		_, err := credential(h)
		var refused *refusal
		require.ErrorAs(t, err, &refused)
		require.Equal(t, http.StatusUnauthorized, refused.status)
		require.NotEmpty(t, refused.header.Get("WWW-Authenticate"))
	}
}

func TestRetryAfterIsRoundedUp(t *testing.T) {
	for wait, seconds := range map[time.Duration]string{1: "1", time.Second: "1", time.Second + 1: "2", 90 * time.Second: "90"} {
		require.Equal(t, seconds, tooMany(wait).header.Get("Retry-After"))
	}
}

func TestFileNamesAreMadeSafe(t *testing.T) {
	for name, want := range map[string]string{"loss run.pdf": "loss run.pdf", "../../etc/passwd": "passwd", "": "document", "..": "document", "a\x00\r\nb": "ab",
		"\xff.pdf": ".pdf", `C:\scans\loss run.pdf`: "loss run.pdf", "a\u202efdp.exe": "afdp.exe", strings.Repeat("é", 300): strings.Repeat("é", 200)} {
		require.Equal(t, want, cleanName(name), "%q", name)
	}
}
