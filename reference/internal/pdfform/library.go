package pdfform

import (
	"embed"
	"fmt"
	"slices"
	"sync"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform/forms"
)

//go:embed templates/*.pdf
var templates embed.FS

// Library is the set of forms. It is safe for concurrent use.
type Library struct {
	catalog *catalog.Catalog
	forms   []forms.Form
	loaded  map[string]func() (*template, error)
}

// Load reads the forms. A template is parsed when it is first filled.
func Load(cat *catalog.Catalog) (*Library, error) {
	all, err := forms.Load(cat)
	if err != nil {
		return nil, err
	}
	l := &Library{catalog: cat, forms: all, loaded: map[string]func() (*template, error){}}
	for _, f := range all {
		file, err := templates.ReadFile("templates/" + f.Key + ".pdf")
		if err != nil {
			return nil, fmt.Errorf("pdfform: no template for %s: %w", f.Key, err)
		}
		l.loaded[f.Key] = sync.OnceValues(func() (*template, error) { return parseTemplate(file) })
	}
	return l, nil
}

// KeysFor lists the forms for these lines of business: the common application first, then the section of each line. No
// lines stand for the package that the catalogue asks about then.
func (l *Library) KeysFor(lines []string) []string {
	about := l.catalog.Expand(lines)
	var keys []string
	for _, f := range l.forms {
		wanted := len(f.Lines) == 0 || slices.ContainsFunc(f.Lines, func(line string) bool { return slices.Contains(about, line) })
		if wanted {
			keys = append(keys, f.Key)
		}
	}
	return keys
}

func (l *Library) form(key string) (forms.Form, bool) {
	i := slices.IndexFunc(l.forms, func(f forms.Form) bool { return f.Key == key })
	if i < 0 {
		return forms.Form{}, false
	}
	return l.forms[i], true
}
