package store

import (
	"context"
	"database/sql"
	"time"
)

// Event is an occurrence that endpoints may want to hear of.
type Event struct {
	ID          string
	WorkspaceID string
	Name        string
	NaturalKey  string
	Data        string // JSON object
	CreatedAt   time.Time
}

// DeliveryState is where a delivery stands.
type DeliveryState string

// The states of a delivery. Delivered and failed are final.
const (
	DeliveryPending   DeliveryState = "pending"   // waits for its next attempt
	DeliverySending   DeliveryState = "sending"   // an attempt is under way
	DeliveryDelivered DeliveryState = "delivered" // a 2xx was answered
	DeliveryFailed    DeliveryState = "failed"    // the last attempt ended without one
)

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID          string
	WorkspaceID string
	EndpointID  string
	EventID     string
	Event       string
	NaturalKey  string
	Body        string
	State       DeliveryState
	Attempts    int       // begun so far
	NextAt      time.Time // pending: when the next attempt is due; sending: when another process may take over
	CreatedAt   time.Time
}

// Attempt is one try of a delivery.
type Attempt struct {
	Number         int
	StartedAt      time.Time
	EndedAt        time.Time // zero while it is under way
	RequestHeaders string    // a line each; empty when none went out, or nobody lived to tell
	ResponseStatus int       // 0 when there was none
	ResponseBody   string    // its beginning
	Error          string
}

// InsertEvent stores an event.
func (tx *Tx) InsertEvent(ctx context.Context, e Event) error {
	_, err := tx.Exec(ctx, `INSERT INTO events (id, workspace_id, name, natural_key, data, created_ms) VALUES ($1, $2, $3, $4, $5, $6)`,
		e.ID, e.WorkspaceID, e.Name, e.NaturalKey, e.Data, Millis(e.CreatedAt))
	return err
}

// InsertDelivery stores a delivery that is due at once, unless its endpoint has one for the same natural key already.
// It says whether it did.
func (tx *Tx) InsertDelivery(ctx context.Context, d Delivery) (bool, error) {
	n, err := tx.Exec(ctx, `INSERT INTO deliveries (id, workspace_id, endpoint_id, event_id, event, natural_key, body, state, attempts, next_ms, created_ms)
		VALUES ($1, $2, $3, $4, $5, $6, $7, 'pending', 0, $8, $8) ON CONFLICT (endpoint_id, event, natural_key) DO NOTHING`,
		d.ID, d.WorkspaceID, d.EndpointID, d.EventID, d.Event, d.NaturalKey, d.Body, Millis(d.CreatedAt))
	return n > 0, err
}

const deliveryColumns = `id, workspace_id, endpoint_id, event_id, event, natural_key, body, state, attempts, next_ms, created_ms`

func scanDelivery(row Row) (d Delivery, err error) {
	var next, created int64
	err = row.Scan(&d.ID, &d.WorkspaceID, &d.EndpointID, &d.EventID, &d.Event, &d.NaturalKey, &d.Body, &d.State, &d.Attempts, &next, &created)
	d.NextAt, d.CreatedAt = Time(next), Time(created)
	return d, err
}

// OverdueDeliveries lists attempts that were begun by a process which is gone: before now on the lease, or all when the
// caller is the only process on this data and has just started.
func (tx *Tx) OverdueDeliveries(ctx context.Context, now time.Time, all bool, limit int) ([]Delivery, error) {
	until := Millis(now)
	if all {
		until = 1<<62 - 1
	}
	rows, err := tx.Query(ctx, `SELECT `+deliveryColumns+` FROM deliveries WHERE state = 'sending' AND next_ms <= $1 ORDER BY next_ms, id LIMIT $2`, until, limit)
	return Collect(rows, err, scanDelivery)
}

// NextDelivery is when the earliest pending delivery is due that is due after an instant; ok is false when there is none.
func (tx *Tx) NextDelivery(ctx context.Context, after time.Time) (at time.Time, ok bool, err error) {
	var next sql.NullInt64
	err = tx.QueryRow(ctx, `SELECT min(next_ms) FROM deliveries WHERE state = 'pending' AND next_ms > $1`, []any{Millis(after)}, &next)
	return Time(next.Int64), next.Valid, err
}

// BeginAttempt takes a due delivery for the attempt that follows those begun so far. It says false when another process
// was first, or is about to be: the number of attempts is compared and set in one statement, so no attempt can be made
// twice, and replicas whose timers went off together do not wait for each other.
func (tx *Tx) BeginAttempt(ctx context.Context, d Delivery, now, lease time.Time) (bool, error) {
	due := `SELECT id FROM deliveries WHERE id = $1 AND attempts = $2 AND state = 'pending'`
	if tx.Postgres() {
		due += ` FOR UPDATE SKIP LOCKED`
	}
	n, err := tx.Exec(ctx, `UPDATE deliveries SET state = 'sending', attempts = attempts + 1, next_ms = $3 WHERE id = (`+due+`)`,
		d.ID, d.Attempts, Millis(lease))
	if err != nil || n == 0 {
		return false, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO attempts (delivery_id, number, started_ms, response_status, response_body, error) VALUES ($1, $2, $3, 0, '', '')`,
		d.ID, d.Attempts+1, Millis(now))
	return true, err
}

// DropDelivery ends a pending delivery without another attempt: there is no endpoint any more to send it to.
func (tx *Tx) DropDelivery(ctx context.Context, d Delivery) error {
	_, err := tx.Exec(ctx, `UPDATE deliveries SET state = 'failed' WHERE id = $1 AND state = 'pending'`, d.ID)
	return err
}

// EndAttempt stores the outcome of the attempt numbered d.Attempts and where the delivery stands now. It says false when
// the attempt was ended before.
func (tx *Tx) EndAttempt(ctx context.Context, d Delivery, a Attempt) (bool, error) {
	n, err := tx.Exec(ctx, `UPDATE deliveries SET state = $3, next_ms = $4 WHERE id = $1 AND attempts = $2 AND state = 'sending'`,
		d.ID, d.Attempts, d.State, Millis(d.NextAt))
	if err != nil || n == 0 {
		return false, err
	}
	_, err = tx.Exec(ctx, `UPDATE attempts SET ended_ms = $3, response_status = $4, response_body = $5, error = $6, request_headers = $7 WHERE delivery_id = $1 AND number = $2`,
		d.ID, d.Attempts, Millis(a.EndedAt), a.ResponseStatus, a.ResponseBody, a.Error, a.RequestHeaders)
	return true, err
}

// Deliveries lists the newest deliveries of a workspace's endpoint.
func (tx *Tx) Deliveries(ctx context.Context, workspaceID, endpointID string, limit int) ([]Delivery, error) {
	rows, err := tx.Query(ctx, `SELECT `+deliveryColumns+` FROM deliveries WHERE workspace_id = $1 AND endpoint_id = $2 ORDER BY created_ms DESC, id DESC LIMIT $3`,
		workspaceID, endpointID, limit)
	return Collect(rows, err, scanDelivery)
}

// Attempts lists the attempts of a delivery in their order.
func (tx *Tx) Attempts(ctx context.Context, deliveryID string) ([]Attempt, error) {
	rows, err := tx.Query(ctx, `SELECT number, started_ms, ended_ms, response_status, response_body, error, request_headers FROM attempts WHERE delivery_id = $1 ORDER BY number`, deliveryID)
	return Collect(rows, err, func(row Row) (a Attempt, err error) {
		var started int64
		var ended sql.NullInt64
		err = row.Scan(&a.Number, &started, &ended, &a.ResponseStatus, &a.ResponseBody, &a.Error, &a.RequestHeaders)
		a.StartedAt = Time(started)
		if ended.Valid {
			a.EndedAt = Time(ended.Int64)
		}
		return a, err
	})
}

// ForgetDeliveries empties the log of deliveries that ended before an instant, at most limit at once, and says how many.
// The rows stay: they keep a natural key from being delivered again.
func (tx *Tx) ForgetDeliveries(ctx context.Context, before time.Time, limit int) (int64, error) {
	const old = `SELECT id FROM deliveries WHERE state IN ('delivered', 'failed') AND next_ms < $1 AND body <> '' ORDER BY id LIMIT $2`
	if _, err := tx.Exec(ctx, `DELETE FROM attempts WHERE delivery_id IN (`+old+`)`, Millis(before), limit); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `UPDATE deliveries SET body = '' WHERE id IN (`+old+`)`, Millis(before), limit)
}
