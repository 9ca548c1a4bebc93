// Package checks judges servers. A check belongs to one requirement of the catalogue, has a session or workspace of its
// own, and judges only what the specification states; what the text leaves open is observed. A check of a refusal first
// shows that the same request without the fault succeeds. A hook that is missing blocks a check, and a prerequisite that
// failed makes it inconclusive: neither is ever a pass or a failure.
//
// The files are named by what they are about. all.go lists the checks; create.go, answer.go, delivery.go and the like hold
// those of a family of the catalogue, and create_lobs.go or answer_skip.go a part of one that is a subject of its own.
// Beside the families stand
//
//   - run*.go: a run in its phases, its clock, what checks share, how requests are sent, and the look back on it all;
//   - check.go, exchange*.go, shape.go: a check, a request with its answer, and what may be wanted of it;
//   - evidence*.go: what a report shows of a failure, and the line or script that repeats it;
//   - journey*.go, session.go, workspace*.go: an intake driven to its end, and what checks work on;
//   - history*.go: what the calls of a run say together, whichever checks made them;
//   - fuzz*.go: generated requests and sequences of calls.
//
// What it is shown to find, and whom it leaves alone, is the matter of package selftest.
package checks
