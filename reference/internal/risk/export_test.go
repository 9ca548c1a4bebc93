package risk

import (
	"slices"
	"testing"
)

// Titles lists the titles of all rules.
func Titles(t *testing.T) (all []string) {
	rules, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules.all {
		all = append(all, r.Title)
	}
	slices.Sort(all)
	return all
}
