package api

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strconv"

	"github.com/workspaceintake/intake-go/reference/internal/limit"
)

// operation is one endpoint: a function with its compiled input and output.
type operation struct {
	method, path string
	id, summary  string
	heavy        limit.Operation // empty: not rate limited (spec section 8)
	whole        bool            // runs to its end even when the client hangs up
	input        reflect.Type
	output       reflect.Type
	parts        []part // of a multipart body
	params       []parameter
	body         *schema // of a JSON body
	errors       []int   // statuses besides 200, 401, 422, 429 and 500
	call         func(a *API, w http.ResponseWriter, r *http.Request, who Caller, in reflect.Value) (any, error)
}

// parameter is a part of the path or the query.
type parameter struct {
	*schema
	in, name string
	fallback *int // for an integer that is left out
	index    int
}

// part is one part of a multipart body.
type part struct {
	name, doc string
	repeated  bool
}

// op makes an operation of a function that takes the request's parameters and JSON body.
func op[In, Out any](method, path, id, summary string, fn func(*API, context.Context, Caller, *In) (Out, error)) *operation {
	o := &operation{method: method, path: path, id: id, summary: summary, input: reflect.TypeFor[In](), output: reflect.TypeFor[Out]()}
	o.compile()
	o.call = func(a *API, _ http.ResponseWriter, r *http.Request, who Caller, in reflect.Value) (any, error) {
		return fn(a, r.Context(), who, in.Addr().Interface().(*In))
	}
	return o
}

// upload makes an operation of a function that reads a multipart body itself.
func upload[In, Out any](path, id, summary string, parts []part, fn func(*API, http.ResponseWriter, *http.Request, Caller, *In) (Out, error)) *operation {
	o := &operation{method: http.MethodPost, path: path, id: id, summary: summary, input: reflect.TypeFor[In](), output: reflect.TypeFor[Out](), parts: parts}
	o.compile()
	o.call = func(a *API, w http.ResponseWriter, r *http.Request, who Caller, in reflect.Value) (any, error) {
		return fn(a, w, r, who, in.Addr().Interface().(*In))
	}
	return o
}

func (o *operation) limited(by limit.Operation) *operation { o.heavy = by; return o }

func (o *operation) uninterrupted() *operation { o.whole = true; return o }

func (o *operation) mayAnswer(statuses ...int) *operation { o.errors = statuses; return o }

func (o *operation) compile() {
	for i := range o.input.NumField() {
		f := o.input.Field(i)
		for _, in := range []string{"path", "query"} {
			name := f.Tag.Get(in)
			if name == "" {
				continue
			}
			s := *schemaOf(f.Type)
			s.bounds(f.Tag)
			o.params = append(o.params, parameter{schema: &s, in: in, name: name, fallback: number(f.Tag, "default"), index: i})
		}
	}
	if s := schemaOf(o.input); len(s.members) > 0 {
		o.body = s
	}
}

// handler answers requests for the operation on this API.
func (o *operation) handler(a *API) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := o.run(a, w, r)
		if err != nil {
			a.fail(w, r, err)
			return
		}
		if file, ok := out.(pdf); ok {
			file.write(w)
			return
		}
		writeJSON(w, http.StatusOK, a.choices.shape(out))
	}
}

// run holds the order of checks: credentials, then faults, then the rate, then the operation with its own (existence,
// state, cap).
func (o *operation) run(a *API, w http.ResponseWriter, r *http.Request) (any, error) {
	who, err := a.authenticate(r)
	if err != nil {
		return nil, err
	}
	in := reflect.New(o.input).Elem()
	if err := o.decode(w, r, in); err != nil {
		return nil, a.andFurther(err, in)
	}
	if o.heavy != "" {
		wait, err := a.limiter.Allow(r.Context(), who.WorkspaceID, o.heavy)
		if err != nil {
			return nil, fmt.Errorf("api: asking the limiter: %w", err)
		}
		if wait > 0 {
			return nil, tooMany(wait)
		}
	}
	if o.whole {
		r = r.WithContext(context.WithoutCancel(r.Context()))
	}
	return o.call(a, w, r, who, in)
}

func (o *operation) decode(w http.ResponseWriter, r *http.Request, in reflect.Value) error {
	f := faults{}
	var query url.Values
	for _, p := range o.params {
		if p.in == "path" {
			in.Field(p.index).SetString(r.PathValue(p.name))
			continue
		}
		if query == nil {
			var err error // left alone it would make a parameter disappear
			if query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
				return refuse(http.StatusBadRequest, "The query of the address is malformed.")
			}
		}
		f.setInteger(p, in.Field(p.index), query)
	}
	if err := f.err(); err != nil || o.body == nil {
		return err
	}
	return decodeBody(w, r, o.body, in)
}

func (f *faults) setInteger(p parameter, into reflect.Value, query url.Values) {
	loc := []any{p.in, p.name}
	if !query.Has(p.name) {
		into.SetInt(int64(*p.fallback))
		return
	}
	n, err := strconv.Atoi(query.Get(p.name))
	switch {
	case err != nil:
		f.add(loc, "int_parsing", "Input should be a valid integer, unable to parse string as an integer")
	case p.min != nil && n < *p.min:
		f.add(loc, "greater_than_equal", "Input should be greater than or equal to "+strconv.Itoa(*p.min))
	case p.max != nil && n > *p.max:
		f.add(loc, "less_than_equal", "Input should be less than or equal to "+strconv.Itoa(*p.max))
	}
	into.SetInt(int64(n))
}

// pdf is the output of an operation that answers with a file.
type pdf struct {
	name string
	data []byte
}

func (p pdf) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", `inline; filename="`+p.name+`"`)
	h.Set("Content-Length", strconv.Itoa(len(p.data)))
	_, _ = w.Write(p.data)
}
