package architecture_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/workspaceintake/intake-go"

type listed struct {
	ImportPath string
	Imports    []string
}

// packages lists every package of the module with what its program code imports; tests may import more.
func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", module+"/...")
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		t.Fatalf("go list: %s", failed.Stderr)
	}
	require.NoError(t, err)
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		}
		p.ImportPath = strings.TrimPrefix(p.ImportPath, module+"/")
		all = append(all, p)
	}
}

func under(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// outside is what a part of the module may import beside the standard library and itself.
var outside = []struct {
	folder  string
	except  string // a subfolder with a rule of its own
	allowed []string
}{
	{"webhook", "", nil},
	{"conformance", "conformance/cmd", nil},
	{"intake", "", []string{"github.com/hashicorp/go-retryablehttp"}},
	{"oauthflow", "oauthflow/keyring", []string{"golang.org/x/oauth2", "github.com/gofrs/flock", "rsc.io/qr"}},
	{"oauthflow/keyring", "", []string{"github.com/zalando/go-keyring", module + "/oauthflow"}},
}

func TestSDKPackagesStayLight(t *testing.T) {
	for _, p := range packages(t) {
		for _, rule := range outside {
			if !under(p.ImportPath, rule.folder) || rule.except != "" && under(p.ImportPath, rule.except) {
				continue
			}
			for _, path := range p.Imports {
				own := under(path, module+"/"+rule.folder)
				if !isStandard(path) && !own && !allowed(path, rule.allowed) {
					t.Errorf("%s imports %s; %s may import the standard library and %v", p.ImportPath, path, rule.folder, rule.allowed)
				}
			}
		}
	}
}

func allowed(path string, list []string) bool {
	for _, a := range list {
		if under(path, a) {
			return true
		}
	}
	return false
}

// downward lists, for each part of the reference server, the parts that stand above or beside it and that it must not
// know. The direction is api, console, authserver -> session, delivery and the like -> store.
var downward = map[string][]string{
	"clock":      {"*"},
	"secret":     {"*"},
	"store":      {"api", "authserver", "console", "session", "delivery", "market", "dialogue", "pdfform", "pdfread", "limit", "user"},
	"catalog":    {"api", "authserver", "console", "session", "store", "delivery", "market", "dialogue"},
	"value":      {"api", "authserver", "console", "session", "store", "delivery", "market", "dialogue"},
	"dialogue":   {"api", "authserver", "console", "session", "store", "delivery", "market", "pdfform"},
	"risk":       {"api", "authserver", "console", "session", "store", "delivery", "market", "dialogue"},
	"pdfform":    {"api", "authserver", "console", "session", "store", "delivery", "market", "dialogue"},
	"pdfread":    {"api", "authserver", "console", "session", "store", "delivery", "market", "dialogue", "catalog", "value"},
	"extract":    {"api", "authserver", "console", "session", "store", "delivery", "market"},
	"market":     {"api", "authserver", "console", "session", "delivery"},
	"delivery":   {"api", "authserver", "console", "session", "market"},
	"session":    {"api", "authserver", "console"},
	"authserver": {"api", "console", "session"},
	"api":        {"console", "authserver"},
}

func TestTheServerPointsDownward(t *testing.T) {
	const inside = "reference/internal/"
	for _, p := range packages(t) {
		name, _, _ := strings.Cut(strings.TrimPrefix(p.ImportPath, inside), "/")
		if !strings.HasPrefix(p.ImportPath, inside) {
			continue
		}
		for _, path := range p.Imports {
			target, ok := strings.CutPrefix(path, module+"/"+inside)
			if !ok || under(target, name) {
				continue
			}
			target, _, _ = strings.Cut(target, "/")
			for _, forbidden := range downward[name] {
				if forbidden == "*" || forbidden == target {
					t.Errorf("%s imports %s, which stands above it", p.ImportPath, path)
				}
			}
		}
	}
}

func TestTheSDKKnowsNothingOfTheServerAndTheJudge(t *testing.T) {
	for _, p := range packages(t) {
		sdk := under(p.ImportPath, "intake") || under(p.ImportPath, "webhook") || under(p.ImportPath, "oauthflow")
		for _, path := range p.Imports {
			if sdk && (under(path, module+"/reference") || under(path, module+"/conformance")) {
				t.Errorf("%s imports %s", p.ImportPath, path)
			}
		}
	}
}

// The worker that reads strangers' PDFs must not be able to reach the data or the network by mistake.
func TestTheReaderOfPDFsHasNoNetworkAndNoStore(t *testing.T) {
	for _, p := range packages(t) {
		if !under(p.ImportPath, "reference/internal/pdfread") {
			continue
		}
		for _, path := range p.Imports {
			if path == "net" || path == "net/http" || path == "database/sql" {
				t.Errorf("%s imports %s", p.ImportPath, path)
			}
		}
	}
}
