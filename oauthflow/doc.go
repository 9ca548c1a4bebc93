// Package oauthflow signs a command-line program in to an OAuth 2.1 server and keeps it signed in.
//
// A program fills in one [Config] and calls one of three functions; each returns a [Source] of access tokens, which is an
// oauth2.TokenSource and a credential of package intake:
//
//   - [DeviceLogin] shows a code that the person types into a browser on any machine (RFC 8628);
//   - [BrowserLogin] opens a browser here and takes the answer on 127.0.0.1 (RFC 8252 with PKCE, RFC 7636);
//   - [Auto] picks one of the two.
//
// A whole sign-in:
//
//	store, err := oauthflow.NewFileStore(filepath.Join(configDir, "my-cli"))
//	if err != nil {
//		return err
//	}
//	cfg := oauthflow.Config{Issuer: "https://intake.example", ClientName: "my-cli", Store: store}
//	source, err := oauthflow.NewSource(ctx, cfg) // the tokens of an earlier run
//	if errors.Is(err, oauthflow.ErrNotSignedIn) || errors.Is(err, oauthflow.ErrSignInAgain) {
//		source, err = oauthflow.Auto(ctx, cfg)
//	}
//	if err != nil {
//		return err
//	}
//	defer source.Close()
//	client, err := intake.NewClient(intake.WithBaseURL(cfg.Issuer), intake.WithTokenSource(source))
//
// Later runs of the program call [NewSource]; it reads what the sign-in left in the [Store], refreshes the access token
// before it lapses, and shares one refresh between all goroutines and processes. [SignOut] revokes and forgets.
//
// # Where to find what
//
// One RFC a file: metadata.go (8414), registration.go (7591), device.go (8628), browser.go (7636, 8252, 9207), tokens.go
// (6749 sections 5 and 6), revoke.go (7009). The policy is beside it: store.go and filestore.go (where tokens rest),
// record.go (what rests there), source.go and refresh.go (when a token is replaced, and how a crash in the middle is
// survived), retry.go (what is sent again). The subpackage keyring keeps tokens in the keyring of the operating system; oauthflowtest is a server that
// misbehaves on request.
//
// # What is repeated
//
// A request is sent at most five times, and only where that cannot do harm:
//
//	request               429         500 502 503 504   no connection   answer lost or cut off
//	metadata, revoke      repeated    repeated          repeated        repeated
//	register, device      repeated    once              repeated        once
//	authorization
//	code exchange         once        once              repeated        once: [ErrLost]
//	refresh               once        once              repeated        once, and asked again by the next call
//	device poll           the loop of RFC 8628: slower each time, until the code has expired
//
// Every other answer is final. A Retry-After is never undercut; one beyond a minute, or beyond the context's deadline, comes
// back at once as a [*ServerError] that matches [ErrRateLimited] and says in RetryAfter when to come back.
//
// # Time
//
// Everything that waits or grows old does so on [Config].Clock. A [Clock] of your own makes a sign-in with its polling and
// its expiries run in no time, for a test or a driver; one value serves oauthflow and package intake alike.
//
// # Secrets
//
// No token, code or verifier appears in an error, a log line or a printed value of this package. Texts that come from the
// server are cut to a bounded length, freed of control characters and searched for echoed secrets before they are shown.
package oauthflow
