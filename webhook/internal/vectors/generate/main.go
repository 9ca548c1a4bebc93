// Command generate writes testdata/vectors.json; go generate runs it in the folder of package webhook.
package main

import (
	"fmt"
	"os"

	"github.com/workspaceintake/intake-go/webhook/internal/vectors"
)

func main() {
	data, err := vectors.Encode(vectors.Make())
	if err == nil {
		err = os.WriteFile("testdata/vectors.json", data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
