package report

import "strings"

// pageBytes is how long the page of a report may be.
const pageBytes = 2_000_000

// entry is a result as the page shows it: with the exchanges that fit, which are its last, and the number of those before.
type entry struct {
	Result
	Left int
}

// bare are the results without their exchanges.
func bare(results []Result) []*entry {
	var rows []*entry
	for _, one := range results {
		rows = append(rows, &entry{Result: one, Left: len(one.Exchanges)})
		rows[len(rows)-1].Exchanges = nil
	}
	return rows
}

// fill gives results their exchanges within a room of bytes: in the order of the verdicts, and of results with one verdict the last
// exchange of each before the last but one of any.
func fill(rows []*entry, results []Result, room int) error {
	for _, verdict := range Verdicts {
		for more := true; more; {
			more = false
			for i, one := range rows {
				if one.Verdict != verdict || one.Left == 0 {
					continue
				}
				size, err := pageSize(results[i].Exchanges[one.Left-1])
				if err != nil {
					return err
				}
				if size > room {
					continue
				}
				one.Left--
				one.Exchanges, room, more = results[i].Exchanges[one.Left:], room-size, true
			}
		}
	}
	return nil
}

// pageSize is how long an exchange is on the page.
func pageSize(x Exchange) (int, error) {
	var b strings.Builder
	err := pageTemplate.ExecuteTemplate(&b, "exchange", x)
	return b.Len(), err
}
