package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/extract"
	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Upload is a file that was sent.
type Upload struct {
	Filename    string
	ContentType string
	Size        int64
	Data        io.ReaderAt
}

// Extraction is what a document gave the session.
type Extraction struct {
	Set             map[string]any
	Confidence      float64
	FieldConfidence map[string]float64
	Notes           []string
}

// Extract reads values out of a PDF and merges them into the session (spec section 4, endpoint 6). What a person has
// answered stays; a note names where the document says otherwise.
func (s *Service) Extract(ctx context.Context, workspaceID, id string, file Upload) (out Extraction, err error) {
	found, err := s.readPDF(pdfread.WithOwner(ctx, workspaceID), file)
	if err != nil {
		return out, err
	}
	err = s.again(ctx, id, func() error {
		before, err := s.load(ctx, workspaceID, id)
		if err != nil {
			return err
		}
		after := before
		out = merge(s, &after, found)
		s.settle(&after)
		return s.save(ctx, before, after)
	})
	return out, err
}

// merge takes the values that the session does not have yet.
func merge(s *Service, at *store.Session, found extract.Result) Extraction {
	out := Extraction{Set: map[string]any{}, Confidence: found.Confidence, FieldConfidence: map[string]float64{}, Notes: slices.Clone(found.Notes)}
	values := maps.Clone(at.Values)
	for _, key := range slices.Sorted(maps.Keys(found.Values)) {
		held, answered := values[key]
		switch {
		case held == found.Values[key]:
		case !answered || s.o.DocumentsWin:
			values[key], out.Set[key], out.FieldConfidence[key] = found.Values[key], found.Values[key], found.FieldConfidence[key]
		default:
			out.Notes = append(out.Notes, fmt.Sprintf("%s: the document says otherwise; the earlier answer was kept.", s.label(key)))
		}
	}
	at.Values, at.Recent = values, nil // to take back what a person said would not take back this
	at.Skipped = slices.DeleteFunc(slices.Clone(at.Skipped), func(key string) bool { return values[key] != nil })
	return out
}

func (s *Service) label(key string) string {
	if f, ok := s.o.Catalog.Field(key); ok {
		return f.Label
	}
	return key
}

// readPDF holds what was read in memory only while it has a turn, so that many uploads at once do not add up.
func (s *Service) readPDF(ctx context.Context, file Upload) (extract.Result, error) {
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return extract.Result{}, context.Cause(ctx)
	}
	document, err := s.o.Reader.ReadFile(ctx, file.Data, file.Size)
	if err != nil {
		return extract.Result{}, unreadable(err)
	}
	return extract.Extract(s.o.Catalog, document, s.o.Clock.Now()), nil
}

// unreadable turns the reader's refusals into faults of the part.
func unreadable(err error) error {
	refused := func(kind, msg string) error {
		return &Invalid{[]Fault{{Path: []any{"file"}, Type: kind, Msg: msg}}}
	}
	switch {
	case errors.Is(err, pdfread.ErrNotPDF):
		return refused("pdf_invalid", "File should be a PDF that can be read")
	case errors.Is(err, pdfread.ErrEncrypted):
		return refused("pdf_encrypted", "File should be a PDF that opens without a password")
	case errors.Is(err, pdfread.ErrTooComplex):
		return refused("pdf_too_complex", "File should be a PDF that can be read within the bounds of time and memory")
	}
	return fmt.Errorf("session: reading a PDF: %w", err)
}
