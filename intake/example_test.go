package intake_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/workspaceintake/intake-go/intake"
	"github.com/workspaceintake/intake-go/reference"
)

// A reference server in this process, in memory but for its files in a temporary folder, that the examples share. Each
// example has a workspace of its own on it.
var inProcess struct {
	once      sync.Once
	server    *reference.Server
	front     *httptest.Server
	transport *http.Transport
	stop      func()
}

func startReference() {
	ctx, cancel := context.WithCancel(context.Background())
	server, err := reference.New(ctx, reference.Config{BaseURL: "http://intake.example", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		panic(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	inProcess.server, inProcess.front, inProcess.transport = server, httptest.NewServer(server), &http.Transport{}
	inProcess.stop = func() {
		inProcess.transport.CloseIdleConnections()
		inProcess.front.Close()
		cancel()
		if err := errors.Join(<-ended, server.Close()); err != nil {
			panic(err)
		}
	}
}

func stopReference() {
	if inProcess.stop != nil {
		inProcess.stop()
	}
}

// exampleClient is a client with a new workspace, on the paid plan and connected to the sandbox market.
func exampleClient(opts ...intake.Option) *intake.Client {
	inProcess.once.Do(startReference)
	workspace, err := inProcess.server.CreateWorkspace(context.Background(), reference.NewWorkspace{Name: "Main Street Agency", Plan: "paid", KeyLabel: "example", ConnectMarket: true})
	if err != nil {
		panic(err)
	}
	client, err := intake.NewClient(append([]intake.Option{intake.WithBaseURL(inProcess.front.URL), intake.WithAPIKey(workspace.APIKey),
		intake.WithHTTPClient(&http.Client{Transport: inProcess.transport})}, opts...)...)
	if err != nil {
		panic(err)
	}
	return client
}

var bakery = intake.CreateSession{InsuredName: "Harbor & Main Bakery LLC", State: "ME", LOBs: []string{"general_liability"}}

// begin creates a session, and ends the example when it cannot.
func begin(client *intake.Client) string {
	session, err := client.Sessions.Create(context.Background(), bakery)
	if err != nil {
		panic(err)
	}
	return session.SessionID
}

// policy is a declarations page made by another program.
var policy = filepath.Join("..", "examples", "quickstart", "prior-policy.pdf")

func ExampleWorkspaceClient_Me() {
	me, err := exampleClient().Workspace.Me(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(me.OrgName, me.Plan, me.AuthKind, me.KeyLabel.Or("no label"))
	// Output:
	// Main Street Agency paid api_key example
}

func ExampleSessionsClient_Create() {
	session, err := exampleClient().Sessions.Create(context.Background(), intake.CreateSession{
		InsuredName: "Harbor & Main Bakery LLC",
		State:       "ME",
		LOBs:        []string{"general_liability", "property"},
		NAICSCode:   "311811",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(session.InsuredName, session.State, session.Status, len(session.FormKeys) > 0)
	fmt.Println("status", session.Meta.Status, "after", session.Meta.Attempts, "attempt")
	// Output:
	// Harbor & Main Bakery LLC ME in_progress true
	// status 200 after 1 attempt
}

// A 422 holds every fault at once.
func ExampleSessionsClient_Create_invalid() {
	_, err := exampleClient().Sessions.Create(context.Background(), intake.CreateSession{
		InsuredName: strings.Repeat("x", 257), LOBs: make([]string, 21)})
	var refused *intake.Error
	if errors.Is(err, intake.ErrInvalid) && errors.As(err, &refused) {
		for _, fault := range refused.Fields {
			if len(fault.Loc) == 2 {
				fmt.Println(fault.Path(), fault.Type)
			}
		}
	}
	// Output:
	// body.insured_name string_too_long
	// body.lobs too_long
}

func ExampleSessionsClient_List() {
	client := exampleClient()
	begin(client)
	begin(client)
	list, err := client.Sessions.List(context.Background(), intake.ListSessions{Limit: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(list.Sessions), list.Sessions[0].InsuredName)
	// Output:
	// 1 Harbor & Main Bakery LLC
}

func ExampleSessionsClient_All() {
	client := exampleClient()
	begin(client)
	begin(client)
	for session, err := range client.Sessions.All(context.Background(), intake.ListSessions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(session.InsuredName, session.Status)
	}
	// Output:
	// Harbor & Main Bakery LLC in_progress
	// Harbor & Main Bakery LLC in_progress
}

func ExampleSessionsClient_Get() {
	client := exampleClient()
	session, err := client.Sessions.Get(context.Background(), begin(client))
	if err != nil {
		fmt.Println(err)
		return
	}
	questions, _ := session.NextQuestions.Get()
	fmt.Println(session.InsuredName, len(questions) > 0, session.PendingCount.Or(0) > 0, len(session.FilledForms))
	// Output:
	// Harbor & Main Bakery LLC true true 0
}

// A session of another workspace looks like one that does not exist.
func ExampleSessionsClient_Get_notFound() {
	theirs := begin(exampleClient())
	_, err := exampleClient().Sessions.Get(context.Background(), theirs)
	fmt.Println(errors.Is(err, intake.ErrNotFound))
	// Output:
	// true
}

func ExampleSessionsClient_Answer() {
	client := exampleClient()
	turn, err := client.Sessions.Answer(context.Background(), begin(client), "We have 14 employees and a revenue of $1.25 million.")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(turn.Message != "", len(turn.SetFields) > 0, turn.Finished(), turn.PendingCount > 0)
	// Output:
	// true true false true
}

func ExampleSessionsClient_Interview() {
	client, ctx := exampleClient(), context.Background()
	id := begin(client)
	answer := func(_ context.Context, turn *intake.Turn) (string, error) {
		for _, ask := range turn.Asks {
			_ = ask.Question() // show it, and read what the person says
		}
		return "skip all of these", nil
	}
	finished := false
	for turn, err := range client.Sessions.Interview(ctx, id, answer, intake.WithMaxTurns(200)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		finished = turn.Finished()
	}
	fmt.Println("finished:", finished)
	// Output:
	// finished: true
}

func ExampleSessionsClient_Extract() {
	client := exampleClient()
	extraction, err := client.Sessions.Extract(context.Background(), begin(client), intake.FileFromPath(policy))
	if err != nil {
		fmt.Println(err)
		return
	}
	confidence, ok := extraction.Confidence.Float()
	fmt.Println(extraction.ExtractedCount > 0, len(extraction.Fields()) == extraction.ExtractedCount, ok && confidence > 0)
	// Output:
	// true true true
}

func ExampleWithProgress() {
	client := exampleClient()
	last, total := int64(0), int64(0)
	_, err := client.Sessions.AttachDocuments(context.Background(), begin(client), []intake.File{intake.FileFromPath(policy)},
		intake.WithProgress(func(done, of int64) { last, total = done, of }))
	fmt.Println(err, last > 0, last == total)
	// Output:
	// <nil> true true
}

func ExampleWithDocumentsPart() {
	client := exampleClient() // of a service that takes its files as parts "file"
	attachment, err := client.Sessions.AttachDocuments(context.Background(), begin(client), []intake.File{
		intake.FileFromPath(policy),
		intake.FileFromBytes("loss-run.txt", []byte("No losses in five years.")),
	}, intake.WithDocumentsPart("file"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(attachment.Documents))
	// Output:
	// 2
}

func ExampleSessionsClient_AttachDocuments() {
	client := exampleClient()
	attachment, err := client.Sessions.AttachDocuments(context.Background(), begin(client), []intake.File{
		intake.FileFromPath(policy),
		intake.FileFromBytes("loss-run.txt", []byte("No losses in five years.")),
		intake.FileFromReader("note.txt", strings.NewReader("Roof replaced in 2021.")),
		intake.FileFromReaderAt("photo.txt", bytes.NewReader([]byte("front")), 5),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, document := range attachment.Documents {
		fmt.Println(document.Filename, document.ContentType)
	}
	// Output:
	// prior-policy.pdf application/pdf
	// loss-run.txt text/plain
	// note.txt text/plain
	// photo.txt text/plain
}

func ExampleSessionsClient_Fill() {
	client := exampleClient()
	filling, err := client.Sessions.Fill(context.Background(), begin(client))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, form := range filling.Forms[:1] {
		fmt.Println(form.FormKey != "", form.FieldsWritten.Or(0) > 0, form.SparseSuspected)
	}
	// Output:
	// true true true
}

func ExampleSessionsClient_DownloadForm() {
	client, ctx := exampleClient(), context.Background()
	id := begin(client)
	filling, err := client.Sessions.Fill(ctx, id)
	if err != nil {
		fmt.Println(err)
		return
	}
	var pdf bytes.Buffer
	download, err := client.Sessions.DownloadForm(ctx, id, filling.Forms[0].FormKey, &pdf)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(download.ContentType, download.Size == int64(pdf.Len()), bytes.HasPrefix(pdf.Bytes(), []byte("%PDF-")))
	// Output:
	// application/pdf true true
}

func ExampleSessionsClient_DownloadForm_notFilled() {
	client := exampleClient()
	_, err := client.Sessions.DownloadForm(context.Background(), begin(client), "common_application", io.Discard)
	fmt.Println(errors.Is(err, intake.ErrNotFound))
	// Output:
	// true
}

func ExampleSessionsClient_DownloadFormFile() {
	dir, err := os.MkdirTemp("", "forms")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	client, ctx := exampleClient(), context.Background()
	id := begin(client)
	filling, err := client.Sessions.Fill(ctx, id)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, form := range filling.Forms {
		if _, err := client.Sessions.DownloadFormFile(ctx, id, form.FormKey, filepath.Join(dir, form.FormKey+".pdf")); err != nil {
			fmt.Println(err)
		}
	}
	files, err := os.ReadDir(dir)
	fmt.Println(len(files) == len(filling.Forms), err)
	// Output:
	// true <nil>
}

func ExampleSessionsClient_RiskSummary() {
	client := exampleClient()
	summary, err := client.Sessions.RiskSummary(context.Background(), begin(client))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, flag := range summary.Flags {
		_ = fmt.Sprint(flag.Severity, flag.Category, flag.Title, flag.Detail)
	}
	fmt.Println(summary.Meta.Status)
	// Output:
	// 200
}

func ExampleSessionsClient_Submit() {
	client, ctx := exampleClient(), context.Background()
	id := begin(client)
	_, err := client.Sessions.Submit(ctx, id)
	fmt.Println("before the forms are filled:", errors.Is(err, intake.ErrBadRequest))
	if _, err := client.Sessions.Fill(ctx, id); err != nil {
		fmt.Println(err)
		return
	}
	submission, err := client.Sessions.Submit(ctx, id)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(submission.ID != "")
	// Output:
	// before the forms are filled: true
	// true
}

func ExampleAppointmentsClient_Request() {
	appointment, err := exampleClient().Appointments.Request(context.Background(), intake.AppointmentRequest{
		AgencyName: intake.Some("Main Street Agency"),
		Email:      intake.Some("office@mainstreet.example"),
		Phone:      intake.Some("207-555-0117"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(appointment.Status != "")
	// Output:
	// true
}
