package session

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/workspaceintake/intake-go/reference/internal/catalog"
	"github.com/workspaceintake/intake-go/reference/internal/dialogue"
	"github.com/workspaceintake/intake-go/reference/internal/store"
)

// Turn is the outcome of one answer.
type Turn struct {
	Message string
	Set     map[string]any // what this turn set; nil for what it withdrew
	Plan    catalog.Plan
}

// Answer reads one message into the session: answers, corrections, skips and questions (spec section 4, endpoint 5).
func (s *Service) Answer(ctx context.Context, workspaceID, id, message string) (out Turn, err error) {
	err = s.again(ctx, id, func() error {
		before, err := s.load(ctx, workspaceID, id)
		if err != nil {
			return err
		}
		turn := dialogue.Turn{Message: message, Lines: before.Lines, Asked: s.fields(before.Asked), Values: maps.Clone(before.Values),
			Skipped: slices.Clone(before.Skipped), Recent: changes[dialogue.Change](before.Recent), Now: s.o.Clock.Now(), InsuredName: before.InsuredName}
		reading, err := s.o.Interpreter.Read(ctx, turn)
		if err != nil {
			return fmt.Errorf("session: understanding a message: %w", err)
		}
		after := before
		out.Set = apply(&after, reading)
		after.Recent = changes[store.Change](reading.Recent)
		out.Plan = s.settle(&after)
		out.Message = s.o.Interpreter.Reply(turn, reading, out.Plan)
		return s.save(ctx, before, after)
	})
	return out, err
}

// changes hands what a message changed over between the store and the dialogue.
func changes[To, From store.Change | dialogue.Change](all []From) (out []To) {
	for _, c := range all {
		out = append(out, To(c))
	}
	return out
}

// apply changes values and skips as the message was read, and returns what it set.
func apply(at *store.Session, r dialogue.Reading) map[string]any {
	values, set := maps.Clone(at.Values), map[string]any{}
	for _, key := range r.Clear {
		if _, held := values[key]; held {
			delete(values, key)
			set[key] = nil
		}
	}
	for key, v := range r.Set {
		values[key], set[key] = v, v
	}
	skipped := slices.DeleteFunc(slices.Clone(at.Skipped), func(key string) bool { return values[key] != nil })
	for _, key := range r.Skip {
		if values[key] == nil && !slices.Contains(skipped, key) {
			skipped = append(skipped, key)
		}
	}
	at.Values, at.Skipped = values, skipped
	return set
}

// settle plans the next questions and puts the counters and an unfinished session's status in line with the values.
func (s *Service) settle(at *store.Session) catalog.Plan {
	plan := s.o.Catalog.Plan(at.Lines, at.Values, at.Skipped)
	at.Filled, at.Total = plan.Answered, len(plan.Askable)
	at.Asked = keys(plan.Next)
	if at.Status == InProgress || at.Status == ReadyToFill {
		at.Status = open(plan)
	}
	return plan
}

func open(plan catalog.Plan) string {
	if len(plan.Open) == 0 {
		return ReadyToFill
	}
	return InProgress
}

// save stores a changed session. A change of a value opens a finished one again.
func (s *Service) save(ctx context.Context, before, after store.Session) error {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	if !reflect.DeepEqual(before.Values, after.Values) {
		after.ValuesRev = before.Revision + 1
		if after.Status == Complete || after.Status == Submitted {
			after.Status = open(s.o.Catalog.Plan(after.Lines, after.Values, after.Skipped))
		}
	}
	after.UpdatedAt = s.o.Clock.Now()
	return s.o.DB.Write(ctx, func(tx *store.Tx) error { return tx.UpdateSession(ctx, after) })
}

func (s *Service) fields(keys []string) (all []catalog.Field) {
	for _, key := range keys {
		if f, ok := s.o.Catalog.Field(key); ok {
			all = append(all, f)
		}
	}
	return all
}

func keys(fields []catalog.Field) []string {
	all := make([]string, len(fields))
	for i, f := range fields {
		all[i] = f.Key
	}
	return all
}
