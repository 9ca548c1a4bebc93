package mutation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/peer"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// fault is one change to the SDK's source. New holds a call of mutated, or of a helper that makes one, so that it leaves a
// trace when it is met: a fault that nothing ran says nothing of the judge.
type fault struct {
	id   string // the requirement that it breaks
	name string
	file string
	old  string // occurs once
	new  string
}

func all() []fault {
	return slices.Concat(intakeFaults, oauthflowFaults, verifierFaults, receiverFaults)
}

// helpers join each package that has a fault. mutated notes that it was run; the others are faults of several lines.
const helpers = `package %s

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"os"
)

func mutated[T any](v T) T {
	if f, err := os.OpenFile(%q, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_, _ = f.WriteString(".")
		_ = f.Close()
	}
	return v
}

func trimmed(body []byte) []byte { return mutated(bytes.TrimSpace(body)) }

func compacted(body []byte) []byte {
	var out bytes.Buffer
	if json.Compact(&out, body) != nil {
		return body
	}
	return mutated(out.Bytes())
}

func unbased(text string) string {
	key, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return text
	}
	return mutated(string(key))
}
`

// root is the module's folder.
const root = "../.."

// program builds an example program, with a fault in the SDK or, for a nil one, without.
func program(t *testing.T, folder, name string, f *fault) string {
	t.Helper()
	path := filepath.Join(folder, name)
	args := []string{"build", "-race=false", "-buildvcs=false", "-o", path}
	if f != nil {
		args = append(args, "-overlay", overlay(t, folder, *f))
	}
	cmd := exec.Command("go", append(args, "./examples/"+name)...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// overlay shows the build one changed file and the helpers beside it.
func overlay(t *testing.T, folder string, f fault) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, f.file))
	require.NoError(t, err)
	source, err := os.ReadFile(path)
	require.NoError(t, err)
	changed, beside := filepath.Join(folder, "changed.go"), filepath.Join(folder, "helpers.go")
	require.NoError(t, os.WriteFile(changed, bytes.Replace(source, []byte(f.old), []byte(f.new), 1), 0o600))
	require.NoError(t, os.WriteFile(beside, fmt.Appendf(nil, helpers, filepath.Base(filepath.Dir(path)), filepath.Join(folder, "met")), 0o600))
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{path: changed, filepath.Join(filepath.Dir(path), "mutation_helpers.go"): beside}})
	require.NoError(t, err)
	list := filepath.Join(folder, "overlay.json")
	require.NoError(t, os.WriteFile(list, text, 0o600))
	return list
}

// programOf names the example program that an id judges.
func programOf(id string) string {
	if strings.HasPrefix(id, "RCV-") || id == "GAP-65" {
		return "sdk-receiver"
	}
	return "sdk-driver"
}

// judged is the verdict of one case on a program. quick is what counts as a quick answer of a receiver.
func judged(t *testing.T, id, path string, quick time.Duration) report.Result {
	t.Helper()
	if programOf(id) == "sdk-receiver" {
		return received(t, id, path, quick)
	}
	i := slices.IndexFunc(peer.Cases(), func(c peer.Case) bool { return c.ID == id })
	require.GreaterOrEqual(t, i, 0, id)
	found, err := peer.Run(t.Context(), peer.Options{Start: peer.Program(path), Limit: time.Minute}, peer.Cases()[i:i+1])
	require.NoError(t, err)
	return found[0]
}

// broken says that a result names a fault. Where the text leaves a choice open, another choice than the SDK's is enough.
func broken(was, is report.Result) bool {
	return is.Verdict == report.Fail || is.Verdict == report.Warn ||
		is.Verdict == report.Observed && fmt.Sprint(is.Observed) != fmt.Sprint(was.Observed)
}

// Each text stands once in its file, so that a change of the SDK cannot leave a fault behind unnoticed, and every MUST of
// the two roles that a Go program can break has a fault.
func TestTheFaultsFitTheSource(t *testing.T) {
	covered := map[string]bool{"RCV-13": true} // net/http folds the names of headers before any receiver sees them
	for _, f := range all() {
		covered[f.id] = true
		source, err := os.ReadFile(filepath.Join(root, f.file))
		require.NoError(t, err)
		if n := strings.Count(string(source), f.old); n != 1 {
			t.Errorf("%s, %s: the text to change stands in %s %d times, not once; write the fault anew for the code as it is now:\n%s", f.id, f.name, f.file, n, f.old)
		}
		require.Regexp(t, `mutated\(|trimmed\(|compacted\(|unbased\(`, f.new, f.name)
	}
	for _, r := range slices.Concat(catalogue.Of(catalogue.Client), catalogue.Of(catalogue.Receiver)) {
		require.True(t, r.Level != catalogue.Must || covered[r.ID], "no fault breaks %s: %s", r.ID, r.Statement)
	}
	require.GreaterOrEqual(t, len(all()), 60)
}

// sample is how many faults a plain test run builds.
const sample = 3

// INTAKE_CONFORMANCE=long tries every fault, and with INTAKE_SDK_MUTATION writes the table. A plain run takes a few, drawn by
// INTAKE_MUTATION_SEED.
func TestFaultsOfTheSDKAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	chosen := all()
	if os.Getenv("INTAKE_CONFORMANCE") != "long" {
		seed, _ := strconv.ParseUint(os.Getenv("INTAKE_MUTATION_SEED"), 10, 64)
		rand.New(rand.NewPCG(seed, 7)).Shuffle(len(chosen), func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
		chosen = chosen[:sample]
		t.Logf("seed %d", seed)
	}
	rows := make([]row, len(chosen))
	folder := t.TempDir()
	whole := map[string]string{}
	for _, name := range []string{"sdk-driver", "sdk-receiver"} {
		whole[name] = program(t, folder, name, nil)
	}
	t.Run("faults", func(t *testing.T) {
		for i, f := range chosen {
			t.Run(f.id+" "+f.name, func(t *testing.T) {
				t.Parallel()
				was := judged(t, f.id, whole[programOf(f.id)], time.Minute)
				require.Contains(t, []report.Verdict{report.Pass, report.Observed}, was.Verdict, "without the fault: want %s, got %s", was.Expected, was.Got)
				folder := t.TempDir()
				is := judged(t, f.id, program(t, folder, programOf(f.id), &f), time.Second/2)
				met, err := os.ReadFile(filepath.Join(folder, "met"))
				require.NoError(t, err, "nothing ran the fault")
				require.True(t, broken(was, is), "%s: want %s, got %s %v", is.Verdict, is.Expected, is.Got, is.Observed)
				rows[i] = row{f, is, len(met)}
			})
		}
	})
	if path := os.Getenv("INTAKE_SDK_MUTATION"); path != "" && !t.Failed() {
		require.NoError(t, os.WriteFile(path, table(rows), 0o600))
	}
}

type row struct {
	fault
	result report.Result
	met    int
}

// table is the published form of a long run.
func table(rows []row) []byte {
	var b bytes.Buffer
	counts := map[catalogue.Level]int{}
	for _, r := range rows {
		counts[r.result.Level]++
	}
	fmt.Fprintf(&b, tableHead, len(rows), counts[catalogue.Must], counts[catalogue.Must], counts[catalogue.Should], counts[catalogue.Should],
		counts[catalogue.Ref], counts[catalogue.Ref], counts[catalogue.Observe], counts[catalogue.Observe])
	for _, r := range rows {
		verdict := string(r.result.Verdict)
		if r.result.Verdict == report.Observed {
			verdict = "another choice seen"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | `%s` | %s | %d |\n", r.id, r.result.Level, r.name, r.file, verdict, r.met)
	}
	return b.Bytes()
}

const tableHead = `# Faults in the SDK that the judge of clients and receivers is shown

Each row is a change to one file of the SDK's own source. The SDK's driver or receiver is built with it and judged by the one
requirement that it breaks; without it that requirement passes. "Met" counts how often the changed code ran. The table is
written by a test:

    INTAKE_CONFORMANCE=long INTAKE_SDK_MUTATION=$PWD/conformance/SDK-MUTATION.md go test -count=1 -timeout 40m ./conformance/mutation

Found by the id that they break, of %d: MUST %d of %d, SHOULD %d of %d, REF %d of %d, open choices %d of %d.

| requirement | level | fault | file | verdict | met |
|---|---|---|---|---|---:|
`

// serve runs the receiver and returns its URLs.
func serve(t *testing.T, path string) (target, effects string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, path, secret)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		stop()
		_ = cmd.Wait()
	})
	var urls struct{ Target, Effects string }
	require.NoError(t, json.NewDecoder(out).Decode(&urls))
	return urls.Target, urls.Effects
}
