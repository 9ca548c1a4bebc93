package extract

import "regexp"

var (
	vinHead   = regexp.MustCompile(`^(?:vin|v i n|serial|vehicle id(?:entification)?)(?: number| no| serial number)?$`)
	yearHead  = regexp.MustCompile(`^(?:model )?(?:year|yr)$`)
	modelYear = regexp.MustCompile(`^(?:19|20)\d\d\b`)
	vin       = regexp.MustCompile(`^[A-HJ-NPR-Z0-9]{11,17}$`)
)

const sureOfSchedule = 0.8

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
