package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
)

var (
	vinHead   = pattern.MustCompile(`^(?:vin|v i n|serial|vehicle id(?:entification)?)(?: number| no| serial number)?$`)
	yearHead  = pattern.MustCompile(`^(?:model )?(?:year|yr)$`)
	modelYear = pattern.MustCompile(`^(?:19|20)\d\d\b`)
	vin       = pattern.MustCompile(`^[A-HJ-NPR-Z0-9]{11,17}$`)
)

var propertyHead = pattern.MustCompile(`^(?:loc|location|bldg|building|prem|premises)(?: (?:number|no))?$|^construction|^year built|^occupancy|^sprinkler`)

// scheduled tells the head "Address" of a schedule of locations.
func (p *page) scheduled(head *cell) bool {
	if head.colon || strings.Contains(strings.ToLower(head.text), "mail") {
		return false
	}
	for _, d := range p.row(head) {
		if premisesNumber.MatchString(normal(d.text)) {
			return true
		}
	}
	if !p.header(head) {
		return false
	}
	for _, d := range p.headRow(head) {
		if propertyHead.MatchString(normal(d.text)) {
			return true
		}
	}
	return false
}

// premisesNumber is the caption of the box in front of the address of a premises.
var premisesNumber = pattern.MustCompile(`^(?:loc|bldg|prem|premises|location)(?: (?:number|no))$`)

const sureOfSchedule = 0.8

var (
	licenseHead = pattern.MustCompile(`^(?:driver(?: s)? )?(?:license|licence|lic|dl)(?: (?:number|no))?$`)
	licenseID   = pattern.MustCompile(`^(?:[A-Z]{2} )?[A-Za-z]{0,2}[\dA-Za-z*-]*\d[\dA-Za-z*-]*$`)
	personHead  = pattern.MustCompile(`^(?:driver(?: s)?(?: name)?|name(?: of driver)?|operator|dob|date of birth|birth ?date)$`)
)

// tally is what the schedules of a document list, of which each page may have a part with the same head, and a later one may
// list the same things again with what is charged for each.
type tally struct {
	rows map[string]bool
	page *page
	head *cell
}

func (t *tally) add(p *page, head *cell, rows []string) {
	if t.rows == nil {
		t.rows, t.page, t.head = map[string]bool{}, p, head
	}
	for _, row := range rows {
		t.rows[row] = true
	}
}

func (r *reader) keepTally(key string, t tally) {
	if len(t.rows) > 0 {
		r.keep(key, float64(len(t.rows)), sureOfSchedule, t.page, t.head)
	}
}

// drivers counts the rows of the lists of drivers, where no label gives the number.
func (r *reader) drivers(pages []*page) {
	var all tally
	for _, p := range pages {
		for _, head := range p.cells {
			if head.mark != noMark || !licenseHead.MatchString(normal(head.text)) {
				continue
			}
			if !slices.ContainsFunc(p.row(head), func(d *cell) bool { return personHead.MatchString(normal(d.text)) }) {
				continue
			}
			var rows []string
			for _, c := range p.columnOf(head) {
				if len(c.text) >= 4 && licenseID.MatchString(c.text) {
					rows = append(rows, c.text)
				}
			}
			all.add(p, head, rows)
		}
	}
	r.keepTally("driver_count", all)
}

// vehicles counts the rows of the schedules of vehicles, where no label gives the number.
func (r *reader) vehicles(pages []*page) {
	var all tally
	for _, p := range pages {
		for _, head := range p.cells {
			if head.mark == noMark && vinHead.MatchString(normal(head.text)) && len(p.row(head)) >= 2 {
				all.add(p, head, p.vehicleRows(head))
			}
		}
	}
	r.keepTally("vehicle_count", all)
}

// vehicleRows names the vehicles under a head by their numbers, or by year and place where a schedule does not give them all.
func (p *page) vehicleRows(head *cell) []string {
	var numbers, years []string
	for _, c := range p.columnOf(head) {
		if vin.MatchString(c.text) {
			numbers = append(numbers, c.text)
		}
	}
	for _, d := range p.row(head) {
		if !yearHead.MatchString(normal(d.text)) {
			continue
		}
		for _, c := range p.columnOf(d) {
			if modelYear.MatchString(c.text) {
				years = append(years, fmt.Sprint(p.number, " ", c.y))
			}
		}
	}
	if len(numbers) == 0 && len(years) == 0 { // heads that do not stand over their columns
		for _, c := range p.cells {
			if c.y > head.y && fullVIN.MatchString(c.text) && strings.ContainsAny(c.text, "0123456789") {
				numbers = append(numbers, c.text)
			}
		}
	}
	if len(numbers) >= len(years) {
		return numbers
	}
	return years
}

var fullVIN = pattern.MustCompile(`^[A-HJ-NPR-Z0-9]{17}$`)
