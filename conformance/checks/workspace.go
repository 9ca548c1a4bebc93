package checks

import (
	"errors"

	"github.com/workspaceintake/intake-go/conformance/hooks"
)

// Workspace is one tenant of the server with a key to it.
type Workspace struct {
	OrgID ident  `json:"org_id"`
	Name  string `json:"org_name"`
	Plan  any    `json:"plan"`
	Key   string `json:"api_key"`
	Label string `json:"key_label"`
}

func (c *C) makeWorkspace(what obj) (*Workspace, error) {
	var ws Workspace
	if err := c.verb("create-workspace", what, &ws); err != nil {
		return nil, err
	}
	if ws.Key == "" {
		return nil, errors.New("the hook create-workspace gave no api_key")
	}
	c.run.secret(ws.Key, "INTAKE_API_KEY_OTHER")
	c.run.pages.opens(ws.OrgID, ws.Key)
	c.run.founds(&ws)
	if what["plan"] == "paid" {
		c.run.payingSince(ws.Key)
	}
	return &ws, nil
}

// hook runs a verb. A verb that is not offered, or that failed, blocks the check.
func (c *C) hook(verb string, in, out any) {
	err := c.verb(verb, in, out)
	c.aboutHook(verb, in)
	c.offered(verb, err)
}

// offered blocks the check when a verb is not offered, or failed.
func (c *C) offered(verb string, err error) {
	if errors.Is(err, hooks.ErrNotOffered) {
		why := "the hook " + verb + " is not offered"
		if pages := (notByPerson{}); errors.As(err, &pages) {
			why += ", and " + pages.Error()
		}
		c.blocked("hook "+verb, why)
	}
	if err != nil {
		c.blocked("hook "+verb, "the hook failed: "+err.Error())
	}
}

// workspace makes a workspace for the check alone.
func (c *C) workspace(what obj) *Workspace {
	ws, err := c.makeWorkspace(what)
	if errors.Is(err, hooks.ErrNotOffered) {
		c.blocked("hook create-workspace", "the hook create-workspace is not offered")
	}
	if err != nil {
		c.blocked("hook create-workspace", "the hook failed: "+err.Error())
	}
	return ws
}

// keysAlone says whether there are no hooks at all: what the keys that were given open is all there is to look at.
func (c *C) keysAlone() bool {
	_, none := c.run.hooks.(hooks.None)
	return none
}

// paid makes a workspace without a cap of its own for the check.
func (c *C) paid() *Workspace {
	return c.workspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid"})
}

// other is a second workspace, made once in a run or given by its key.
func (c *C) other() *Workspace {
	if key := c.run.target.APIKey2; key != "" {
		return c.ofSecondKey(key)
	}
	return shared(c, "other workspace", func(c *C) *Workspace {
		ws, err := c.makeWorkspace(obj{"name": "Conformance other", "plan": "paid", "market_connected": true})
		if err != nil {
			c.blocked("key2", "no key of a second workspace was given (-api-key-2), and none could be made: "+err.Error())
		}
		return ws
	})
}

// beside is a workspace beside the home one whose people can sign in: one that a hook makes, or that of the second key.
func (c *C) beside(what obj) *Workspace {
	ws, err := c.makeWorkspace(what)
	if err == nil {
		return ws
	}
	if key := c.run.target.APIKey2; key != "" && errors.Is(err, hooks.ErrNotOffered) {
		ws := c.ofSecondKey(key)
		c.needs(ws.OrgID.text != "", "the org_id of the second workspace", "it is not known")
		return ws
	}
	return c.workspace(what)
}

// second is a paid workspace beside the home one: one for the check alone where hooks can make one, else that of the second key.
func (c *C) second() *Workspace {
	return c.beside(obj{"name": "Conformance " + c.check.ID, "plan": "paid"})
}

// ofSecondKey is the workspace of the second key, which opens its sign-in pages, too. A key of the home workspace would have every
// server accused.
func (c *C) ofSecondKey(key string) *Workspace {
	return shared(c, "workspace of the second key", func(c *C) *Workspace {
		x := c.get("/org/me", as(key))
		ws := &Workspace{OrgID: identOf(x.object()["org_id"]), Name: plainText(x.object()["org_name"]), Key: key}
		if ws.OrgID.text == "" {
			return ws
		}
		if ws.OrgID == c.orgID() {
			c.blocked("key2", "the second key is one of the first key's workspace, by its org_id "+ws.OrgID.text)
		}
		c.run.founds(ws)
		c.run.pages.opens(ws.OrgID, key)
		return ws
	})
}

// orgID is the id of the home workspace.
func (c *C) orgID() ident {
	if id := c.run.home.OrgID; id.text != "" {
		return id
	}
	return shared(c, "org id", func(c *C) ident {
		x := c.get("/org/me")
		id := identOf(x.object()["org_id"])
		c.needs(x.ok() && id.text != "", "the workspace's org_id", "%s", x)
		return id
	})
}

// namesakes are two workspaces of one name.
func (c *C) namesakes() [2]*Workspace {
	return shared(c, "workspaces of one name", func(c *C) (both [2]*Workspace) {
		for i := range both {
			both[i] = c.workspace(obj{"name": "Conformance namesakes", "plan": "paid"})
		}
		one, other := both[0].OrgID.text, both[1].OrgID.text
		c.needs(one != "" && other != "" && one != other, "two workspaces of one name", "%q and %q", one, other)
		return both
	})
}

// wantNamesakeShut fails the check when the key of a workspace opens a session of another one that has its name.
func (c *C) wantNamesakeShut() {
	both := c.namesakes()
	id := c.newSession(as(both[0].Key))
	x := c.detail(id, as(both[1].Key))
	c.want(x.status == 404, "status 404 for a session of another workspace, also one of the same name", "%s", x)
}

// connected is own with an account on the external platform where hooks can make one.
func (c *C) connected() *Workspace {
	if ws, err := c.makeWorkspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid", "market_connected": true}); err == nil {
		return ws
	}
	return c.own()
}

// own is a workspace for the check alone where hooks can make one, else the home workspace.
func (c *C) own() *Workspace {
	ws, err := c.makeWorkspace(obj{"name": "Conformance " + c.check.ID, "plan": "paid"})
	if err == nil {
		return ws
	}
	home := *c.run.home
	if home.OrgID.text == "" {
		home.OrgID = c.orgID()
	}
	return &home
}
