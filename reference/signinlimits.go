package reference

import (
	"fmt"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
	"github.com/workspaceintake/intake-go/reference/internal/user"
)

// SignInLimits hold off floods and guessing at sign-in. What is zero gets the default in parentheses; a Rate with negative
// Requests admits everything.
type SignInLimits struct {
	// What one address may ask of the OAuth endpoints; beyond it they answer 429 with Retry-After.
	Registrations  Rate // (5,000 an hour)
	DeviceRequests Rate // (5,000 in ten minutes)
	TokenRequests  Rate // and revocations (6,000 a minute)
	Authorizations Rate // (1,000 a minute)

	// ClientRequests are the device and token requests of one client, wherever they come from (20,000 a minute).
	ClientRequests Rate

	// MaxClients is how many registered clients are kept; beyond it registration answers 503 (100,000).
	MaxClients int
	// KeepClients is how many there may be before those are cleaned up that nobody gave access within a day (1,000).
	KeepClients int

	// Wrong user codes of the device flow, in any stretch of time as long as a device code's life: by one person (10), from
	// one address (100), and by everybody together (2,000). New refuses a total that gives guessing a chance above 2^-32.
	GuessesByPerson  int
	GuessesByAddress int
	Guesses          int

	// Wrong passwords: from one address (100 in 15 minutes), for one email address (200), and for both together (10).
	PasswordsByAddress Rate
	PasswordsByEmail   Rate
	Passwords          Rate
}

func (l SignInLimits) auth() authserver.Limits {
	return authserver.Limits{Registrations: l.Registrations.throttle(), DeviceRequests: l.DeviceRequests.throttle(),
		TokenRequests: l.TokenRequests.throttle(), Authorizations: l.Authorizations.throttle(), ClientRequests: l.ClientRequests.throttle(),
		MaxClients: l.MaxClients, KeepClients: l.KeepClients,
		Guesses: authserver.Guesses{ByPerson: l.GuessesByPerson, ByAddress: l.GuessesByAddress, All: l.Guesses}}
}

func (l SignInLimits) passwords(o user.Options) user.Options {
	o.ByAddress, o.ByEmail, o.ByBoth = l.PasswordsByAddress.throttle(), l.PasswordsByEmail.throttle(), l.Passwords.throttle()
	return o
}

func (r Rate) throttle() throttle.Rate { return throttle.Rate{Burst: r.Requests, Window: r.Window} }

func (l SignInLimits) check() (faults []error) {
	for name, r := range map[string]Rate{"Registrations": l.Registrations, "DeviceRequests": l.DeviceRequests, "TokenRequests": l.TokenRequests,
		"Authorizations": l.Authorizations, "ClientRequests": l.ClientRequests, "PasswordsByAddress": l.PasswordsByAddress,
		"PasswordsByEmail": l.PasswordsByEmail, "Passwords": l.Passwords} {
		if r.Window < 0 || r.Requests > 0 && r.Window == 0 || r.Requests == 0 && r.Window != 0 {
			faults = append(faults, fmt.Errorf("reference: SignIn.%s: %d requests in %v is no rate", name, r.Requests, r.Window))
		}
	}
	for name, n := range map[string]int{"MaxClients": l.MaxClients, "KeepClients": l.KeepClients} {
		if n < 0 {
			faults = append(faults, fmt.Errorf("reference: SignIn.%s is negative", name))
		}
	}
	return faults
}
