// Package truetype reads TrueType fonts and cuts them down to the glyphs a document shows. It serves fonts that ship
// with this module; a font from elsewhere that breaks the format is refused at Parse.
package truetype

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Font is a parsed font. It is read-only after Parse and safe for concurrent use.
type Font struct {
	Name            string
	Ascent, Descent int // in thousandths of the size, as all measures here
	CapHeight       int
	Box             [4]int

	tables     map[string][]byte
	unitsPerEm int
	glyphs     int
	metrics    int // long entries in hmtx
	longLoca   bool
	runes      map[rune]uint16
}

var errShort = errors.New("truetype: a table is too short")

// Parse reads a font file. The name is used in documents as the font's name.
func Parse(name string, file []byte) (f *Font, err error) {
	defer func() {
		if recover() != nil { // an offset pointed outside of its table
			f, err = nil, errShort
		}
	}()
	f = &Font{Name: name, tables: map[string][]byte{}, runes: map[rune]uint16{}}
	for i := range u16(file, 4) {
		entry := file[12+16*i:]
		offset, length := u32(entry, 8), u32(entry, 12)
		f.tables[string(entry[:4])] = file[offset : offset+length]
	}
	for _, needed := range []string{"head", "hhea", "hmtx", "maxp", "loca", "glyf", "cmap"} {
		if f.tables[needed] == nil {
			return nil, fmt.Errorf("truetype: no table %s", needed)
		}
	}
	head, hhea := f.tables["head"], f.tables["hhea"]
	f.unitsPerEm = u16(head, 18)
	for i := range f.Box {
		f.Box[i] = f.scale(i16(head, 36+2*i))
	}
	f.longLoca = u16(head, 50) == 1
	f.glyphs = u16(f.tables["maxp"], 4)
	f.Ascent, f.Descent = f.scale(i16(hhea, 4)), f.scale(i16(hhea, 6))
	f.metrics = u16(hhea, 34)
	f.CapHeight = 700
	if os2 := f.tables["OS/2"]; len(os2) >= 90 && u16(os2, 0) >= 2 {
		f.CapHeight = f.scale(i16(os2, 88))
	}
	f.readCharacters()
	if len(f.runes) == 0 {
		return nil, errors.New("truetype: no Unicode character map")
	}
	return f, nil
}

// Glyph returns the glyph of a character.
func (f *Font) Glyph(r rune) (id uint16, ok bool) {
	id, ok = f.runes[r]
	return id, ok
}

// Advance is the width of a glyph.
func (f *Font) Advance(id uint16) int {
	i := min(int(id), f.metrics-1)
	return f.scale(u16(f.tables["hmtx"], 4*i))
}

func (f *Font) scale(units int) int { return units * 1000 / f.unitsPerEm }

// readCharacters takes the widest Unicode character map: format 12 if there is one, else format 4.
func (f *Font) readCharacters() {
	cmap := f.tables["cmap"]
	var full, basic []byte
	for i := range u16(cmap, 2) {
		platform, encoding, offset := u16(cmap, 4+8*i), u16(cmap, 6+8*i), u32(cmap, 8+8*i)
		switch format := u16(cmap, offset); {
		case format == 12 && (platform == 3 || platform == 0):
			full = cmap[offset:]
		case format == 4 && (platform == 3 && encoding == 1 || platform == 0):
			basic = cmap[offset:]
		}
	}
	switch {
	case full != nil:
		f.readGroups(full)
	case basic != nil:
		f.readSegments(basic)
	}
}

func (f *Font) readGroups(t []byte) {
	for i := range u32(t, 12) {
		group := t[16+12*i:]
		first, last, glyph := u32(group, 0), u32(group, 4), u32(group, 8)
		for c := first; c <= last; c++ {
			f.runes[rune(c)] = uint16(glyph + c - first)
		}
	}
}

func (f *Font) readSegments(t []byte) {
	count := u16(t, 6) / 2
	for i := range count {
		last, first := u16(t, 14+2*i), u16(t, 16+2*count+2*i)
		delta, at := u16(t, 16+4*count+2*i), 16+6*count+2*i
		offset := u16(t, at)
		for c := first; c <= last && c != 0xFFFF; c++ {
			glyph := 0
			if offset == 0 {
				glyph = (c + delta) & 0xFFFF
			} else if glyph = u16(t, at+offset+2*(c-first)); glyph != 0 {
				glyph = (glyph + delta) & 0xFFFF
			}
			if glyph != 0 {
				f.runes[rune(c)] = uint16(glyph)
			}
		}
	}
}

func (f *Font) outline(id int) []byte {
	loca := f.tables["loca"]
	if f.longLoca {
		return f.tables["glyf"][u32(loca, 4*id):u32(loca, 4*id+4)]
	}
	return f.tables["glyf"][2*u16(loca, 2*id) : 2*u16(loca, 2*id+2)]
}

func u16(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }
func i16(b []byte, at int) int { return int(int16(binary.BigEndian.Uint16(b[at:]))) }
func u32(b []byte, at int) int { return int(binary.BigEndian.Uint32(b[at:])) }
