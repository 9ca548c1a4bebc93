package person

import "strings"

// boxes are fields of a form that take a code piece by piece, each with its piece: several of one length which the code fills, without its dashes.
func (one *form) boxes(code string) map[*field]string {
	letters := strings.ReplaceAll(code, "-", "")
	pieces := map[int][]*field{} // by how much each takes
	codes := ofCode.MatchString(plain(one.said))
	for _, f := range one.fields {
		if f.shows() && f.kind != "password" && f.longest > 0 {
			pieces[f.longest] = append(pieces[f.longest], f)
			codes = codes || ofCode.MatchString(unnumbered.ReplaceAllString(f.about(), " "))
		}
	}
	all := map[*field]string{}
	for long, fields := range pieces {
		if !codes || len(fields) < 2 || long*len(fields) != len(letters) {
			continue
		}
		for i, f := range fields {
			all[f] = letters[i*long : (i+1)*long]
		}
	}
	return all
}
