package vectors

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// File is the whole file.
type File struct {
	About   string   `json:"about"`
	Scheme  string   `json:"scheme"`
	Valid   int      `json:"valid"`
	Invalid int      `json:"invalid"`
	Vectors []Vector `json:"vectors"`
}

// Vector is one case. Secret and body are bytes in hex, so that no program reads them otherwise than they are meant.
type Vector struct {
	ID        int    `json:"id"`
	Valid     bool   `json:"valid"`
	Point     string `json:"point"`
	Comment   string `json:"comment"`
	SecretHex string `json:"secret_hex"`
	BodyHex   string `json:"body_hex"`
	Signature string `json:"signature"`
}

// Secret is the secret's bytes as a Go text.
func (v Vector) Secret() (string, error) {
	b, err := hex.DecodeString(v.SecretHex)
	return string(b), err
}

// Body is the body's bytes.
func (v Vector) Body() ([]byte, error) { return hex.DecodeString(v.BodyHex) }

// Make makes all vectors.
func Make() File {
	l := &list{}
	l.published()
	l.valid()
	l.forms()
	l.digests()
	l.keys()
	l.bodies()
	l.algorithms()
	f := File{About: "Signatures of webhook deliveries. A verifier accepts the valid ones and refuses the others.",
		Scheme:  "The signature is the text sha256= and the 64 lower-case hex digits of HMAC-SHA256 over the bytes of the body, keyed with all bytes of the secret.",
		Vectors: l.all}
	for i := range f.Vectors {
		f.Vectors[i].ID = i + 1
		if f.Vectors[i].Valid {
			f.Valid++
		} else {
			f.Invalid++
		}
	}
	return f
}

// Encode is the file as it is stored.
func Encode(f File) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(f)
	return out.Bytes(), err
}

type list struct{ all []Vector }

func (l *list) add(valid bool, point, comment, secret, body, signature string) {
	l.all = append(l.all, Vector{Valid: valid, Point: point, Comment: comment, SecretHex: hex.EncodeToString([]byte(secret)),
		BodyHex: hex.EncodeToString([]byte(body)), Signature: signature})
}

func (l *list) good(point, comment, secret, body string) {
	l.add(true, point, comment, secret, body, sign(secret, body))
}

func (l *list) bad(point, comment, signature string) {
	l.add(false, point, comment, secret, body, signature)
}

func sum(key, body string) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(body))
	return mac.Sum(nil)
}

func sign(key, body string) string { return "sha256=" + hex.EncodeToString(sum(key, body)) }

// The secret and the body that the wrong signatures are about. The secret is made so that its forms differ: it has the
// prefix, decodes as base64 and has letters of both cases.
const (
	secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	body   = `{"id":"dlv_7qx2","event":"fill_session.completed","created_at":"2026-03-10T12:00:00.000Z","data":{"session_id":"ses_1","insured_name":"Caf` +
		"\u00e9" + ` \u0026 <Sons>/A","form_keys":["a","b"],"n":1.0}}`
)
