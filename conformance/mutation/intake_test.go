package mutation_test

// intakeFaults are in what the client sends, in what it makes of answers, and in when it repeats a call.
var intakeFaults = []fault{
	{"CLI-REQ-01", "the key is not sent", "intake/credentials.go", `r.Header[h.credential.header] = value`, `_ = mutated(value)`},
	{"CLI-REQ-01", "the key is not sent with the risk summary", "intake/credentials.go", `r.Header[h.credential.header] = value`,
		`if c.op != opRisk || mutated(false) {
		r.Header[h.credential.header] = value
	}`},
	{"CLI-REQ-01", "the key is lost when a call is repeated", "intake/credentials.go", `r.Header[h.credential.header] = value`,
		`if c.attempts == 1 || mutated(false) {
		r.Header[h.credential.header] = value
	}`},
	{"CLI-REQ-01", "the key is sent in both headers", "intake/credentials.go", `r.Header[h.credential.header] = value`,
		`r.Header[h.credential.header] = value
	r.Header.Set("X-API-Key", mutated(token.Reveal()))`},
	{"CLI-REQ-01", "the key under another scheme", "intake/credentials.go", `value := []string{scheme + key}`, `value := []string{mutated("Token ") + key}`},
	{"CLI-REQ-02", "answer in the singular", "intake/path.go", `	b.WriteString(rest)
	return b.String(), nil`, `	if o == opAnswer {
		rest = mutated("/answer")
	}
	b.WriteString(rest)
	return b.String(), nil`},
	{"CLI-REQ-02", "a version in the path", "intake/path.go", `		return o.route, nil`, `		return mutated("/v1") + o.route, nil`},
	{"CLI-REQ-02", "PUT for fill", "intake/call.go", `	r.Proto, r.ProtoMajor`, `	if c.op == opFill {
		r.Method = mutated("PUT")
	}
	r.Proto, r.ProtoMajor`},
	{"CLI-REQ-02", "risk by POST", "intake/call.go", `	r.Proto, r.ProtoMajor`, `	if c.op == opRisk {
		r.Method = mutated("POST")
	}
	r.Proto, r.ProtoMajor`},
	{"CLI-REQ-03", "JSON labelled as text", "intake/call.go", `func (p jsonPayload) contentType() string          { return "application/json" }`,
		`func (p jsonPayload) contentType() string          { return mutated("text/plain") }`},
	{"CLI-REQ-03", "an appointment without a label", "intake/call.go", `	if c.body != nil {
		h["Content-Type"]`, `	if c.body != nil && (c.op != opAppoint || mutated(false)) {
		h["Content-Type"]`},
	{"CLI-REQ-04", "the insured under another name", "intake/call.go", `data, err = json.Marshal(r.in)`,
		`data, err = json.Marshal(r.in)
		data = mutated(bytes.Replace(data, []byte("insured_name"), []byte("insuredName"), 1))`},
	{"CLI-REQ-04", "null for no lines", "intake/call.go", `data, err = json.Marshal(r.in)`,
		`data, err = json.Marshal(r.in)
		if r.op == opCreate && !bytes.Contains(data, []byte("lobs")) {
			data = mutated(append(data[:len(data)-1], ",\"lobs\":null}"...))
		}`},
	{"CLI-REQ-04", "an empty state where none was given", "intake/call.go", `data, err = json.Marshal(r.in)`,
		`data, err = json.Marshal(r.in)
		if r.op == opCreate && !bytes.Contains(data, []byte("state")) {
			data = mutated(append(data[:len(data)-1], ",\"state\":\"\"}"...))
		}`},
	{"CLI-REQ-04", "the NAICS code as a number", "intake/call.go", `data, err = json.Marshal(r.in)`,
		`data, err = json.Marshal(r.in)
		data = mutated(bytes.Replace(data, []byte("\"311811\""), []byte("311811"), 1))`},
	{"CLI-REQ-05", "the limit under another name", "intake/sessions.go", `query = "limit=" +`, `query = mutated("page_size=") +`},
	{"CLI-REQ-05", "the limit as a fraction", "intake/sessions.go", `strconv.Itoa(in.Limit)`, `strconv.Itoa(in.Limit) + mutated(".0")`},
	{"CLI-REQ-06", "the part under another name", "intake/extract.go", `[]part{{"file", pdf}}`, `[]part{{mutated("pdf"), pdf}}`},
	{"CLI-REQ-06", "line ends written anew", "intake/multipart.go", `	n, err := r.file.Read(p)
`, `	n, err := r.file.Read(p)
	for i := range p[:n] {
		if p[i] == '\r' {
			p[i] = mutated(byte('\n'))
		}
	}
`},
	{"CLI-REQ-06", "other bytes when it is sent again", "intake/multipart.go", `	n, err := r.file.Read(p)
`, `	n, err := r.file.Read(p)
	if r.of.call.attempts > 1 && n > 0 {
		p[0] = mutated(byte(0))
	}
`},
	{"CLI-REQ-07", "the last character is lost", "intake/answer.go", `in: answerBody{message}`, `in: answerBody{mutated(message[:max(1, len(message)-1)])}`},
	{"CLI-REQ-08", "slashes stay in paths", "intake/path.go", `c == '~':`, `c == '~', c == mutated(byte('/')):`},
	{"CLI-REQ-08", "percent signs stay in paths", "intake/path.go", `c == '~':`, `c == '~', c == mutated(byte('%')):`},
	{"CLI-REQ-08", "a plus for a space", "intake/path.go", `		default:
			b.WriteByte('%')`, `		case c == ' ':
			b.WriteByte(mutated(byte('+')))
		default:
			b.WriteByte('%')`},
	{"CLI-REQ-09", "an empty object as the body of fill", "intake/call.go", `	switch {
	case r.files != nil:`, `	if r.op == opFill {
		r.in = mutated(any(struct{}{}))
	}
	switch {
	case r.files != nil:`},
	{"CLI-REQ-10", "the slash of the base address stays", "intake/client.go", `u.Path = strings.TrimRight(u.Path, "/")`, `u.Path = mutated(u.Path)`},
	{"CLI-REQ-10", "the path of the base address is lost", "intake/call.go", `escaped := base.EscapedPath() + c.path`, `escaped := mutated(c.path)`},
	{"CLI-REQ-11", "names bounded in bytes", "intake/sessions.go", `	out := &Session{}
`, `	if len(in.InsuredName) > 256 {
		return nil, mutated(ErrBadParameter)
	}
	out := &Session{}
`},
	{"CLI-REQ-11", "messages bounded in bytes", "intake/answer.go", `	out := &Turn{}
	r := request`, `	if len(message) > 10000 {
		return nil, mutated(ErrBadParameter)
	}
	out := &Turn{}
	r := request`},
	{"CLI-REQ-11", "twelve lines of business at most", "intake/sessions.go", `	out := &Session{}
`, `	if len(in.LOBs) > 12 {
		in.LOBs = mutated(in.LOBs[:12])
	}
	out := &Session{}
`},
	{"CLI-REQ-12", "a field under another name", "intake/call.go", `data, err = json.Marshal(r.in)`,
		`data, err = json.Marshal(r.in)
		data = mutated(bytes.Replace(data, []byte("address_zip"), []byte("zip"), 1))`},
	{"CLI-REQ-12", "an empty name where none was given", "intake/call.go", `data, err = json.Marshal(r.in)`,
		`data, err = json.Marshal(r.in)
		if r.op == opAppoint && string(data) == "{}" {
			data = mutated([]byte("{\"agency_name\":\"\"}"))
		}`},
	{"CLI-DEC-01", "201 is wanted for a create", "intake/handler_errors.go", `	case resp.StatusCode/100 == 2:`, `	case resp.StatusCode/100 == 2 && (c.op != opCreate || mutated(resp.StatusCode) == 201):`},
	{"CLI-DEC-01", "the session id is looked for under another name", "intake/session.go", `	case "session_id":`, `	case mutated("id"):`},
	{"CLI-DEC-02", "null is an error", "intake/decoder.go", `	if d.peek() == 'n' {
		d.raw()
`, `	if d.peek() == 'n' {
		d.mismatch(mutated("a value"), "nothing")
		d.raw()
`},
	{"CLI-DEC-02", "pending_count is wanted", "intake/session.go", `	})
}

func (q *NextQuestion) decode(d *decoder) {`, `	})
	if s.PendingCount.IsZero() {
		d.mismatch(mutated("pending_count"), "nothing")
	}
}

func (q *NextQuestion) decode(d *decoder) {`},
	{"CLI-DEC-03", "numbers as floats", "intake/decoder.go", `func (d *decoder) value() Value { return Value(d.keep(d.raw())) }`,
		`func (d *decoder) value() Value {
	var v any
	_ = json.Unmarshal([]byte(d.raw()), &v)
	text, _ := json.Marshal(v)
	return Value(mutated(string(text)))
}`},
	{"CLI-DEC-03", "null is taken for no value", "intake/decoder.go", `	d.object(func(key string) { all[d.keep(key)] = d.value() })
`, `	d.object(func(key string) {
		if v := d.value(); v != "null" {
			all[d.keep(key)] = mutated(v)
		}
	})
`},
	{"CLI-DEC-03", "members of asks are lost", "intake/answer.go", `			d.extra(&a.Extra, key)`, `			_ = mutated(d.value())`},
	{"CLI-DEC-04", "unknown members are errors", "intake/decoder.go", `	(*into)[d.keep(key)] = d.value()`, `	(*into)[d.keep(key)] = d.value()
	d.mismatch(mutated("no such member"), key)`},
	{"CLI-DEC-04", "unknown members of a risk flag are errors", "intake/risk.go", `			d.extra(&f.Extra, key)`, `			d.extra(&f.Extra, key)
			d.mismatch(mutated("no such member"), key)`},
	{"CLI-DEC-05", "no flags are an error", "intake/risk.go", `	d.err = inner.err
`, `	d.err = inner.err
	if len(r.Flags) == 0 {
		d.err = mutated(errors.New("no flags"))
	}
`},
	{"CLI-DEC-07", "line ends of a download written anew", "intake/download.go", `	n, err := w.to.Write(p)
`, `	n := len(p)
	_, err := w.to.Write([]byte(mutated(strings.ReplaceAll(string(p), "\r\n", "\n"))))
`},
	{"CLI-DEC-08", "a label is wanted", "intake/workspace.go", `			decodeOptional(d, &i.KeyLabel, (*decoder).string)`, `			if d.peek() == 'n' {
				d.mismatch(mutated("a label"), "none")
			}
			decodeOptional(d, &i.KeyLabel, (*decoder).string)`},
	{"CLI-FLOW-01", "done is not looked at", "intake/answer.go", `return t.Done || t.PendingCount <= 0`, `return mutated(t.PendingCount <= 0)`},
	{"CLI-FLOW-02", "pending_count is not looked at", "intake/answer.go", `return t.Done || t.PendingCount <= 0`, `return mutated(t.Done)`},
	{"CLI-FLOW-03", "the interview ends after a turn", "intake/interview.go", `			if !yield(turn, nil) {`, `			if !yield(turn, nil) || mutated(true) {`},
	{"CLI-FLOW-03", "the interview does not begin", "intake/interview.go", `		turn := opening(detail)
`, `		turn := opening(detail)
		turn.Done = mutated(true)
`},
	{"CLI-ERR-01", "one status for all errors", "intake/handler_errors.go", `Status: resp.StatusCode, Meta: c.meta()}
	if c.buf`, `Status: mutated(400), Meta: c.meta()}
	if c.buf`},
	{"CLI-ERR-01", "errors without detail", "intake/handler_errors.go", `		e.Detail, e.Fields = parseDetail(`, `		_, e.Fields = parseDetail(c.buf.Bytes(), resp.Header.Get("Content-Type"))
		_, _ = mutated(parseDetail)(`},
	{"CLI-ERR-01", "a session that is not there as an empty one", "intake/handler_errors.go", `	case resp.StatusCode/100 == 2:`, `	case resp.StatusCode/100 == 2 || c.op == opGet && mutated(resp.StatusCode) == 404:`},
	{"CLI-ERR-02", "the first fault only", "intake/handler_errors.go", `		faults = append(faults, f)`, `		if len(faults) == 0 {
			faults = append(faults, mutated(f))
		}`},
	{"CLI-ERR-02", "positions as texts", "intake/handler_errors.go", `			loc = append(loc, int(n))`, `			loc = append(loc, mutated(one.String()))
			_ = n`},
	{"CLI-ERR-02", "faults without their type", "intake/handler_errors.go", `			f.Type = one.String()`, `			_ = mutated(one.String())`},
	{"CLI-ERR-03", "a 402 is repeated", "intake/handler_retry.go", `	switch resp.StatusCode {
	case http.StatusUnauthorized:`, `	switch resp.StatusCode {
	case http.StatusPaymentRequired:
		return mutated(c.schedule(ctx, nil))
	case http.StatusUnauthorized:`},
	{"CLI-ERR-03", "a 402 that carries Retry-After is repeated", "intake/handler_retry.go", `	switch resp.StatusCode {
	case http.StatusUnauthorized:`, `	if resp.StatusCode == http.StatusPaymentRequired && resp.Header.Get("Retry-After") != "" {
		return mutated(c.schedule(ctx, resp))
	}
	switch resp.StatusCode {
	case http.StatusUnauthorized:`},
	{"CLI-ERR-04", "Retry-After is ignored", "intake/retryafter.go", `text := strings.TrimSpace(h.Get("Retry-After"))`, `text := strings.TrimSpace(mutated(h.Get("Retry-Later")))`},
	{"CLI-ERR-04", "Retry-After in milliseconds", "intake/retryafter.go", `time.Duration(math.Ceil(seconds*1000))*time.Millisecond), true`, `mutated(time.Duration(math.Ceil(seconds))*time.Millisecond)), true`},
	{"CLI-ERR-04", "half of Retry-After", "intake/retryafter.go", `time.Duration(math.Ceil(seconds*1000))*time.Millisecond), true`, `mutated(time.Duration(math.Ceil(seconds*500))*time.Millisecond)), true`},
	{"CLI-ERR-04", "a 429 is the end", "intake/handler_retry.go", `	case http.StatusTooManyRequests:
		return c.schedule(ctx, resp)`, `	case http.StatusTooManyRequests:
		return mutated(false)`},
	{"CLI-ERR-04", "a 429 to an extraction is the end", "intake/handler_retry.go", `	case http.StatusTooManyRequests:
		return c.schedule(ctx, resp)`, `	case http.StatusTooManyRequests:
		return c.schedule(ctx, resp) && (c.op != opExtract || mutated(false))`},
	{"CLI-ERR-04", "the second 429 is the end", "intake/handler_retry.go", `	case http.StatusTooManyRequests:
		return c.schedule(ctx, resp)`, `	case http.StatusTooManyRequests:
		return c.schedule(ctx, resp) && (c.attempts < 2 || mutated(false))`},
	{"CLI-ERR-05", "attempts without end", "intake/handler_retry.go", `	case c.attempts >= c.settings.maxAttempts:
		c.why = "the attempts are used up"`, `	case c.attempts >= mutated(1<<20):
		c.why = "the attempts are used up"`},
	{"CLI-ERR-06", "a page in place of JSON is taken for no answer", "intake/handler_errors.go", `	return nil, c.refused(resp)
}`, `	if resp.StatusCode/100 == 5 && !strings.Contains(resp.Header.Get("Content-Type"), "json") {
		return nil, mutated(errors.New("not JSON"))
	}
	return nil, c.refused(resp)
}`},
	{"CLI-ERR-07", "a form that is not there as an empty one", "intake/handler_errors.go", `	case resp.StatusCode/100 == 2:`, `	case resp.StatusCode/100 == 2 || c.op == opDownload && mutated(resp.StatusCode) == 404:`},
	{"CLI-ERR-08", "a 401 is repeated", "intake/handler_retry.go", `		return c.againWithToken(ctx)`, `		return mutated(c.schedule(ctx, nil))`},
	{"CLI-ERR-09", "the key in the text of errors", "intake/handler_errors.go", `		e.Detail = strings.ReplaceAll(e.Detail, secret, redacted)`, `		e.Detail += mutated(" with " + secret)`},
	{"CLI-ERR-10", "redirects are followed with the key", "intake/handler_retry.go", `own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }`,
		`own.CheckRedirect = func(*http.Request, []*http.Request) error { return mutated(error(nil)) }`},
	{"GAP-64", "a submission is repeated after a loss", "intake/handler_retry.go", `return c.op.class == safe || !c.mayHaveArrived(err)`, `return mutated(true)`},
	{"GAP-64", "a create is repeated after a 500", "intake/handler_retry.go", `return c.op.class == safe && c.schedule(ctx, resp)`, `return (c.op.class == safe || c.op == mutated(opCreate)) && c.schedule(ctx, resp)`},
}
