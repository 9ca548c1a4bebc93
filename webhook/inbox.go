package webhook

import (
	"context"
	"time"
)

// Inbox remembers which deliveries were handled, so that each has its effect once. Every implementation passes
// webhooktest.ExerciseInbox. Keys are at most 512 bytes.
type Inbox interface {
	// Claim asks for the right to handle the delivery of that key until lease has passed. Of any number of callers one
	// gets a claim that is Fresh; the others find it Busy, or Done when it was completed before. A claim whose lease
	// has passed without Complete or Release belongs to a process that died: the next caller gets it.
	Claim(ctx context.Context, key string, lease time.Duration) (Claim, error)
	// Complete marks the delivery as handled for good. A claim that ran out and went to another is ErrLostClaim.
	Complete(ctx context.Context, c Claim) error
	// Release gives a claim back after a failure, so that the next delivery is handled. A lost claim is ErrLostClaim.
	Release(ctx context.Context, c Claim) error
	// Expire forgets deliveries that ended before an instant, and returns how many. A delivery that comes again after
	// it was forgotten is handled again, so this should lie before anything the freshness check lets through.
	Expire(ctx context.Context, before time.Time) (int, error)
}

// Queue is an Inbox that also keeps the events themselves, for receivers that answer first and work afterwards.
type Queue interface {
	Inbox
	// Put stores a delivery to be handled later. It returns after the delivery is durable, and false when its key is
	// known already.
	Put(ctx context.Context, key string, body []byte) (stored bool, err error)
	// Take claims the stored delivery that is due and waits longest; false means that none is due.
	Take(ctx context.Context, lease time.Duration) (Task, bool, error)
	// Postpone gives a claim back after a failure, to be taken again after wait. A lost claim is ErrLostClaim.
	Postpone(ctx context.Context, c Claim, wait time.Duration) error
	// Bury ends a delivery that cannot be handled: it stays in the store with its body, and is not taken again.
	Bury(ctx context.Context, c Claim, reason string) error
}

// ClaimStatus is what a Claim found.
type ClaimStatus string

// What a Claim finds.
const (
	Fresh ClaimStatus = "fresh" // the caller handles it now
	Busy  ClaimStatus = "busy"  // another caller is handling it
	Done  ClaimStatus = "done"  // it was handled before, or is stored to be
)

// Claim is the right to handle one delivery for a while. Its token tells it from earlier claims of the same delivery.
type Claim struct {
	Key    string
	Token  string
	Status ClaimStatus
}

// Task is a stored delivery that was claimed.
type Task struct {
	Claim
	Body    []byte
	Attempt int // 1 for the first time it is taken
}
