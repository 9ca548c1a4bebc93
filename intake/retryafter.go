package intake

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait is what a Retry-After beyond any sense is taken for.
const longestWait = 365 * 24 * time.Hour

// retryAfter reads the header: seconds, a fraction of them rounded up, or one of the three forms of a date (RFC 9110
// sections 5.6.7 and 10.2.3). It is never negative and never wraps. What cannot be read is no wait asked for.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if text == "" {
		return 0, false
	}
	if isDecimal(text) {
		seconds, _ := strconv.ParseFloat(text, 64) // a number beyond the range comes back as infinite, which is capped too
		if seconds >= longestWait.Seconds() {
			return longestWait, true
		}
		return max(0, time.Duration(math.Ceil(seconds*1000))*time.Millisecond), true
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return min(max(0, at.Sub(now)), longestWait), true
}

// isDecimal says that the text is digits with at most one sign and one point, and no exponent, hexadecimal or name.
func isDecimal(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return s != "" && s != "." && strings.Trim(s, "0123456789.") == "" && strings.Count(s, ".") <= 1
}
