package webhook

import (
	"bytes"
	"compress/gzip"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"
)

// Diagnosis names the mistake under which a refused signature would have matched. It explains, it never accepts.
type Diagnosis string

// The mistakes that are looked for.
const (
	Unexplained     Diagnosis = ""
	OtherSecret     Diagnosis = "another secret that this receiver knows: the wrong endpoint's secret is set here"
	StrippedSecret  Diagnosis = "the secret without its whsec_ prefix: the sender must use the whole secret"
	DecodedSecret   Diagnosis = "the secret after base64 decoding: the sender must use the secret as it is written"
	TrimmedSecret   Diagnosis = "the secret without the white space around it: the configured secret has some"
	PaddedSecret    Diagnosis = "the secret with a line feed at its end: the sender read its secret from a file, line end included"
	ReserialisedIn  Diagnosis = "the body as another program writes the same JSON: something parsed and wrote it again on its way"
	ByteOrderMark   Diagnosis = "the body without the byte order mark before it, or with one: something recoded it on its way"
	Compressed      Diagnosis = "the body after decompression: it arrived with gzip still around it"
	TrailingNewline Diagnosis = "the body with or without line ends at its end: something added or took them on its way"
	LineEnds        Diagnosis = "the body with the other kind of line ends: something converted them on its way"
	EmptyBody       Diagnosis = "an empty body: something read the body before the verification"
)

// inflated bounds what a compressed body may become while it is being diagnosed.
const inflated = 4 << 20

// diagnose looks for the mistake that explains a signature. It is bounded work: a few dozen hashes of the body.
func diagnose(body []byte, want [sha256.Size]byte, secrets, others []string) Diagnosis {
	match := func(secret string, body []byte) bool {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(body)
		return hmac.Equal(mac.Sum(nil), want[:])
	}
	for _, secret := range others {
		if secret != "" && match(secret, body) {
			return OtherSecret
		}
	}
	for _, secret := range secrets {
		for would, variant := range secretVariants(secret) {
			if match(variant, body) {
				return would
			}
		}
		for would, variant := range bodyVariants(body) {
			if match(secret, variant) {
				return would
			}
		}
	}
	return Unexplained
}

// secretVariants yields the keys that people use instead of the secret.
func secretVariants(secret string) func(yield func(Diagnosis, string) bool) {
	return func(yield func(Diagnosis, string) bool) {
		bare := strings.TrimPrefix(secret, "whsec_")
		if bare != secret && bare != "" && !yield(StrippedSecret, bare) {
			return
		}
		for _, text := range []string{bare, secret} {
			for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
				if decoded, err := encoding.DecodeString(text); err == nil && len(decoded) > 0 && !yield(DecodedSecret, string(decoded)) {
					return
				}
			}
		}
		if trimmed := strings.TrimSpace(secret); trimmed != secret && !yield(TrimmedSecret, trimmed) {
			return
		}
		_ = yield(PaddedSecret, secret+"\n") && yield(PaddedSecret, secret+"\r\n")
	}
}

const bom = "\xef\xbb\xbf"

// bodyVariants yields what the body may have been before something on its way changed it.
func bodyVariants(body []byte) func(yield func(Diagnosis, []byte) bool) {
	return func(yield func(Diagnosis, []byte) bool) {
		if len(body) > 0 && !yield(EmptyBody, nil) {
			return
		}
		other := append([]byte(bom), body...)
		if rest, found := bytes.CutPrefix(body, []byte(bom)); found {
			other = rest
		}
		if !yield(ByteOrderMark, other) {
			return
		}
		trimmed := bytes.TrimRight(body, "\r\n")
		for _, end := range []string{"", "\n", "\r\n"} {
			if variant := append(bytes.Clone(trimmed), end...); !bytes.Equal(variant, body) && !yield(TrailingNewline, variant) {
				return
			}
		}
		if bytes.Contains(trimmed, []byte("\n")) {
			unix := bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n"))
			if !yield(LineEnds, unix) || !yield(LineEnds, bytes.ReplaceAll(unix, []byte("\n"), []byte("\r\n"))) {
				return
			}
		}
		if plain, ok := gunzip(body); ok && !yield(Compressed, plain) {
			return
		}
		for _, variant := range spellings(body) {
			if !yield(ReserialisedIn, variant) {
				return
			}
		}
	}
}

func gunzip(body []byte) ([]byte, bool) {
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	plain, err := io.ReadAll(io.LimitReader(r, inflated))
	return plain, err == nil && len(plain) < inflated
}

// spellings are the ways in which common programs write the JSON of body, members in the order of body first.
func spellings(body []byte) [][]byte {
	var compact bytes.Buffer
	if json.Compact(&compact, body) != nil {
		return nil
	}
	bases := [][]byte{compact.Bytes()}
	if sorted, ok := resorted(body); ok {
		bases = append(bases, sorted)
	}
	if ordered, ok := envelopeOrder(body); ok {
		bases = append(bases, ordered)
	}
	var all [][]byte
	for _, base := range bases {
		spelled := [][]byte{base, escapeASCII(base), plainLetters(base), htmlEscaped(base), bytes.ReplaceAll(base, []byte("/"), []byte(`\/`))}
		for _, s := range spelled {
			all = append(all, s, spaced(s))
		}
		for _, indent := range []string{"  ", "    ", "\t"} {
			var out bytes.Buffer
			if json.Indent(&out, base, "", indent) == nil {
				all = append(all, out.Bytes())
			}
		}
	}
	return all
}

// resorted writes the members in alphabetical order, as encoding/json does with maps.
func resorted(body []byte) ([]byte, bool) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil, false
	}
	return unescaped(v)
}

// envelopeOrder writes the top members in the order of the specification.
func envelopeOrder(body []byte) ([]byte, bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil || len(members) != 4 {
		return nil, false
	}
	var e struct {
		ID        json.RawMessage `json:"id"`
		Event     json.RawMessage `json:"event"`
		CreatedAt json.RawMessage `json:"created_at"`
		Data      json.RawMessage `json:"data"`
	}
	if json.Unmarshal(body, &e) != nil {
		return nil, false
	}
	return unescaped(e)
}

func unescaped(v any) ([]byte, bool) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return nil, false
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), true
}
