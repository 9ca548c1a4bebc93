package session

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/account"
	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

// New is what a session is created from (spec section 4, endpoint 2).
type New struct {
	InsuredName string
	State       *string
	Lobs        []string
	NAICSCode   *string
}

// Keys of the fields that a new session already knows.
const (
	legalNameKey = "legal_name"
	naicsKey     = "naics_code"
)

// Create begins a session. On the free plan it returns ErrCapReached when the month's sessions are used up.
func (s *Service) Create(ctx context.Context, workspaceID string, in New) (store.Session, error) {
	lines, err := s.lines(in.Lobs)
	if err != nil {
		return store.Session{}, err
	}
	now := s.o.Clock.Now()
	made := store.Session{ID: store.NewID("ses"), WorkspaceID: workspaceID, InsuredName: in.InsuredName, State: stateCode(in.State),
		Lines: lines, NAICSCode: in.NAICSCode, FormKeys: s.o.Filler.KeysFor(lines), Status: InProgress,
		Values: s.known(in), Revision: 1, ValuesRev: 1, CreatedAt: now, UpdatedAt: now}
	s.settle(&made)
	return made, s.o.DB.Write(ctx, func(tx *store.Tx) error {
		workspace, err := tx.Workspace(ctx, workspaceID)
		if err != nil {
			return err
		}
		most := 0
		if workspace.Plan == account.Free {
			most = s.o.MonthlyCap
		}
		if made.Position, err = tx.CountSession(ctx, workspaceID, now.UTC().Format("2006-01"), most); err != nil {
			return err
		}
		if made.Position == 0 {
			return ErrCapReached
		}
		return tx.InsertSession(ctx, made)
	})
}

// CheckLines returns *Invalid when one of them is no line of business.
func (s *Service) CheckLines(lobs []string) error {
	_, err := s.lines(lobs)
	return err
}

// lines resolves the lines of business that were asked for, and names the known ones when one is not among them. None
// at all stands for the usual package.
func (s *Service) lines(lobs []string) ([]string, error) {
	var lines, known []string
	for _, l := range s.o.Catalog.Lines {
		known = append(known, "'"+l.Key+"'")
	}
	bad := &Invalid{}
	for i, text := range lobs {
		key, ok := s.o.Catalog.ResolveLine(text)
		switch {
		case !ok:
			bad.Faults = append(bad.Faults, Fault{Path: []any{"lobs", i}, Type: "enum", Msg: "Input should be a line of business: " + strings.Join(known, ", ")})
		case !slices.Contains(lines, key):
			lines = append(lines, key)
		}
	}
	if len(bad.Faults) > 0 {
		return nil, bad
	}
	return s.o.Catalog.Expand(lines), nil
}

// known is what the creation itself answers.
func (s *Service) known(in New) map[string]any {
	values := map[string]any{}
	if name := strings.TrimSpace(in.InsuredName); name != "" {
		s.take(values, legalNameKey, name)
	}
	if in.NAICSCode != nil {
		if f, ok := s.o.Catalog.Field(naicsKey); ok {
			if v, ok := value.Parse(f, *in.NAICSCode, s.o.Clock.Now()); ok {
				values[naicsKey] = v
			}
		}
	}
	return values
}

func (s *Service) take(values map[string]any, key string, v any) {
	if _, ok := s.o.Catalog.Field(key); ok {
		values[key] = v
	}
}

// stateCode makes two letters of a US state, and keeps any other text as it came: the spec leaves its form open.
func stateCode(state *string) *string {
	if state == nil {
		return nil
	}
	code, ok := value.Parse(catalog.Field{Kind: "state"}, *state, time.Time{})
	if text, isText := code.(string); ok && isText {
		return &text
	}
	return state
}
