package checks_test

import (
	"strings"
	"sync/atomic"
	"time"
)

// nearStrangers are choices of servers of strangers, which were accused of them.
func nearStrangers() []plant {
	return []plant{
		{"OAUTH-TOKEN-07", "Cache-Control stands in two lines", layer{response: func(c *call) bool {
			did := c.op == "token" && c.ok()
			if did {
				c.header["Cache-Control"] = []string{"no-cache", "no-store"}
			}
			return did
		}}},
		{"OAUTH-DEV-15", "something else stands for the user_code in verification_uri_complete", numberedPages()},
		{"HOOK-03", "created_at is in the basic format", body("", func(o obj) { o["created_at"] = basic(text(o, "created_at"), "Z") })},
		{"HOOK-03", "created_at has an offset of hours alone", body("", func(o obj) { o["created_at"] = basic(text(o, "created_at"), "+00") })},
		{"API-EXTRACT-05", "values tell the time", tellingTime()},
		{"API-GET-12", "values tell the time", tellingTime()},
		{"API-FILL-08", "values tell the time", tellingTime()},
		{"API-ANSWER-20", "an intake is over with its first skip, as others are with their first turn", overAtOnce()},
	}
}

// numberedPages gives each device request a page of a number of its own.
func numberedPages() layer {
	var n atomic.Int64
	return reply("device", func(o obj) bool {
		o["verification_uri_complete"] = text(o, "verification_uri") + "/d" + strings.Repeat("x", int(n.Add(1)))
		return true
	})
}

// basic writes a time in the basic format of ISO 8601.
func basic(value, zone string) string {
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return value
	}
	return at.UTC().Format("20060102T150405.000") + zone
}

// tellingTime shows in the values of a session when they were read.
func tellingTime() layer {
	var n atomic.Int64
	return reply("get", func(o obj) bool {
		values, is := o["field_values"].(obj)
		if is {
			values["as_of"] = n.Add(1)
		}
		return is
	})
}

// overAtOnce ends every intake with its first turn.
func overAtOnce() layer { return set("answer", "done", true) }
