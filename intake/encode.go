package intake

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// encodeWith writes known, which encodes to an object, with the members of extra behind its own. A member that both have is
// known's: extra kept one that the field could not hold, and the field was set since.
func encodeWith(known any, extra Values) ([]byte, error) {
	data, err := json.Marshal(known)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	others := maps.Clone(extra)
	d := decoder{text: string(data)}
	d.object(func(key string) {
		d.raw()
		delete(others, key)
	})
	b := bytes.NewBuffer(data[:len(data)-1])
	for _, key := range slices.Sorted(maps.Keys(others)) {
		if err := writeMember(b, key, others[key]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func writeMember(b *bytes.Buffer, key string, v Value) error {
	name, err := json.Marshal(key)
	if err != nil {
		return err
	}
	value, err := v.MarshalJSON()
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	b.Write(name)
	b.WriteByte(':')
	b.Write(value)
	return err
}
