package report

import (
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"
)

// KnownFailure excuses one requirement, with a reason and perhaps an end.
type KnownFailure struct {
	ID      string `json:"id"`
	Reason  string `json:"reason"`
	Expires string `json:"expires,omitempty"` // a day such as 2026-12-31
}

// ReadKnown reads a list of known failures: a JSON array of {"id", "reason", "expires"}.
func ReadKnown(path string) ([]KnownFailure, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []KnownFailure
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s is no list of known failures: %w", path, err)
	}
	for _, one := range all {
		if one.ID == "" || one.Reason == "" {
			return nil, fmt.Errorf("%s: the entry %q has no reason", path, one.ID)
		}
		if _, err := one.end(); err != nil {
			return nil, fmt.Errorf("%s: the entry %q: %w", path, one.ID, err)
		}
	}
	return all, nil
}

func (k KnownFailure) end() (time.Time, error) {
	if k.Expires == "" {
		return time.Time{}, nil
	}
	day, err := time.Parse(time.DateOnly, k.Expires)
	return day.AddDate(0, 0, 1), err
}

// Excuse turns known failures into warnings. What it returns makes the run fail: entries that have expired, and stale
// ones, whose requirement was judged and does not fail.
func (r *Report) Excuse(known []KnownFailure, now time.Time) (problems []string) {
	for _, k := range known {
		end, _ := k.end() // checked when the list was read
		at := -1
		for i, one := range r.Results {
			if one.ID == k.ID {
				at = i
			}
		}
		switch {
		case at < 0:
			continue // not part of this run
		case !end.IsZero() && !now.Before(end):
			problems = append(problems, fmt.Sprintf("the entry for %s expired on %s", k.ID, k.Expires))
		case r.Results[at].Verdict == Fail || r.Results[at].Verdict == Warn:
			r.Results[at].Verdict, r.Results[at].Known = Warn, k.Reason
			r.Known = append(r.Known, k.ID)
		case r.Results[at].Verdict == Pass:
			problems = append(problems, fmt.Sprintf("the entry for %s is stale: the requirement is met", k.ID))
		}
	}
	sort.Strings(problems)
	r.settle()
	return problems
}
