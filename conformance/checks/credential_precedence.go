package checks

import "github.com/workspaceintake/intake-go/conformance/internal/pdfsample"

// wantCheckedFirst fails the check when what is wrong with a request is told to whoever has no credential. What does not even
// have the content type of its operation may be refused before anything else.
func (c *C) wantCheckedFirst(id string) {
	for _, call := range []func(...option) *exchange{
		func(o ...option) *exchange { return c.post("/org/sessions", obj{}, o...) },
		func(o ...option) *exchange { return c.post("/org/sessions", obj{"insured_name": ""}, o...) },
		func(o ...option) *exchange { return c.post(sessionPath(id, "answers"), obj{"message": 5}, o...) },
		func(o ...option) *exchange { return c.list("?limit=abc", o...) },
		func(o ...option) *exchange {
			return c.call("POST", sessionPath(id, "extract"), append(o, upload("attachment_x", "a.pdf", "application/pdf", pdfsample.Sized(0)))...)
		},
		func(o ...option) *exchange { return c.post(sessionPath(id, "extract"), obj{}, o...) },
		func(o ...option) *exchange { return c.post(sessionPath(id, "documents"), obj{}, o...) },
		func(o ...option) *exchange {
			return c.post("/org/appointment-request", obj{"phone": []string{"x"}}, o...)
		},
	} {
		if control := call(); control.status != 400 && control.status != 422 {
			continue
		}
		x := call(anonymous)
		c.want(x.status != 400 && x.status != 422, "401 rather than what is wrong with a request without credentials", "%s %s: %s", x.req.method, x.req.path, x)
	}
}
