package catalogue_test

import (
	"fmt"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
)

func ExampleGet() {
	r, known := catalogue.Get("API-ME-01")
	fmt.Println(known, r.Role, r.Level, r.Family(), r.Lines())
	fmt.Println(r.Statement)
	// Output:
	// true server MUST API-ME [79]
	// The identity call succeeds with 200 and a JSON object for a valid credential
}

// What a receiver of events has to do, without what is only advice.
func ExampleOf() {
	for _, r := range catalogue.Of(catalogue.Receiver) {
		if r.Level == catalogue.Must {
			fmt.Println(r.ID, r.Statement)
			break
		}
	}
	fmt.Println(len(catalogue.Of(catalogue.Server))+len(catalogue.Of(catalogue.Client))+len(catalogue.Of(catalogue.Receiver)) == len(catalogue.All()))
	// Output:
	// RCV-01 A correctly signed delivery is answered 2xx
	// true
}
