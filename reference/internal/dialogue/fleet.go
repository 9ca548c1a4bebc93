package dialogue

import (
	"strings"

	"github.com/workspaceintake/intake-go/reference/internal/pattern"
	"github.com/workspaceintake/intake-go/reference/internal/value"
)

const (
	vehicleItem = `
		(\d{1,3}|an?|my|our|the|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty) (
			(?:
				(?:
					box|dump|tow|service|work|cargo|delivery|passenger|company|flatbed|bucket|utility|pickup|pick-up|heavy|light|
					duty|small|big|old|new|refrigerated|reefer|food|stake|chipper|crane|water|septic|garbage|trash|plow|landscape|
					landscaping|roll-off|vacuum|boom|lift|mechanic|skid loader|skid steer|equipment|enclosed|gooseneck|livestock|
					boat|welding|panel|crew|step|chip|log|grapple|spray|snow|salt|concrete|mixer|cement|fuel|tanker|oil|lube|
					catering|bread|hot shot|wheelchair|shuttle|party|ladder|digger|vac|spare|rental|sprinter|transit|ford|chevy|
					chevrolet|gmc|dodge|ram|toyota|isuzu|freightliner|mercedes|nissan|honda|international|kenworth|peterbilt|mack|
					hino|volvo|tesla|subaru|jeep
				) ){0,3}(?:
				transits?|silverados?|f-?[1-6]50s?|promasters?|econolines?|tacomas?|tundras?|trucks?|vans?|minivans?|pickups?|
				pick-ups?|cars?|suvs?|sedans?|flatbeds?|tractors?|rigs?|semis?|sprinters?|trailers?|buses|bus|shuttles?|limos?|
				limousines?
			)
		)`
	vehicleJoin = `(?: ?, ?(?:and |plus |& )?| and | & | plus | \+ | n | ?/ ?| )`
)

var (
	vehicleList = pattern.MustCompile(`\b` + vehicleItem + `(?:` + vehicleJoin + vehicleItem + `)+\b`)
	vehicle     = pattern.MustCompile(`\b` + vehicleItem + `\b`)
	loneVehicle = pattern.MustCompile(`
		^\W*(?:(?:we|i|i've|we've|yeah|yes)\W+)?(?:just |only )?(?:have |own |got |run |drive |use )?(?:just |only )?
		an? ((?:box|dump|tow|service|work|cargo|delivery|pickup|company) )?(?:truck|van|minivan|pickup|car|suv)
		(?:\W*$| and (?:an?|one|two|three|four|five|\d) (?:licensed )?drivers?\b)`)
	allVehicles = pattern.MustCompile(`\b(?:\d+|total(?: of)?|[a-z]+) (?:company |total |commercial )?(?:vehicles|autos|units)\b`)
)

// readFleet adds up vehicles that are counted kind by kind: "4 pickups and a box truck". Where the sentence counts
// vehicles as such, that number stands and the kinds only explain it.
func (r *reader) readFleet() {
	if !r.fields["vehicle_count"] {
		return
	}
	for _, s := range r.sentences {
		text := r.text.Lower[s.start:s.end]
		for _, m := range vehicleList.FindAllStringIndex(text, -1) {
			start, end := s.start+m[0], s.start+m[1]
			if !r.allSpeak(start, end) || r.isTaken(start, end) || allVehicles.MatchString(text) {
				continue
			}
			if n, ok := sumVehicles(r.text.Lower[start:end]); ok {
				r.use(start, end)
				r.set("vehicle_count", n, 11, start, end)
			}
		}
		for _, g := range s.segments {
			if g.act == answers && !r.has("vehicle_count") && loneVehicle.MatchString(r.in(g)) {
				r.set("vehicle_count", 1.0, 9, g.start, g.start)
			}
		}
	}
}

// allSpeak says that every segment in an area answers, and nothing in it is taken back.
func (r *reader) allSpeak(start, end int) bool {
	for at := start; at < end; at++ {
		if !r.speaksAt(at) {
			return false
		}
	}
	for _, v := range r.valuesIn(start, end) {
		if v.old {
			return false
		}
	}
	return true
}

func (r *reader) use(start, end int) {
	for i := range r.values {
		if v := &r.values[i]; v.start >= start && v.end <= end {
			v.used = true
		}
	}
}

// sumVehicles refuses a list that names one kind twice: that is a correction rather than a sum.
func sumVehicles(list string) (float64, bool) {
	total, kinds := 0.0, map[string]bool{}
	for _, m := range vehicle.FindAllStringSubmatch(list, -1) {
		kind := stem(m[2])
		if kinds[kind] {
			return 0, false
		}
		kinds[kind] = true
		if own := m[1] == "my" || m[1] == "our" || m[1] == "the"; own && strings.HasSuffix(m[2], "s") {
			return 0, false // how many is not said
		} else if strings.Contains(kind, "trailer") {
			continue // pulled by what is counted
		} else if own || m[1] == "a" || m[1] == "an" {
			total++
			continue
		}
		n := value.Numbers(strings.TrimSpace(m[1]))
		if len(n) != 1 {
			return 0, false
		}
		total += n[0].Value
	}
	return total, total > 0
}
