package selftest_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/conformance/catalogue"
	"github.com/workspaceintake/intake-go/conformance/checks"
	"github.com/workspaceintake/intake-go/conformance/report"
)

// choice is one answer to an open point of the specification.
type choice struct {
	what string
	by   string // the variant that makes it; own: the reference server makes it; anything else: why no layer does
}

// own says that a choice is the one that the reference server makes.
const own = "(own)"

// whys are reasons why a choice has no variant.
const (
	misread   = "a fault: the text decides it, though it may be read otherwise: "
	otherRole = "no choice of a server: "
)

// gapChoices are the choices at every open point.
var gapChoices = map[string][]choice{
	"GAP-01": {{"group, help and question", own}, {"none", "asks of few words"}, {"others, of any type", "asks with more"}},
	"GAP-02": {{"numbers, and the fields as an object", own}, {"words and null", "extraction in words"}, {"the fields as a list", "an extraction as a list"},
		{"nothing found", "nothing extracted"}},
	"GAP-03": {{"low, medium, high", own}, {"words of its own", "severities of its own"}, {"numbers", "severities as numbers"}},
	"GAP-04": {{"words of the rules", own}, {"words of its own", "categories of its own"}},
	"GAP-05": {{"any text", own}, {"two capitals", "states of two capitals only"}, {"names", "states by their names only"}},
	"GAP-06": {{"keys, labels and short names", own}, {"keys of a closed list", "lines of business of a closed list"}, {"any text", "any text as a line of business"}},
	"GAP-07": {{"any text", own}, {"six digits", "industries of six digits only"}},
	"GAP-08": {{"RFC 3339 in milliseconds, Z", own}, {"seconds", "times in seconds"}, {"an offset", "times with an offset"}, {"words", "times as words"}},
	"GAP-09": {{"in_progress, ready_to_fill, complete", own}, {"words of its own", "status words of its own"}, {"further ones", "a status that moves on after completion"}},
	"GAP-10": {{"through ready_to_fill", own}, {"at once", "one status for all that is open"}, {"by itself", "a status that moves on after completion"}},
	"GAP-11": {{"50", own}, {"five", "list of five at most"}},
	"GAP-12": {{"422 outside 1 to 200", own}, {"brought within", "limits beyond the bounds are brought within"}, {"0 is none", "a limit of zero lists nothing"},
		{"400 outside", "400 for a limit beyond the bounds"}},
	"GAP-13": {{"newest first", own}, {"oldest first", "list oldest first"}, {"by name", "list by name"}},
	"GAP-14": {{"submission_id", own}, {"nested", "submission id nested"}, {"a number under id, beside others", "submission id as a number under id"}},
	"GAP-15": {{"file and files", own}, {"document", "documents under document only"}, {"documents", "documents under documents only"}},
	"GAP-16": {{"an object with a list", own}, {"a list", "the reply about a document as a list"}, {"null", "the reply about a document without a word"},
		{"a count", "the reply about a document with a count"}},
	"GAP-17": {{"an object with flags", own}, {"a bare list", "bare risk list"}, {"another name", "risk list under another name"},
		{"deeper", "risk list within an object, beside another"}, {"beside another list", "risk list beside another"}},
	"GAP-18": {{"/oauth/authorize", own}, {"elsewhere", "OAuth endpoints elsewhere"}},
	"GAP-19": {{"201 with all that was registered", own}, {"200 with the client_id alone", "registration answers 200 with little"},
		{"with a credential only", "registration needs a credential"}},
	"GAP-20": {{"error and detail, 400", own}, {"error alone", "OAuth errors by error alone"}, {"detail alone", "OAuth errors by detail alone, but for what is pending"},
		{"what is pending in detail, 428", "pending in detail alone, 428"}, {"401 for a client's errors", "401 for OAuth client errors"}},
	"GAP-21": {{"an hour", own}, {"five minutes", "tokens of five minutes"}},
	"GAP-22": {{"unknown ones are taken", own}, {"a closed list", "scopes are a closed list"}, {"not told", "no scopes in the metadata"}},
	"GAP-23": {{"a quarter of an hour", own}, {"five minutes", "device codes of five minutes"}, {"an hour", "device codes of an hour"}},
	"GAP-24": {{"not by the API", own}, {"by the API", "the text names no call for it, so that none is judged, and a call of a server's own is beside the point"}},
	"GAP-25": {{"the endpoint and a message", own}, {"none", "test events without data"}, {"a sample", "test events with a sample"}},
	"GAP-26": {{"detail alone", own}, {"codes", "codes beside detail"}, {"path and time", "an error with path and time, as Spring's"},
		{"the input, within a fault", "a 422 that shows its input, as FastAPI's"}},
	"GAP-27": {{"submit", own}, {"fill on an open session", "400 for fill on an open session"}, {"risk on an open session", "400 for risk on an open session"},
		{"an upload without the part", "400 for an upload without the part"}},
	"GAP-28": {{"a bucket that fills evenly", own}, {"windows", "rates by fixed windows"}, {"a longer wait", "Retry-After with room to spare"}},
	"GAP-29": {{"none", own}, {"in headers", "versions and ends in headers"}},
	"GAP-30": {{"20 MiB", own}, {"20,000,000", "20 MB are 20,000,000 bytes"}},
	"GAP-31": {{"422", own}, {"400", "400 for what is too large"}, {"413 as HTML", "413 as HTML for what is too large"}, {"413 at once", "413 before the body is read"}},
	"GAP-32": {{"code points", own}, {"units of UTF-16", "characters as units of UTF-16"}},
	"GAP-33": {{"the end of the second attempt", own}, {"the end of the first", "the third wait from the end of the first attempt"}},
	"GAP-34": {{"id and bytes alike", own}, {"a time of its own", "a time of its own for each attempt"}, {"an id of its own", "an id for each attempt"}},
	"GAP-35": {{"the whole secret", own}, {"another key", misread + "the secret includes its prefix"}},
	"GAP-36": {{"all are tried again", own}, {"3xx and 4xx are final", "refusals by the receiver are final"}, {"redirects are followed", "redirects are followed"}},
	"GAP-37": {{"422", own}, {"400", "400 for a body that is no JSON"}},
	"GAP-38": {{"ignored", own}, {"refused", "unknown members refused"}},
	"GAP-39": {{"taken", own}, {"415", "415 for another content type"}},
	"GAP-40": {{"404 and 405 with Allow", own}, {"HTML", "HTML for unknown paths and methods"}, {"no Allow", "405 without Allow"}, {"404 for both", "404 for a method that is none"}},
	"GAP-41": {{"UTC", own}, {"behind it", "the month by the time of California"}, {"ahead of it", "the month by the time of Auckland"}},
	"GAP-42": {{"sessions that were made", own}, {"creates that were refused", "refused creates count toward the cap"}},
	"GAP-43": {{"422 first", own}, {"402 first", "the cap before what is wrong"}},
	"GAP-44": {{"what is known so far", own}, {"400", "400 for fill on an open session"}},
	"GAP-45": {{"200, no further event", own}, {"400 while nothing was said", "400 for a fill that nothing was said since"}},
	"GAP-46": {{"the same id again", own}, {"400", "400 for a second submission"}},
	"GAP-47": {{"401", own}, {"the bearer token wins", "the bearer token wins over the key in its own header"},
		{"the key in its header wins", "the key in its own header wins over the bearer token"}},
	"GAP-48": {{"both are taken", own}, {"one way of writing", "Bearer in one way of writing only"}, {"tokens as bearer tokens only", "tokens as bearer tokens only"}},
	"GAP-49": {{"Bearer with a realm", own}, {"none", "no WWW-Authenticate"}, {"with an error, and another scheme", "WWW-Authenticate with an error"}},
	"GAP-50": {{"the sum holds", own}, {"optional ones beside", "counts with what is optional"}},
	"GAP-51": {{"nothing is asked, turns are taken", own}, {"more is asked", "optional questions at the end"}, {"400 for a turn", "400 for a turn after the end"}},
	"GAP-52": {{"the value changes", own}, {"it stays", "corrections are noted and not applied"}},
	"GAP-53": {{"answers win, 422", own}, {"documents win", "documents win over answers"}, {"400 for what is no PDF", "400 for an upload that is no PDF"}},
	"GAP-54": {{"400", own}, {"402", "402 for submit without an account"}, {"409", "409 for submit without an account"}},
	"GAP-55": {{"422, and an account does not matter", own}, {"400", "400 for an appointment without name or email"}, {"403 with an account", "403 for an appointment with an account"},
		{"409 with an account", "409 for an account that is there"}, {"once only", "one appointment request of a workspace"}},
	"GAP-56": {{"device_code", own}, {"another name", misread + "the token call names the member, and the RFC that the text names calls it so"}},
	"GAP-57": {{"texts", own}, {"an object for the plan", "another plan name"}, {"numbers for ids", "identities that are numbers"}},
	"GAP-58": {{"taken as they are", own}, {"refused", "names of white space or with control characters refused"}, {"trimmed", "names without white space around"}},
	"GAP-59": {{"body and name, all faults", own}, {"the first fault", "one fault at a time in a 422"}, {"the name", "faults by the name alone"},
		{"a path", "faults by a path in one text"}, {"nothing", "faults of no place"}},
	"GAP-60": {{"a grace, then the family", own}, {"refused at once", "a spent refresh token is refused at once"}, {"the family at once", "a spent refresh token takes its successors with it"}},
	"GAP-61": {{"several at a time", own}, {"one after the other", "one delivery of an endpoint at a time"}},
	"GAP-62": {{"alike", own}, {"in other words", "a foreign session in other words than an unknown one"}},
	"GAP-63": {{"none", own}, {"it is done", "a refused call has its effect"}},
	"GAP-64": {{"what a client does", otherRole + "the suite for clients observes it"}},
	"GAP-65": {{"what a receiver does", otherRole + "the suite for receivers observes it"}},
}

// forms are variants of what no open point names, by what they are about. Those of one line exclude each other.
var forms = map[string][]string{
	"session ids": {"numbers as session ids", "large numbers as session ids", "UUIDs as session ids", "session ids of 240 letters", "session ids of signs", "session ids with a slash, a space and a percent sign", "session ids in capitals"},
	"form keys":   {"form keys with spaces", "form keys as numbers"},
	"bytes of an answer": {"HTTP/1.0, a connection for each answer", "header names in capitals, no reason phrase", "gzip", "pieces without a length",
		"an interim answer before each"},
	"connections":                 {"connections that break", "connections that close"},
	"length":                      {"chunked answers"},
	"TLS":                         {"HTTPS with HTTP/2"},
	"base":                        {"a base URL with a path"},
	"time of an answer":           {"every answer takes more than a second", "slow answers now and then"},
	"layout of JSON":              {"pretty JSON", "members in another order", "texts in escapes", "JSON between blank lines"},
	"numbers":                     {"counts of one session with a zero fraction", "every count with a zero fraction", "whole numbers with an exponent"},
	"media type":                  {"JSON with a charset", "problem+json", "a media type in capitals"},
	"headers":                     {"headers of Express and Rails"},
	"header names":                {"header names in lower case"},
	"members":                     {"extra members"},
	"options":                     {"options as texts", "options by their codes"},
	"small pages":                 {"422 for a limit above 20"},
	"labels of uploads":           {"uploads labelled as PDF alone"},
	"parameters":                  {"422 for a parameter of a create"},
	"life of a token":             {"tokens without expires_in"},
	"uploads that come too early": {"400 for an upload before the first turn", "400 for an upload to a session without a state"},
	"risk that comes too early":   {"400 for a risk summary of a session without a document"},
	"malformed credentials":       {"400 for an Authorization that is not Bearer and one word"},
	"sign-ins":                    {"a further sign-in ends the one before it", "a fourth sign-in ends the first"},
	"label of a token":            {"no label member for a token", "an empty label for a token"},
	"create reply":                {"no state in the create reply"},
	"form keys at first":          {"form_keys empty in the create reply"},
	"optional members":            {"detail without options", "detail with nulls"},
	"form entries":                {"sparse form entries"},
	"summaries":                   {"summaries without options"},
	"clean risk":                  {"clean risk"},
	"429 of other limits":         {"429 now and then", "429 with a date in the form of RFC 1123", "429 with a date in the form of RFC 850", "429 with a date in the form of asctime"},
	"PDF":                         {"PDF with a parameter"},
	"time of forms":               {"forms that are rendered once fill has answered"},
	"PDF bytes":                   {"forms rendered at each download"},
	"words of errors":             {"details in another language", "404s that name what is not there"},
	"words of faults":             {"faults in words of its own"},
	"members of events":           {"events with more"},
	"state of events":             {"events with no state"},
	"times of events":             {"events with an offset"},
	"layout of events":            {"events in pretty JSON"},
	"headers of events":           {"other headers with events"},
	"client of deliveries":        {"a client that sends once more when the connection breaks"},
	"clock of events":             {"events dated by the wall clock", "a clock that is a day ahead"},
	"length of deliveries":        {"deliveries without a length"},
	"lateness of the first":       {"first attempts that are a second late"},
	"lateness of others":          {"later attempts most of a second late"},
	"5xx":                         {"503 now and then", "502 now and then, of a proxy", "more than four calls at a time are put off"},
	"order of form keys":          {"form keys in any order", "a further form, in any order"},
	"a hung attempt":              {"attempts that are given up without a word"},
	"names of documents":          {"a document in the place of one of its name"},
	"looks at endpoints":          {"a look at an endpoint before it is taken"},
	"length of an intake":         {"an intake that is over at its first turn", "a list that is asked for one by one", "a last question whether all is right"},
	"words beside no flags":       {"clean risk beside words of what was looked at"},
	"submission ids":              {"submission ids that are large numbers"},
	"label of a key":              {"keys without a label"},
	"text of tokens":              {"access tokens that are alike within a second", "access tokens that begin as keys do"},
	"secrets of clients":          {"clients with a secret, in the form", "clients with a secret, in the header"},
	"ways to send a key":          {"a key in Authorization in any usual way"},
	"addresses of forms":          {"forms at addresses that a router knows"},
	"comma in times":              {"times of events with a comma"},
	"fields at a platform":        {"websites without their scheme at the platform"},
	"states of one place":         {"states of Texas only"},
	"composite values":            {"a composite value that is asked for until it is whole"},
	"scope of tokens":             {"tokens that may read only"},
}

// Every open point has its choices, and each of them a variant, the reference server or a reason. Every variant is a
// choice at a point, or a form of what no point names.
func TestEveryChoiceIsShown(t *testing.T) {
	known, placed := map[string]bool{own: true}, map[string]bool{}
	for _, v := range variants {
		require.False(t, known[v.name], "two variants are called %q", v.name)
		known[v.name] = true
	}
	for _, req := range catalogue.All() {
		list := gapChoices[req.ID]
		if req.Level != catalogue.Observe {
			require.Empty(t, list, "%s is no open point", req.ID)
			continue
		}
		require.NotEmpty(t, list, "%s has no choices: %s", req.ID, req.Statement)
		shown := 0
		for _, one := range list {
			if known[one.by] {
				shown++
				placed[one.by] = true
				continue
			}
			require.True(t, strings.Contains(one.by, ": ") || req.ID == "GAP-24", "%s: %q is neither a variant nor a reason", req.ID, one.by)
		}
		if !strings.HasPrefix(list[0].by, otherRole) {
			require.Equal(t, own, list[0].by, "%s begins with what the reference server does", req.ID)
			require.True(t, shown > 1 || len(list) > shown, "%s has one choice only, and no reason", req.ID)
		}
	}
	for about, names := range forms {
		for _, name := range names {
			require.True(t, known[name], "%s: there is no variant %q", about, name)
			require.False(t, placed[name], "%q stands twice", name)
			placed[name] = true
		}
	}
	for _, v := range variants {
		require.True(t, placed[v.name], "the variant %q stands at no point", v.name)
	}
}

// alike are choices that the observation at their point does not tell from the reference server's.
var alike = map[string]string{
	"GAP-02 nothing extracted":        "a count of nothing is of the same shape",
	"GAP-17 risk list beside another": "the list of flags has its usual name",
}

// Each choice that a variant makes shows in the profile: what is observed at its point is not what is observed of the
// reference server. A few in a plain run, all where mixes are judged.
func TestEveryChoiceIsObserved(t *testing.T) {
	t.Parallel()
	at := 0
	for _, id := range slices.Sorted(maps.Keys(gapChoices)) {
		var list []choice
		for _, one := range gapChoices[id] {
			if at++; named(one.by) != nil && alike[id+" "+one.by] == "" && (many() || at%25 == 0) {
				list = append(list, one)
			}
		}
		if len(list) == 0 {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			plainly := observed(t, layer{}, id)
			for _, one := range list {
				assert.NotEqual(t, plainly, observed(t, named(one.by).layer(), id), "%s is not seen", one.by)
			}
		})
	}
}

// observed is what a profile says at one point.
func observed(t *testing.T, l layer, id string) any {
	t.Helper()
	results, err := checks.Run(t.Context(), newBed(t, l).target(), checks.Options{Seed: 1, Parallel: 4, Timeout: patience, Limit: 4 * patience}, []checks.Check{checkOf(id)})
	require.NoError(t, err)
	require.Equal(t, report.Observed, results[0].Verdict, "%s: %s", results[0].Expected, results[0].Got)
	return results[0].Observed
}
