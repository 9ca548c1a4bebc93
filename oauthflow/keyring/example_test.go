package keyring_test

import (
	"fmt"
	"os"

	zalando "github.com/zalando/go-keyring"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/keyring"
)

func ExampleOpen() {
	zalando.MockInit() // for this example only: a keyring in memory
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	store, err := keyring.Open("my-cli", dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := oauthflow.Config{Issuer: "https://intake.example", ClientName: "my-cli", Store: store}
	_, isKeyring := cfg.Store.(*keyring.Store)
	fmt.Println("in the keyring:", isKeyring)
	// Output: in the keyring: true
}

func ExampleNew() {
	zalando.MockInit() // for this example only: a keyring in memory
	_, err := keyring.New("", os.TempDir())
	fmt.Println(err)
	// Output: oauthflow: store: open: the service name is empty
}
