// Package referencetest is a server for the tests of programs that use the API: the whole reference server in memory,
// ready in milliseconds, that fails when it is told to and remembers what it was sent.
//
//	server := referencetest.NewServer(t)
//	client, err := intake.NewClient(intake.WithBaseURL(server.URL), intake.WithAPIKey(server.APIKey), intake.WithClock(server))
//
//	server.Script(referencetest.GetSession,
//		referencetest.TooMany(time.Minute), // the first call is rate limited,
//		referencetest.Reset(),              // the second loses its connection,
//		referencetest.Pass())               // and the third is answered
//	...
//	server.RequireCalls(referencetest.GetSession, 3)
//
// Time runs as usual, and [Server.Advance] moves it on for everything that the server waits for: the month of the plan,
// the life of tokens, the retries of webhook deliveries. A client that has the server for its clock does not wait either:
// see [Server.Sleep].
package referencetest
