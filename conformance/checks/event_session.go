package checks

import "slices"

// wantSessionTold warns where a completion of the run tells other forms or another name than any reading of its session in the run has.
func wantSessionTold(c *C, _ *mailbox, a arrival) {
	id := plainText(a.data()["session_id"])
	var names []any
	var forms [][]string
	for _, x := range c.histories()[id] {
		if x.call != detailCall || !x.ok() {
			continue
		}
		names = append(names, x.object()["insured_name"])
		forms = append(forms, inOrder(strs(x.object()["form_keys"])), inOrder(listedForms(x)))
	}
	if len(names) == 0 {
		return
	}
	told := inOrder(strs(a.data()["form_keys"]))
	c.recommend(slices.ContainsFunc(forms, func(keys []string) bool { return slices.Equal(keys, told) }), "the form_keys of the session",
		"%v, and a reading has %v", told, forms[len(forms)-2])
	c.recommend(slices.ContainsFunc(names, func(name any) bool { return equal(name, a.data()["insured_name"]) }), "the insured_name of the session",
		"%s", what(a.data(), "insured_name"))
}

func inOrder(keys []string) []string {
	slices.Sort(keys)
	return keys
}
