package pattern

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var expressions = []string{`\b(?:cancel|non-?renew)\w*\b`, `^\W*(?:no|nope),? (?:the )?(\d{1,2})(?:st|nd|rd|th)$`, `(?:\$|usd )?\d+(?:\.\d+)?(?: million|k)?`,
	`\b(?:we|i)(?:'ve| have)? (?:been )?(?:with|at) (.+)$`, `a|bc|`, `(?:foo|ba[rz])+qux?`, `(?i)hello`, `(?i)\b(?:masks?|key) of|[xy]s`, `x*`, `[^a-z]`, `(?:ab){2,3}`, `\b(?:if (?:so|not)\b|what if|suppose\b)`,
	long, `^ ?(?:k|thousand)\b`, `^(?:[a-z]{1,3} )?(?:\$|usd)$`, `(?m)^-- ?$`, `the (?:[a-z]+ ){0,2}end`, `é+t`, `(?:three|four)(?:th)?s?`}

// long is one of those that are asked one alternative at a time.
var long = `\b(?:` + strings.Repeat(`we (?:will|would|may) (?:be|have) (?:a|the|no) [a-z]{2,9}|`, 12) + `foo\d?|(?:half|Hello) of (?:it|bar+)|not sure|(?i:cancel)led|40k?)\b|^\W*the (?:5th|\?+|qux)\W*$|ab{2}c`

// Whatever is looked for first, the answers are those of the expression alone.
func TestAPatternAnswersAsItsExpression(t *testing.T) {
	words := strings.Fields("we have been with i've no nope the 5th 12 3.5 million $40k cancel non-renewed nonrenew a bc foo bar baz qux Hello ab abab ababab if so not what suppose -- end été three fourths HELLO MASK key maſK xs Xſ , . \n will half of it ?")
	random := rand.New(rand.NewPCG(1, 2))
	for _, expr := range expressions {
		p := MustCompile(expr)
		for range 60 {
			var text strings.Builder
			for range random.IntN(6) {
				text.WriteString(words[random.IntN(len(words))])
				text.WriteString([]string{" ", " ", "", ", "}[random.IntN(4)])
			}
			s := text.String()
			require.Equal(t, p.compiled.MatchString(s), p.MatchString(s), "%q in %q", expr, s)
			require.Equal(t, p.compiled.FindString(s), p.FindString(s), expr)
			require.Equal(t, p.compiled.FindStringIndex(s), p.FindStringIndex(s), expr)
			require.Equal(t, p.compiled.FindStringSubmatch(s), p.FindStringSubmatch(s), expr)
			require.Equal(t, p.compiled.FindStringSubmatchIndex(s), p.FindStringSubmatchIndex(s), expr)
			require.Equal(t, p.compiled.FindAllString(s, -1), p.FindAllString(s, -1), expr)
			require.Equal(t, p.compiled.FindAllStringIndex(s, -1), p.FindAllStringIndex(s, -1), expr)
			require.Equal(t, p.compiled.FindAllStringSubmatch(s, -1), p.FindAllStringSubmatch(s, -1), expr)
			require.Equal(t, p.compiled.FindAllStringSubmatchIndex(s, -1), p.FindAllStringSubmatchIndex(s, -1), expr)
			require.Equal(t, p.compiled.ReplaceAllString(s, "_"), p.ReplaceAllString(s, "_"), expr)
			require.Equal(t, p.compiled.ReplaceAllStringFunc(s, strings.ToUpper), p.ReplaceAllStringFunc(s, strings.ToUpper), expr)
			require.Equal(t, p.compiled.Split(s, -1), p.Split(s, -1), expr)
		}
	}
}

// Without this the package would do nothing.
func TestWhatAMatchNeedsIsFound(t *testing.T) {
	for expr, text := range map[string]string{
		`\b(?:cancel|non-?renew)\w*\b`:                    "we never had that",
		`\b(?:if (?:so|not)\b|what if|suppose\b)`:         "we have 4 trucks",
		`\$?\d+ ?(?:k|thousand)?`:                         "no figures here",
		`(?:the|a) (?:[a-z]+ ){0,3}(?:building|premises)`: "4 trucks and a van",
	} {
		p := MustCompile(expr)
		require.False(t, p.may(text), expr)
	}
	p := MustCompile(`x?`)
	require.True(t, p.may(""))
	p = MustCompile(long)
	require.True(t, p.MatchString("40k"))
	require.NotNil(t, p.ways)
}

func TestAWrongExpressionPanicsInTestsBeforeItIsUsed(t *testing.T) {
	require.Panics(t, func() { MustCompile(`(`) })
}

// Line breaks and the tabs behind them are layout; what stands on a line is matched, a space at its beginning too.
func TestAnExpressionMayStandOnSeveralLines(t *testing.T) {
	p := MustCompile(`
		^(?:
			not sure|
			no
			 idea
		)$`)
	require.Equal(t, "^(?:not sure|no idea)$", p.String())
	require.True(t, p.MatchString("no idea"))
	require.False(t, p.MatchString("noidea"))
	require.False(t, p.MatchString("no\n idea"))
}
