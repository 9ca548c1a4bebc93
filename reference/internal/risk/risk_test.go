package risk_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/risk"
)

type values = map[string]any

// everything is all lines of business, so that no rule is left out for its line.
var everything = []string{"general_liability", "property", "workers_compensation", "commercial_auto", "umbrella", "cyber", "professional_liability"}

// cases has, for each rule by its title, values for which it holds and values close by for which it does not.
var cases = []struct {
	title        string
	holds, clean values
	says         string // in the detail
}{
	{"Subcontractors without certificates of insurance", values{"subcontractors_used": true, "certificates_required": false}, values{"subcontractors_used": true, "certificates_required": true}, "No"},
	{"Much of the work is subcontracted", values{"annual_revenue": 1e6, "subcontractor_cost": 5e5}, values{"annual_revenue": 1e6, "subcontractor_cost": 1e5}, "$500,000"},
	{"Subcontractors without a cost", values{"subcontractors_used": true, "subcontractor_cost": 0.0}, values{"subcontractors_used": true, "subcontractor_cost": 10.0}, "$0"},
	{"High share of alcohol in sales", values{"alcohol_percent": 26.0}, values{"alcohol_percent": 25.0}, "26%"},
	{"Alcohol is sold", values{"alcohol_percent": 25.0}, values{"alcohol_percent": 10.0}, "25%"},
	{"Work on roofs", values{"description_of_operations": "Roofing and gutters"}, values{"description_of_operations": "Waterproof coats, sold by mail"}, "gutters"},
	{"Operations with a high hazard", values{"description_of_operations": "interior demolition"}, values{"description_of_operations": "interior design"}, "demolition"},
	{"Hot work or open flame", values{"description_of_operations": "Mobile welding"}, values{"description_of_operations": "Mobile dog wash"}, "welding"},
	{"Care of children or the vulnerable", values{"description_of_operations": "Licensed daycare"}, values{"description_of_operations": "Accounting"}, "daycare"},
	{"Very old building", values{"year_built": 1939.0}, values{"year_built": 1940.0}, "1939"},
	{"Old building", values{"year_built": 1979.0}, values{"year_built": 1980.0}, "1979"},
	{"Large area without sprinklers", values{"square_footage": 10001.0, "sprinklered": false}, values{"square_footage": 10001.0, "sprinklered": true}, "10,001"},
	{"Frame building without sprinklers", values{"construction_type": "frame", "sprinklered": false}, values{"construction_type": "masonry_noncombustible", "sprinklered": false}, "Frame"},
	{"No alarm for valuable contents", values{"alarm": false, "contents_limit": 1e5}, values{"alarm": false, "contents_limit": 99999.0}, "$100,000"},
	{"Contents limit looks low for the area", values{"square_footage": 1e4, "contents_limit": 5e4}, values{"square_footage": 1e4, "contents_limit": 1e5}, "$50,000"},
	{"Building limit looks low for the area", values{"square_footage": 1e4, "building_limit": 5e5}, values{"square_footage": 1e4, "building_limit": 9e5}, "$500,000"},
	{"Deductible is high for the size of the business", values{"annual_revenue": 2e5, "deductible": 5000.0}, values{"annual_revenue": 2e6, "deductible": 5000.0}, "$5,000"},
	{"Earlier policy cancelled, declined or non-renewed", values{"prior_cancellation": true}, values{"prior_cancellation": false}, "Yes"},
	{"Bankruptcy in the past", values{"bankruptcy": true}, values{"bankruptcy": false}, "Yes"},
	{"Frequent losses", values{"loss_count": 3.0}, values{"loss_count": 2.0}, "3 losses"},
	{"Losses in the last five years", values{"loss_count": 1.0, "loss_total": 6150.0}, values{"loss_count": 0.0, "loss_total": 0.0}, "$6,150"},
	{"Severe losses", values{"loss_total": 5e4}, values{"loss_total": 49999.0}, "$50,000"},
	{"Losses are high against the premium", values{"loss_total": 3.1e4, "current_premium": 1e4}, values{"loss_total": 2.9e4, "current_premium": 1e4}, "$31,000"},
	{"Payroll is low for the number of employees", values{"annual_payroll": 1e5, "total_employees": 10.0}, values{"annual_payroll": 4e5, "total_employees": 10.0}, "10 employees"},
	{"Payroll is high for the number of employees", values{"annual_payroll": 1e6, "total_employees": 4.0}, values{"annual_payroll": 4e5, "total_employees": 4.0}, "$1,000,000"},
	{"Payroll is above revenue", values{"annual_payroll": 2e5, "annual_revenue": 1e5}, values{"annual_payroll": 1e5, "annual_revenue": 1e5}, "$200,000"},
	{"Employee counts do not add up", values{"full_time_employees": 9.0, "part_time_employees": 5.0, "total_employees": 15.0}, values{"full_time_employees": 9.0, "part_time_employees": 5.0, "total_employees": 14.0}, "15 in total"},
	{"Fewer drivers than vehicles", values{"vehicle_count": 3.0, "driver_count": 2.0}, values{"vehicle_count": 2.0, "driver_count": 2.0}, "2 drivers"},
	{"Many drivers for the vehicles", values{"vehicle_count": 2.0, "driver_count": 5.0}, values{"vehicle_count": 2.0, "driver_count": 4.0}, "5 drivers"},
	{"A fleet", values{"vehicle_count": 20.0}, values{"vehicle_count": 19.0}, "20"},
	{"No hired and non-owned auto cover", values{"total_employees": 5.0, "hired_non_owned_auto": false}, values{"total_employees": 4.0, "hired_non_owned_auto": false}, "No"},
	{"Liability limit below the usual", values{"each_occurrence_limit": 5e5}, values{"each_occurrence_limit": 1e6}, "$500,000"},
	{"Aggregate limit below twice the occurrence limit", values{"each_occurrence_limit": 1e6, "general_aggregate_limit": 1e6}, values{"each_occurrence_limit": 1e6, "general_aggregate_limit": 2e6}, "$1,000,000"},
	{"Coverage ends before it starts", values{"effective_date": "2026-09-01", "expiration_date": "2026-08-01"}, values{"effective_date": "2026-09-01", "expiration_date": "2027-09-01"}, "2026"},
	{"Policy term is not a year", values{"effective_date": "2026-09-01", "expiration_date": "2027-03-01"}, values{"effective_date": "2028-02-01", "expiration_date": "2029-02-01"}, "2027"},
	{"New business", values{"effective_date": "2026-09-01", "year_established": 2024.0}, values{"effective_date": "2026-09-01", "year_established": 2023.0}, "2024"},
	{"Several locations", values{"number_of_locations": 5.0}, values{"number_of_locations": 4.0}, "5 locations"},
	{"Umbrella over a low liability limit", values{"umbrella_limit": 1e6, "each_occurrence_limit": 5e5}, values{"umbrella_limit": 1e6, "each_occurrence_limit": 1e6}, "$500,000"},
	{"Umbrella over a low auto limit", values{"umbrella_limit": 1e6, "auto_liability_limit": 5e5}, values{"umbrella_limit": 1e6, "auto_liability_limit": 1e6}, "$500,000"},
	{"No multi-factor sign-in", values{"multi_factor": false}, values{"multi_factor": true}, "No"},
	{"No tested offline backups", values{"tested_backups": false}, values{"tested_backups": true}, "No"},
	{"Recent cyber incident", values{"cyber_incident": true}, values{"cyber_incident": false}, "Yes"},
	{"Many personal records", values{"records_held": 60000.0, "cyber_limit": 1e6}, values{"records_held": 40000.0, "cyber_limit": 1e6}, "60,000"},
	{"Complaint about professional work", values{"professional_complaint": true}, values{"professional_complaint": false}, "Yes"},
	{"Work without written contracts", values{"written_contracts": false}, values{"written_contracts": true}, "No"},
}

func find(flags []risk.Flag, title string) (risk.Flag, bool) {
	i := slices.IndexFunc(flags, func(f risk.Flag) bool { return f.Title == title })
	if i < 0 {
		return risk.Flag{}, false
	}
	return flags[i], true
}

func TestEveryRuleHoldsWhereItShouldAndNowhereElse(t *testing.T) {
	rules, err := risk.Load()
	require.NoError(t, err)
	for _, c := range cases {
		t.Run(c.title, func(t *testing.T) {
			flag, raised := find(rules.Assess(c.holds, everything), c.title)
			require.True(t, raised)
			require.Contains(t, flag.Detail, c.says)
			require.NotContains(t, flag.Detail, "{")
			require.Contains(t, []string{"low", "medium", "high"}, flag.Severity)
			require.NotEmpty(t, flag.Category)
			_, raised = find(rules.Assess(c.clean, everything), c.title)
			require.False(t, raised)
			for key := range c.holds { // nothing is said about what is not known
				part := values{}
				for other, v := range c.holds {
					if other != key {
						part[other] = v
					}
				}
				_, raised = find(rules.Assess(part, everything), c.title)
				require.False(t, raised, "without %s", key)
			}
		})
	}
}

func TestEveryRuleHasACase(t *testing.T) {
	require.GreaterOrEqual(t, len(cases), 25)
	require.Equal(t, risk.Titles(t), sorted(cases))
}

func sorted(all []struct {
	title        string
	holds, clean values
	says         string
}) (titles []string) {
	for _, c := range all {
		titles = append(titles, c.title)
	}
	slices.Sort(titles)
	return titles
}

func TestTheGravestComeFirstAndNothingIsACleanRisk(t *testing.T) {
	rules, err := risk.Load()
	require.NoError(t, err)
	flags := rules.Assess(values{"loss_count": 1.0, "loss_total": 100.0, "bankruptcy": true, "year_built": 1970.0}, everything)
	var severities []string
	for _, f := range flags {
		severities = append(severities, f.Severity)
	}
	require.Equal(t, "high medium low", strings.Join(severities, " "))
	require.NotNil(t, rules.Assess(nil, nil))
	require.Empty(t, rules.Assess(nil, nil))
}

func TestRulesOfOtherLinesStaySilent(t *testing.T) {
	rules, err := risk.Load()
	require.NoError(t, err)
	_, raised := find(rules.Assess(values{"year_built": 1900.0}, []string{"cyber"}), "Very old building")
	require.False(t, raised)
}

func TestValuesOfAnotherTypeDoNoHarm(t *testing.T) {
	rules, err := risk.Load()
	require.NoError(t, err)
	for _, c := range cases {
		for _, odd := range []any{"text", true, -1.0, []any{1}, map[string]any{}} {
			changed := values{}
			for key := range c.holds {
				changed[key] = odd
			}
			rules.Assess(changed, everything)
		}
	}
}
