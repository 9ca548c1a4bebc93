package authserver

import (
	"crypto/rand"
	"math/big"
	"strings"
	"unicode"
)

// userCodeLetters has no vowels, so that no words come out, and nothing that looks like something else (RFC 8628
// section 6.1).
const userCodeLetters = "BCDFGHJKLMNPQRSTVWXZ"

// userCodeLength makes 20^10 codes, about 43 bits: enough that the guessing budgets need not shut anybody out.
const userCodeLength = 10

// newUserCode draws a code without its dash.
func newUserCode() string {
	code, letters := make([]byte, userCodeLength), big.NewInt(int64(len(userCodeLetters)))
	for i := range code {
		n, _ := rand.Int(rand.Reader, letters) // never fails: crypto/rand ends the program instead
		code[i] = userCodeLetters[n.Int64()]
	}
	return string(code)
}

// ShowUserCode is a code as people see it, however it was typed. What is no code stays as it is.
func ShowUserCode(typed string) string {
	code, ok := NormalUserCode(typed)
	if !ok {
		return typed
	}
	return code[:userCodeLength/2] + "-" + code[userCodeLength/2:]
}

// NormalUserCode reads what a person typed: any case, with spaces and dashes where they like. It says no to everything
// that cannot be a code, letters of other alphabets that look alike included.
func NormalUserCode(typed string) (code string, ok bool) {
	var b strings.Builder
	for _, r := range typed {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Pd, r):
		case r < unicode.MaxASCII && strings.ContainsRune(userCodeLetters, unicode.ToUpper(r)):
			b.WriteRune(unicode.ToUpper(r))
		default:
			return "", false
		}
		if b.Len() > userCodeLength {
			return "", false
		}
	}
	return b.String(), b.Len() == userCodeLength
}
