package dialogue

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnAnswerCanBeToldByAnother(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"deductible is 1,000|double that":                                {"deductible": 2000.0},
		"deductible is 1,000|can you double the deductible?":             {"deductible": 2000.0},
		"deductible is 1,000|double that|undo":                           {"deductible": 1000.0},
		"deductible is 5,000|cut it in half":                             {"deductible": 2500.0},
		"payroll is 240k, sales double that":                             {"annual_payroll": 240000.0, "annual_revenue": 480000.0},
		"annual revenue is 2M|payroll is about 30% of revenue":           {"annual_revenue": 2000000.0, "annual_payroll": 600000.0},
		"6 vehicles|add two vehicles":                                    {"vehicle_count": 8.0},
		"6 vehicles|we bought another truck":                             {"vehicle_count": 7.0},
		"6 vehicles|one less truck":                                      {"vehicle_count": 5.0},
		"deductible is 1,000|raise the deductible by 500":                {"deductible": 1500.0},
		"8 vehicles|one driver per truck":                                {"vehicle_count": 8.0, "driver_count": 8.0},
		"8 vehicles|same number of drivers as trucks":                    {"vehicle_count": 8.0, "driver_count": 8.0},
		"6 vehicles|sold one of the trucks so 5 now":                     {"vehicle_count": 5.0},
		"6 vehicles|we might add two vehicles next year":                 {"vehicle_count": 6.0},
		"6 vehicles|what if we double that?":                             {"vehicle_count": 6.0},
		"we double checked, it's 6 trucks":                               {"vehicle_count": 6.0},
		"7 part time employees|half of the part timers are off in May":   {"part_time_employees": 7.0},
		"effective 5/1/2026|push it out a month":                         {"effective_date": "2026-06-01"},
		"effective 5/31/2026|push it out a month":                        {"effective_date": "2026-06-30"},
		"effective 5/1/2026|move it up a week":                           {"effective_date": "2026-04-24"},
		"effective 5/1/2026|push the effective date out to the 15th":     {"effective_date": "2026-05-15"},
		"effective 5/1/2026, expires 5/1/2027|push the start back a day": {"effective_date": "2026-05-02", "expiration_date": "2027-05-02"},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}

func TestTheMagnitudeOfASumIsTakenFromWhatStandsBesideIt(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"building 1.1M, contents 250":                     {"building_limit": 1100000.0, "contents_limit": 250000.0},
		"revenue 2.2, payroll 930":                        {"annual_revenue": 2200000.0, "annual_payroll": 930000.0},
		"revenue is 1.2M|actually revenue is 1.4":         {"annual_revenue": 1400000.0},
		"payroll is 710k|payroll is 740":                  {"annual_payroll": 740000.0},
		"deductible is 1,000|make the deductible 500":     {"deductible": 500.0},
		"premium 18.5":                                    {"current_premium": 18500.0},
		"contents 250":                                    {},
		"building 1.1M, contents 250 square feet of junk": {"building_limit": 1100000.0, "square_footage": 250.0},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}

func TestTheEndOfANumberCanBePutRight(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"phone 214-555-0133|phone is wrong, last four should be 0138":   {"contact_phone": "2145550138"},
		"fein 47-1234567|the last two digits of the fein are 76":        {"fein": "471234576"},
		"mailing zip 30309|sorry, the zip ends in 08":                   {"mailing_zip": "30308"},
		"phone 214-555-0133|the last four of my social are none of you": {"contact_phone": "2145550133"},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}

func TestSumsAreChangedTogether(t *testing.T) {
	for says, want := range map[string]map[string]any{
		"GL limits 1M/2M|double both limits":                   {"each_occurrence_limit": 2000000.0, "general_aggregate_limit": 4000000.0},
		"building 700k, contents 150k|bump both up 10%":        {"building_limit": 770000.0, "contents_limit": 165000.0},
		"building 700k, contents 150k|bump both up 10%|undo":   {"building_limit": 700000.0, "contents_limit": 150000.0},
		"payroll is 400k|lower it by 5 percent":                {"annual_payroll": 380000.0},
		"payroll is 400k|what if we double both limits?":       {"annual_payroll": 400000.0},
		"revenue 900k|our competitor bumped both up 10%":       {"annual_revenue": 900000.0},
		"effective 5/1/2026|we open a second site next spring": {"effective_date": "2026-05-01"},
	} {
		values, _ := converse(t, strings.Split(says, "|")...)
		require.Equal(t, want, values, says)
	}
}
