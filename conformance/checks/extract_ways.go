package checks

import (
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdfsample"
)

// The intake's own questions in files that other programs write.

// wantWaysRead warns where a file brings several values, and none of them where it is written in another way, or one that differs.
func (c *C) wantWaysRead() {
	lines, keys := c.linesOfIntake()
	f := ownFile{lines, keys, c.valuesOf(c.unheardOf(c.extraction().begun))}
	c.sideBySide(
		func(c *C) { c.wantEachWayRead(f, pdfsample.TextAlone, pdfsample.TextWays()) },
		func(c *C) { c.wantEachWayRead(f, pdfsample.FieldsAlone, pdfsample.FieldWays()) },
		func(c *C) { c.wantUnpackedRead(f) },
	)
}

// ownFile are lines of a file with the intake's own questions, the keys of these by their labels, and what each session has without it.
type ownFile struct {
	lines [][2]string
	keys  map[string]string
	known obj
}

// wantEachWayRead uploads the lines in a plain way, and in others.
func (c *C) wantEachWayRead(f ownFile, plain func([][2]string) []byte, ways []pdfsample.Way) {
	_, read := c.readOf(f, plain(f.lines))
	c.needs(len(read) > 0, "values of a file", "none")
	c.wantRestRead(f, plain, read)
	c.needs(len(read) >= several, "several values of a file", "%d", len(read))
	for _, way := range ways {
		x, other := c.readOf(f, way.Write(f.lines))
		differs := ""
		for _, key := range names(other) {
			if read[key] != nil && plainText(read[key]) != plainText(other[key]) {
				differs = key
			}
		}
		if len(other) > 0 && differs == "" {
			continue
		}
		_, again := c.readOf(f, plain(f.lines))
		c.needs(equal(again, read), "a file to bring the same each time", "%v, and %v before", again, read)
		c.about(x)
		c.recommend(len(other) > 0, "the values of a file "+way.Name, "none of %q, which the same lines bring in a plain file", names(read))
		c.recommend(differs == "", "the values of a file "+way.Name, "%s, and %s of the same lines in a plain file", what(other, differs), what(read, differs))
	}
}

// wantUnpackedRead warns where a page of a file brings nothing, and several values where its text is in a compressed stream.
func (c *C) wantUnpackedRead(f ownFile) {
	x, open := c.readOf(f, pdfsample.TextAlone(f.lines))
	if len(open) > 0 {
		return
	}
	_, packed := c.readOf(f, pdfsample.PackedPages(f.lines))
	c.needs(len(packed) >= several, "values of a file whose text is in a compressed stream", "%d", len(packed))
	c.about(x)
	c.recommend(false, "the values of a file in the open", "none of %q, which the same lines bring in a compressed stream", names(packed))
}

// wantRestRead warns where the lines of a file that were not read bring their values in files of their own: in one, or in several where each brings a few.
func (c *C) wantRestRead(f ownFile, plain func([][2]string) []byte, read obj) {
	const some = 3
	var late []string
	rest, brought := f, read
	for range some {
		rest.lines = slices.DeleteFunc(slices.Clone(rest.lines), func(line [2]string) bool { key := f.keys[line[0]]; return brought[key] != nil || f.known[key] != nil })
		if len(rest.lines) == 0 {
			return
		}
		_, brought = c.readOf(rest, plain(rest.lines))
		if late = append(late, names(brought)...); len(brought) == 0 || len(late) >= some {
			break
		}
	}
	if len(late) < some {
		return
	}
	x, again := c.readOf(f, plain(f.lines))
	c.needs(equal(again, read), "a file to bring the same each time", "%v, and %v before", again, read)
	c.about(x)
	c.recommend(false, "all lines of a file to be read", "%q, and not %q, which are where these stand alone", names(read), late)
}

// readOf uploads a file to a session that has none of its values, and gives those of the lines that it brings.
func (c *C) readOf(f ownFile, file []byte) (x *exchange, read obj) {
	x = c.extract(c.unheardOf(c.extraction().begun), file)
	c.prepared(x, "a valid PDF to be taken")
	values := c.valuesOf(sessionIn(x.req))
	read = obj{}
	for _, line := range f.lines {
		if key := f.keys[line[0]]; values[key] != nil && f.known[key] == nil {
			read[key] = values[key]
		}
	}
	return x, read
}
