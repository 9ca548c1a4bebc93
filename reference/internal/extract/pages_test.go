package extract_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/pdfread"
)

// sheets makes a document of several pages.
func sheets(pages ...[]string) *pdfread.Document {
	doc := &pdfread.Document{}
	for _, lines := range pages {
		doc.Pages = append(doc.Pages, sheet(lines...).Pages...)
	}
	return doc
}

const payrollHead = "Class code    Classification     Annual payroll"

func TestATableThatGoesOnOnTheNextPageAddsUp(t *testing.T) {
	first := []string{payrollHead, "5403          Carpentry          $120,000", "8810          Clerical           $40,000"}
	second := []string{payrollHead, "8742          Sales              $60,000", "5645          Framing            $80,000"}
	require.Equal(t, 300000.0, values(t, sheets(first, second))["annual_payroll"])
	require.Equal(t, 160000.0, values(t, sheets(first, first))["annual_payroll"], "a copy of the same page")
	total := append(second, "Total                            $300,000")
	require.Equal(t, 300000.0, values(t, sheets(first, total))["annual_payroll"])
}

func TestSchedulesOverPagesAreCountedTogether(t *testing.T) {
	head := "No.   Year   Make        VIN                    Cost new"
	first := []string{"Schedule of autos", head, "1     2018   Ford        1FTFW1E50JFA00001      $31,000", "2     2020   Ram         1C6RR7FT5LS100002      $36,000"}
	second := []string{head, "3     2021   Isuzu       JALC4W165M7000003      $52,000"}
	again := []string{"Premium by auto", head, "1     2018   Ford        1FTFW1E50JFA00001      $1,100", "3     2021   Isuzu       JALC4W165M7000003      $1,900"}
	require.Equal(t, 3.0, values(t, sheets(first, second))["vehicle_count"])
	require.Equal(t, 3.0, values(t, sheets(first, second, again))["vehicle_count"], "listed once more with premiums")
}

func TestAColumnForEachLocation(t *testing.T) {
	got := values(t, sheet(
		"Described premises           Location 1         Location 2",
		"Year built                   1968               2004",
		"Business personal property   $420,000           $265,000",
		"Deductible                   $2,500             $2,500",
	))
	require.Equal(t, 1968.0, got["year_built"], "what is one by one is the first location's")
	require.Equal(t, 2500.0, got["deductible"])
	require.NotContains(t, got, "contents_limit", "neither is the limit of the policy")
}

func TestSystematicNamesOfFields(t *testing.T) {
	field := func(name, value string) pdfread.Field {
		return pdfread.Field{Name: "F[0].P1[0]." + name + "[0]", Kind: pdfread.TextField, Value: value}
	}
	box := func(name, value string) pdfread.Field {
		return pdfread.Field{Name: name, Tooltip: "Check the box (if applicable): Indicates the annual revenue.", Kind: pdfread.CheckBox, Value: value}
	}
	doc := sheet("Application")
	doc.Fields = []pdfread.Field{
		field("Producer_ContactPerson_EmailAddress_A", "desk@agency.example"),
		field("NamedInsured_FullName_A", "Harbor Bakery LLC"),
		field("NamedInsured_FullName_B", "Harbor Holdings LLC"),
		field("CommercialStructure_PhysicalAddress_CityName_B", "Bangor"),
		box("NamedInsured_LegalEntity_CorporationIndicator_A", "Off"),
		box("NamedInsured_LegalEntity_LimitedLiabilityCorporationIndicator_A", "1"),
		box("LossHistory_NoPriorLossesIndicator_A", "1"),
	}
	require.Equal(t, map[string]any{"legal_name": "Harbor Bakery LLC", "entity_type": "llc", "losses_5yr": false}, values(t, doc))
}

func TestDigitsInACombAreOneNumber(t *testing.T) {
	doc := sheet("Federal tax ID:")
	for i, digit := range "830291144" {
		x := 200 + 15*float64(i)
		doc.Pages[0].Lines[0].Words = append(doc.Pages[0].Lines[0].Words, pdfread.Word{Text: string(digit), X0: x, X1: x + 5, Y: 60, Size: 10})
	}
	require.Equal(t, map[string]any{"fein": "830291144"}, values(t, doc))
}

func TestBoxesGluedToTheirWords(t *testing.T) {
	got := values(t, sheet("Is the building sprinklered?                 ☐Y☒N", "Any prior bankruptcy?                        ☒Y☐N"))
	require.Equal(t, false, got["sprinklered"])
	require.Equal(t, true, got["bankruptcy"])
}

func TestThePremiumOfAClassIsNotThePolicys(t *testing.T) {
	got := values(t, sheet(
		"Classification      Exposure    Rate     Premium",
		"Carpentry           286,500     14.20    $4,068",
		"Subcontracted       92,000      2.10     $193",
	))
	require.NotContains(t, got, "current_premium")
	got = values(t, sheet(
		"Coverage part       Premium",
		"Property            $11,204",
		"Liability           $5,870",
		"TOTAL               $17,386",
	))
	require.Equal(t, 17386.0, got["current_premium"])
	require.NotContains(t, values(t, sheet("Prem.   Bldg.   Coverage     Limit of insurance", "1       1       Building     $1,150,000")), "current_premium")
}

func TestANameInTwoFields(t *testing.T) {
	got := values(t, sheet("Primary contact", "First name: Imani", "Last name: Okafor"))
	require.Equal(t, map[string]any{"contact_name": "Imani Okafor"}, got)
	require.Empty(t, values(t, sheet("Agency", "First name: Imani", "Last name: Okafor")))
}

func TestACellWithAWordIsNoCheckBox(t *testing.T) {
	doc := sheet("Loc    Street address        City      State   ZIP     Year built", "1      1200 Harbor Blvd      Oxnard    CA      93033   1988")
	doc.Pages[0].Boxes = []pdfread.Box{{Rect: pdfread.Rect{X0: 38, Y0: 48, X1: 58, Y1: 62}}}
	got := values(t, doc)
	require.Equal(t, "1200 Harbor Blvd", got["location_address"])
	require.Equal(t, 1988.0, got["year_built"])
}

func TestWhatStandsBelowAnAnswerIsNoAnswer(t *testing.T) {
	got := values(t, sheet(
		"Losses: 1 in 5 yrs - 2024 tent collapse, closed",
		"No cancellations, no bankruptcies",
	))
	require.NotEqual(t, false, got["losses_5yr"])
}

func TestFiguresOfSeveralTerms(t *testing.T) {
	got := values(t, sheet(
		"Policy year      Premium      Number of claims   Paid      Reserves",
		"05/01/2023-24    $97,305      2                  $61,880   $0",
		"05/01/2024-25    $104,560     1                  $4,300    $0",
		"05/01/2025-26    $112,940     3                  $1,250    $0",
		"3-year total     $314,805     6                  $67,430   $0",
	))
	require.Equal(t, 6.0, got["loss_count"])
	require.NotEqual(t, 314805.0, got["current_premium"])
}

func TestASumIsChosenByItsBox(t *testing.T) {
	got := values(t, sheet(
		"Umbrella limit:   [ ] $1,000,000   [X] $2,000,000   [ ] $5,000,000",
		"Deductible:       [ ] $500   [ ] $1,000   [ ] $2,500",
	))
	require.Equal(t, map[string]any{"umbrella_limit": 2000000.0}, got)
}

func TestWordsBeforeTheirLines(t *testing.T) {
	require.Equal(t, "leased", values(t, sheet("OWN ___  RENT _X_     SQ FT: 31,000"))["tenure"])
}

func TestALimitBesideAMisfortune(t *testing.T) {
	require.NotContains(t, values(t, sheet("Data breach     $50,000", "Employment practices   $100,000")), "cyber_incident")
}
