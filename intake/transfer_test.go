package intake_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/intake"
)

// form reads the multipart body of a request as a server does.
func form(t *testing.T, r seen) (names, files []string, contents []string, kinds []string) {
	t.Helper()
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	require.NoError(t, err)
	require.Equal(t, "multipart/form-data", kind)
	reader := multipart.NewReader(bytes.NewReader(r.Body), params["boundary"])
	for {
		p, err := reader.NextPart()
		if err == io.EOF {
			return names, files, contents, kinds
		}
		require.NoError(t, err)
		data, err := io.ReadAll(p)
		require.NoError(t, err)
		names, contents, kinds = append(names, p.FormName()), append(contents, string(data)), append(kinds, p.Header.Get("Content-Type"))
		_, disposition, err := mime.ParseMediaType(p.Header.Get("Content-Disposition"))
		require.NoError(t, err)
		files = append(files, disposition["filename"])
	}
}

func refusedOnce(ok string) *scripted {
	return &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
		if n == 1 {
			return respond(429, `{"detail":"slow down"}`, "Retry-After", "1"), nil
		}
		return respond(200, ok), nil
	}}
}

// Whatever a file comes from, the request has its exact length and is repeated after a 429 with the same bytes.
func TestUploadsAreReplayed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.pdf")
	require.NoError(t, os.WriteFile(path, []byte("%PDF the policy"), 0o600))
	opened, err := os.Open(path)
	require.NoError(t, err)
	defer opened.Close()
	part := bytes.NewReader([]byte("skipped%PDF the policy"))
	_, err = part.Seek(7, io.SeekStart)
	require.NoError(t, err)
	for name, file := range map[string]intake.File{
		"path": intake.FileFromPath(path), "bytes": intake.FileFromBytes("policy.pdf", []byte("%PDF the policy")),
		"reader at": intake.FileFromReaderAt("policy.pdf", strings.NewReader("%PDF the policy"), 15),
		"os.File":   intake.FileFromReader("policy.pdf", opened), "from where it stands": intake.FileFromReader("policy.pdf", part),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				transport := refusedOnce(`{"extracted_count":0}`)
				_, err := newClient(t, transport).Sessions.Extract(t.Context(), "ses_1", file)
				require.NoError(t, err)
				require.Len(t, transport.requests(), 2)
				for _, r := range transport.requests() {
					require.EqualValues(t, len(r.Body), r.Length)
					names, files, contents, kinds := form(t, r)
					require.Equal(t, []string{"file"}, names)
					require.Equal(t, []string{"policy.pdf"}, files)
					require.Equal(t, []string{"%PDF the policy"}, contents)
					require.Equal(t, []string{"application/pdf"}, kinds)
				}
			})
		})
	}
}

func TestAPlainReaderIsSentOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		transport := refusedOnce(`{"extracted_count":0}`)
		_, err := newClient(t, transport).Sessions.Extract(t.Context(), "ses_1", intake.FileFromReader("policy.pdf", io.MultiReader(strings.NewReader("%PDF"))))
		var limited *intake.RateLimitError
		require.ErrorAs(t, err, &limited)
		require.ErrorContains(t, err, intake.ErrNotReplayable.Error())
		require.Equal(t, "slow down", limited.Err.Detail)
		require.Len(t, transport.requests(), 1)
		require.EqualValues(t, -1, transport.requests()[0].Length)
		_, _, contents, _ := form(t, transport.requests()[0])
		require.Equal(t, []string{"%PDF"}, contents)

		spent := intake.FileFromReader("policy.pdf", io.MultiReader(strings.NewReader("%PDF")))
		transport = &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(200, `{"extracted_count":0}`), nil }}
		client := newClient(t, transport)
		_, err = client.Sessions.Extract(t.Context(), "ses_1", spent)
		require.NoError(t, err)
		_, err = client.Sessions.Extract(t.Context(), "ses_1", spent)
		require.ErrorIs(t, err, intake.ErrNotReplayable)
		require.NotErrorIs(t, err, intake.ErrOutcomeUnknown)
	})
}

func TestManyDocumentsInOneRequest(t *testing.T) {
	transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(200, `{"documents":[]}`), nil }}
	client := newClient(t, transport)
	odd := intake.FileFromBytes(`we "quote" \ and é.xlsx`, []byte("2"))
	odd.ContentType = "application/x-own"
	_, err := client.Sessions.AttachDocuments(t.Context(), "ses_1", []intake.File{intake.FileFromBytes("loss run.pdf", []byte("1")), odd, intake.FileFromBytes("empty", nil)})
	require.NoError(t, err)
	names, files, contents, kinds := form(t, transport.requests()[0])
	require.Equal(t, []string{"files", "files", "files"}, names)
	require.Equal(t, []string{"loss run.pdf", `we "quote" \ and é.xlsx`, "empty"}, files)
	require.Equal(t, []string{"1", "2", ""}, contents)
	require.Equal(t, []string{"application/pdf", "application/x-own", "application/octet-stream"}, kinds)
	require.EqualValues(t, len(transport.requests()[0].Body), transport.requests()[0].Length)

	_, err = client.Sessions.AttachDocuments(t.Context(), "ses_1", []intake.File{intake.FileFromBytes("one.pdf", nil)})
	require.NoError(t, err)
	names, _, _, _ = form(t, transport.requests()[1])
	require.Equal(t, []string{"file"}, names)
	_, err = client.Sessions.AttachDocuments(t.Context(), "ses_1", []intake.File{intake.FileFromBytes("one.pdf", nil)}, intake.WithDocumentsPart("documents[]"))
	require.NoError(t, err)
	names, _, _, _ = form(t, transport.requests()[2])
	require.Equal(t, []string{"documents[]"}, names)
	for _, bad := range [][]intake.File{nil, {}, {{}}, {intake.FileFromBytes("a\r\nb", nil)}, {intake.FileFromBytes("", nil)}} {
		_, err = client.Sessions.AttachDocuments(t.Context(), "ses_1", bad)
		require.ErrorIs(t, err, intake.ErrBadParameter)
	}
	_, err = client.Sessions.Extract(t.Context(), "ses_1", intake.FileFromPath("/nonexistent/policy.pdf"))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = client.Sessions.Extract(t.Context(), "ses_1", intake.FileFromPath(t.TempDir()))
	require.ErrorContains(t, err, "not a regular file")
	require.Len(t, transport.requests(), 3, "nothing was sent for what cannot be read")
}

func TestAFileThatFailsWhileItIsSent(t *testing.T) {
	broken := errors.New("the disk is broken")
	for name, file := range map[string]intake.File{
		"reader":  intake.FileFromReader("a.pdf", io.MultiReader(strings.NewReader("half"), &failing{broken})),
		"shorter": intake.FileFromReaderAt("a.pdf", strings.NewReader("half"), 8),
	} {
		transport := &scripted{answer: func(int, *http.Request) (*http.Response, error) { return respond(200, `{}`), nil }}
		_, err := newClient(t, transport).Sessions.Extract(t.Context(), "ses_1", file)
		require.Error(t, err, name)
		require.NotErrorIs(t, err, intake.ErrOutcomeUnknown, "the service cannot have taken half a request")
		if name == "reader" {
			require.ErrorIs(t, err, broken)
		} else {
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		}
	}
}

func TestProgressNeverGoesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reports []int64
		transport := refusedOnce(`{"extracted_count":0}`)
		total := int64(0)
		_, err := newClient(t, transport).Sessions.Extract(t.Context(), "ses_1", intake.FileFromBytes("a.pdf", bytes.Repeat([]byte("x"), 300<<10)),
			intake.WithProgress(func(done, of int64) { reports, total = append(reports, done), of }))
		require.NoError(t, err)
		require.Greater(t, len(reports), 3)
		for i := 1; i < len(reports); i++ {
			require.Greater(t, reports[i], reports[i-1])
		}
		require.Equal(t, transport.requests()[0].Length, total)
		require.Equal(t, total, reports[len(reports)-1])
	})
}

// allocated is what a call allocates, as the runtime counts it.
func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// 20 MiB go up from a file, twice because of a 429, and 20 MiB come down, each in flat memory.
func TestTransfersTakeFlatMemory(t *testing.T) {
	const size = 20 << 20
	path := filepath.Join(t.TempDir(), "big.pdf")
	require.NoError(t, os.WriteFile(path, bytes.Repeat([]byte("0123456789abcdef"), size/16), 0o600))
	posts := 0
	chunk := make([]byte, 64<<10)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "GET" {
			w.Header().Set("Content-Type", "application/pdf")
			for range size / len(chunk) {
				_, _ = w.Write(chunk)
			}
			return
		}
		n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, r.Body, chunk)
		if posts++; err != nil || n != r.ContentLength || n < size {
			w.WriteHeader(400)
			return
		}
		if posts == 1 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(429)
			return
		}
		_, _ = io.WriteString(w, `{"extracted_count":0}`)
	}))
	defer server.Close()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client, err := intake.NewClient(intake.WithBaseURL(server.URL), intake.WithAPIKey(testKey), intake.WithHTTPClient(&http.Client{Transport: transport}))
	require.NoError(t, err)
	_, err = client.Sessions.Fill(t.Context(), "ses_1") // a warm connection
	require.ErrorIs(t, err, intake.ErrBadRequest)

	up := allocated(func() { _, err = client.Sessions.Extract(t.Context(), "ses_1", intake.FileFromPath(path)) })
	require.NoError(t, err)
	require.Equal(t, 2, posts)
	require.LessOrEqual(t, up, uint64(512<<10))
	to := filepath.Join(t.TempDir(), "form.pdf")
	down := allocated(func() { _, err = client.Sessions.DownloadFormFile(t.Context(), "ses_1", "common", to) })
	require.NoError(t, err)
	require.LessOrEqual(t, down, uint64(512<<10))
	t.Logf("20 MiB up twice: %d KiB allocated; 20 MiB down: %d KiB", up>>10, down>>10)
}

// downloads answers with parts of a form that break off, and then the whole.
func downloads(parts ...string) *scripted {
	return &scripted{answer: func(n int, _ *http.Request) (*http.Response, error) {
		part := parts[min(n, len(parts))-1]
		r := respond(200, part, "Content-Type", "application/pdf")
		if n < len(parts) {
			r.Body = io.NopCloser(io.MultiReader(strings.NewReader(part), &failing{io.ErrUnexpectedEOF}))
		}
		return r, nil
	}}
}

func TestADownloadGoesOnWhereItBroke(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got bytes.Buffer
		var reports []int64
		out, err := newClient(t, downloads("%PDF", "%P", "%PDF-1.7 the w", "%PDF-1.7 the whole form")).Sessions.DownloadForm(t.Context(), "ses_1", "common", &got,
			intake.WithProgress(func(done, _ int64) { reports = append(reports, done) }))
		require.NoError(t, err)
		require.Equal(t, "%PDF-1.7 the whole form", got.String())
		require.EqualValues(t, got.Len(), out.Size)
		require.Equal(t, sha256.Sum256(got.Bytes()), out.SHA256)
		require.Equal(t, 4, out.Meta.Attempts)
		require.IsIncreasing(t, reports)

		got.Reset()
		_, err = newClient(t, downloads("%PDF-1.7 one", "%PDF-1.7 another form")).Sessions.DownloadForm(t.Context(), "ses_1", "common", &got)
		require.ErrorIs(t, err, intake.ErrDownloadModified)
		_, err = newClient(t, downloads("%PDF-1.7 one", "%PDF")).Sessions.DownloadForm(t.Context(), "ses_1", "common", &got)
		require.ErrorIs(t, err, intake.ErrDownloadModified)
	})
}

func TestAFileIsWholeOrNotThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "form.pdf")
		entries := func() []string {
			var names []string
			all, err := os.ReadDir(dir)
			require.NoError(t, err)
			for _, e := range all {
				names = append(names, e.Name())
			}
			return names
		}
		broken := downloads("%PDF", "%PDF", "%PDF", "%PDF", "%PDF", "%PDF", "")
		_, err := newClient(t, broken).Sessions.DownloadFormFile(t.Context(), "ses_1", "common", path)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Empty(t, entries())

		_, err = newClient(t, downloads("%PDF the form")).Sessions.DownloadFormFile(t.Context(), "ses_1", "common", path)
		require.NoError(t, err)
		require.Equal(t, []string{"form.pdf"}, entries())
		broken.seen = nil
		_, err = newClient(t, broken).Sessions.DownloadFormFile(t.Context(), "ses_1", "common", path)
		require.Error(t, err)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "%PDF the form", string(data), "the earlier file stays")
		require.Equal(t, []string{"form.pdf"}, entries())

		_, err = newClient(t, downloads("")).Sessions.DownloadFormFile(t.Context(), "ses_1", "common", filepath.Join(dir, "none", "form.pdf"))
		require.ErrorIs(t, err, os.ErrNotExist)
	})
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestAWriterThatFailsEndsTheDownload(t *testing.T) {
	full := errors.New("the disk is full")
	transport := downloads("%PDF the form")
	_, err := newClient(t, transport).Sessions.DownloadForm(t.Context(), "ses_1", "common", brokenWriter{full})
	require.ErrorIs(t, err, full)
	require.Len(t, transport.requests(), 1)
}

func TestNoFormYet(t *testing.T) {
	client := newClient(t, &scripted{answer: func(int, *http.Request) (*http.Response, error) {
		return respond(404, `{"detail":"Fill the session first."}`), nil
	}})
	dir := t.TempDir()
	_, err := client.Sessions.DownloadFormFile(context.Background(), "ses_1", "common", filepath.Join(dir, "a.pdf"))
	require.ErrorIs(t, err, intake.ErrNotFound)
	require.ErrorContains(t, err, "Fill the session first.")
	all, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, all)
}
