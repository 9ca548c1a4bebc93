package checks

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// What a create may be sent that nobody meant: optional members and unknown ones, with values of all kinds.
var (
	oddMembers = []string{"state", "lobs", "naics_code", "note", "toString", "", "ids", "insured_name"}
	oddValues  = []any{"", "G", "%", "\u0000", "${x}", "../..", nil, true, -1, 1.5, []any{}, []any{nil}, []any{[]any{}}, obj{}, obj{"": obj{}},
		json.RawMessage("1e9999999999"), json.RawMessage("123456789012345678901234567890"), json.RawMessage("-0"), json.RawMessage(`"\ud800"`)}
)

// newOdd draws input of which no more is expected than that the service does not fail: values that nobody meant, a body of which some
// bytes were lost on the way, a damaged file.
func newOdd(dice *rand.Rand) step {
	s := step{odd: true, create: dice.IntN(2) == 0}
	switch dice.IntN(3) {
	case 0:
		s.create = true
		s.body = obj{"insured_name": "Odd", oddMembers[dice.IntN(len(oddMembers))]: oddValues[dice.IntN(len(oddValues))]}
	case 1:
		member := map[bool]string{true: "insured_name", false: "message"}[s.create]
		body, _ := json.Marshal(obj{member: "We have 12 employees, é漢.", "note": 7}) // cannot fail
		s.raw = garbled(dice, body)
	default:
		s.create, s.file = false, garbled(dice, pdfsample.Packed())
	}
	return s
}

// garbled changes, loses and adds some bytes; now and then the end is lost, or something follows it.
func garbled(dice *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + dice.IntN(8) {
		at := dice.IntN(len(data))
		switch dice.IntN(4) {
		case 0:
			data = append(data[:at:at], data[at+1:]...)
		case 1:
			data = append(data[:at:at], append([]byte{byte(dice.IntN(256))}, data[at:]...)...)
		default:
			data[at] = byte(dice.IntN(256))
		}
	}
	switch dice.IntN(6) {
	case 0:
		return data[:1+dice.IntN(len(data)-1)]
	case 1:
		return append(data, " and more"...)
	}
	return data
}
