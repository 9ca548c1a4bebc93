package selftest_test

import (
	"regexp"
	"strings"
)

// Answers that go to another question, or get lost with what stands beside them.

// hearsFirstRow takes what is told of a location as told of the mailing address, which is asked before it.
var hearsFirstRow = strings.NewReplacer("Location address: ", "Mailing address: ", "Location city: ", "Mailing city: ", "Location state: ", "Mailing state: ",
	"Location ZIP: ", "Mailing ZIP: ").Replace

// unnamedCorrection is one that names no question, and the number that it corrects to.
var unnamedCorrection = regexp.MustCompile(`^(?:Actually, make that|Sorry, I meant|Correction:|No, it is) (\d+)\.$`)

// hearsLastOfAny takes a correction that names no question as one of what any session was told last.
func hearsLastOfAny() layer {
	last := newMemory()
	return hears(func(said string) string {
		number := unnamedCorrection.FindStringSubmatch(said)
		label, labelled := last.snapshot()["label"].(string)
		if number != nil && labelled {
			return label + number[1]
		}
		if told := byLabel.FindStringSubmatch(said); told != nil {
			last.put("label", told[1])
		}
		return said
	})
}

// noCount is an answer in letters to a question that wants a number.
var noCount = regexp.MustCompile(`(?m)^(?:Number of .*|.* employees|.* share of sales): [a-z]+$`)

// hearsNothingBeside takes nothing of a message with such an answer.
func hearsNothingBeside(said string) string {
	if noCount.MatchString(said) {
		return otherwiseSaid
	}
	return said
}

// upToQuestion reads a message up to its first line that asks something.
func upToQuestion(said string) string {
	lines := strings.SplitAfter(said, "\n")
	for i, line := range lines {
		if strings.HasSuffix(strings.TrimSpace(line), "?") {
			return strings.Join(lines[:i+1], "")
		}
	}
	return said
}

// beyondStop is what stands in a line behind a full stop and a space.
var beyondStop = regexp.MustCompile(`(?m)\. .*$`)

// upToStop reads each line up to there.
func upToStop(said string) string { return beyondStop.ReplaceAllString(said, "") }

// hearsNoCapitals takes a correction for none that differs in its capitals alone from what was told before.
func hearsNoCapitals() layer {
	return rehears(func(_, said string, before []string) string {
		again := strings.TrimPrefix(said, "Correction: ")
		for _, one := range before {
			if one != again && strings.EqualFold(one, again) {
				return otherwiseSaid
			}
		}
		return said
	})
}

// inSentence is a sentence that says what something is.
var inSentence = regexp.MustCompile(`^The (.+?) is (.+)\.$`)

// hearsVerb keeps the verb of such a sentence as the beginning of the value.
func hearsVerb(said string) string { return inSentence.ReplaceAllString(said, "$1: is $2") }

// contactTold is a line that answers the question about the name of a contact.
var contactTold = regexp.MustCompile(`(?m)^Contact name: (.+)$`)

// hearsContactTwice takes the name of a contact for the trade name as well.
func hearsContactTwice(said string) string {
	return contactTold.ReplaceAllString(said, "$0\nDBA (trade name): $1")
}

// noneDrawnTogether says of a thing that there is none, with a contraction.
var noneDrawnTogether = regexp.MustCompile(`^(?:We don't have|There isn't) any ([a-z' -]+)\.$`)

// contractionsAsYes hears such a sentence as a yes to the question of that name, and one without a contraction as a no.
func contractionsAsYes(said string) string {
	return noneDrawnTogether.ReplaceAllString(noneOf.ReplaceAllString(said, "$1: No"), "$1: Yes")
}
