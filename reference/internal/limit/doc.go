// Package limit keeps one workspace from taking the whole server: a rate for each heavy operation and workspace (spec
// section 8). The rates follow the generic cell rate algorithm, which needs one number for each bucket. In one process
// the numbers live in memory; replicas share them in a table.
package limit
