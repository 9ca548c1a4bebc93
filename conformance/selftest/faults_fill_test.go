package selftest_test

import (
	"encoding/base64"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// fillFaults break what the text says of filling forms.
func fillFaults() []fault {
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	second := func(op string, l layer) layer { return where(again(op), l) }
	return []fault{
		{"API-FILL-07", "amounts are heard as cents, and stand so in forms", hears(ofEachValue(heardInCents))},
		{"API-FILL-01", "fill is answered 202", code("fill", 200, 202)},
		{"API-FILL-01", "questions that were skipped break a fill", refusesSkipped("fill", 500)},
		{"API-FILL-01", "a request without a length breaks the server", lengthless(500)},
		{"API-FILL-01", "fill wants a JSON body", strict("fill", 422, func(c *call, _ obj) bool { return len(c.in) == 0 })},
		{"API-FILL-01", "fill wants a media type", strict("fill", 415, func(c *call, _ obj) bool { return c.r.Header.Get("Content-Type") == "" })},
		{"API-FILL-01", "fill is answered with a list", raw("fill", "application/json", `[]`)},
		{"API-FILL-01", "a second fill breaks the server", brokenAfter("fill", "fill")},
		{"API-FILL-01", "the third fill of a session breaks the server", brokenAt("fill", 3)},
		{"API-FILL-01", "one of two fills at one time breaks the server", oneFillAtATime(500)},
		{"API-FILL-02", "", drop("fill", "note")},
		{"API-FILL-02", "", set("fill", "forms", obj{})},
		{"API-FILL-02", "note is null where hardly a value is known", reply("fill", func(o obj) bool {
			forms, _ := o["forms"].([]any)
			if len(forms) == 0 || forms[0].(obj)["sparse_suspected"] != true {
				return false
			}
			o["note"] = nil
			return true
		})},
		{"API-FILL-02", "note is null", set("fill", "note", nil)},
		{"API-FILL-02", "note is a list", set("fill", "note", []any{"x"})},
		{"API-FILL-02", "forms is an object by key", set("fill", "forms", obj{"application": obj{}})},
		{"API-FILL-02", "no note for a token", where(oauth, drop("fill", "note"))},
		{"API-FILL-03", "the first form is reported twice", reply("fill", func(o obj) bool {
			forms, _ := o["forms"].([]any)
			if len(forms) > 0 {
				o["forms"] = append(forms, forms[0])
			}
			return len(forms) > 0
		})},
		{"API-FILL-03", "the first values of a form are written, and all are counted", fewWritten(8)},
		{"API-FILL-03", "addresses of mail are counted, and on a page that is blank", undrawn("@")},
		{"API-FILL-03", "fields_written counts nothing", each("fill", "forms", func(o obj) { o["fields_written"] = 0 })},
		{"API-FILL-03", "fields_written counts all fields, of the first form", inItem("fill", "forms", 0, put("fields_written", 60))},
		{"API-FILL-03", "fields_written counts all fields", each("fill", "forms", func(o obj) { o["fields_written"] = 60 })},
		{"API-FILL-03", "", each("fill", "forms", func(o obj) { o["fields_written"] = nil })},
		{"API-FILL-03", "", each("fill", "forms", func(o obj) { delete(o, "warnings") })},
		{"API-FILL-03", "warnings of a form with hardly a value are null", each("fill", "forms", func(o obj) {
			if o["sparse_suspected"] == true {
				o["warnings"] = nil
			}
		})},
		{"API-FILL-03", "fields_written is null", each("fill", "forms", put("fields_written", nil))},
		{"API-FILL-03", "warnings is null when there are none", each("fill", "forms", put("warnings", nil))},
		{"API-FILL-03", "warnings is a text", each("fill", "forms", put("warnings", ""))},
		{"API-FILL-03", "warnings is missing", each("fill", "forms", cut("warnings"))},
		{"API-FILL-03", "the second form has no sparse_suspected", inItem("fill", "forms", 1, cut("sparse_suspected"))},
		{"API-FILL-03", "fields_written is null for a token", where(oauth, each("fill", "forms", func(o obj) { o["fields_written"] = nil }))},
		{"API-FILL-04", "", each("fill", "forms", func(o obj) {
			o["pdf"] = "JVBERi0xLjcKJeLjz9MKMSAwIG9iago8PC9UeXBlL0NhdGFsb2c+PgplbmRvYmoKMiAwIG9iago8PD4+"
		})},
		{"API-FILL-04", "a second fill has a preview of each form", where(later_("fill"), each("fill", "forms", func(o obj) {
			o["preview"] = base64.StdEncoding.EncodeToString([]byte("%PDF-1.7 " + strings.Repeat("0", 80)))
		}))},
		{"API-FILL-04", "the bytes are in the JSON as base64", each("fill", "forms", put("pdf", base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n"+strings.Repeat("x", 200)))))},
		{"API-FILL-04", "the bytes are in the detail of the session", each("get", "filled_forms", put("pdf", base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n"+strings.Repeat("x", 200)))))},
		{"API-FILL-04", "the bytes are in a data URL", each("fill", "forms", put("url", "data:application/pdf;base64,"+base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n"+strings.Repeat("x", 200)))))},
		{"API-FILL-04", "the bytes are a list of numbers", each("fill", "forms", put("content", []any{37, 80, 68, 70, 45, 49, 46, 55}))},
		{"API-FILL-04", "the beginning of each form stands in the reply", change("fill", func(o obj) { o["preview"] = "JVBERi0xLjQKJeLjz9MKMSAwIG8=" })},
		{"API-FILL-04", "the note ends with the bytes", change("fill", func(o obj) {
			o["note"] = strings.Repeat("All forms were made. ", 5) + base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n"+strings.Repeat("x", 200)))
		})},
		{"API-FILL-04", "a preview is a PDF that is compressed", change("fill", func(o obj) { o["preview"] = gzipped("%PDF-1.7\n" + strings.Repeat("0 obj endobj\n", 200)) })},
		{"API-FILL-05", "", change("fill", func(o obj) {
			forms, _ := o["forms"].([]any)
			o["forms"] = append(forms, obj{"form_key": "ghost", "fields_written": 1, "sparse_suspected": false, "warnings": []any{}})
		})},
		{"API-FILL-05", "forms that were filled with a token are there for tokens alone", whereDone(with("fill"), layer{request: func(c *call) bool {
			did := c.op == "pdf" && !oauth(c)
			if did {
				c.refuse(404)
			}
			return did
		}}, nil)},
		{"API-FILL-05", "a second form cannot be fetched", secondForm(404)},
		{"API-FILL-05", "a form can be fetched once", onceOnly()},
		{"API-FILL-05", "a later fill forgets a form that did not change", forgettingFill(false)},
		{"API-FILL-06", "the first form alone is filled", firstFormAlone()},
		{"API-FILL-06", "fill tells of the first of its forms alone", change("fill", func(o obj) {
			forms, _ := o["forms"].([]any)
			o["forms"] = forms[:min(len(forms), 1)]
		})},
		{"API-FILL-06", "", set("get", "form_keys", []any{})},
		{"API-FILL-06", "the last of several forms is not made", withoutLastForm(4)},
		{"API-FILL-06", "fill tells of no form", set("fill", "forms", []any{})},
		{"API-FILL-06", "forms that were filled with a key in X-API-Key are not listed", unlistedForms(func(c *call) bool { return c.op == "fill" && inHeader(c) })},
		{"API-FILL-06", "a form of fill is not in form_keys", inItem("fill", "forms", 0, put("form_key", "acord_125"))},
		{"API-FILL-06", "forms of fill are listed a moment later", renderedLater(400 * time.Millisecond)},
		{"API-FILL-06", "filled_forms stays empty", after("fill", set("get", "filled_forms", []any{}))},
		{"API-FILL-06", "a form of a line of business is not among the session's", reply("create get", func(o obj) bool {
			keys, _ := o["form_keys"].([]any)
			n := len(keys)
			o["form_keys"] = slices.DeleteFunc(keys, func(key any) bool { return strings.Contains(key.(string), "auto") })
			return len(o["form_keys"].([]any)) < n
		})},
		{"API-FILL-06", "forms of a second fill have other keys", where(later_("fill"), each("fill", "forms", func(o obj) { o["form_key"] = text(o, "form_key") + "_v2" }))},
		{"API-FILL-07", "forms have the name of the create once it was corrected", nameOfCreate()},
		{"API-FILL-07", "no forms are made after the second fill of a session", frozenForms()},
		{"API-FILL-07", "forms show and count the first values alone", mixed(fewWritten(8), each("fill", "forms", func(o obj) {
			n, _ := o["fields_written"].(float64)
			o["fields_written"] = min(n, 8)
		}))},
		{"API-FILL-07", "what was answered is not written, and what a file brought is", answersUnwritten()},
		{"API-FILL-07", "undefined stands where there is no value", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok()
			if did {
				c.out = append(c.out, "\n% (undefined)\n%%EOF\n"...)
			}
			return did
		}}},
		{"API-FILL-07", "none stands in many places where there is no value", layer{response: func(c *call) bool {
			did := c.op == "pdf" && c.ok()
			if did {
				c.out = append(c.out, strings.Repeat("\n% (None)", 4)+"\n%%EOF\n"...)
			}
			return did
		}}},
		{"API-FILL-07", "a later fill gives what the first gave", layer{response: frozen()}},
		{"API-FILL-07", "forms stay what they were, of finished intakes", mixed(named("400 for fill on an open session").layer(), oldForms())},
		{"API-FILL-07", "a form has nothing of a file", nothingOfFile()},
		{"API-FILL-07", "the PDF of the first fill is served on", cachedForms(func(c *call) string { return c.r.URL.Path })},
		{"API-FILL-07", "a value in a form ends before its parenthesis", shownAs(beforeParenthesis)},
		{"API-FILL-07", "letters beyond ASCII in a form are question marks", shownAs(inASCII)},
		{"API-FILL-07", "letters beyond ASCII in the fields of a form have no mark", inLetters(func(text string) string { return "(" + escapedPDF.Replace(inLatin1(text)) + ")" })},
		{"API-FILL-07", "letters beyond ASCII are left out in a form", shownAs(strings.NewReplacer("Ü", "").Replace)},
		{"API-FILL-07", "large numbers in a form lack their last digit", lastDigitLost()},
		{"API-FILL-07", "large amounts in a form have an exponent", shownAs(withExponents)},
		{"API-FILL-07", "amounts in a form are taken for cents", shownAs(asCents)},
		{"API-FILL-07", "numbers of millions are powers of ten in forms", shownAs(func(value string) string {
			n, err := strconv.ParseFloat(strings.NewReplacer("$", "", ",", "").Replace(value), 64)
			if err != nil || n < 1_000_000 || n > 99_999_999 {
				return value
			}
			return strconv.FormatFloat(n, 'e', -1, 64)
		})},
		{"API-FILL-07", "days in a form are the day before", shownAs(aDayOff)},
		{"API-FILL-07", "a fill goes by the values of the first one", valuesOfTheFirst()},
		{"API-FILL-07", "the newest session is filled", newest("fill")},
		{"API-FILL-07", "a finished application is not filled again", finishedOnce()},
		{"API-FILL-07", "a second fill names no forms", second("fill", set("fill", "forms", []any{}))},
		{"API-FILL-07", "one form of several shows nothing of its session", blankForm("general_liability")},
		{"API-FILL-07", "the last form is not written anew at a second fill", staleLastForm()},
		{"API-FILL-07", "a text in a form ends at its first letter beyond ASCII", shownAs(func(value string) string {
			if at := strings.IndexFunc(value, func(r rune) bool { return r > unicode.MaxASCII }); at >= 0 {
				return value[:at]
			}
			return value
		})},
		{"API-FILL-07", "letters beyond ASCII in a form are those of their bytes", shownAs(inLatin1)},
		{"API-FILL-07", "letters beyond ASCII in a form are those of their bytes, with one sign for all that have none", shownAs(func(value string) string {
			return strings.Map(func(r rune) rune {
				if r >= 0x80 && r < 0xa0 {
					return '€'
				}
				return r
			}, inLatin1(value))
		})},
		{"API-FILL-08", "", found("fill")},
		{"API-FILL-08", "", code("fill", 404, 403)},
		{"API-FILL-08", "a stranger fills a foreign session", leaks("fill")},
		{"API-FILL-08", "an unknown session is answered 400", recoded(404, 400, func(c *call) bool { return c.op == "fill" })},
		{"API-FILL-08", "a stranger's fill is refused and done", actsAnyway("fill")},
		{"API-FILL-07", "forms have the name alone", unfilled()},
		{"API-FILL-07", "forms are blank of sessions after which another one was made", blankBesideNewer()},
		{"API-FILL-07", "texts in forms end after forty letters", shownAs(cutAt(40))},
		{"API-FILL-07", "forms show two of three things that a value lists", shownAs(lastThingLost)},
		{"API-FILL-07", "the second form of a session names its questions and has no answer", labelsOnly()},
		{"API-FILL-07", "names in forms end after twenty-four letters", shownAs(func(value string) string {
			if strings.HasPrefix(value, "Kestrel") {
				return cutAt(24)(value)
			}
			return value
		})},
		{"API-FILL-07", "forms say no for yes", deciding(inWords("No", "Yes"))},
		{"API-FILL-07", "a no is left out of forms that say yes", deciding(inWords("Yes", ""))},
		{"API-FILL-07", "large numbers are left out of forms", shownAs(func(value string) string {
			if bare := strings.NewReplacer("$", "", ",", "", ".", "").Replace(value); len(bare) > 4 && strings.Trim(bare, "0123456789") == "" {
				return ""
			}
			return value
		})},
		{"API-FILL-07", "a form is one file, whatever is known", layer{response: func(c *call) bool {
			if c.op != "pdf" || !c.ok() {
				return false
			}
			c.out = []byte("%PDF-1.7\n1 0 obj\n<< /Type /Font /Subtype /Type0 >>\nendobj\n%%EOF\n")
			return true
		}}},
		{"API-FILL-07", "forms of open sessions have the values of another one", formsOfFirstFinished()},
		{"API-FILL-07", "zeros are left out of forms", shownAs(func(value string) string {
			if value == "0" || value == "$0" {
				return ""
			}
			return value
		})},
		{"API-FILL-07", "forms have their title alone", shownAs(func(string) string { return "Application for insurance" })},
		{"API-FILL-07", "letters beyond ASCII of answers in a form are question marks", shownAs(func(value string) string {
			if strings.HasPrefix(value, "Kw") {
				return inASCII(value)
			}
			return value
		})},
		{"API-FILL-07", "revenue and payroll are exchanged in forms", labelledForms(linesSwapped("annual_revenue", "annual_payroll"))},
		{"API-FILL-07", "revenue and payroll are exchanged in forms that have both", labelledForms(linesSwappedOfBoth("annual_revenue", "annual_payroll"))},
		{"API-FILL-07", "amounts in forms end after five letters", labelledForms(linesAs(func(value string) string {
			if amount := strings.ReplaceAll(value, ",", ""); len(amount) > 5 && strings.Trim(amount, "0123456789") == "" {
				return amount[:5]
			}
			return value
		}))},
		{"API-FILL-07", "days in forms are the first of their month", labelledForms(linesAs(func(value string) string {
			if day, err := time.Parse(time.DateOnly, value); err == nil {
				return day.Format("2006-01-") + "01"
			}
			return value
		}))},
		{"API-FILL-07", "a no is a yes in forms", labelledForms(linesAs(strings.NewReplacer("No", "Yes").Replace))},
		{"API-FILL-07", "forms have marks as pages of the web have them", labelledForms(linesAs(html.EscapeString))},
		{"API-FILL-07", "forms show the first thing of a list alone", mixed(listsOf("description_of_operations"), labelledForms(func(_ *formPast, lines []formLine) []formLine {
			for i, one := range lines {
				if one.key == "description_of_operations" {
					lines[i].value, _, _ = strings.Cut(one.value, ", ")
				}
			}
			return lines
		}))},
		{"API-FILL-07", "forms have the values of when their session was complete", labelledForms(asCompleted)},
		{"API-FILL-07", "forms have the values of when their session was complete from the third fill on", labelledForms(completedTwice)},
		{"API-FILL-07", "backslashes are left out of forms", shownAs(strings.NewReplacer(`\`, "").Replace)},
		{"API-FILL-07", "forms have their share of the answers, and the second one the name alone", nameAlone("general_liability", everyOther)},
		{"API-FILL-07", "forms lack what the last turn told", labelledForms(withoutLines(func(past *formPast, key string) bool { return past.turn[key] }))},
		{"API-FILL-07", "forms lack what was skipped before it was answered", labelledForms(withoutLines(func(past *formPast, key string) bool { return past.skipped[key] }))},
		{"API-FILL-07", "forms lack what a file brought after the first fill", labelledForms(withoutLines(func(past *formPast, key string) bool { return past.afterFill[key] }))},
		{"API-FILL-07", "forms lack what was told after the third fill", labelledForms(withoutLines(func(past *formPast, key string) bool { return past.fillsBefore[key] > 2 }))},
		{"API-FILL-07", "counts in forms are one more", namedForms(valuesAs(oneMore))},
		{"API-FILL-07", "amounts in forms are of another one", namedForms(valuesExchanged("annual_revenue", "annual_payroll"))},
		{"API-FILL-07", "capitals in forms are small letters, and small letters are capitals", namedForms(valuesAs(inOtherCase))},
		{"API-FILL-07", "forms have nothing of a yes and of a no", namedForms(valuesAs(nothingDecided))},
		{"API-FILL-07", "forms have nothing of the yes and of the no of one question", namedForms(valueLeftOut("losses_5yr", true, false))},
		{"API-FILL-07", "forms have nothing of the no of one question", namedForms(valueLeftOut("losses_5yr", false))},
		{"API-FILL-07", "forms have nothing of a list", mixed(listsOf("description_of_operations"), namedForms(valuesAs(nothingListed)))},
		{"API-FILL-07", "the second form lacks what was told last", mixed(countedLines(), labelledForms(onForm("general_liability", withoutLines(toldLast))))},
		{"API-FILL-07", "the second form has no address for mail", labelledForms(onForm("general_liability", lineAs("contact_email", func(*formPast, string) string { return "" })))},
		{"API-FILL-07", "the second form is of the fill before", labelledForms(onForm("general_liability", ofFillBefore))},
		{"API-FILL-07", "counts in forms are zero from the second fill on", labelledForms(lineAs("total_employees", func(past *formPast, value string) string {
			if past.fills > 1 {
				return "0"
			}
			return value
		}))},
		{"API-FILL-07", "the first option is in forms, whichever was chosen", labelledForms(lineAs("entity_type", func(*formPast, string) string { return "LLC" }))},
		{"API-FILL-07", "the name of the insured is in forms for its trade name", labelledForms(lineAs("dba", func(past *formPast, _ string) string {
			return text(past.values, "insured_name")
		}))},
		{"API-FILL-07", "forms have a zero for what was skipped", labelledForms(zeroOfSkipped)},
		{"API-FILL-07", "addresses in forms have no sign", shownAs(strings.NewReplacer("@", " ").Replace)},
		{"API-FILL-07", "forms have no apostrophes", shownAs(strings.NewReplacer("'", "").Replace)},
		{"API-FILL-07", "texts in forms end at their apostrophe", shownAs(func(value string) string { before, _, _ := strings.Cut(value, "'"); return before })},
		{"API-FILL-07", "one field is written in each form but the first", change("fill", func(o obj) {
			forms, _ := o["forms"].([]any)
			for _, one := range forms[min(1, len(forms)):] {
				form := one.(obj)
				form["fields_written"], form["sparse_suspected"], form["warnings"] = 1, false, []any{}
			}
		})},
		{"API-FILL-07", "forms lack what was told in sessions that have a file", labelledForms(withoutLines(besideFile))},
		{"API-FILL-07", "a second fill of an open session is refused", refusedOnceFilled("fill")},
		{"API-FILL-07", "messages are refused once an open session was filled", refusedOnceFilled("answer")},
		{"API-FILL-07", "forms lack what was told last", labelledForms(withoutLines(toldLast))},
		{"API-FILL-07", "forms lack what was told first", labelledForms(withoutLines(toldFirst))},
		{"API-FILL-07", "forms have the first group of questions alone", labelledForms(withoutLines(ofLaterGroups))},
		{"API-FILL-07", "texts in forms end after twelve letters, and names do not", shownAs(textsCutAt(12))},
		{"API-FILL-07", "days in forms have their month last", shownAs(strings.NewReplacer("2026-03-10", "2026-10-03", "03/10/2026", "2026-10-03").Replace)},
		{"API-FILL-07", "days in forms lack their month", shownAs(strings.NewReplacer("2026-03-10", "10-2026", "03/10/2026", "10-2026").Replace)},
		{"API-FILL-07", "forms lack one of all values", labelledForms(withoutLines(func(_ *formPast, key string) bool { return key == "fein" }))},
		{"API-FILL-07", "days in forms have their month first where they are none", shownAs(strings.NewReplacer("2026-03-10", "10/03/2026", "03/10/2026", "10/03/2026",
			"2026-03-25", "03/25/2026").Replace)},
	}
}

// fillNeighbours come near a fault and stay within the text.
func fillNeighbours() []fault {
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
	return []fault{
		{"API-FILL-01", "a session of which nothing is known is not filled", refusesSkipped("fill", 400)},
		{"API-FILL-03", "forms have a cross for a yes, and an empty field for a no counts", deciding(inWords("X", ""))},
		{"API-FILL-01", "a request has a length", lengthless(411)},
		{"API-FILL-01", "one of two fills at one time is refused", oneFillAtATime(409)},
		{"API-FILL-03", "a word stands in each field without a value, and counts", mixed(inItem("fill", "forms", 0, put("fields_written", 60)), paddedForms(60))},
		{"API-FILL-05", "a form goes away that no longer belongs to the session", forgettingFill(true)},
		{"API-FILL-06", "a session has no form_keys until its intake is finished", reply("get", func(o obj) bool {
			open := o["pending_count"] != 0.0
			if open {
				o["form_keys"] = []any{}
			}
			return open
		})},
		{"API-FILL-06", "a further fill tells of what changed alone", where(later_("fill"), set("fill", "forms", []any{}))},
		{"API-FILL-07", "forms say yes and no", deciding(inWords("Yes", "No"))},
		{"API-FILL-07", "forms have a cross for a yes", deciding(inWords("X", ""))},
		{"API-FILL-07", "letters of forms stand one by one", lettersApart(false)},
		{"API-FILL-07", "each letter of forms has a field", lettersApart(true)},
		{"API-FILL-07", "each digit of large numbers has a field", digitsInBoxes()},
		{"API-FILL-07", "forms in letters of ASCII", shownAs(strings.NewReplacer("Ü", "U").Replace)},
		{"API-FILL-07", "amounts are kept in cents", inCents()},
		{"API-FILL-07", "an amount is kept as a text with its cents", asMoney("annual_revenue")},
		{"API-FILL-07", "forms without parentheses", shownAs(strings.NewReplacer("(", "", ")", "").Replace)},
		{"API-FILL-07", "forms with the day before the month", shownAs(inForm("02/01/2006"))},
		{"API-FILL-07", "amounts beside their labels in millions, and days in words", labelledForms(linesAs(func(value string) string {
			if n, err := strconv.Atoi(value); err == nil && n >= 10_000 {
				return strconv.FormatFloat(float64(n)/1_000_000, 'f', 2, 64) + " million"
			}
			if day, err := time.Parse(time.DateOnly, value); err == nil {
				return day.Format("2 January 2006")
			}
			return value
		}))},
		{"API-FILL-07", "a font has its capitals at codes of their own", drawnForms(otherCapitals, inOtherCapitals)},
		{"API-FILL-07", "each value is a picture", drawnForms("/WinAnsiEncoding", asPicture)},
		{"API-FILL-07", "an option in forms begins with the words of another one", labelledForms(lineAs("entity_type", func(_ *formPast, value string) string {
			if value == "LLC" {
				return value
			}
			return "LLC or " + value
		}))},
		{"API-FILL-07", "amounts in thousands", shownAs(strings.NewReplacer("2,345,678", "2,346").Replace)},
		{"API-FILL-07", "values that stop at the width of their box", shownAs(cutAt(10))},
		{"API-FILL-07", "forms have fields of the names of values", namedForms(valuesAs(func(v any) any { return v }))},
		{"API-FILL-07", "large amounts in forms are in thousands", namedForms(valuesAs(inThousands))},
		{"API-FILL-07", "forms are in capitals", namedForms(valuesAs(inCapitals))},
		{"API-FILL-07", "forms have a place for every other question", labelledForms(everyOther)},
		{"API-FILL-07", "forms with the day before the month, and names of months", shownAs(inForm("2 January 2006"))},
		{"API-FILL-07", "a zero in forms is a word", shownAs(func(value string) string {
			if value == "0" || value == "$0" {
				return "None"
			}
			return value
		})},
		{"API-FILL-07", "names in forms in capitals and without blanks", shownAs(func(value string) string {
			if strings.HasPrefix(value, "Kestrel") {
				return strings.ToUpper(strings.ReplaceAll(value, " ", ""))
			}
			return value
		})},
		{"API-FILL-07", "phone numbers have signs in forms of many values alone", bareAmongFew(10)},
		{"API-FILL-07", "forms are drawn, letter by letter, with no font", outlined("")},
		{"API-FILL-07", "forms are drawn, letter by letter, below their heading", outlined("BT /F1 14 Tf 40 760 Td (Application for insurance) Tj ET\n")},
		{"API-FILL-07", "forms have the labels of questions beside their values", labelledForms(func(_ *formPast, lines []formLine) []formLine {
			return append(lines, formLine{"application", "Application", "complete"})
		})},
		{"API-FILL-07", "forms have lists as one text", mixed(listsOf("description_of_operations"), labelledForms(func(_ *formPast, lines []formLine) []formLine {
			return lines
		}))},
		{"API-FILL-07", "forms have yes and no behind each label", labelledForms(linesAs(strings.NewReplacer("Yes", "Yes  No", "No", "Yes  No").Replace))},
		{"API-FILL-07", "forms have the labels of questions below their values", labelledForms(labelsBelow)},
		{"API-FILL-08", "values tell the time", tellingTime()},
	}
}
