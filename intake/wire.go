package intake

// The types of the API read and write their wire form themselves, so that members unknown to this version survive a round
// trip through any of them.

func decodeFresh[T any, P interface {
	*T
	wire
}](data []byte, into P) error {
	var fresh T
	if err := decodeJSON(data, P(&fresh)); err != nil {
		return err
	}
	*into = fresh
	return nil
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Identity) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Identity) MarshalJSON() ([]byte, error) {
	type plain Identity
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Session) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Session) MarshalJSON() ([]byte, error) {
	type plain Session
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *SessionSummary) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v SessionSummary) MarshalJSON() ([]byte, error) {
	type plain SessionSummary
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *SessionDetail) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v SessionDetail) MarshalJSON() ([]byte, error) {
	type plain SessionDetail
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *NextQuestion) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v NextQuestion) MarshalJSON() ([]byte, error) {
	type plain NextQuestion
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *FilledForm) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v FilledForm) MarshalJSON() ([]byte, error) {
	type plain FilledForm
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *SessionList) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v SessionList) MarshalJSON() ([]byte, error) {
	type plain SessionList
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Turn) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Turn) MarshalJSON() ([]byte, error) {
	type plain Turn
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Ask) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Ask) MarshalJSON() ([]byte, error) {
	type plain Ask
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Extraction) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Extraction) MarshalJSON() ([]byte, error) {
	type plain Extraction
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Filling) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Filling) MarshalJSON() ([]byte, error) {
	type plain Filling
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *RiskFlag) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v RiskFlag) MarshalJSON() ([]byte, error) {
	type plain RiskFlag
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Appointment) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Appointment) MarshalJSON() ([]byte, error) {
	type plain Appointment
	return encodeWith(plain(v), v.Extra)
}

// UnmarshalJSON reads the wire form and keeps unknown members.
func (v *Document) UnmarshalJSON(data []byte) error { return decodeFresh(data, v) }

// MarshalJSON writes the wire form, unknown members included.
func (v Document) MarshalJSON() ([]byte, error) {
	type plain Document
	return encodeWith(plain(v), v.Extra)
}
