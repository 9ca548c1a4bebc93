package api

import (
	"encoding/json"
	"net/http"
)

// Choices are other answers to what the spec leaves open, so that clients and judges of servers can be shown that they
// take them all. The zero value is what API.md and the OpenAPI document describe.
type Choices struct {
	BareRiskList     bool   // the risk summary is the list itself
	NotJSON          int    // status for a body that is no JSON; 400 instead of 422
	NotPDF           int    // status for an upload that is no PDF; 400 instead of 422
	OldestFirst      bool   // the list begins with the oldest session
	OmitNulls        bool   // optional members are left out instead of being null
	Oversize         int    // status for a file over the bound; 400 or 413 instead of 422
	SubmissionMember string // the member of the platform's id; instead of submission_id
}

// shape is an output as these choices have it.
func (c Choices) shape(out any) any {
	switch one := out.(type) {
	case riskSummary:
		if c.BareRiskList {
			return one.Flags
		}
	case submission:
		if c.SubmissionMember != "" {
			return map[string]string{c.SubmissionMember: one.SubmissionID}
		}
	}
	if c.OmitNulls {
		return withoutNulls(out)
	}
	return out
}

// withoutNulls leaves the members out that are null. Field values are not touched: a null in them has a meaning.
func withoutNulls(out any) any {
	data, err := json.Marshal(out)
	var object map[string]json.RawMessage
	if err != nil || json.Unmarshal(data, &object) != nil {
		return out
	}
	for name, value := range object {
		if string(value) == "null" {
			delete(object, name)
		}
	}
	return object
}

// status is the choice for a fault that the spec lets several statuses stand for; 422 unless chosen otherwise.
func (c Choices) status(f Fault) int {
	chosen := 0
	switch f.Type {
	case "json_invalid":
		chosen = c.NotJSON
	case "pdf_invalid":
		chosen = c.NotPDF
	case "file_too_large":
		chosen = c.Oversize
	}
	if chosen == 0 {
		return http.StatusUnprocessableEntity
	}
	return chosen
}
