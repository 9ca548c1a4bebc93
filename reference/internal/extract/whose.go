package extract

import (
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

// identity are the fields that belong to a person or company, and so to the wrong one under a heading about another.
var identity = []string{"legal_name", "dba", "entity_type", "fein", "website", "contact_name", "contact_phone", "contact_email",
	"mailing_address", "mailing_city", "mailing_state", "mailing_zip", "location_address", "location_city", "location_state", "location_zip",
	"year_established", "description_of_operations"}

var blocked = map[string][]string{
	"agency":   slices.DeleteFunc(slices.Clone(identity), func(key string) bool { return key == "entity_type" || key == "description_of_operations" }),
	"third":    identity,
	"people":   append([]string{"effective_date", "expiration_date", "square_footage", "tenure", "annual_payroll"}, identity...),
	"claims":   append([]string{"effective_date", "expiration_date", "deductible", "current_premium"}, identity[3:]...),
	"carrier":  slices.DeleteFunc(slices.Clone(identity), func(key string) bool { return key == "entity_type" || key == "description_of_operations" }),
	"prior":    {"effective_date", "expiration_date", "legal_name"},
	"vehicles": {"year_built", "construction_type", "deductible", "year_established", "annual_revenue"},
}

// ownPremises are labels that name the insured's premises whatever stands above them.
var ownPremises = pattern.MustCompile(`\b(?:premises|described location|insured location|location of (?:risk|property|building))\b`)

// keyIn is the field that a label stands for under a context, "" where it belongs to somebody else.
func keyIn(context, key, text string) string {
	if slices.Contains(blocked[context], key) && !(context != "third" && ownPremises.MatchString(normal(text))) {
		return ""
	}
	plain := !strings.Contains(strings.ToLower(text), "mail")
	if rest, ok := strings.CutPrefix(key, "mailing_"); ok && context == "premises" && plain {
		return "location_" + rest
	}
	return key
}
