package console

import (
	"errors"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
)

type deviceView struct {
	Request     authserver.DeviceRequest
	Code        string
	SameAddress bool
}

// showDevice asks for the code. A link may carry it, and yet nothing is looked up before the person sends it: a page
// elsewhere must not be able to use up their guesses.
func (c *Console) showDevice(p *page) error {
	code := p.r.FormValue("user_code")
	if len(code) > 40 {
		code = ""
	}
	return p.show("device", "Connect a device", code)
}

func (c *Console) enterCode(p *page) error {
	request, err := c.o.Auth.Device(p.r.Context(), p.guesser(), p.form("user_code"))
	if err != nil {
		return p.refuseCode(err)
	}
	return p.show("device_confirm", "Let this device in?", deviceView{Request: request, Code: authserver.ShowUserCode(p.form("user_code")),
		SameAddress: request.Address == p.address()})
}

func (c *Console) decideDevice(p *page) error {
	decision, workspace := p.form("decision"), p.form("workspace")
	if decision != "approve" && decision != "deny" || !p.session.Belongs(workspace) {
		return p.problem(http.StatusBadRequest, "Not readable", "The form could not be read. Nothing was done.")
	}
	if err := c.o.Auth.DecideDevice(p.r.Context(), p.guesser(), p.form("user_code"), decision == "approve", workspace); err != nil {
		return p.refuseCode(err)
	}
	if decision == "deny" {
		return p.show("done", "Refused", "The device was told. You can close this page.")
	}
	return p.show("done", "The device is in", "It will notice within seconds. You can close this page.")
}

func (p *page) guesser() authserver.Guesser {
	return authserver.Guesser{UserID: p.session.UserID, Address: p.address()}
}

// refuseCode says what is wrong with a code, where it is the person's to mend.
func (p *page) refuseCode(err error) error {
	for known, text := range map[error]string{
		authserver.ErrUnknownCode:    "No device is waiting with this code. Look at the device again: a code has ten letters.",
		authserver.ErrExpiredCode:    "The code is too old. Begin the sign-in on the device anew.",
		authserver.ErrDecidedCode:    "The code was used before. Begin the sign-in on the device anew.",
		authserver.ErrTooManyGuesses: "Too many wrong codes came. Wait a quarter of an hour and try again.",
	} {
		if errors.Is(err, known) {
			return p.refuse(text, p.c.showDevice)
		}
	}
	return err
}
