package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSentencesSayWhatTheIntakeUnderstands(t *testing.T) {
	got := values(t, sheet(
		"Dear Doreen:",
		"",
		"Gross sales for 2025 were $2,340,000 and the payroll was $688,500. There are 14 full-time and 5 part-time",
		"employees. Roughly $310,000 of the work is subcontracted, and certificates of insurance are obtained from",
		"every subcontractor. The company runs 9 trucks with 11 drivers. The building is owned by the insured.",
		"You may reach Mr. Marcus Teller at (406) 555-0188 about the inspection of the roof.",
	))
	for key, want := range map[string]any{
		"annual_revenue": 2340000.0, "annual_payroll": 688500.0, "full_time_employees": 14.0, "part_time_employees": 5.0,
		"subcontractors_used": true, "subcontractor_cost": 310000.0, "certificates_required": true, "vehicle_count": 9.0,
		"driver_count": 11.0, "tenure": "owned", "contact_name": "Marcus Teller", "contact_phone": "4065550188",
	} {
		require.Equal(t, want, got[key], key)
	}
}

func TestWhatIsSupposedOrSomebodyElsesIsNotTold(t *testing.T) {
	for _, line := range []string{
		"I would also suggest a $2,000,000 umbrella, and most landlords will ask for one in their leases anyway.",
		"The first has annual sales of $1,200,000 and twelve employees, the second is a new venture of the same owner.",
		"A restaurant with a payroll of $500,000 that grows should tell us, since an additional premium may be due at audit.",
	} {
		require.Empty(t, values(t, sheet("Dear Underwriter:", "", line)), line)
	}
}

func TestContradictingSentencesTellNothing(t *testing.T) {
	got := values(t, sheet(
		"Dear Doreen:",
		"",
		"The fleet consists of 6 trucks and it is kept in a garage. The company runs 9 trucks with 11 drivers every day of the week.",
	))
	require.NotContains(t, got, "vehicle_count")
	require.Equal(t, 11.0, got["driver_count"])
}

func TestQuestionsAreAnsweredInWords(t *testing.T) {
	got := values(t, sheet(
		"Q: How long have you been in business?",
		"A: Since 2007",
		"",
		"Q: Do you own your building?",
		"A: No, we rent",
		"",
		"Q: Any claims in the last five years?",
		"A: One, a slip and fall, $7,800 paid",
	))
	require.Equal(t, map[string]any{"year_established": 2007.0, "tenure": "leased", "losses_5yr": true, "loss_count": 1.0, "loss_total": 7800.0}, got)
}

func TestLimitsGoByTheCoverageTheyStandUnder(t *testing.T) {
	got := values(t, sheet(
		"GENERAL LIABILITY            EACH OCCURRENCE        $1,000,000",
		"                             GENERAL AGGREGATE      $2,000,000",
		"UMBRELLA LIABILITY           EACH OCCURRENCE        $3,000,000",
		"                             AGGREGATE              $3,000,000",
	))
	require.Equal(t, 1e6, got["each_occurrence_limit"])
	require.Equal(t, 2e6, got["general_aggregate_limit"])
	require.Equal(t, 3e6, got["umbrella_limit"])
}

func TestAChangeIsReadFromItsNewColumn(t *testing.T) {
	got := values(t, sheet(
		"ITEM               FROM          TO",
		"Contents limit     $180,000      $210,000",
		"Deductible         $1,000        $2,500",
	))
	require.Equal(t, map[string]any{"contents_limit": 210000.0, "deductible": 2500.0}, got)
}

func TestTheLastYearThatIsOverCounts(t *testing.T) {
	got := values(t, sheet(
		"Financials      2023          2024          2025          2026 proj",
		"Gross sales     $2,010,000    $2,188,000    $2,305,000    $2,400,000",
	))
	require.Equal(t, map[string]any{"annual_revenue": 2305000.0}, got)
}

func TestTwoLabelsWithTwoValues(t *testing.T) {
	got := values(t, sheet(
		"Entity / FEIN:      Corporation / 84-5510937",
		"Phone / Email:      970-555-0159 / dario@stonebridge.example",
	))
	require.Equal(t, map[string]any{"entity_type": "corporation", "fein": "845510937", "contact_phone": "9705550159",
		"contact_email": "dario@stonebridge.example"}, got)
}

func TestABareCompanyIsWhoseNameStandsBehindIt(t *testing.T) {
	require.Equal(t, "Nimbus Auto Glass LLC", values(t, sheet("Company:   Nimbus Auto Glass LLC", "EIN:       42-8890013"))["legal_name"])
	require.Equal(t, "Tidewater Mutual Insurance Company", values(t, sheet("Company:   Tidewater Mutual Insurance Company", "Insured:   Oyster Point Inc"))["current_carrier"])
}

func TestTheBlockUnderTheNameOfTheInsured(t *testing.T) {
	got := values(t, sheet(
		"Prepared by:",
		"Oxbow Insurance Partners",
		"Attn: Kit Lindgren",
		"512-555-0101",
		"",
		"Prepared for:",
		"Pecan Street Theater Company, Inc.",
		"Attn: Rosa Martin",
		"412 E 6th St, Austin, TX 78701",
		"512-555-0147",
	))
	for key, want := range map[string]any{"legal_name": "Pecan Street Theater Company, Inc.", "contact_name": "Rosa Martin",
		"mailing_address": "412 E 6th St", "mailing_city": "Austin", "mailing_state": "TX", "mailing_zip": "78701", "contact_phone": "5125550147"} {
		require.Equal(t, want, got[key], key)
	}
}

func TestAPolicyOfOneLineHasItsOwnLimits(t *testing.T) {
	got := values(t, sheet(
		"CYBER LIABILITY POLICY DECLARATIONS",
		"",
		"Aggregate limit of liability:   $2,000,000",
		"Retention:                      $5,000 each event",
		"Premium:                        $4,075",
	))
	require.Equal(t, map[string]any{"cyber_limit": 2e6, "current_premium": 4075.0}, got)
}

func TestThousandsInASentence(t *testing.T) {
	got := values(t, sheet("Dear Joel:", "", "In 2025 our sales were $710K and the payroll was $190K. We pay $8,240 a year. Our address is 620 Commerce Dr, Fort Collins, CO 80524."))
	require.Equal(t, map[string]any{"annual_revenue": 710000.0, "annual_payroll": 190000.0, "current_premium": 8240.0,
		"mailing_address": "620 Commerce Dr", "mailing_city": "Fort Collins", "mailing_state": "CO", "mailing_zip": "80524"}, got)
}
