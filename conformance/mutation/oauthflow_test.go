package mutation_test

// oauthflowFaults are in signing in and in what becomes of tokens.
var oauthflowFaults = []fault{
	{"CLI-OAUTH-01", "the usual path for tokens", "oauthflow/poll.go", `p.meta.TokenEndpoint`, `mutated(p.Issuer+"/oauth/token")`},
	{"CLI-OAUTH-01", "the usual path for device codes", "oauthflow/device.go", `l.meta.DeviceAuthorizationEndpoint, form)`, `mutated(l.Issuer+"/oauth/device_authorization"), form)`},
	{"CLI-OAUTH-02", "forms labelled as JSON", "oauthflow/wire.go", `req.Header.Set("Content-Type", "application/x-www-form-urlencoded")`, `req.Header.Set("Content-Type", mutated("application/json"))`},
	{"CLI-OAUTH-02", "no client_id for a device code", "oauthflow/device.go", `url.Values{"client_id": {clientID}}`, `url.Values{"client": {mutated(clientID)}}`},
	{"CLI-OAUTH-03", "a short name for the grant", "oauthflow/poll.go", `{grantDevice},`, `{mutated("device_code")},`},
	{"CLI-OAUTH-03", "the user code for the device code", "oauthflow/poll.go", `{p.request.Code.reveal()},`, `{mutated(p.request.UserCode)},`},
	{"CLI-OAUTH-03", "another client_id for the tokens", "oauthflow/poll.go", `{p.clientID},`, `{mutated("cli_other")},`},
	{"CLI-OAUTH-04", "polls twice as fast", "oauthflow/device.go", `interval: request.interval}`, `interval: mutated(request.interval / 2)}`},
	{"CLI-OAUTH-04", "polls every second", "oauthflow/device.go", `	return min(max(seconds(n), shortestInterval), `, `	return min(mutated(shortestInterval), `},
	{"CLI-OAUTH-05", "pending is the end", "oauthflow/poll.go", `	case codePending, codeSlowDown:`, `	case mutated(codeSlowDown):`},
	{"CLI-OAUTH-06", "slow_down does nothing", "oauthflow/poll.go", `p.interval += slowDownStep`, `p.interval += mutated(time.Duration(0))`},
	{"CLI-OAUTH-06", "slow_down holds once", "oauthflow/poll.go", `			p.interval += slowDownStep
		}`, `			p.interval += slowDownStep
		} else if p.interval > slowDownStep {
			p.interval -= mutated(slowDownStep)
		}`},
	{"CLI-OAUTH-07", "polls on after a denial", "oauthflow/poll.go", `		return tokens{}, true, &outcome{meaning: ErrDenied, cause: failure}`, `		return tokens{}, mutated(false), nil`},
	{"CLI-OAUTH-07", "polls on after expiry", "oauthflow/poll.go", `		return tokens{}, true, &outcome{meaning: ErrExpired, cause: failure}`, `		return tokens{}, mutated(false), nil`},
	{"CLI-OAUTH-08", "expires_in is not looked at", "oauthflow/device.go", `life = min(seconds(n), longestDeviceLife)`, `life = mutated(longestDeviceLife)`},
	{"CLI-OAUTH-09", "nothing is shown", "oauthflow/device.go", `if err := l.Prompt(ctx, request.DevicePrompt); err != nil {`, `if err := mutated(error(nil)); err != nil {`},
	{"CLI-OAUTH-09", "no address is shown", "oauthflow/device.go", `l.Prompt(ctx, request.DevicePrompt)`, `l.Prompt(ctx, mutated(DevicePrompt{UserCode: request.UserCode}))`},
	{"CLI-OAUTH-10", "the first refresh token for ever", "oauthflow/tokens.go", `	if !tokenText(got.Refresh) {`, `	if !tokenText(got.Refresh) || previous.Refresh != "" && mutated(true) {`},
	{"CLI-OAUTH-11", "every call refreshes for itself", "oauthflow/source.go", `	f := s.join(secretText(token))
	s.mu.Unlock()
	_, err := s.await(ctx, f)
	return err
`, `	rec := *s.rec
	s.mu.Unlock()
	a, err := s.postRefresh(ctx, mutated(&rec))
	if err != nil || !a.granted() {
		return ErrRefused
	}
	rec.Tokens, err = s.settings.readTokens(a, rec.Tokens)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.adopt(&rec)
	return err
`},
	{"CLI-OAUTH-12", "a lapsed token is the end", "intake/credentials.go", `	return ok && source.Rejected(`, `	return mutated(false) && ok && source.Rejected(`},
	{"CLI-OAUTH-12", "a refused token is sent again", "intake/credentials.go", `	return ok && source.Rejected(ctx, token.Reveal()) == nil`, `	return mutated(ok) || source.Rejected(ctx, token.Reveal()) == nil`},
	{"CLI-OAUTH-13", "the redirect goes to localhost", "oauthflow/callback.go", `c.redirect = "http://" + c.host + redirectPath`, `c.redirect = "http://" + mutated("localhost") + c.host[len("127.0.0.1"):] + redirectPath`},
	{"CLI-OAUTH-13", "a fixed redirect", "oauthflow/browser.go", `q.Set("redirect_uri", redirect)`, `q.Set("redirect_uri", mutated("urn:ietf:wg:oauth:2.0:oob"))`},
	{"CLI-OAUTH-14", "the plain challenge", "oauthflow/browser.go", `q.Set("code_challenge_method", "S256")`, `q.Set("code_challenge_method", mutated("plain"))`},
	{"CLI-OAUTH-14", "the verifier as the challenge", "oauthflow/browser.go", `oauth2.S256ChallengeFromVerifier(request.Verifier.reveal())`, `mutated(request.Verifier.reveal())`},
	{"CLI-OAUTH-14", "one verifier for ever", "oauthflow/browser.go", `secretText(oauth2.GenerateVerifier())`, `secretText(mutated("v-0123456789-0123456789-0123456789-0123456789"))`},
	{"CLI-OAUTH-15", "any state will do", "oauthflow/callback.go", `if err != nil || !sameText(q.Get("state"), state.reveal()) {`, `if mutated(err) != nil {`},
	{"CLI-OAUTH-15", "no state is sent", "oauthflow/browser.go", `q.Set("state", request.State.reveal())`, `_ = mutated(request.State)`},
	{"CLI-OAUTH-16", "a registration without a name", "oauthflow/registration.go", `s.ClientName,
		"redirect_uris"`, `mutated(""),
		"redirect_uris"`},
	{"CLI-OAUTH-16", "one redirect as a text", "oauthflow/registration.go", `[]string{registeredRedirect},`, `mutated(registeredRedirect),`},
	{"CLI-OAUTH-16", "the client_id given is not used", "oauthflow/registration.go", `id := m.text("client_id")`, `id := mutated(s.ClientName)`},
	{"CLI-OAUTH-16", "a registration labelled as a form", "oauthflow/wire.go", `req.Header.Set("Content-Type", "application/json")`, `req.Header.Set("Content-Type", mutated("application/x-www-form-urlencoded"))`},
}
