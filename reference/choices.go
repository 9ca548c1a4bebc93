package reference

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/api"
)

// Choices are other answers to what the specification leaves open. With them a client, or a judge of servers, is shown
// that it takes every permitted answer. The zero value is the server that API.md describes; so is /openapi.json, whatever
// was chosen.
type Choices struct {
	api          api.Choices
	documentsWin bool
	finishFirst  bool
	registered   int // status of a registration
}

// choices are all that there is to choose: each changes the default.
var choices = map[string]func(*Choices){
	"extracted=wins": func(c *Choices) { c.documentsWin = true },
	"list=oldest":    func(c *Choices) { c.api.OldestFirst = true },
	"not-json=400":   func(c *Choices) { c.api.NotJSON = 400 },
	"not-pdf=400":    func(c *Choices) { c.api.NotPDF = 400 },
	"nulls=omitted":  func(c *Choices) { c.api.OmitNulls = true },
	"oversize=400":   func(c *Choices) { c.api.Oversize = 400 },
	"oversize=413":   func(c *Choices) { c.api.Oversize = 413 },
	"register=200":   func(c *Choices) { c.registered = 200 },
	"risk=bare":      func(c *Choices) { c.api.BareRiskList = true },
	"submission=id":  func(c *Choices) { c.api.SubmissionMember = "id" },
	"unfinished=400": func(c *Choices) { c.finishFirst = true },
}

// ChoiceNames lists what Set takes.
func ChoiceNames() []string { return slices.Sorted(maps.Keys(choices)) }

// Set makes one choice by its name, such as "risk=bare".
func (c *Choices) Set(name string) error {
	choose, ok := choices[name]
	if !ok {
		return fmt.Errorf("reference: there is no choice %q; there are %s", name, strings.Join(ChoiceNames(), ", "))
	}
	choose(c)
	return nil
}
