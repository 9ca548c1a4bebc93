package checks

import (
	"bytes"
	"slices"

	"github.com/workspaceintake/intake-go/conformance/internal/pdftext"
)

// otherTexts are marks of a PDF that may show a text in a way that is not read here, beside those of fonts.
var otherTexts = []string{"/LZWDecode", "/ASCII85Decode", "/ASCIIHexDecode", "/RunLengthDecode", "/DCTDecode", "/CCITTFaxDecode", "/JBIG2Decode", "/JPXDecode",
	"/Image", "/XFA", "/Differences"}

// wantAnyShown warns where the forms of a session show other texts and none of its many values, not even its name, though several are
// written by fields_written. Forms with a mark of a text that is not read here prove nothing.
func (c *C) wantAnyShown() {
	j := c.filled()
	var first *exchange
	var written int64
	for _, n := range writtenOf(j.fill.object()) {
		written += n
	}
	for _, key := range j.keys() {
		x := j.downloads[key]
		if x == nil || !x.ok() {
			continue
		}
		parts := pdftext.Unpacked(x.body)
		hidden := hidesText(parts) || slices.ContainsFunc(parts, func(part []byte) bool {
			return slices.ContainsFunc(otherTexts, func(mark string) bool { return bytes.Contains(part, []byte(mark)) })
		})
		if hidden || len(pdftext.StringsOf(parts)) == 0 {
			return
		}
		first = x
	}
	told := namedValues(j.after.object())
	for _, v := range told {
		if shown := plainText(v); len(shown) >= leastPrinted && formsShow(j.downloads, shown) {
			return
		}
	}
	c.needs(first != nil && len(told) > leastBeside, "a session with many values, and forms", "%d", len(told))
	c.about(j.fill)
	c.about(first)
	c.recommend(written < leastBeside, "values of a finished session in its forms", "none of %d, not even the name, and fields_written is %d", len(told), written)
}
