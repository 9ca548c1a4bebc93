// Package fonts holds the fonts that forms are set in.
package fonts

import (
	_ "embed"
	"sync"

	"github.com/workspaceintake/intake-go/reference/internal/pdfform/truetype"
)

//go:embed LiberationSans-Regular.ttf
var regular []byte

//go:embed LiberationSans-Bold.ttf
var bold []byte

//go:embed DejaVuSans.ttf
var wide []byte

// The fonts, parsed at first use: Regular and Bold set the forms, Wide helps out with characters they lack.
var (
	Regular = sync.OnceValue(func() *truetype.Font { return mustParse("LiberationSans", regular) })
	Bold    = sync.OnceValue(func() *truetype.Font { return mustParse("LiberationSans-Bold", bold) })
	Wide    = sync.OnceValue(func() *truetype.Font { return mustParse("DejaVuSans", wide) })
)

func mustParse(name string, file []byte) *truetype.Font {
	f, err := truetype.Parse(name, file)
	if err != nil {
		panic(err) // the files are compiled in, and a test parses them
	}
	return f
}
