package api

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
)

// node is a piece of an OpenAPI document. Maps encode with sorted keys, so the document is the same every time.
type node map[string]any

// printer writes schemas as JSON Schema and collects the named ones.
type printer struct{ schemas node }

// document is the OpenAPI 3.1 description of the operations, of OAuth sign-in and of the webhook events.
func document(all []*operation) []byte {
	p := printer{schemas: node{}}
	paths, webhooks := node{}, node{}
	add := func(path, method string, operation node) {
		at, ok := paths[path].(node)
		if !ok {
			at = node{}
			paths[path] = at
		}
		at[methodKey[method]] = operation
	}
	for _, o := range all {
		add(o.path, o.method, p.operation(o))
	}
	for _, o := range publics() {
		add(o.path, o.method, p.public(o))
	}
	for _, e := range eventKinds() {
		webhooks[e.name] = p.webhook(e)
	}
	p.schemas["Error"] = node{"type": "object", "required": []string{"detail"}, "properties": node{"detail": node{"type": "string"}}}
	p.schemas["ValidationError"] = node{"type": "object", "required": []string{"detail"},
		"properties": node{"detail": node{"type": "array", "minItems": 1, "items": p.ref(schemaOf(reflect.TypeFor[Fault]()))}}}
	data, err := json.MarshalIndent(node{
		"openapi": "3.1.0",
		"info": node{"title": "Workspace Intake API", "version": "1",
			"description": "Intake of insurance applications, for one workspace. Reference server."},
		"paths":    paths,
		"webhooks": webhooks,
		"components": node{"schemas": p.schemas, "securitySchemes": node{
			"bearer": node{"type": "http", "scheme": "bearer", "description": "An API key or an OAuth access token"},
			"apiKey": node{"type": "apiKey", "in": "header", "name": "X-API-Key"},
		}},
		"security": []node{{"bearer": []string{}}, {"apiKey": []string{}}},
	}, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("api: the OpenAPI document does not encode: %v", err))
	}
	return data
}

var methodKey = map[string]string{"GET": "get", "POST": "post"}

var errorText = map[int]string{
	400: "The request is malformed, or the session cannot do this yet",
	401: "The credential is missing, expired or invalid",
	402: "The plan has no session left in this calendar month; do not retry",
	404: "Unknown in this workspace",
	422: "The request has faults; all of them are listed",
	429: "Too many calls of this operation; wait as long as Retry-After says",
	500: "The server failed",
	502: "The market platform failed",
}

func (p *printer) operation(o *operation) node {
	out := node{"operationId": o.id, "summary": o.summary, "responses": p.responses(o)}
	var params []node
	for _, q := range o.params {
		param := node{"name": q.name, "in": q.in, "required": q.in == "path", "schema": p.inline(q.schema)}
		if q.doc != "" {
			param["description"] = q.doc
		}
		if q.fallback != nil {
			param["schema"].(node)["default"] = *q.fallback
		}
		params = append(params, param)
	}
	if params != nil {
		out["parameters"] = params
	}
	switch {
	case o.body != nil:
		out["requestBody"] = node{"required": true, "content": node{"application/json": node{"schema": p.ref(o.body)}}}
	case o.parts != nil:
		out["requestBody"] = node{"required": true, "content": node{"multipart/form-data": node{"schema": multipartSchema(o.parts)}}}
	}
	return out
}

func (p *printer) responses(o *operation) node {
	success := node{"application/json": node{"schema": p.ref(schemaOf(o.output))}}
	if o.output == reflect.TypeFor[pdf]() {
		success = node{"application/pdf": node{"schema": node{"type": "string", "contentMediaType": "application/pdf"}}}
	}
	all := node{"200": node{"description": "Success", "content": success}}
	statuses := append([]int{401, 500}, o.errors...)
	queried := slices.ContainsFunc(o.params, func(q parameter) bool { return q.in == "query" })
	if o.body != nil || o.parts != nil || queried {
		statuses = append(statuses, 400, 422)
	}
	if o.heavy != "" {
		statuses = append(statuses, 429)
	}
	for _, status := range statuses {
		name := "Error"
		if status == 422 {
			name = "ValidationError"
		}
		answer := node{"description": errorText[status], "content": node{"application/json": node{"schema": refTo(name)}}}
		switch status {
		case 401:
			answer["headers"] = node{"WWW-Authenticate": node{"schema": node{"type": "string"}}}
		case 429:
			answer["headers"] = retryAfterHeader()
		}
		all[strconv.Itoa(status)] = answer
	}
	return all
}

func retryAfterHeader() node {
	return node{"Retry-After": node{"description": "seconds", "schema": node{"type": "integer", "minimum": 1}}}
}

// multipartSchema lets every part be absent but one of them: they are names for the same thing.
func multipartSchema(parts []part) node {
	properties, anyOf := node{}, []node{}
	for _, one := range parts {
		binary := node{"type": "string", "contentMediaType": "application/octet-stream", "description": one.doc}
		if one.repeated {
			binary = node{"type": "array", "items": binary}
		}
		properties[one.name] = binary
		anyOf = append(anyOf, node{"required": []string{one.name}})
	}
	return node{"type": "object", "properties": properties, "anyOf": anyOf}
}

func refTo(name string) node { return node{"$ref": "#/components/schemas/" + name} }

// ref is a named schema by its name, and any other in place.
func (p *printer) ref(s *schema) node {
	if s.kind != kindObject || s.nullable {
		return p.inline(s)
	}
	name := exported(s.name)
	if _, done := p.schemas[name]; !done {
		p.schemas[name] = node{}
		p.schemas[name] = p.inline(s)
	}
	return refTo(name)
}

var firstLetter = regexp.MustCompile(`^[a-z]`)

func exported(name string) string {
	return firstLetter.ReplaceAllStringFunc(name, func(c string) string { return string(c[0] - 'a' + 'A') })
}

func (p *printer) inline(s *schema) node {
	out := node{}
	switch s.kind {
	case kindAny:
	case kindObject:
		p.object(s, out)
	case kindMap:
		out["type"], out["additionalProperties"] = "object", p.ref(s.item)
	case kindArray:
		out["type"], out["items"] = "array", p.ref(s.item)
	default:
		out["type"] = string(s.kind)
	}
	for keyword, bound := range map[string]*int{lower[s.kind]: s.min, upper[s.kind]: s.max} {
		if bound != nil {
			out[keyword] = *bound
		}
	}
	if s.doc != "" {
		out["description"] = s.doc
	}
	if s.nullable {
		out["type"] = []any{out["type"], "null"}
	}
	return out
}

// lower and upper are the keywords for bounds, by kind. JSON Schema counts Unicode characters in strings, as we do.
var (
	lower = map[kind]string{kindString: "minLength", kindArray: "minItems", kindInteger: "minimum"}
	upper = map[kind]string{kindString: "maxLength", kindArray: "maxItems", kindInteger: "maximum"}
)

func (p *printer) object(s *schema, out node) {
	properties, required := node{}, []string{}
	for _, m := range s.members {
		if properties[m.name] = p.ref(m.schema); m.doc != "" && m.kind == kindObject {
			properties[m.name] = node{"$ref": properties[m.name].(node)["$ref"], "description": m.doc}
		}
		if m.required {
			required = append(required, m.name)
		}
	}
	out["type"], out["properties"] = "object", properties
	if len(required) > 0 {
		out["required"] = required
	}
}
