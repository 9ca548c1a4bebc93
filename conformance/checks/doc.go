// Package checks judges servers. A check belongs to one requirement of the catalogue, has a session or workspace of its
// own, and judges only what the specification states; what the text leaves open is observed. A check of a refusal first
// shows that the same request without the fault succeeds. A hook that is missing blocks a check, and a prerequisite that
// failed makes it inconclusive: neither is ever a pass or a failure.
package checks
