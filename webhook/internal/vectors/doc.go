// Package vectors makes testdata/vectors.json: signatures with their bodies and secrets, right ones and wrong ones, each
// flagged with the point that it is about. The file is for implementers in any language; the same program always makes
// the same file.
package vectors
