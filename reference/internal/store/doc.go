// Package store keeps everything that the reference server acknowledges. One SQL text runs on two engines: SQLite for
// one process, PostgreSQL for several replicas.
//
// All access goes through a transaction: [DB.Write] returns after its changes are durable, [DB.Read] sees one
// consistent state. What can be stored hangs on [Tx], one file per resource, so that callers compose a change and the
// event that it causes in one transaction.
//
// To keep one text for both engines, columns are BIGINT or TEXT, times are Unix milliseconds, flags are 0 and 1, and
// placeholders are $1, $2, and so on.
package store
