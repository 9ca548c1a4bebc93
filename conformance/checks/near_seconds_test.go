package checks_test

import "strings"

// nearSeconds are choices near the faults of what comes second.
func nearSeconds() []plant {
	return []plant{
		{"API-SUBMIT-04", "an appointment is granted at once", accountAfterRequest("approved")},
		{"API-LIST-07", "parameters that are not known are refused", strict("list", 422, func(c *call, _ obj) bool {
			query := c.r.URL.Query()
			query.Del("limit")
			return len(query) > 0
		})},
		{"API-PDF-01", "a form is packed, and says so", packedForms("gzip")},
		{"API-PDF-01", "a form is packed, and says so by the older name", packedForms("x-gzip")},
		{"API-ANSWER-02", "a turn that answers and asks is refused", strict("answer", 400, func(_ *call, o obj) bool {
			return strings.HasPrefix(message(o), "We have") && strings.HasSuffix(message(o), "?")
		})},
		{"API-CREATE-14", "codes of industries are not known", strict("create", 422, func(_ *call, o obj) bool { return o["naics_code"] != nil })},
		{"API-CREATE-26", "creates that name another workspace are refused where the key is in X-API-Key", where(inHeader, strict("create", 422, func(_ *call, o obj) bool {
			return o["workspace_id"] != nil
		}))},
	}
}
