package main

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/intake"
)

//go:embed prior-policy.pdf
var priorPolicy []byte

//go:embed loss-run.pdf
var lossRun []byte

// facts are what the owner of the bakery says to questions that the old policy leaves open. The first fact of which all
// words stand in a question or its key answers it, so that other servers with other questions are answered too.
var facts = []struct{ words, says string }{
	{"location address", "Our shop is at 118 Commercial Street, Portland, ME 04101"},
	{"location city", "Our shop is at 118 Commercial Street, Portland, ME 04101"},
	{"location state", "Our shop is at 118 Commercial Street, Portland, ME 04101"},
	{"location zip", "Our shop is at 118 Commercial Street, Portland, ME 04101"},
	{"number locations", "we have just one location"},
	{"total employees", "we have 14 employees in total"},
	{"class code", "the workers comp class code is 2003"},
	{"subcontractors use", "no, we do not use subcontractors"},
	{"many vehicles", "we own 2 delivery vans"},
	{"many drivers", "three of us drive"},
	{"carrier", "we are insured with Casco Mutual Insurance Company today"},
	{"premium", "the current annual premium is $5,520"},
	{"losses last", "yes, we had one loss in the last five years"},
	{"many losses", "just one claim"},
	{"total losses", "the losses came to $6,150 in total"},
	{"cancelled", "no, nobody ever cancelled or non-renewed us"},
	{"bankruptcy", "no bankruptcies"},
	{"start", "coverage should start on September 1, 2026"},
	{"end", "and end on September 1, 2027"},
	{"auto liability limit", "a $1,000,000 auto liability limit, please"},
	{"hired", "yes, we need hired and non-owned auto coverage"},
	{"owned leased", "we lease the space"},
	{"deductible", "a $1,000 deductible"},
	{"contents", "$185,000 for contents"},
	{"occurrence", "$1M per occurrence"},
	{"aggregate", "$2M aggregate"},
}

// applicant is the owner, who remembers how often each question was answered.
type applicant struct{ answered map[string]int }

// answer writes the next message of the interview: one line for each open question. A question that comes again is answered by itself,
// and then skipped; one that still comes ends the interview, as the server understands neither.
func (a *applicant) answer(_ context.Context, turn *intake.Turn) (string, error) {
	if len(turn.Asks) == 0 {
		say("Starting the conversation")
		return "Hello, I would like to finish the application for my bakery.", nil
	}
	asks := turn.Asks
	if again := slices.IndexFunc(asks, func(ask intake.Ask) bool { return a.answered[ask.Key] > 0 }); again >= 0 {
		asks = asks[again : again+1]
	}
	var lines []string
	for _, ask := range asks {
		line := reply(ask)
		switch a.answered[ask.Key]++; a.answered[ask.Key] {
		case 1, 2:
		case 3, 4:
			line = "Please skip this question."
		default:
			return "", fmt.Errorf("the server asked %q again and again, and took neither %q nor a request to skip it", ask.Question(), line)
		}
		say("They ask: %s", ask.Question())
		say("We say:   %s", line)
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

func reply(ask intake.Ask) string {
	question := strings.ToLower(ask.Question() + " " + ask.Label + " " + strings.ReplaceAll(ask.Key, "_", " "))
	for _, fact := range facts {
		if hasAll(question, strings.Fields(fact.words)) {
			return fact.says
		}
	}
	return fmt.Sprintf("I don't know the %s, please skip it", strings.ToLower(ask.Label))
}

func hasAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
