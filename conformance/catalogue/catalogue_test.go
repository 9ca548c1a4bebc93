package catalogue

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The set of a version does not change: 307 requirements and 65 open points, each id once.
func TestSetIsPinned(t *testing.T) {
	byRole, byLevel, seen := map[Role]int{}, map[Level]int{}, map[string]bool{}
	gaps := 0
	for _, r := range All() {
		require.False(t, seen[r.ID], r.ID)
		seen[r.ID] = true
		require.NotEmpty(t, r.Statement, r.ID)
		if r.Level == Observe {
			gaps++
			continue
		}
		byRole[r.Role]++
		byLevel[r.Level]++
	}
	require.Equal(t, 65, gaps)
	require.Equal(t, map[Role]int{Server: 238, Client: 52, Receiver: 17}, byRole)
	require.Equal(t, map[Level]int{Must: 251, Should: 37, May: 1, Ref: 18}, byLevel)
}

// unbound are lines with content that bind nobody: an overview, a pointer to another section, a table's caption, and
// what is only a heading or a rule of a table.
var unbound = map[int]string{7: "the overview of the lifecycle", 64: "points to section 6", 114: "the caption of a table"}

// content are the lines of the specification that state something.
var content = [][2]int{{3, 3}, {7, 7}, {9, 15}, {17, 17}, {24, 30}, {33, 33}, {36, 41}, {43, 43}, {45, 45}, {48, 48}, {51, 51}, {54, 54}, {57, 57}, {60, 60},
	{63, 64}, {68, 71}, {75, 75}, {79, 94}, {96, 96}, {99, 102}, {104, 104}, {107, 107}, {110, 110}, {112, 112}, {114, 114}, {117, 123}, {125, 125}, {128, 128}, {131, 131},
	{134, 134}, {137, 137}, {140, 141}, {144, 148}, {152, 152}, {155, 157}, {160, 161}, {164, 166}, {169, 169}, {172, 172}, {174, 174}, {178, 178}, {183, 186},
	{189, 189}, {194, 196}, {198, 198}, {201, 205}, {209, 211}, {215, 222}, {224, 225}, {231, 236}, {238, 238}, {242, 242}}

// Every line of the specification that states something is read by a requirement, or a reason says why not.
func TestEveryStatementIsTraced(t *testing.T) {
	read := map[int]bool{}
	for _, r := range All() {
		for _, line := range r.Lines() {
			read[line] = true
		}
	}
	for _, span := range content {
		for line := span[0]; line <= span[1]; line++ {
			if _, excused := unbound[line]; !excused {
				require.True(t, read[line], "line %d is read by no requirement", line)
			}
		}
	}
}
