package console

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/secret"
)

type marketView struct {
	Connected, CanOpen bool
	Provider, Address  string
}

func (c *Console) showMarket(p *page) error {
	connection, err := c.o.Market.Connection(p.r.Context(), p.session.WorkspaceID)
	if err != nil && !errors.Is(err, market.ErrNotConnected) {
		return err
	}
	return p.show("market", "Market", marketView{Connected: err == nil, CanOpen: c.o.CanOpenAccount,
		Provider: connection.Provider, Address: connection.BaseURL})
}

func (c *Console) connectMarket(p *page) error {
	token := p.form("token")
	if token == "" || len(token) > 500 || !isLine(token) {
		return p.refuse("an account token is one line of up to 500 characters", c.showMarket)
	}
	if err := c.o.Market.Connect(p.r.Context(), p.session.WorkspaceID, secret.Text(token)); err != nil {
		return err
	}
	return p.tell("/app/market", "The account is connected. Whether the market takes its token shows with the first submission.")
}

func (c *Console) openMarket(p *page) error {
	if !c.o.CanOpenAccount {
		return p.notFound()
	}
	if err := c.o.Market.OpenAccount(p.r.Context(), p.session.WorkspaceID); err != nil {
		return err
	}
	return p.tell("/app/market", "A sandbox account was opened and connected.")
}

func (c *Console) disconnectMarket(p *page) error {
	if err := c.o.Market.Disconnect(p.r.Context(), p.session.WorkspaceID); err != nil {
		return err
	}
	return p.tell("/app/market", "The account was disconnected. Submissions are refused from now on.")
}

// profileField is a line of the profile form.
type profileField struct{ Name, Label, Complete, Value string }

var profileLabels = map[string]profileField{
	"agency_name": {Label: "Agency name", Complete: "organization"}, "email": {Label: "Email", Complete: "email"},
	"phone": {Label: "Phone", Complete: "tel"}, "website": {Label: "Website", Complete: "url"},
	"npn": {Label: "National producer number (NPN)"}, "fein": {Label: "Federal employer number (FEIN)"},
	"address_line1": {Label: "Address", Complete: "address-line1"}, "address_line2": {Label: "Address, second line", Complete: "address-line2"},
	"address_city": {Label: "City", Complete: "address-level2"}, "address_state": {Label: "State", Complete: "address-level1"},
	"address_zip": {Label: "ZIP code", Complete: "postal-code"},
}

func (c *Console) showProfile(p *page) error {
	w, err := c.o.Accounts.Workspace(p.r.Context(), p.session.WorkspaceID)
	if err != nil {
		return err
	}
	var fields []profileField
	for _, name := range account.ProfileFields {
		f := profileLabels[name]
		f.Name, f.Value = name, w.Profile[name]
		if p.fault != "" {
			f.Value = p.form(name) // what was typed, so that it can be mended
		}
		fields = append(fields, f)
	}
	return p.show("profile", "Agency profile", fields)
}

func (c *Console) saveProfile(p *page) error {
	profile := map[string]string{}
	for _, name := range account.ProfileFields {
		value := p.form(name)
		if utf8.RuneCountInString(value) > 200 || !isLine(value) {
			return p.refuse("“"+profileLabels[name].Label+"” is more than 200 characters, or more than one line", c.showProfile)
		}
		if value != "" {
			profile[name] = value
		}
	}
	if err := c.o.Accounts.SetProfile(p.r.Context(), p.session.WorkspaceID, profile); err != nil {
		return err
	}
	return p.tell("/app/profile", "The profile was saved.")
}

// isLine says whether a text can be stored and shown: valid, on one line, without control characters.
func isLine(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}
