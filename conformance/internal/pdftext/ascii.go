package pdftext

import (
	"bytes"
	"encoding/ascii85"
	"encoding/hex"
	"io"
)

// dictionaryBytes is how far before a stream the filters of its dictionary are looked for.
const dictionaryBytes = 256

// ascii unpacks a stream that stands in printable letters (ISO 32000-1 sections 7.4.2 and 7.4.3), compressed or not, and gives how
// long it is. Without such a filter in its dictionary, or where it is not in such letters, the part is nil.
func (i *inflater) ascii(dict, stream []byte) (part []byte, length int) {
	dict = dict[bytes.LastIndex(dict, []byte("obj"))+1:]
	end := []byte("~>")
	decode := func(text []byte) ([]byte, error) {
		return io.ReadAll(io.LimitReader(ascii85.NewDecoder(bytes.NewReader(bytes.TrimPrefix(bytes.TrimLeft(text, blanks), []byte("<~")))), streamBytes))
	}
	if bytes.Contains(dict, []byte("/ASCIIHexDecode")) || bytes.Contains(dict, []byte("/AHx")) {
		end, decode = []byte(">"), fromHex
	} else if !bytes.Contains(dict, []byte("/ASCII85Decode")) && !bytes.Contains(dict, []byte("/A85")) {
		return nil, 0
	}
	length = bytes.Index(stream, end)
	if length < 0 {
		return nil, 0
	}
	plain, err := decode(stream[:length])
	if err != nil || len(plain) == 0 {
		return nil, 0
	}
	if unpacked, packed, _ := i.read(bytes.NewReader(plain)); packed {
		plain = unpacked
	}
	return plain, length
}

const blanks = "\x00\t\n\f\r "

// fromHex reads digits with white space between them; an odd one at the end has a zero behind it.
func fromHex(text []byte) ([]byte, error) {
	digits := bytes.Clone(text)
	if bytes.ContainsAny(digits, blanks) {
		digits = bytes.Join(bytes.Fields(digits), nil)
	}
	if len(digits)%2 == 1 {
		digits = append(digits, '0')
	}
	return hex.AppendDecode([]byte{}, digits[:min(len(digits), 2*streamBytes)])
}
