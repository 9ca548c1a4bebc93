package truetype

import (
	"encoding/binary"
	"slices"
)

// Subset is a font file with only the glyphs that were asked for. New gives their numbers in it.
type Subset struct {
	File []byte
	New  map[uint16]uint16
}

// Subset cuts the font down to these glyphs, glyph 0 and the parts they are composed of.
func (f *Font) Subset(used []uint16) Subset {
	order := []uint16{0}
	renumbered := map[uint16]uint16{0: 0}
	add := func(id uint16) uint16 {
		n, ok := renumbered[id]
		if !ok {
			n = uint16(len(order))
			renumbered[id] = n
			order = append(order, id)
		}
		return n
	}
	used = slices.Clone(used)
	slices.Sort(used)
	for _, id := range used {
		add(id)
	}
	var glyf, loca, hmtx []byte
	for i := 0; i < len(order); i++ { // order grows while composed glyphs name their parts
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		glyf = append(glyf, renumberParts(f.outline(int(order[i])), add)...)
		glyf = append(glyf, make([]byte, -len(glyf)&3)...)
		hmtx = append(hmtx, f.metric(int(order[i]))...)
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head, hhea, maxp := slices.Clone(f.tables["head"]), slices.Clone(f.tables["hhea"]), slices.Clone(f.tables["maxp"])
	binary.BigEndian.PutUint16(head[50:], 1)
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(order)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(order)))
	return Subset{New: renumbered, File: assemble([]table{
		{"cvt ", f.tables["cvt "]}, {"fpgm", f.tables["fpgm"]}, {"glyf", glyf}, {"head", head}, {"hhea", hhea},
		{"hmtx", hmtx}, {"loca", loca}, {"maxp", maxp}, {"prep", f.tables["prep"]},
	})}
}

// metric is a glyph's full entry of hmtx; glyphs at the end share the last advance and have only a bearing of their own.
func (f *Font) metric(id int) []byte {
	hmtx := f.tables["hmtx"]
	if id < f.metrics {
		return hmtx[4*id : 4*id+4]
	}
	bearing := 4*f.metrics + 2*(id-f.metrics)
	return append(slices.Clone(hmtx[4*f.metrics-4:4*f.metrics-2]), hmtx[bearing:bearing+2]...)
}

// Flags of a component of a composed glyph.
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fullMatrix    = 1 << 7
)

func renumberParts(outline []byte, add func(uint16) uint16) []byte {
	if len(outline) < 10 || i16(outline, 0) >= 0 {
		return outline
	}
	outline = slices.Clone(outline)
	for at := 10; ; {
		flags := u16(outline, at)
		binary.BigEndian.PutUint16(outline[at+2:], add(uint16(u16(outline, at+2))))
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&fullMatrix != 0:
			at += 8
		}
		if flags&moreParts == 0 {
			return outline
		}
	}
}

type table struct {
	tag  string
	body []byte
}

func assemble(tables []table) []byte {
	tables = slices.DeleteFunc(tables, func(t table) bool { return t.body == nil })
	power := 0
	for 1<<(power+1) <= len(tables) {
		power++
	}
	out := []byte{0, 1, 0, 0}
	for _, n := range []int{len(tables), 16 << power, power, 16*len(tables) - 16<<power} {
		out = binary.BigEndian.AppendUint16(out, uint16(n))
	}
	offset := 12 + 16*len(tables)
	for _, t := range tables {
		out = append(out, t.tag...)
		out = binary.BigEndian.AppendUint32(out, checksum(t.body))
		out = binary.BigEndian.AppendUint32(out, uint32(offset))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t.body)))
		offset += len(t.body) + -len(t.body)&3
	}
	for _, t := range tables {
		out = append(out, t.body...)
		out = append(out, make([]byte, -len(t.body)&3)...)
	}
	return out
}

func checksum(b []byte) (sum uint32) {
	for ; len(b) >= 4; b = b[4:] {
		sum += binary.BigEndian.Uint32(b)
	}
	var last [4]byte
	copy(last[:], b)
	return sum + binary.BigEndian.Uint32(last[:])
}
