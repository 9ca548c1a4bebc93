package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSentencesOfALetter(t *testing.T) {
	got := values(t, sheet(
		"Harbor Lights Bakery LLC",
		"118 Commercial Street",
		"Portland, ME 04101",
		"",
		"Dear Policyholder:",
		"",
		"Your policy with Casco Bay Mutual Insurance Company is effective March 1, 2026 through March 1, 2027.",
		"It comes with a limit of $1,000,000 per occurrence and a general aggregate of $2,000,000. The annual",
		"premium is $6,780, an increase over last year's premium of $6,215. Your business personal property is",
		"insured for $92,500, subject to a $2,500 deductible. We used an estimated payroll of $310,000.",
	))
	require.Equal(t, map[string]any{
		"legal_name": "Harbor Lights Bakery LLC", "mailing_address": "118 Commercial Street", "mailing_city": "Portland", "mailing_state": "ME", "mailing_zip": "04101",
		"current_carrier": "Casco Bay Mutual Insurance Company", "effective_date": "2026-03-01", "expiration_date": "2027-03-01",
		"each_occurrence_limit": 1e6, "general_aggregate_limit": 2e6, "current_premium": 6780.0, "contents_limit": 92500.0, "deductible": 2500.0,
		"annual_payroll": 310000.0,
	}, got)
}

func TestSentencesOfDoubtSayNothing(t *testing.T) {
	for _, line := range []string{
		"You were previously insured by Meadowlands Casualty, whose policy with a limit of $500,000 per occurrence is over now.",
		"We require certificates from all of your subcontractors with limits of at least $1,000,000 per occurrence on their policies.",
		"If you want an umbrella policy, a limit of $1,000,000 per occurrence would cost you about nine hundred dollars for the year.",
		"We regret that we are unable to offer this coverage effective March 1, 2026 as your agent has asked us to do for you.",
		"Should the insured be able to accept a $25,000 deductible and limits of $300,000 per occurrence, please send it in again.",
		"This policy was cancelled for nonpayment of premium of $1,204.50 and the balance has to reach us before the end of the week.",
		"The claim of November 9, 2024 is closed, and the policy of another insurer with a deductible of $5,000 has paid for all of it.",
	} {
		require.Empty(t, values(t, sheet("Dear Policyholder:", "", line)), line)
	}
}

func TestALetterThatOffersToRenew(t *testing.T) {
	got := values(t, sheet(
		"Policy Number: TCM-77120     Expiration Date: March 18, 2026",
		"",
		"Dear Policyholder,",
		"",
		"Your current policy expires on March 18, 2026 and we would like to keep you. This letter offers to",
		"renew it for the term March 18, 2026 to March 18, 2027 at the rates that are printed on the back.",
	))
	require.Equal(t, map[string]any{"effective_date": "2026-03-18", "expiration_date": "2027-03-18"}, got)
}

func TestAMailboxThatBearsTheInsuredsName(t *testing.T) {
	got := values(t, sheet(
		"From:  Priya Raman <priya@lotusyoga.example>",
		"Sent by way of:  Nadia Brandt <nadia@grayheron.example>",
		"",
		"Legal name:   Lotus & Pine Yoga Studio LLC",
		"",
		"Priya Raman",
		"(413) 555-0137",
		"",
		"Nadia Brandt",
		"720-555-0102",
	))
	require.Equal(t, "Priya Raman", got["contact_name"])
	require.Equal(t, "priya@lotusyoga.example", got["contact_email"])
	require.Equal(t, "4135550137", got["contact_phone"])
}

func TestSeveralValuesInOneCell(t *testing.T) {
	got := values(t, sheet(
		"Employees (FT/PT)              16 / 22",
		"Occurrence / aggregate limit   $1,000,000 / $2,000,000",
		"Current insurance:             Front Range Mutual, $17,250/yr, expires 4/10/2026",
	))
	require.Equal(t, map[string]any{
		"full_time_employees": 16.0, "part_time_employees": 22.0, "each_occurrence_limit": 1e6, "general_aggregate_limit": 2e6,
		"current_carrier": "Front Range Mutual", "current_premium": 17250.0, "expiration_date": "2026-04-10",
	}, got)
}

func TestARenewalBesideTheExpiringTerm(t *testing.T) {
	got := values(t, sheet(
		"Current policy term:   08/01/2025 to 08/01/2026",
		"Renewal policy term:   08/01/2026 to 08/01/2027",
		"",
		"Coverage          Expiring      Renewal",
		"Building limit    $890,000      $935,000",
		"Annual premium    $7,918        $8,455",
	))
	require.Equal(t, map[string]any{"effective_date": "2026-08-01", "expiration_date": "2027-08-01", "current_premium": 7918.0, "building_limit": 935000.0}, got)
}

func TestQuestionsInWordsOfTheirOwn(t *testing.T) {
	got := values(t, sheet(
		"What were your total revenues in the last fiscal year?       $1,015,000",
		"Which company insures you now, and what is the premium?      Cascadia Mutual, $10,310",
		"How large are the premises you occupy (square feet)?         8,250",
		"Año de construcción / Year built                             1979",
	))
	require.Equal(t, map[string]any{
		"annual_revenue": 1015000.0, "current_carrier": "Cascadia Mutual", "current_premium": 10310.0, "square_footage": 8250.0, "year_built": 1979.0,
	}, got)
}

func TestAColumnHeadIsNobodysName(t *testing.T) {
	got := values(t, sheet(
		"Named insured and address      Loan number",
		"Buffalo Creek Antiques LLC     550-1120",
		"612 Old Turnpike Rd",
		"Mifflinburg, PA 17844",
	))
	require.Equal(t, "Buffalo Creek Antiques LLC", got["legal_name"])
	require.Equal(t, "17844", got["mailing_zip"])
}

func TestNoneInTheFirstRowIsNotTheTables(t *testing.T) {
	got := values(t, sheet(
		"Line of coverage              Limit         Deductible    Premium",
		"General liability occurrence  $1,000,000    None          $3,240",
	))
	require.NotContains(t, got, "deductible")
}

func TestAnAnswerAboveAQuestionIsNoPartOfIt(t *testing.T) {
	got := values(t, sheet(
		"Losses past 5 years:   Yes       Total paid:   $6,275",
		"Has any company cancelled coverage?          No",
	))
	require.Equal(t, true, got["losses_5yr"])
	require.Equal(t, false, got["prior_cancellation"])
}

func TestACompanyIsNotWhatItDoes(t *testing.T) {
	require.NotContains(t, values(t, sheet("Business: Delmar Auto Body, Inc.")), "description_of_operations")
	require.Equal(t, "Canoe and kayak rental", values(t, sheet("Business: Canoe and kayak rental"))["description_of_operations"])
}

func TestTextThatIsWrittenToNobodySaysNothing(t *testing.T) {
	require.Empty(t, values(t, sheet(
		"The deductible of $500 applies to each loss and our limit for your business personal property is $100,000.",
		"Coverage is effective January 1, 2026 and ends January 1, 2027 in this example of a policy for everybody.",
	)))
}

func TestWhatAnInvoiceAsksForIsNotThePremium(t *testing.T) {
	require.NotContains(t, values(t, sheet("INVOICE", "", "Total due:  $428.20")), "current_premium")
}
