package oauthflow_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/workspaceintake/intake-go/oauthflow"
)

// The examples of the methods share a key: one entry for each issuer.
const issuer = "https://intake.example"

// temporary is a file store and what removes it again.
func temporary() (store *oauthflow.FileStore, forget func()) {
	dir, err := os.MkdirTemp("", "my-cli")
	if err != nil {
		panic(err)
	}
	if store, err = oauthflow.NewFileStore(dir); err != nil {
		panic(err)
	}
	return store, func() { _ = os.RemoveAll(dir) }
}

func ExampleFileStore_Load() {
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

func ExampleFileStore_Save() {
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

func ExampleFileStore_Delete() {
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
func ExampleFileStore_Lock() {
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
