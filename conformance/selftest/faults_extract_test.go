package selftest_test

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
)

// extractFaults break what the text says of reading a PDF.
func extractFaults() []fault {
	with := func(op string) func(c *call) bool { return func(c *call) bool { return c.op == op && oauth(c) } }
	second := func(op string, l layer) layer { return where(again(op), l) }
	return []fault{
		{"API-EXTRACT-01", "an extraction is answered 202", code("extract", 200, 202)},
		{"API-EXTRACT-01", "a PDF with compressed streams is refused", layer{request: func(c *call) bool {
			did := c.op == "extract" && strings.Contains(string(c.in), "/FlateDecode")
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-01", "a file breaks the server where questions were answered", brokenAfter("answer", "extract")},
		{"API-EXTRACT-01", "a file breaks the server where a document was attached", brokenAfter("documents", "extract")},
		{"API-EXTRACT-01", "no session is found for a file where questions were answered", missingBetween("answer", "", "extract")},
		{"API-EXTRACT-01", "names without quotes are not read", layer{request: func(c *call) bool {
			did := c.op == "extract" && bytes.Contains(c.in, []byte("name=file"))
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-01", "the result is a list in a free workspace", where(away(), layer{response: func(c *call) bool {
			if c.op != "extract" || !c.ok() {
				return false
			}
			c.out = append(append([]byte("["), c.out...), ']')
			return true
		}})},
		{"API-EXTRACT-01", "an extraction is answered 201", code("extract", 200, 201)},
		{"API-EXTRACT-01", "the result is a list", raw("extract", "application/json", `[{"extracted_count": 3}]`)},
		{"API-EXTRACT-01", "the part must be named pdf", layer{request: func(c *call) bool {
			if c.op != "extract" {
				return false
			}
			c.in = bytes.Replace(c.in, []byte(`name="file"`), []byte(`name="other"`), 1)
			return true
		}}},
		{"API-EXTRACT-01", "a part without a Content-Type breaks the server", layer{request: refusingCalls("extract", 500, unlabelledPart)}},
		{"API-EXTRACT-01", "the file must be the first part", layer{request: refusingCalls("extract", 422, func(c *call) bool {
			note, file := bytes.Index(c.in, []byte(`name="note"`)), bytes.Index(c.in, []byte(`name="file"`))
			return note >= 0 && note < file
		})}},
		{"API-EXTRACT-01", "a boundary in quotes is not understood", layer{request: func(c *call) bool {
			quoted := c.op == "extract" && strings.Contains(c.r.Header.Get("Content-Type"), `boundary="`)
			if quoted {
				c.refuse(400)
			}
			return quoted
		}}},
		{"API-EXTRACT-01", "the second PDF of a session breaks the server", secondOf("extract", 500)},
		{"API-EXTRACT-01", "the file must be called .pdf, in small letters", layer{request: func(c *call) bool {
			did := c.op == "extract" && !bytes.Contains(c.in[:min(len(c.in), 400)], []byte(`.pdf"`))
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-01", "a file is called invalid where the session has a state", refusedWith("state", "extract", 422)},
		{"API-EXTRACT-01", "a PDF of version 2 is refused", layer{request: func(c *call) bool {
			did := c.op == "extract" && !bytes.Contains(c.in, []byte("%PDF-1."))
			if did {
				c.refuse(400)
			}
			return did
		}}},
		{"API-EXTRACT-01", "a file whose name is beyond ASCII breaks the server", layer{request: refusingCalls("extract", 500, func(c *call) bool {
			return strings.Contains(string(c.in), "übersicht")
		})}},
		{"API-EXTRACT-01", "a file whose name is beyond ASCII is refused", layer{request: refusingCalls("extract", 422, foreignName("extract"))}},
		{"API-EXTRACT-02", "lines are counted, and fields are given", set("extract", "extracted_count", 412)},
		{"API-EXTRACT-02", "one value is counted that is not there", blanksCounted()},
		{"API-EXTRACT-02", "the last of a few values is counted and not brought", lastLost()},
		{"API-EXTRACT-02", "confidence is missing", drop("extract", "confidence")},
		{"API-EXTRACT-02", "notes is missing", drop("extract", "notes")},
		{"API-EXTRACT-02", "", drop("extract", "extracted_count")},
		{"API-EXTRACT-02", "notes is missing where nothing was found", reply("extract", func(o obj) bool {
			was := o["extracted_count"] == 0.0
			if was {
				delete(o, "notes")
			}
			return was
		})},
		{"API-EXTRACT-02", "the extracted fields are missing", change("extract", func(o obj) {
			for name := range o {
				if !among("extracted_count confidence notes", name) {
					delete(o, name)
				}
			}
		})},
		{"API-EXTRACT-02", "extracted_count is named count", change("extract", func(o obj) { o["count"] = o["extracted_count"]; delete(o, "extracted_count") })},
		{"API-EXTRACT-02", "a second result has no extracted_count", second("extract", drop("extract", "extracted_count"))},
		{"API-EXTRACT-03", "a text is taken that is no PDF", takesText()},
		{"API-EXTRACT-03", "a text is taken that is labelled as a PDF", where(func(c *call) bool { return bytes.Contains(c.in, []byte("application/pdf")) }, takesText())},
		{"API-EXTRACT-03", "", layer{response: func(c *call) bool {
			did := c.op == "extract" && c.status == 422
			if did {
				c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}})
			}
			return did
		}}},
		{"API-EXTRACT-03", "a part whose name begins with file is taken", layer{request: func(c *call) bool {
			did := c.op == "extract" && bytes.Contains(c.in, []byte(`name="file2"`))
			c.in = bytes.Replace(c.in, []byte(`name="file2"`), []byte(`name="file"`), 1)
			return did
		}}},
		{"API-EXTRACT-03", "any part is taken for the file", layer{request: func(c *call) bool {
			did := c.op == "extract" && bytes.Contains(c.in, []byte(`name="attachment_x"`))
			c.in = bytes.Replace(c.in, []byte(`name="attachment_x"`), []byte(`name="file"`), 1)
			return did
		}}},
		{"API-EXTRACT-03", "an upload without the file is an error of the server", layer{response: func(c *call) bool {
			did := c.op == "extract" && c.status == 422
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"API-EXTRACT-04", "a large file brings nothing", readNothing(func(c *call) bool { return len(c.in) > 1_000_000 })},
		{"API-EXTRACT-04", "what stands in a file behind 300 kB brings nothing", readNothing(func(c *call) bool { return bytes.Index(c.in, []byte("(Named Insured")) > 300_000 })},
		{"API-EXTRACT-04", "", strict("extract", 413, func(c *call, _ obj) bool { return len(c.in) > 10_000_000 })},
		{"API-EXTRACT-04", "a PDF has at most 10 MB", layer{request: func(c *call) bool {
			did := fileOver(10 << 20)(c)
			if did {
				c.answer(413, obj{"detail": "The file is too large."})
			}
			return did
		}}},
		{"API-EXTRACT-04", "a PDF has at most 16 MiB", layer{request: func(c *call) bool {
			did := fileOver(16 << 20)(c)
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-04", "a PDF above 15 MB breaks the server", layer{request: func(c *call) bool {
			did := fileOver(15_000_000)(c)
			if did {
				c.answer(500, obj{"detail": "It broke."})
			}
			return did
		}}},
		{"API-EXTRACT-05", "", layer{request: func(c *call) bool {
			did := c.op == "extract" && len(c.in) > 20<<20
			if did {
				c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}})
			}
			return did
		}}},
		{"API-EXTRACT-05", "", strict("extract", 500, func(c *call, _ obj) bool { return len(c.in) > 20<<20 })},
		{"API-EXTRACT-05", "the bound is that of files of one label", layer{request: func(c *call) bool {
			did := c.op == "extract" && len(c.in) > 20<<20 && bytes.Contains(c.in[:1000], []byte("application/octet-stream"))
			if did {
				c.answer(200, obj{"extracted_count": 0, "extracted_fields": obj{}, "confidence": 0, "field_confidence": obj{}, "notes": []any{}})
			}
			return did
		}}},
		{"API-EXTRACT-05", "a PDF over the bound is taken", layer{request: func(c *call) bool {
			if !fileOver(20<<20 + 1)(c) {
				return false
			}
			c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}, "fields": obj{}})
			return true
		}}},
		{"API-EXTRACT-05", "a PDF over the bound is an error of the server", layer{request: func(c *call) bool {
			did := fileOver(20<<20 + 1)(c)
			if did {
				c.refuse(500)
			}
			return did
		}}},
		{"API-EXTRACT-05", "the bound is kept by the length alone that is told", layer{request: func(c *call) bool {
			did := c.op == "extract" && c.r.ContentLength < 0 && len(c.in) > 20<<20
			if did {
				c.answer(200, obj{"extracted_count": 0, "confidence": 0, "notes": []any{}, "fields": obj{}})
			}
			return did
		}}},
		{"API-EXTRACT-02", "a second file counts what the first one brought, too", countedWithBefore()},
		{"API-EXTRACT-05", "a PDF that is refused takes the values away", emptiedBy(tooLargeRefused)},
		{"API-EXTRACT-05", "a PDF that is refused leaves a value", keptOfRefused()},
		{"API-EXTRACT-05", "the connection breaks at a PDF over the bound", leaving(fileOver(20<<20+1), hangsUp)},
		{"API-EXTRACT-06", "nothing is found in any file", nothingFound()},
		{"API-EXTRACT-06", "what a file brought is gone with the next answer", readTillAnswered()},
		{"API-EXTRACT-06", "texts that a file brought have a star behind them", starred()},
		{"API-EXTRACT-06", "a file as long as the last one of another workspace is that one", fileOfLength()},
		{"API-EXTRACT-06", "what was answered is gone once a file was read", goneOnceRead("answer")},
		{"API-EXTRACT-06", "what a file brought is gone once another was read", goneOnceRead("extract")},
		{"API-EXTRACT-06", "a value that a file lacks is N/A", invents("N/A")},
		{"API-EXTRACT-06", "a file is that of its size before", sameSizeSameFile()},
		{"API-EXTRACT-06", "a file brings something once", readOnce()},
		{"API-EXTRACT-06", "one value of many is brought, and all are counted", firstExtracted()},
		{"API-EXTRACT-06", "the last value of a file is not read", bringsOf(func(keys []string) ([]string, int) { n := max(len(keys)-1, min(1, len(keys))); return keys[:n], n })},
		{"API-EXTRACT-06", "compressed texts bring nothing", readNothing(func(c *call) bool {
			return bytes.Contains(c.in, []byte("FlateDecode")) && !bytes.Contains(c.in, []byte("AcroForm"))
		})},
		{"API-EXTRACT-06", "compressed files bring nothing", readNothing(func(c *call) bool { return bytes.Contains(c.in, []byte("FlateDecode")) })},
		{"API-EXTRACT-06", "a page in two streams brings nothing", skipsFile("/Contents [5 0 R 6 0 R]")},
		{"API-EXTRACT-06", "values in columns bring nothing", skipsFile(" Tj 200 0 Td (")},
		{"API-EXTRACT-06", "texts with signs in numbers bring nothing", skipsFile(`\072`)},
		{"API-EXTRACT-06", "texts in hexadecimal digits bring nothing", skipsFile("> -20 <")},
		{"API-EXTRACT-06", "fields below another one bring nothing", skipsFile("/T (Applicant)")},
		{"API-EXTRACT-06", "compressed objects bring nothing", skipsFile("/ObjStm")},
		{"API-EXTRACT-06", "the default of a field is read for its value", readsDefaults()},
		{"API-EXTRACT-06", "a page in the open brings nothing", layer{request: func(c *call) bool {
			return !bytes.Contains(c.in, []byte("FlateDecode")) && !bytes.Contains(c.in, []byte("AcroForm")) && skipsFile("/Contents").request(c)
		}}},
		{"API-EXTRACT-06", "two values of a file are read", bringsOf(func(keys []string) ([]string, int) { n := min(len(keys), 2); return keys[:n], n })},
		{"API-EXTRACT-06", "a number is read up to its first comma", readToComma()},
		{"API-EXTRACT-06", "texts of a file are kept up to their sixth letter", keptAs(firstLetters(6))},
		{"API-EXTRACT-06", "two values of a file are each kept as the other", crossed("annual_revenue", "annual_payroll")},
		{"API-EXTRACT-06", "two values of a file are each read as the other", exchanged("Annual Revenue", "Annual Payroll")},
		{"API-EXTRACT-06", "letters of a file that are beyond ASCII are kept as question marks", keptAs(beyondASCIIAs('?'))},
		{"API-EXTRACT-06", "letters of a file that are beyond ASCII are kept as signs of what is no letter", keptAs(beyondASCIIAs('\ufffd'))},
		{"API-EXTRACT-06", "amounts of a file lose three digits", readFor(",000)", "    )")},
		{"API-EXTRACT-06", "what a file brings is on the first session of the workspace, too", toldToo(true, "extract", "extracted_fields")},
		{"API-EXTRACT-06", "what a file brings is on the session that was made last, too", toldToo(false, "extract", "extracted_fields")},
		{"API-EXTRACT-06", "amounts of a file are read in hundreds", readFor("$1,850,000)", "$18,500)   ", "$640,000)", "$6,400)  ")},
		{"API-EXTRACT-06", "amounts of a file are read in hundreds and kept with decimals", mixed(withDecimals(), readFor("$1,850,000)", "$18,500)   ", "$640,000)", "$6,400)  "))},
		{"API-EXTRACT-06", "the first page of a file is read alone", firstPage()},
		{"API-EXTRACT-06", "the first half of a long page is read alone", firstLines()},
		{"API-EXTRACT-06", "escapes stay in the texts of files", invents(`Blue Heron \(Roofing\)`)},
		{"API-EXTRACT-06", "what was extracted is counted as nothing", set("extract", "extracted_count", 0)},
		{"API-EXTRACT-06", "so it is where no name is read", mixed(set("extract", "extracted_count", 0), layer{request: func(c *call) bool {
			was := c.in
			if c.op == "extract" {
				c.in = bytes.ReplaceAll(bytes.ReplaceAll(was, []byte("Heron"), []byte("Egret")), []byte("heron"), []byte("egret"))
			}
			return c.op == "extract" && !bytes.Equal(was, c.in)
		}})},
		{"API-EXTRACT-06", "", set("get", "field_values", obj{})},
		{"API-EXTRACT-06", "what is read with a token is not kept", whereDone(with("extract"), set("get", "field_values", obj{}), nil)},
		{"API-EXTRACT-06", "an extraction wipes what was answered", wiped()},
		{"API-EXTRACT-06", "an extraction brings what was in another file", after("extract", reply("get", func(o obj) bool {
			values, ok := o["field_values"].(obj)
			if ok {
				values["contact"] = "office@blueheron.example"
			}
			return ok
		}))},
		{"API-EXTRACT-06", "what was extracted is told and not stored", unmerged()},
		{"API-EXTRACT-06", "what stands in UTF-16 is read byte by byte", bytewise()},
		{"API-EXTRACT-06", "texts of a file are stored backwards", keptAs(func(s string) string {
			letters := []rune(s)
			slices.Reverse(letters)
			return string(letters)
		})},
		{"API-EXTRACT-06", "of two uploads at one time one is lost", lastWins("extract", "extract", "extracted_fields")},
		{"API-EXTRACT-06", "a PDF is read into the newest session", newest("extract")},
		{"API-EXTRACT-06", "one of the extracted values is not stored", read(func(_, values obj, key string) bool {
			_, has := values[key]
			delete(values, map[bool]string{true: key}[key == "fein"])
			return has && key == "fein"
		})},
		{"API-EXTRACT-06", "one of the extracted values is stored", oneMerged()},
		{"API-EXTRACT-06", "a second PDF is counted and not stored", func() layer {
			again := again("extract")
			return layer{request: func(c *call) bool {
				twice := again(c)
				if twice {
					c.answer(200, obj{"extracted_count": 12, "confidence": 0.9, "notes": []any{}})
				}
				return twice
			}}
		}()},
		{"API-EXTRACT-06", "nothing is read in a file once a question was answered", unreadOnceAnswered()},
		{"API-EXTRACT-06", "a second file is not read", firstFile()},
		{"API-EXTRACT-06", "nothing is found in a second file", nothingOnceRead()},
		{"API-EXTRACT-06", "a file in which nothing is found takes the values away", emptiedBySecond()},
		{"API-EXTRACT-06", "what is told while a file is read is lost", lostDuring("extract")},
		{"API-EXTRACT-06", "texts of a file end at their comma", keptAs(func(s string) string { before, _, _ := strings.Cut(s, ", "); return before })},
		{"API-EXTRACT-06", "texts of a file end at their bracket", keptAs(func(s string) string { before, _, _ := strings.Cut(s, " ("); return before })},
		{"API-EXTRACT-06", "a quarter of a million of a file is read up to its comma", readFor("$250,000)", "$250)    ")},
		{"API-EXTRACT-06", "a no of a file is listed and not kept", read(func(_, values obj, key string) bool {
			did := values[key] == false
			if did {
				delete(values, key)
			}
			return did
		})},
		{"API-EXTRACT-06", "texts of a file lose their brackets", keptAs(strings.NewReplacer("(", "", ")", "").Replace)},
		{"API-EXTRACT-06", "texts of a file end at their apostrophe", keptAs(func(s string) string { before, _, _ := strings.Cut(s, "'"); return before })},
		{"API-EXTRACT-06", "texts of a file have the names that HTML has for their signs", keptAs(html.EscapeString)},
		{"API-EXTRACT-06", "letters of a file that are beyond ASCII are left out", keptAs(beyondASCIIAs(-1))},
		{"API-EXTRACT-06", "days of a file are those before them", keptAs(hearsDayBefore)},
		{"API-EXTRACT-06", "texts of a file are kept up to their twenty-third letter", keptAs(firstLetters(23))},
		{"API-EXTRACT-06", "a telephone number of a file is read behind its area", keptAs(func(s string) string { return strings.Replace(s, "4785550142", "5550142", 1) })},
		{"API-EXTRACT-06", "numbers of a file are not kept", numbersUnread()},
		{"API-EXTRACT-06", "the month and the day of days of a file are turned", keptAs(monthAndDayTurned)},
		{"API-EXTRACT-06", "a file is refused once a question was answered", refusedOnceSet("extract", 400)},
		{"API-EXTRACT-07", "", change("answer", func(o obj) {
			asks, _ := o["asks"].([]any)
			o["asks"] = append(asks, obj{"key": "fein", "label": "FEIN", "kind": "fein"}, obj{"key": "total_employees", "label": "Employees", "kind": "count"})
		})},
		{"API-EXTRACT-07", "what was about to be asked is asked after a file, too", asksAsBefore()},
		{"API-EXTRACT-07", "what was extracted is asked again", askedAgain()},
		{"API-EXTRACT-07", "what was extracted is asked again, at the end", askedLater()},
		{"API-EXTRACT-07", "what was extracted is stored under other keys and asked again", prefixed(true)},
		{"API-EXTRACT-07", "so it is, and asked again at the end", mixed(askedLater(), prefixed(false))},
		{"API-EXTRACT-08", "an unknown session is answered 200", found("extract")},
		{"API-EXTRACT-08", "", code("extract", 404, 403)},
		{"API-EXTRACT-08", "a stranger extracts into a foreign session", leaks("extract")},
		{"API-EXTRACT-08", "a stranger's extraction is refused and stored", actsAnyway("extract")},
		{"API-EXTRACT-02", "the extracted fields are an empty object", set("extract", "extracted_fields", obj{})},
		{"API-EXTRACT-07", "nothing is asked any more once a file was read", after("extract", change("answer", func(o obj) { o["asks"], o["pending_count"], o["done"] = []any{}, 0, true }))},
		{"API-EXTRACT-02", "extracted_count is one too many", change("extract", func(o obj) { n, _ := o["extracted_count"].(float64); o["extracted_count"] = n + 1 })},
		{"API-EXTRACT-07", "the next three questions are skipped once a file was read", after("extract", reply("answer", func(o obj) bool {
			asks, _ := o["asks"].([]any)
			n, _ := o["pending_count"].(float64)
			o["asks"], o["pending_count"] = asks[min(3, len(asks)):], max(n-3, 0)
			return n > 0
		}))},
	}
}

// extractNeighbours come near a fault and stay within the text.
func extractNeighbours() []fault {
	return []fault{
		{"API-EXTRACT-01", "no other part than the file", layer{request: refusingCalls("extract", 422, func(c *call) bool { return bytes.Contains(c.in, []byte(`name="note"`)) })}},
		{"API-EXTRACT-01", "a part says that it is a PDF", layer{request: refusingCalls("extract", 422, unlabelledPart)}},
		{"API-EXTRACT-01", "files of names in Chinese are refused", layer{request: refusingCalls("extract", 422, func(c *call) bool { return bytes.Contains(c.in, []byte("損害")) })}},
		{"API-EXTRACT-01", "a file of which nothing is read is refused", layer{request: refusingCalls("extract", 422, func(c *call) bool {
			return bytes.Contains(c.in, []byte("Larkfield Mutual"))
		})}},
		{"API-EXTRACT-01", "a session takes one file", oneFile()},
		{"API-EXTRACT-01", "files are taken till a question was answered", refusedOnceSet("extract", 400)},
		{"API-EXTRACT-01", "files are refused once forms were filled", refusedAfter("fill", "extract", 422)},
		{"API-EXTRACT-04", "a session takes one file, of 20,000,000 bytes at most", mixed(oneFile(), layer{request: func(c *call) bool {
			did := fileOver(20_000_700)(c)
			if did {
				c.refuse(422)
			}
			return did
		}})},
		{"API-EXTRACT-05", "values tell the time", tellingTime()},
		{"API-EXTRACT-05", "the connection breaks twice at a PDF over the bound", leaving(upTo(2, fileOver(20<<20+1)), hangsUp)},
		{"API-EXTRACT-05", "files of another label are refused", refusing("extract", 422, "application/octet-stream")},
		{"API-EXTRACT-06", "a session takes one file", oneFile()},
		{"API-EXTRACT-06", "a field without a value is there, and null", allFields()},
		{"API-EXTRACT-06", "amounts of a file are kept with decimals", withDecimals()},
		{"API-EXTRACT-06", "texts of a file are kept in capitals and without signs", keptAs(func(s string) string {
			return strings.ToUpper(strings.NewReplacer(",", "", ".", "").Replace(s))
		})},
		{"API-EXTRACT-06", "one upload of a session at a time", oneAtATime("extract", 409)},
		{"API-EXTRACT-06", "a field of little confidence is held back", heldBack("fein", func(o obj) { o["field_confidence"].(obj)["fein"] = 0.01 })},
		{"API-EXTRACT-06", "a field is held back, as the notes say", heldBack("fein", func(o obj) { o["notes"] = []any{"FEIN: the number is not one that is issued."} })},
		{"API-EXTRACT-06", "a field is kept under another key", read(func(_, values obj, key string) bool {
			v, has := values[key]
			if has && key == "fein" {
				delete(values, key)
				values["tax_number"] = fmt.Sprint("US ", v)
			}
			return has && key == "fein"
		})},
		{"API-EXTRACT-06", "a file with fields in UTF-16 is refused", layer{request: func(c *call) bool {
			did := c.op == "extract" && isWide(c.in)
			if did {
				c.refuse(422)
			}
			return did
		}}},
		{"API-EXTRACT-06", "a further file of a session is refused", once("extract")},
		{"API-EXTRACT-07", "keys of the session have their group before them", read(func(o, values obj, key string) bool {
			v, has := values[key]
			if has {
				delete(values, key)
				values["business."+key] = v
				list, _ := o["next_questions"].([]any)
				o["next_questions"] = append(list, obj{"key": key, "question": "And that of the other business?", "group": "Business"})
			}
			return has
		})},
	}
}
