// Package selftest shows the judge of servers what it must find and whom it must leave alone. In front of the reference
// server stands a layer that changes what passes through it: a fault, which the check of the requirement that it breaks
// has to find, or a choice that the specification leaves open, of which no check may make a failure.
//
//   - faults_*_test.go: the faults of each family of the catalogue, and their neighbours, which come near a fault and stay
//     within the text; layers_*_test.go: how each of them is done. MUTATION.md is the table of what was found.
//   - variants_*_test.go: what the text leaves open, each choice alone; mixes_test.go: many at once. VARIANTS.md has them.
//   - null_test.go: servers that serve nothing; same_test.go: other orders and other numbers of workers; curl_test.go: the
//     lines that repeat a failure; speed_test.go: checks a second.
package selftest
