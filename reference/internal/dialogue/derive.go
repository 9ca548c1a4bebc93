package dialogue

import "slices"

// derive sets what follows from an answer and could not be otherwise: some losses were had if they were counted, none
// cost anything if there were none.
func (r *reader) derive() {
	follow := func(key string, v any) {
		if !r.has(key) && !slices.Contains(r.out.Clear, key) && r.fields[key] && r.turn.Values[key] != v {
			r.out.Set[key] = v
		}
	}
	if n, ok := r.out.Set["loss_count"].(float64); ok && n > 0 && r.out.Set["losses_5yr"] == false && r.strength["losses_5yr"] <= 8 {
		r.out.Set["losses_5yr"] = true // "it was 3 claims, not 2" denies the two
	}
	if n, ok := r.out.Set["loss_count"].(float64); ok {
		follow("losses_5yr", n > 0)
	}
	if n, ok := r.out.Set["loss_total"].(float64); ok && n > 0 {
		follow("losses_5yr", true)
	}
	if n, ok := r.out.Set["subcontractor_cost"].(float64); ok && n > 0 {
		follow("subcontractors_used", true)
	}
	if r.out.Set["losses_5yr"] == false {
		follow("loss_count", 0.0)
		follow("loss_total", 0.0)
	}
	if r.out.Set["subcontractors_used"] == false {
		follow("subcontractor_cost", 0.0)
	}
	for key := range r.out.Set {
		r.out.Skip = slices.DeleteFunc(r.out.Skip, func(k string) bool { return k == key })
		r.out.Clear = slices.DeleteFunc(r.out.Clear, func(k string) bool { return k == key })
	}
	for _, key := range r.out.Clear { // what was taken out on purpose is not asked again at once
		if !slices.Contains(r.out.Skip, key) {
			r.out.Skip = append(r.out.Skip, key)
		}
	}
}
