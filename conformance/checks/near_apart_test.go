package checks_test

import (
	"strings"
	"sync/atomic"
	"time"
)

// inEveryOther leaves the first question out of the replies of every other session; it stays pending.
func inEveryOther() layer {
	seen := newMemory()
	var count atomic.Int64
	return reply2("answer", func(c *call, o obj) bool {
		n, _ := seen.keep(splitPath(c.r.URL.Path)[2], func() any { return count.Add(1) })
		list, _ := o["asks"].([]any)
		if n.(int64)%2 == 0 || len(list) < 2 {
			return false
		}
		o["asks"] = list[1:]
		return true
	})
}

// nearApart are choices that come near the faults of values that are damaged and of sessions that have something of others.
func nearApart() []plant {
	inForm := func(form string) func(value string) string {
		return func(value string) string {
			for _, other := range []string{"2006-01-02", "01/02/2006"} {
				if day, err := time.Parse(other, value); err == nil {
					return day.Format(form)
				}
			}
			return value
		}
	}
	return []plant{
		{"API-FILL-07", "forms in letters of ASCII", shownAs(strings.NewReplacer("Ü", "U").Replace)},
		{"API-FILL-07", "forms without parentheses", shownAs(strings.NewReplacer("(", "", ")", "").Replace)},
		{"API-FILL-07", "forms with the day before the month", shownAs(inForm("02/01/2006"))},
		{"API-FILL-07", "amounts in thousands", shownAs(strings.NewReplacer("2,345,678", "2,346").Replace)},
		{"API-FILL-07", "values that stop at the width of their box", shownAs(cutAt(10))},
		{"API-GET-12", "days are kept in another form", stored(ofText(inForm("02.01.2006")))},
		{"API-GET-12", "days are kept with the day before the month", stored(ofText(inForm("02/01/2006")))},
		{"API-GET-12", "amounts are kept in cents", stored(ofNumber(func(n float64) float64 { return n * 100 }))},
		{"API-GET-12", "texts are kept in capitals", stored(ofText(strings.ToUpper))},
		{"API-ANSWER-20", "a request to skip changes nothing", unskipped()},
		{"API-ANSWER-20", "other questions are asked in every other session", inEveryOther()},
		{"API-ANSWER-21", "the last question is asked three times more", askedOn(3)},
		{"AUTH-15", "other questions are asked in every other session", inEveryOther()},
		{"API-RISK-01", "one flag for whoever asks", change("risk", func(o obj) {
			o["flags"] = []any{obj{"title": "New", "detail": "Not known for long", "severity": "low", "category": "history"}}
		})},
		{"API-RISK-01", "one flag twice", change("risk", func(o obj) {
			list, _ := o["flags"].([]any)
			o["flags"] = append(list, list...)
		})},
		{"API-SUBMIT-01", "finished intakes alone are submitted", whenDone()},
		{"API-SUBMIT-02", "finished intakes alone are submitted", whenDone()},
		{"API-SUBMIT-04", "finished intakes alone are submitted", whenDone()},
		{"API-GET-11", "finished intakes alone are submitted", whenDone()},
		{"API-SUBMIT-02", "finished intakes alone are filled", layer{response: func(c *call) bool {
			open := c.op == "fill" && c.ok() && strings.Contains(string(c.out), "still open")
			if open {
				c.refuse(400)
			}
			return open
		}}},
	}
}
