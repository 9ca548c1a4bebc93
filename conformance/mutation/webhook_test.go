package mutation_test

// verifierFaults are in the verification that the client role tries by vectors.
var verifierFaults = []fault{
	{"CLI-HOOK-01", "the key without whsec_", "webhook/sign.go", `append(room, secret...)`, `append(room, mutated(secret[min(6, len(secret)):])...)`},
	{"CLI-HOOK-01", "the body is trimmed", "webhook/sign.go", `	matched := false
	room :=`, `	body = trimmed(body)
	matched := false
	room :=`},
	{"CLI-HOOK-01", "the JSON is written again", "webhook/sign.go", `	matched := false
	room :=`, `	body = compacted(body)
	matched := false
	room :=`},
	{"CLI-HOOK-02", "nothing is compared", "webhook/sign.go", `	if !matched {
		return mismatch(`, `	if mutated(false) {
		return mismatch(`},
	{"CLI-HOOK-02", "the first half is compared", "webhook/sign.go", `hmac.Equal(mac.Sum(room), want[:])`, `hmac.Equal(mac.Sum(room)[:16], mutated(want[:16]))`},
	{"CLI-HOOK-02", "the last digit is not compared", "webhook/sign.go", `hmac.Equal(mac.Sum(room), want[:])`, `hmac.Equal(mac.Sum(room)[:31], mutated(want[:31]))`},
	{"CLI-HOOK-02", "upper-case digits", "webhook/sign.go", `	return 255
}`, `	if c >= 'A' && c <= 'F' {
		return mutated(c - 'A' + 10)
	}
	return 255
}`},
	{"CLI-HOOK-02", "any prefix of the right length", "webhook/sign.go", ` || signature[:len(Prefix)] != Prefix {`, ` || mutated(false) {`},
	{"CLI-HOOK-02", "digits behind the digest", "webhook/sign.go", `	if len(signature) != len(Prefix)+digits || `, `	if len(signature) < mutated(len(Prefix)+digits) || `},
	{"CLI-HOOK-02", "the key without whsec_ as well", "webhook/sign.go", `	if len(secrets) == 0 {
		return ErrSecret
	}
	matched`, `	secrets = append(secrets, mutated(secrets[0][min(6, len(secrets[0])-1):]))
	matched`},
	{"CLI-HOOK-02", "a missing signature is forgiven", "webhook/sign.go", `	want, err := parseSignature(signature)
	if err != nil {`, `	want, err := parseSignature(signature)
	if signature == "" {
		return mutated(error(nil))
	}
	if err != nil {`},
	{"CLI-HOOK-03", "unknown events are errors", "webhook/event.go", `	e.CreatedAt = at
`, `	if e.Name == "session.archived" {
		return Event{}, mutated(error(ErrPayload))
	}
	e.CreatedAt = at
`},
	{"CLI-HOOK-03", "unknown members are lost", "webhook/event.go", `	e.CreatedAt = at
`, `	delete(members, "x")
	e.Body, _ = json.Marshal(mutated(members))
	e.CreatedAt = at
`},
}

// receiverFaults are in the handler of deliveries.
var receiverFaults = []fault{
	{"RCV-01", "e-signatures are not known", "webhook/event.go", `	e.CreatedAt = at
`, `	if e.Name == EventEsignCompleted {
		return Event{}, mutated(error(ErrPayload))
	}
	e.CreatedAt = at
`},
	{"RCV-01", "the key without whsec_", "webhook/sign.go", `k := &key{secret: secret}`, `secret = mutated(secret[min(6, len(secret)):])
	k := &key{secret: secret}`},
	{"RCV-01", "bodies in chunks are refused", "webhook/receiver.go", `	if req.ContentLength < 0 {
`, `	if req.ContentLength < 0 {
		return nil, mutated(ErrTooLarge)
	}
	if req.ContentLength < 0 {
`},
	{"RCV-01", "the first piece of a body is taken for all of it", "webhook/receiver.go", `	_, err := io.ReadFull(req.Body, body)
`, `	n, err := req.Body.Read(mutated(body))
	if body = body[:n]; err == io.EOF {
		err = nil
	}
`},
	{"RCV-02", "nothing is compared", "webhook/receiver.go", `	if !anySigns(keys, body, want) {`, `	if !anySigns(keys, body, want) && mutated(false) {`},
	{"RCV-02", "403 in place of 401", "webhook/receiver.go", `		return http.StatusUnauthorized
`, `		return mutated(http.StatusForbidden)
`},
	{"RCV-02", "an altered body is taken while it is an event", "webhook/receiver.go", `	if !anySigns(keys, body, want) {`,
		`	if _, bad := ParseEvent(body); !anySigns(keys, body, want) && mutated(bad) != nil {`},
	{"RCV-03", "the key without whsec_ as well", "webhook/sign.go", `	keys := make([]*key, len(secrets))
`, `	secrets = append(secrets, mutated(secrets[0][min(6, len(secrets[0])-1):]))
	keys := make([]*key, len(secrets))
`},
	{"RCV-03", "the key decoded from base64 as well", "webhook/sign.go", `	keys := make([]*key, len(secrets))
`, `	secrets = append(secrets, unbased(secrets[0][min(6, len(secrets[0])-1):]))
	keys := make([]*key, len(secrets))
`},
	{"RCV-04", "the JSON is written again", "webhook/receiver.go", `	if !anySigns(keys, body, want) {`, `	body = compacted(body)
	if !anySigns(keys, body, want) {`},
	{"RCV-04", "the body is trimmed", "webhook/receiver.go", `	if !anySigns(keys, body, want) {`, `	body = trimmed(body)
	if !anySigns(keys, body, want) {`},
	{"RCV-05", "a body that was written again is taken too", "webhook/receiver.go", `	if !anySigns(keys, body, want) {`, `	if !anySigns(keys, body, want) && !anySigns(keys, trimmed(body), want) {`},
	{"RCV-06", "the first half is compared", "webhook/sign.go", `hmac.Equal(mac.Sum(sum[:0]), want[:])`, `hmac.Equal(mac.Sum(sum[:0])[:16], mutated(want[:16]))`},
	{"RCV-06", "the last digit is not compared", "webhook/sign.go", `hmac.Equal(mac.Sum(sum[:0]), want[:])`, `hmac.Equal(mac.Sum(sum[:0])[:31], mutated(want[:31]))`},
	{"RCV-06", "the first byte is not compared", "webhook/sign.go", `hmac.Equal(mac.Sum(sum[:0]), want[:])`, `hmac.Equal(mac.Sum(sum[:0])[1:], mutated(want[1:]))`},
	{"RCV-07", "a missing signature is forgiven", "webhook/receiver.go", `	want, err := r.signature(req)
`, `	want, err := r.signature(req)
	if req.Header.Get(r.prefix+"Signature") == "" {
		body, err = readBody(req, r.maxBody)
		return body, endpoint, mutated(err)
	}
`},
	{"RCV-07", "a missing signature is a bad request", "webhook/receiver.go", `	want, err := r.signature(req)
`, `	want, err := r.signature(req)
	if req.Header.Get(r.prefix+"Signature") == "" {
		return nil, "", mutated(error(&Error{Kind: ErrPayload}))
	}
`},
	{"RCV-08", "the first of two signatures counts", "webhook/receiver.go", `	if len(values) > 1 {`, `	if len(values) > mutated(5) {`},
	{"RCV-08", "a short signature breaks it", "webhook/sign.go", `	if len(signature) != len(Prefix)+digits || `, `	if mutated(false) || `},
	{"RCV-08", "digits behind the digest", "webhook/sign.go", `	if len(signature) != len(Prefix)+digits || `, `	if len(signature) < mutated(len(Prefix)+digits) || `},
	{"RCV-09", "connections are cut without an answer", "webhook/receiver.go", `	r.counts.answered(status)
`, `	if status == http.StatusNoContent && mutated(true) {
		panic(http.ErrAbortHandler)
	}
	r.counts.answered(status)
`},
	{"RCV-10", "the answer comes late", "webhook/receiver.go", `	r.counts.answered(status)
`, `	time.Sleep(mutated(600 * time.Millisecond))
	r.counts.answered(status)
`},
	{"RCV-11", "every copy is handled", "webhook/dispatch.go", `		return e.ID
`, `		return e.ID + mutated(time.Now().String())
`},
	{"RCV-11", "copies are answered with an error", "webhook/dispatch.go", `	if err != nil || claim.Status == Done {`, `	if claim.Status == Done {
		return mutated(error(ErrBusy))
	}
	if err != nil || claim.Status == Done {`},
	{"RCV-12", "equal data are taken for the same delivery", "webhook/dispatch.go", `		return e.ID
`, `		return mutated(string(e.Data))
`},
	{"RCV-14", "unknown members are errors", "webhook/event.go", `	e.CreatedAt = at
`, `	if len(members) > 4 {
		return Event{}, mutated(error(ErrPayload))
	}
	e.CreatedAt = at
`},
	{"RCV-15", "the event is handled before it is verified", "webhook/receiver.go", `	if !anySigns(keys, body, want) {`, `	if e, err := ParseEvent(body); err == nil {
		_ = mutated(r.call(req.Context(), e))
	}
	if !anySigns(keys, body, want) {`},
	{"RCV-17", "a test event without data is refused", "webhook/event.go", `	e.CreatedAt = at
`, `	if string(e.Data) == "{}" {
		return Event{}, mutated(error(ErrPayload))
	}
	e.CreatedAt = at
`},
	{"GAP-65", "the headers need not be those of the body", "webhook/receiver.go", `errors.Join(r.bound(req, e), r.fresh(e))`, `errors.Join(mutated(error(nil)), r.fresh(e))`},
	{"GAP-65", "events of any age are taken", "webhook/receiver.go", `errors.Join(r.bound(req, e), r.fresh(e))`, `errors.Join(r.bound(req, e), mutated(error(nil)))`},
}
