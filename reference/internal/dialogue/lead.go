package dialogue

import "github.com/workspaceintake/intake-go/reference/internal/pattern"

// leads is what people put before an answer: "It's", "That would be", "Sure thing! Our name is".
var leads = pattern.MustCompile(`
	^\W*(?:
		(?:
			hmm+|let me see|good question|sure thing|sure|okay|ok|let me check my notes|alright|no problem|well|um|uh|oh|yes|yeah|
			hi|hello|so|basically
		)\b[,.!;: ]*\W*
	)*(?:
		(?:
			it's in|its in|it is in|that's in|you can put(?: down)?|you can use|you can list|just put(?: down)?|put(?: down)?|
			write(?: down)?|list|go with|it's|its|it is|that's|that is|that'd be|that would be|this would be|that will be|it'll be|
			you've got (?:him|her|me)|you're (?:speaking|talking) (?:to|with)|speaking with|this is|the answer is|answer:|we're in|
			we are in|in|it would be|the name is|name is|name's|named|called|we are|we're|i'd say|probably|city is|city of|
			the city of|the city is
		)\s+
	)?`)
