package session

import (
	"context"
	"errors"
	"io"
	"runtime"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/clock"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/market"
	"github.com/workspaceintake/intake-go/reference/internal/pdfform"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
	"github.com/workspaceintake/intake-go/reference/internal/risk"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Statuses of a session.
const (
	InProgress  = "in_progress"
	ReadyToFill = "ready_to_fill"
	Complete    = "complete" // the one that the spec names (section 3)
	Submitted   = "submitted"
)

// Interpreter reads one message of a person against what is being asked, and words the reply.
type Interpreter interface {
	Read(ctx context.Context, turn dialogue.Turn) (dialogue.Reading, error)
	Reply(turn dialogue.Turn, reading dialogue.Reading, plan catalog.Plan) string
}

// Reader reads an uploaded PDF.
type Reader interface {
	ReadFile(ctx context.Context, file io.ReaderAt, size int64) (*pdfread.Document, error)
}

// Filler fills forms.
type Filler interface {
	KeysFor(lines []string) []string
	Fill(formKey string, values map[string]any, insured string, now time.Time) (pdfform.Filled, error)
}

// Assessor finds what an underwriter would look at twice.
type Assessor interface {
	Assess(values map[string]any, lines []string) []risk.Flag
}

// Market is the external platform.
type Market interface {
	Connection(ctx context.Context, workspaceID string) (market.Connection, error)
	Submit(ctx context.Context, s market.Submission) (market.Result, error)
	RequestAppointment(ctx context.Context, workspaceID string, fields map[string]string) (status string, err error)
}

// Events records what happened, in the transaction of the change that caused it, and is woken when that is durable.
type Events interface {
	Record(ctx context.Context, tx *store.Tx, workspaceID string, e Event) error
	Wake()
}

// Event is one occurrence of spec section 6.
type Event struct {
	Name       string
	NaturalKey string // at most one delivery of it goes to each endpoint
	Data       any
}

// Options are the parts that the domain stands on; all but the numbers are needed.
type Options struct {
	Assessor    Assessor
	Catalog     *catalog.Catalog
	Clock       clock.Clock
	DB          *store.DB
	Events      Events
	Filler      Filler
	Interpreter Interpreter
	Market      Market
	Reader      Reader
	// MonthlyCap is how many sessions the free plan may create in a calendar month (UTC). Zero means 5.
	MonthlyCap int
	// MaxDocuments and MaxDocumentBytes bound what one session carries. Zero means 100 and 100 MiB.
	MaxDocuments     int64
	MaxDocumentBytes int64
	// DocumentsWin lets an extracted value replace an answer. FinishFirst refuses to fill and to rate a session with open
	// questions. The spec leaves both open.
	DocumentsWin bool
	FinishFirst  bool
}

// Service does what can be done with sessions.
type Service struct {
	o     Options
	locks locks
	// One token for each PDF that is read, and for each submission that is sent: what is in memory at once.
	busy, sending chan struct{}
}

// sendAtOnce bounds how many submissions are sent at the same time.
const sendAtOnce = 4

// NewService makes the domain.
func NewService(o Options) *Service {
	if o.MonthlyCap == 0 {
		o.MonthlyCap = 5
	}
	if o.MaxDocuments == 0 {
		o.MaxDocuments = 100
	}
	if o.MaxDocumentBytes == 0 {
		o.MaxDocumentBytes = 100 << 20
	}
	return &Service{o: o, locks: locks{held: map[string]*lock{}}, busy: make(chan struct{}, max(2, runtime.NumCPU())), sending: make(chan struct{}, sendAtOnce)}
}

// load is the session of that id, or ErrNotFound.
func (s *Service) load(ctx context.Context, workspaceID, id string) (found store.Session, err error) {
	if !store.IsID(id) {
		return found, ErrNotFound
	}
	err = s.o.DB.Look(ctx, func(tx *store.Tx) error {
		found, err = tx.Session(ctx, workspaceID, id)
		return err
	})
	return found, known(err)
}

// Exists returns ErrNotFound when the workspace has no such session.
func (s *Service) Exists(ctx context.Context, workspaceID, id string) error {
	if !store.IsID(id) {
		return ErrNotFound
	}
	return known(s.o.DB.Look(ctx, func(tx *store.Tx) error { return tx.HasSession(ctx, workspaceID, id) }))
}

func known(err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return ErrNotFound
	}
	return err
}

// attempts bounds how often a change is decided anew because another replica changed the session meanwhile.
const attempts = 20

// again runs decide, which reads a session and writes what follows from it, until no other writer came between. Within
// one process callers queue for the session instead.
func (s *Service) again(ctx context.Context, id string, decide func() error) error {
	unlock, err := s.locks.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer unlock()
	for attempt := 1; ; attempt++ {
		err := decide()
		if !errors.Is(err, store.ErrStale) || attempt == attempts {
			return err
		}
	}
}
