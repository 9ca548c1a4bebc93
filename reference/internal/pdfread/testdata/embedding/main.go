// Command embedding reads a PDF, as a program of another project that embeds the server would.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

func main() {
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	reader := pdfread.NewReader(pdfread.Options{})
	doc, err := reader.Read(context.Background(), file)
	if err := errors.Join(err, reader.Close()); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d pages, %d words\n", len(doc.Pages), doc.Words())
}
