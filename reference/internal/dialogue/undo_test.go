package dialogue

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSeveralMessagesCanBeTakenBackOneAfterTheOther(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"revenue is 1.2M|payroll is 400k|3 vehicles|undo|undo":                                        {"annual_revenue": 1200000.0},
		"revenue is 1.2M|payroll is 400k|3 vehicles|undo|undo|undo":                                   {},
		"revenue is 1.2M|payroll is 400k|undo|undo|undo|undo":                                         {},
		"revenue is 1.2M|revenue is 1.3M|revenue is 1.4M|undo|undo":                                   {"annual_revenue": 1200000.0},
		"revenue is 1.2M|payroll is 400k|undo|3 vehicles|undo|undo":                                   {},
		"revenue is 1.2M|payroll is 400k|3 vehicles|undo the last two changes":                        {"annual_revenue": 1200000.0},
		"revenue is 1.2M|revenue is 1.3M|deductible 500|revenue is 1.4M|take back the last 3 answers": {"annual_revenue": 1200000.0},
		"revenue is 1.2M|payroll is 400k|undo|how long does this take?|undo":                          {},
		"tenure: own|tenure: lease|3 vehicles|undo|undo|undo":                                         {},
		"revenue is 1.2M|payroll is 400k|undo|and the one before that too":                            {},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}

func TestWhatWasTakenBackCanBeBroughtBack(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"revenue is 1.2M|undo|redo":                                              {"annual_revenue": 1200000.0},
		"revenue is 1.2M|revenue is 1.5M|undo|put it back":                       {"annual_revenue": 1500000.0},
		"revenue is 1.2M|revenue is 1.5M|undo|undo the undo|undo":                {"annual_revenue": 1200000.0},
		"7 vehicles and 9 drivers|8 vehicles, 10 drivers|undo|no keep 8 and 10":  {"vehicle_count": 8.0, "driver_count": 10.0},
		"7 vehicles and 9 drivers|8 vehicles, 10 drivers|undo|keep the 9 please": {"vehicle_count": 7.0, "driver_count": 9.0},
		"revenue is 1.2M|undo|deductible 1000|redo":                              {"deductible": 1000.0},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}

// A session remembers so many messages and no more, however long it runs.
func TestTheMemoryIsBounded(t *testing.T) {
	var says []string
	for i := range 30 {
		says = append(says, fmt.Sprintf("payroll is %d,000 and revenue is %d,000", 100+i, 900+i))
	}
	values, last := converse(t, says...)
	require.LessOrEqual(t, len(last.Recent), 2*rememberedSteps)
	require.Equal(t, 129000.0, values["annual_payroll"])
	for range 30 {
		says = append(says, "undo")
	}
	values, _ = converse(t, says...)
	require.Equal(t, float64(1000*(129-rememberedSteps)), values["annual_payroll"])
}
