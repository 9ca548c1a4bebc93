package intake

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// encodeWith writes known, which encodes to an object, with the members of extra behind its own. A member of extra goes
// before one of known that has its name: it was kept there because the field could not hold it.
func encodeWith(known any, extra Values) ([]byte, error) {
	data, err := json.Marshal(known)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	b := bytes.NewBuffer(make([]byte, 0, 2*len(data)))
	b.WriteByte('{')
	d := decoder{text: string(data)}
	d.object(func(key string) {
		if value := d.raw(); extra[key] == "" {
			err = writeMember(b, key, Value(value))
		}
	})
	for _, key := range slices.Sorted(maps.Keys(extra)) {
		if err == nil {
			err = writeMember(b, key, extra[key])
		}
	}
	b.WriteByte('}')
	return b.Bytes(), err
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
