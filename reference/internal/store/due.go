package store

import (
	"context"
	"time"
)

// fewDue is how many due deliveries are looked through one by one. When there are more, some endpoint has a queue, and the
// first of each queue are looked for instead.
const fewDue = 1024

// DueDeliveries lists what is pending and due, at most limit of it and at most perEndpoint for each endpoint, so that one
// endpoint with a long queue does not stand in the way of the others. The endpoints of except are left out. What it costs
// does not grow with the queues.
func (tx *Tx) DueDeliveries(ctx context.Context, now time.Time, limit, perEndpoint int, except ...string) ([]Delivery, error) {
	var due int
	err := tx.QueryRow(ctx, `SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE state = 'pending' AND next_ms <= $1 LIMIT $2) AS due`,
		[]any{Millis(now), fewDue + 1}, &due)
	if err != nil {
		return nil, err
	}
	text := dueOneByOne
	if due > fewDue {
		text = dueByQueue
	}
	if except == nil {
		except = []string{}
	}
	rows, err := tx.Query(ctx, text(tx.words()), Millis(now), perEndpoint, limit, encode(except))
	return Collect(rows, err, scanDelivery)
}

// dueWords is what the engines say in different words.
type dueWords struct {
	except  string // the list in the fourth argument
	first   string // the first of the queue of queues.endpoint, joined to it
	byQueue string // SQLite would take another index
}

const firstOfQueue = ` WHERE state = 'pending' AND endpoint_id = queues.endpoint AND next_ms <= $1 ORDER BY next_ms, id LIMIT $2`

func (tx *Tx) words() dueWords {
	if tx.Postgres() {
		return dueWords{except: `SELECT jsonb_array_elements_text(CAST($4 AS jsonb))`,
			first: `CROSS JOIN LATERAL (SELECT id FROM deliveries` + firstOfQueue + `) AS due JOIN deliveries USING (id)`}
	}
	const byQueue = ` INDEXED BY deliveries_queue`
	return dueWords{except: `SELECT value FROM json_each($4)`, byQueue: byQueue,
		first: `CROSS JOIN deliveries ON deliveries.id IN (SELECT id FROM deliveries` + byQueue + firstOfQueue + `)`}
}

func dueOneByOne(w dueWords) string {
	return `SELECT ` + deliveryColumns + ` FROM (
			SELECT deliveries.*, row_number() OVER (PARTITION BY endpoint_id ORDER BY next_ms, id) AS place
			FROM deliveries WHERE state = 'pending' AND next_ms <= $1 AND endpoint_id NOT IN (` + w.except + `)) AS due
		WHERE place <= $2 ORDER BY next_ms, id LIMIT $3`
}

// dueByQueue goes from endpoint to endpoint along the index of queues, and takes the first of each.
func dueByQueue(w dueWords) string {
	return `WITH RECURSIVE queues (endpoint) AS (
			SELECT min(endpoint_id) FROM deliveries` + w.byQueue + ` WHERE state = 'pending'
			UNION ALL
			SELECT (SELECT min(endpoint_id) FROM deliveries` + w.byQueue + ` WHERE state = 'pending' AND endpoint_id > queues.endpoint)
			FROM queues WHERE queues.endpoint IS NOT NULL)
		SELECT ` + deliveryColumns + ` FROM queues ` + w.first + `
			WHERE queues.endpoint IS NOT NULL AND queues.endpoint NOT IN (` + w.except + `)
		ORDER BY next_ms, id LIMIT $3`
}
