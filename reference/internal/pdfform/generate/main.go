// Command generate draws the templates of all forms into the folder templates. Run it with `go generate` in
// reference/internal/pdfform after a change of the forms, the catalogue's labels or the design.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/design"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/forms"
)

func main() {
	if err := generate("templates"); err != nil {
		log.Fatal(err)
	}
}

func generate(folder string) error {
	cat, err := catalog.Load()
	if err != nil {
		return err
	}
	all, err := forms.Load(cat)
	if err != nil {
		return err
	}
	for _, f := range all {
		if err := os.WriteFile(filepath.Join(folder, f.Key+".pdf"), design.Draw(f, cat), 0o644); err != nil {
			return err
		}
	}
	return nil
}
