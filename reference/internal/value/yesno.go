package value

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	yes = pattern.MustCompile(`
		^(?:
			y|yes|yess+|yea|yeah|yeh|yep|yup|ya|yah|yessir|yes sir|yes ma'am|sure|sure do|sure thing|correct|affirmative|absolutely|
			definitely|of course|certainly|indeed|true|t|x|on|checked|right|that's right|that is correct|ok|okay|uh huh|uh-huh|mhm|
			you bet|for sure|totally|always|si|1|we do|we have|we are|it is|it does|it has|there is|there are|i do|they do|they are|
			included|required
		)$`)
	no = pattern.MustCompile(`
		^(?:
			n|no|nope|nah|naw|nay|never|negative|not at all|none|nil|false|f|off|no sir|no ma'am|not really|unchecked|not any|
			no way|absolutely not|definitely not|of course not|certainly not|0|not yet|nothing|we don't|we do not|we haven't|
			we have not|we aren't|we are not|it isn't|it is not|it doesn't|it does not|there isn't|there aren't|there is not|
			there are not|there isn't one|there isn't any|i don't|they don't|not currently|not that i know of|not to my knowledge|
			no thanks|no thank you|nyet|neither|zero|not required|excluded|nuh uh|non
		)$`)
)

// Bool reads a whole text as yes or no.
func Bool(text string) (v, ok bool) {
	s := strings.Join(strings.Fields(strings.Trim(asciiLower(text), " .,!;:()[]")), " ")
	switch {
	case yes.MatchString(s):
		return true, true
	case no.MatchString(s):
		return false, true
	}
	return false, false
}
