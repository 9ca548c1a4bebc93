package intake_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

// samples are answers that fit the specification, with what it leaves open.
var samples = map[string][]string{
	"identity": {
		`{"org_id":"o","org_name":"O","plan":"free","auth_kind":"api_key","key_label":"ci"}`,
		`{"org_id":"o","org_name":"O","plan":"free","auth_kind":"oauth","key_label":null,"later":{"a":[1,null]}}`,
		`{"org_id":"o","org_name":"O","plan":"galactic","auth_kind":"oauth"}`,
	},
	"session": {
		sessionJSON,
		`{"session_id":"s","insured_name":"é \"q\" \\ \u2028 😀 \ud83d\ude00","state":"ME","status":"nobody knows","form_keys":[],"fields_filled":9007199254740993,"fields_total":0}`,
	},
	"summary": {
		`{"session_id":"s","insured_name":"n","status":"x","form_keys":["a","b"],"fields_filled":0,"fields_total":1,"created_at":null,"updated_at":"2026-01-02T03:04:05.678Z","x":1e400}`,
	},
	"detail": {
		sessionJSON,
		`{"session_id":"s","insured_name":"n","state":null,"status":"complete","form_keys":[],"fields_filled":0,"fields_total":1,"created_at":"yesterday","updated_at":null,
		"field_values":{"long":9007199254740993,"huge":123456789012345678901234567890,"f":0.1,"small":1e-7,"yes":true,"no":null,"o":{"l":[1,"two",[3,{"four":4}],null],"e":{}},"":[]},
		"pending_count":null,"next_questions":null,"filled_forms":[{"form_key":"k","fields_written":null,"sparse_suspected":true,"warnings":[],"updated_at":null,"w":0},
		{"form_key":"k","sparse_suspected":false}]}`,
		`{"session_id":"s","insured_name":"n","status":"","form_keys":[],"fields_filled":0,"fields_total":1,"field_values":{},"pending_count":0,"next_questions":[{"key":"k","question":"q","group":"g","help":null}],"filled_forms":[]}`,
	},
	"list": {`{"sessions":[]}`, `{"sessions":[` + sessionJSON + `],"next":"cursor"}`},
	"turn": {
		`{"message":"","asks":[],"done":false,"set_fields":{"a":{"b":1}},"answered_count":1,"pending_count":2,"total_askable":3}`,
		`{"message":"m","asks":[{"key":"k","label":"","kind":null,"options":["a",{"value":"b","label":"B"},3]},{"key":7},{}],"done":true,"set_fields":{},"answered_count":0,"pending_count":0,"total_askable":0,"trace":"t"}`,
	},
	"extraction": {
		`{"extracted_count":3,"confidence":0.9300,"notes":["a"],"extracted_fields":{"a":1}}`,
		`{"extracted_count":0,"confidence":"high","notes":"one text","fields":[{"key":"a","value":1}]}`,
		`{"extracted_count":"three","confidence":{"overall":1},"notes":null}`,
		`{}`,
	},
	"filling":    {`{"forms":[{"form_key":"k","fields_written":3,"sparse_suspected":false,"warnings":["w"]}],"note":"n","x":[]}`},
	"risk":       {`[]`, `{"flags":[]}`, `[{"title":"t","detail":"d","severity":"apocalyptic","category":"c"}]`, `{"risk_flags":[{"title":"","detail":null,"severity":3,"x":1}],"count":1,"meta":{"list":[1]}}`},
	"submission": {`{"submission_id":"sub_1"}`, `{"id":12345678901234567890,"note":null}`, `"sub_1"`, `{}`},
	"appoint":    {`{"status":"requested","ref":[1]}`},
	"attachment": {`{"documents":[{"document_id":"d","filename":"f","content_type":"t","size":1,"x":2}]}`, `[]`, `{"ok":true}`, `[1,"two",{"size":"large"}]`},
}

var targets = map[string]func() any{
	"identity": func() any { return &intake.Identity{} }, "session": func() any { return &intake.Session{} },
	"summary": func() any { return &intake.SessionSummary{} }, "detail": func() any { return &intake.SessionDetail{} },
	"list": func() any { return &intake.SessionList{} }, "turn": func() any { return &intake.Turn{} },
	"extraction": func() any { return &intake.Extraction{} }, "filling": func() any { return &intake.Filling{} },
	"risk": func() any { return &intake.RiskSummary{} }, "submission": func() any { return &intake.Submission{} },
	"appoint": func() any { return &intake.Appointment{} }, "attachment": func() any { return &intake.Attachment{} },
}

// plain is any JSON with its numbers as they are written.
func plain(t testing.TB, data []byte) any {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	return v
}

func TestWhatIsReadIsWrittenAgain(t *testing.T) {
	for name, texts := range samples {
		for _, text := range texts {
			v := targets[name]()
			require.NoError(t, json.Unmarshal([]byte(text), v), "%s %s", name, text)
			again, err := json.Marshal(v)
			require.NoError(t, err)
			if diff := cmp.Diff(plain(t, []byte(text)), plain(t, again)); diff != "" {
				t.Errorf("%s %s: %s", name, text, diff)
			}
		}
	}
}

// What decodes encodes to something that decodes to the same, and no input breaks anything.
func FuzzWireTypes(f *testing.F) {
	for name, texts := range samples {
		for _, text := range texts {
			f.Add(name, text)
		}
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		target := targets[name]
		if target == nil {
			return
		}
		first := target()
		if json.Unmarshal([]byte(text), first) != nil {
			return
		}
		once, err := json.Marshal(first)
		require.NoError(t, err)
		second := target()
		require.NoError(t, json.Unmarshal(once, second), "%s", once)
		twice, err := json.Marshal(second)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
	})
}

// Any object that fits the specification comes back the same: the fuzzer chooses the values of members with open types.
func FuzzLosslessDetail(f *testing.F) {
	f.Add(`{"a":1}`, `null`, `"x"`, `12`)
	f.Add(`{"a":[1e5,{"b":"\u0000"}]}`, `"ME"`, `{"deep":[]}`, `9007199254740993`)
	f.Fuzz(func(t *testing.T, values, state, unknown, count string) {
		var object map[string]json.RawMessage
		var text *string
		var n int
		if json.Unmarshal([]byte(values), &object) != nil || object == nil || json.Unmarshal([]byte(state), &text) != nil ||
			!json.Valid([]byte(unknown)) || json.Unmarshal([]byte(count), &n) != nil || count == "null" {
			return
		}
		in := `{"session_id":"s","insured_name":"n","state":` + state + `,"status":"x","form_keys":[],"fields_filled":` + count +
			`,"fields_total":0,"field_values":` + values + `,"filled_forms":[],"unknown":` + unknown + `}`
		var s intake.SessionDetail
		require.NoError(t, json.Unmarshal([]byte(in), &s))
		out, err := json.Marshal(s)
		require.NoError(t, err)
		want, got := plain(t, []byte(in)), plain(t, out)
		if diff := cmp.Diff(want.(map[string]any)["field_values"], got.(map[string]any)["field_values"]); diff != "" {
			t.Error(diff)
		}
		require.Equal(t, want.(map[string]any)["unknown"], got.(map[string]any)["unknown"])
		require.Equal(t, want.(map[string]any)["state"], got.(map[string]any)["state"])
	})
}

// A field that was set after decoding goes before what was kept because the field could not hold it.
func TestAFieldSetSince(t *testing.T) {
	var e intake.Extraction
	require.NoError(t, json.Unmarshal([]byte(`{"extracted_count":"three","x":1}`), &e))
	e.ExtractedCount = 3
	data, err := json.Marshal(e)
	require.NoError(t, err)
	require.Equal(t, `{"extracted_count":3,"x":1}`, string(data))
}

func TestNullAbsentAndValueAreToldApart(t *testing.T) {
	for text, want := range map[string]intake.Optional[string]{
		`{}`: {}, `{"state":null}`: intake.Null[string](), `{"state":""}`: intake.Some(""), `{"state":"ME"}`: intake.Some("ME"),
	} {
		var s intake.Session
		require.NoError(t, json.Unmarshal([]byte(text), &s))
		require.Equal(t, want, s.State, text)
	}
	var none intake.Optional[string]
	require.True(t, none.IsZero())
	require.False(t, none.IsNull())
	require.True(t, intake.Null[string]().IsNull())
	require.Equal(t, "?", intake.Null[string]().Or("?"))
	require.Equal(t, "", intake.Some("").Or("?"))
	for _, o := range []intake.Optional[int]{intake.Null[int](), intake.Some(7)} {
		data, err := json.Marshal(o)
		require.NoError(t, err)
		var back intake.Optional[int]
		require.NoError(t, json.Unmarshal(data, &back))
		require.Equal(t, o, back)
	}
}

func TestBothRiskContainers(t *testing.T) {
	for text, container := range map[string]string{
		`[{"title":"Roof"}]`: "", `{"flags":[{"title":"Roof"}]}`: "flags", `{"risk_flags":[{"title":"Roof"}],"count":1}`: "risk_flags",
		`{"flags":[{"title":"Roof"}],"notes":["two lists, one of them named so"]}`: "flags",
		`{"notes":[], "flags":[{"title":"Roof"}]}`:                                 "flags",
	} {
		var r intake.RiskSummary
		require.NoError(t, json.Unmarshal([]byte(text), &r), text)
		require.Equal(t, container, r.Container)
		require.Len(t, r.Flags, 1)
		require.Equal(t, "Roof", r.Flags[0].Title)
	}
	for _, text := range []string{`{}`, `{"a":[],"b":[]}`, `"none"`, `7`, `{"flags":{}}`} {
		require.Error(t, json.Unmarshal([]byte(text), &intake.RiskSummary{}), text)
	}
}

func TestEveryNameOfASubmissionID(t *testing.T) {
	for text, want := range map[string]string{
		`{"submission_id":"sub_1","session_id":"ses_1"}`: "sub_1", `{"submissionId":"sub_1"}`: "sub_1", `{"id":"sub_1"}`: "sub_1",
		`{"session_id":"ses_1","platform_submission":"sub_1"}`: "sub_1", `{"external_id":42}`: "42", `"sub_1"`: "sub_1", `77`: "77",
		`{"submission":{"id":"sub_1"},"status":"sent"}`: "sub_1", `{"status":"ok","acme_id":"sub_1"}`: "sub_1",
		`{"status":"ok"}`: "", `{}`: "", `[]`: "", `null`: "", `{"session_id":"ses_1"}`: "",
	} {
		var s intake.Submission
		require.NoError(t, json.Unmarshal([]byte(text), &s))
		require.Equal(t, want, s.ID, text)
	}
}

func TestAWrongTypeNamesItsMember(t *testing.T) {
	for text, want := range map[string]string{
		`{"fields_filled":"three"}`:                     `fields_filled: want an integer, got "three"`,
		`{"fields_filled":1.5}`:                         `fields_filled: want an integer, got 1.5`,
		`{"session_id":7}`:                              `session_id: want a string, got 7`,
		`{"form_keys":["a",2]}`:                         `form_keys: want a string, got 2`,
		`{"filled_forms":[{"sparse_suspected":"yes"}]}`: `filled_forms: sparse_suspected: want a boolean, got "yes"`,
		`{"field_values":[]}`:                           `field_values: want an object, got []`,
		`[]`:                                            `want an object, got []`,
		`{"session_id":"a"`:                             `unexpected end of JSON input`,
	} {
		require.EqualError(t, json.Unmarshal([]byte(text), &intake.SessionDetail{}), want)
	}
	var s intake.SessionDetail
	require.NoError(t, json.Unmarshal([]byte(`{"fields_filled":3.0,"fields_total":1e2,"form_keys":null}`), &s))
	require.Equal(t, 3, s.FieldsFilled)
	require.Equal(t, 100, s.FieldsTotal)
}

func TestValues(t *testing.T) {
	v := intake.Values{}
	require.NoError(t, json.Unmarshal([]byte(`{"s":"a\"b","n":12,"f":1.5,"b":true,"z":null,"l":["x",2,null],"o":{"a":1},"h":123456789012345678901234567890}`), &v))
	require.Equal(t, `a"b`, v["s"].String())
	require.Equal(t, "12", v["n"].String())
	require.Equal(t, "", v["z"].String())
	require.Equal(t, []string{"x", "2", ""}, v["l"].Strings())
	require.Equal(t, []string{`a"b`}, v["s"].Strings())
	require.Nil(t, v["z"].Strings())
	n, ok := v["n"].Int()
	require.True(t, ok)
	require.EqualValues(t, 12, n)
	_, ok = v["h"].Int()
	require.False(t, ok)
	_, ok = v["s"].Int()
	require.False(t, ok)
	f, ok := v["f"].Float()
	require.True(t, ok)
	require.Equal(t, 1.5, f)
	b, ok := v["b"].Bool()
	require.True(t, b && ok)
	_, ok = v["s"].Text()
	require.True(t, ok)
	require.True(t, v["z"].IsNull())
	require.True(t, v["none"].IsNull())
	require.Equal(t, map[string]any{"a": json.Number("1")}, v["o"].Any())
	var o struct{ A int }
	require.NoError(t, v["o"].Decode(&o))
	require.Equal(t, 1, o.A)
	require.Error(t, v["none"].Decode(&o))
	require.Equal(t, intake.Value(`{"a":[1]}`), intake.ValueOf(map[string]any{"a": []int{1}}))
}

func TestTimestamps(t *testing.T) {
	for _, text := range []intake.Timestamp{"2026-03-01T10:00:00Z", "2026-03-01T10:00:00.123Z", "2026-03-01T12:00:00+02:00", "2026-03-01T10:00:00.123456", "2026-03-01 10:00:00", "2026-03-01"} {
		at, err := text.Time()
		require.NoError(t, err, text)
		require.Equal(t, "2026-03-01", at.UTC().Format("2006-01-02"))
	}
	_, err := intake.Timestamp("yesterday").Time()
	require.Error(t, err)
}
