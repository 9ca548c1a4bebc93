package intake

import (
	"fmt"
	"strings"
)

// path fills the parameters of the operation's route, each as one segment.
func (o *operation) path(params ...string) (string, error) {
	if len(params) == 0 {
		return o.route, nil
	}
	var b strings.Builder
	b.Grow(len(o.route) + 32)
	rest := o.route
	for _, p := range params {
		before, after, _ := strings.Cut(rest, "{")
		name, tail, _ := strings.Cut(after, "}")
		if p == "" || p == "." || p == ".." {
			return "", fmt.Errorf("intake: %s: %w: %s %q cannot be a segment of a path", o.name, ErrBadParameter, name, p)
		}
		b.WriteString(before)
		escapeSegment(&b, p)
		rest = tail
	}
	b.WriteString(rest)
	return b.String(), nil
}

// escapeSegment writes everything but the unreserved characters of RFC 3986 percent-encoded, so that no parameter can
// leave its place in the path.
func escapeSegment(b *strings.Builder, s string) {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		c := s[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.', c == '~':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}
