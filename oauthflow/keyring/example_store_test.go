package keyring_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	zalando "github.com/zalando/go-keyring"

	"github.com/workspaceintake/intake-go/oauthflow"
	"github.com/workspaceintake/intake-go/oauthflow/keyring"
)

// The examples of the methods share a key: one entry for each issuer.
const issuer = "https://intake.example"

// temporary is a keyring store and what removes it again. These examples use a keyring in memory.
func temporary() (store *keyring.Store, forget func()) {
	zalando.MockInit()
	dir, err := os.MkdirTemp("", "my-cli")
	if err != nil {
		panic(err)
	}
	if store, err = keyring.New("my-cli", dir); err != nil {
		panic(err)
	}
	return store, func() { _ = os.RemoveAll(dir) }
}

func ExampleStore_Load() {
	store, forget := temporary()
	defer forget()
	ctx := context.Background()
	_, err := store.Load(ctx, issuer)
	fmt.Println(errors.Is(err, oauthflow.ErrNotStored))
	_ = store.Save(ctx, issuer, []byte("a record"))
	text, err := store.Load(ctx, issuer)
	fmt.Println(string(text), err)
	// Output:
	// true
	// a record <nil>
}

func ExampleStore_Save() {
	store, forget := temporary()
	defer forget()
	ctx := context.Background()
	fmt.Println(store.Save(ctx, issuer, []byte("the first record")))
	fmt.Println(store.Save(ctx, issuer, []byte("the next record"))) // replaces it as a whole
	text, _ := store.Load(ctx, issuer)
	fmt.Println(string(text))
	// Output:
	// <nil>
	// <nil>
	// the next record
}

func ExampleStore_Delete() {
	store, forget := temporary()
	defer forget()
	ctx := context.Background()
	_ = store.Save(ctx, issuer, []byte("a record"))
	fmt.Println(store.Delete(ctx, issuer))
	fmt.Println(store.Delete(ctx, issuer)) // nothing there is no error
	_, err := store.Load(ctx, issuer)
	fmt.Println(errors.Is(err, oauthflow.ErrNotStored))
	// Output:
	// <nil>
	// <nil>
	// true
}

// Between Lock and unlock no other process changes the entry: read, send one request, save.
func ExampleStore_Lock() {
	store, forget := temporary()
	defer forget()
	unlock, err := store.Lock(context.Background(), issuer)
	if err != nil {
		fmt.Println(err)
		return
	}
	waiting, cancel := context.WithCancel(context.Background())
	cancel() // a caller who does not wait for the lock
	_, err = store.Lock(waiting, issuer)
	fmt.Println(err)
	unlock()
	unlock, err = store.Lock(context.Background(), issuer)
	fmt.Println(err)
	unlock()
	// Output:
	// context canceled
	// <nil>
}
