package pattern

import "strings"

// piece is a text to be looked for. Way says for which alternative of an expression.
type piece struct {
	text string
	way  int
}

const hashBits = 12

// index finds which of many pieces a text holds.
type index struct {
	brief []piece                    // of one or two bytes
	first [1 << hashBits / 64]uint64 // a bit for the hash of the first three bytes of each other piece
	by    map[uint16][]piece
}

func newIndex() *index { return &index{by: map[uint16][]piece{}} }

// roll takes one more byte into the hash of the last three.
func roll(hash uint16, c byte) uint16 { return (hash<<(hashBits/3) ^ uint16(c)) & (1<<hashBits - 1) }

func (x *index) put(p piece) {
	if len(p.text) < 3 {
		x.brief = append(x.brief, p)
		return
	}
	h := roll(roll(roll(0, p.text[0]), p.text[1]), p.text[2])
	x.first[h/64] |= 1 << (h % 64)
	x.by[h] = append(x.by[h], p)
}

// find says whether a text holds a piece for which ask says yes.
func (x *index) find(s string, ask func(piece) bool) bool {
	for _, p := range x.brief {
		if strings.Contains(s, p.text) && ask(p) {
			return true
		}
	}
	if len(s) < 3 {
		return false
	}
	h := roll(roll(0, s[0]), s[1])
	for i := 2; i < len(s); i++ {
		h = roll(h, s[i])
		if x.first[h/64]&(1<<(h%64)) != 0 && x.begins(s[i-2:], h, ask) {
			return true
		}
	}
	return false
}

// begins says whether a text begins with a piece of that hash for which ask says yes.
func (x *index) begins(s string, h uint16, ask func(piece) bool) bool {
	for _, p := range x.by[h] {
		if strings.HasPrefix(s, p.text) && ask(p) {
			return true
		}
	}
	return false
}
