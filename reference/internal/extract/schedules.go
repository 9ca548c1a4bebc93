package extract

import (
	"regexp"
	"slices"
	"strings"
)

var (
	vinHead   = regexp.MustCompile(`^(?:vin|v i n|serial|vehicle id(?:entification)?)(?: number| no| serial number)?$`)
	yearHead  = regexp.MustCompile(`^(?:model )?(?:year|yr)$`)
	modelYear = regexp.MustCompile(`^(?:19|20)\d\d\b`)
	vin       = regexp.MustCompile(`^[A-HJ-NPR-Z0-9]{11,17}$`)
)

var propertyHead = regexp.MustCompile(`^(?:loc|location|bldg|building|prem|premises)(?: (?:number|no))?$|^construction|^year built|^occupancy|^sprinkler`)

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
var premisesNumber = regexp.MustCompile(`^(?:loc|bldg|prem|premises|location)(?: (?:number|no))$`)

const sureOfSchedule = 0.8

var (
	licenseHead = regexp.MustCompile(`^(?:driver(?: s)? )?(?:license|licence|lic|dl)(?: (?:number|no))?$`)
	licenseID   = regexp.MustCompile(`^(?:[A-Z]{2} )?[A-Za-z]{0,2}[\dA-Za-z*-]*\d[\dA-Za-z*-]*$`)
	personHead  = regexp.MustCompile(`^(?:driver(?: s)?(?: name)?|name(?: of driver)?|operator|dob|date of birth|birth ?date)$`)
)

// drivers counts the rows of a list of drivers, where no label gives the number.
func (r *reader) drivers(p *page) {
	for _, head := range p.cells {
		if head.mark != noMark || !licenseHead.MatchString(normal(head.text)) {
			continue
		}
		if !slices.ContainsFunc(p.row(head), func(d *cell) bool { return personHead.MatchString(normal(d.text)) }) {
			continue
		}
		count := 0.0
		for _, c := range p.columnOf(head) {
			if len(c.text) >= 4 && licenseID.MatchString(c.text) {
				count++
			}
		}
		if count > 0 {
			r.keep("driver_count", count, sureOfSchedule, p, head)
			return
		}
	}
}

// vehicles counts the rows of a schedule of vehicles, where no label gives the number.
func (r *reader) vehicles(p *page) {
	for _, head := range p.cells {
		if head.mark != noMark || !vinHead.MatchString(normal(head.text)) || len(p.row(head)) < 2 {
			continue
		}
		column, looks := head, vin
		for _, d := range p.row(head) {
			if yearHead.MatchString(normal(d.text)) {
				column, looks = d, modelYear
			}
		}
		count := 0.0
		for _, c := range p.columnOf(column) {
			if looks.MatchString(c.text) {
				count++
			}
		}
		if count > 0 {
			r.keep("vehicle_count", count, sureOfSchedule, p, head)
			return
		}
	}
}
