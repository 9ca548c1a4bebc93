// Package conformance judges programs by the intake specification: servers, clients and receivers of webhook events, in
// any language. It imports the standard library alone and shares no code with the programs of this module.
//
// A server is judged in five lines:
//
//	report, err := conformance.Server(ctx, conformance.Target{BaseURL: url, APIKey: key}, conformance.Options{})
//	if err != nil {
//		return err
//	}
//	return report.Write(os.Stdout, "terminal")
//
// In a test of the server, conformance.Test(t, target, conformance.Options{}) makes a subtest of each requirement; clients
// are judged by Client and receivers by Receiver.
//
// Requirements live in package catalogue, the checks of a server in package checks, the judge of clients in package
// peer, the judge of receivers in package sender, what a server offers to tests in package hooks, and the report with
// its forms in package report.
package conformance
