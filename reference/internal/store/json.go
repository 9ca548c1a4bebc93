package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// encode is a value as a JSON column holds it.
func encode(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("store: %T does not encode: %v", v, err)) // only plain maps and lists come here
	}
	return string(data)
}

// decode reads JSON columns into their values, pair by pair. Those are empty, and null leaves them so.
func decode(pairs ...any) error {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == "null" {
			continue
		}
		if err := json.Unmarshal([]byte(pairs[i].(string)), pairs[i+1]); err != nil {
			return fmt.Errorf("store: reading a JSON column: %w", err)
		}
	}
	return nil
}

// millisOrNil is an optional time as it is stored.
func millisOrNil(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return Millis(t)
}

// timeOrZero is a stored optional time.
func timeOrZero(millis *int64) time.Time {
	if millis == nil {
		return time.Time{}
	}
	return Time(*millis)
}
