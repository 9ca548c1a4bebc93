package pdftext

import (
	"bytes"
	"regexp"
)

// object is one of a PDF: what stands before its stream, and its stream unpacked.
type object struct{ dict, stream []byte }

var (
	objectStart = regexp.MustCompile(`(\d{1,9})[\s\x00]+\d+[\s\x00]+obj`)
	packedFirst = regexp.MustCompile(`/First\s+(\d{1,9})`)
	ofObjects   = regexp.MustCompile(`/Type\s*/ObjStm\b`)
	reference   = regexp.MustCompile(`^\s*(\d{1,9})\s+\d+\s+R`)
)

// objects reads those of a PDF by their numbers, the last of each number, with those that stand in streams of objects.
func objects(pdf []byte) map[int]object {
	all := map[int]object{}
	var unpack inflater
	for {
		found := objectStart.FindSubmatchIndex(pdf)
		if found == nil {
			return all
		}
		number := number10(pdf[found[2]:found[3]])
		one, length := unpack.object(pdf[found[1]:])
		all[number] = one
		if ofObjects.Match(one.dict) {
			for inner, dict := range packedObjects(one) {
				all[inner] = object{dict: dict}
			}
		}
		pdf = pdf[found[1]+length:]
	}
}

// object reads what stands behind the beginning of one, and gives how long it is.
func (i *inflater) object(text []byte) (o object, length int) {
	end := bytes.Index(text, []byte("endobj"))
	if end < 0 {
		end = len(text)
	}
	at := bytes.Index(text[:end], []byte("stream"))
	if at < 0 {
		return object{dict: text[:end]}, end
	}
	o.dict = text[:at]
	content := text[at+len("stream"):]
	if end = bytes.Index(content, []byte("endstream")); end < 0 {
		end = len(content)
	}
	length = at + len("stream") + end
	content = bytes.TrimLeft(content[:end], "\r\n")
	if isFontProgram(o.dict) {
		return o, length
	}
	if letters, _ := i.ascii(o.dict, content); letters != nil {
		o.stream = letters
	} else if part, packed, _ := i.read(bytes.NewReader(content)); packed {
		o.stream = part
	} else if !bytes.Contains(o.dict, []byte("/Filter")) {
		o.stream = content
	}
	return o, length
}

// packedObjects are those of a stream of objects, which begins with the number and the place of each.
func packedObjects(o object) map[int][]byte {
	all := map[int][]byte{}
	first := packedFirst.FindSubmatch(o.dict)
	if first == nil || number10(first[1]) > len(o.stream) {
		return all
	}
	head, body := o.stream[:number10(first[1])], o.stream[number10(first[1]):]
	pairs := bytes.Fields(head)
	for n := 0; n+1 < len(pairs); n += 2 {
		from, to := number10(pairs[n+1]), len(body)
		if n+3 < len(pairs) {
			to = number10(pairs[n+3])
		}
		if from <= to && to <= len(body) {
			all[number10(pairs[n])] = body[from:to]
		}
	}
	return all
}

// member is what stands behind a name in a dictionary, and behind the reference where it is one.
func member(all map[int]object, dict []byte, name string) []byte {
	for {
		at := bytes.Index(dict, []byte(name))
		if at < 0 {
			return nil
		}
		dict = dict[at+len(name):]
		if len(dict) > 0 && (isBlank(dict[0]) || bytes.IndexByte([]byte("<[/("), dict[0]) >= 0) {
			break
		}
	}
	if to := reference.FindSubmatch(dict); to != nil {
		o := all[number10(to[1])]
		if o.stream != nil {
			return o.stream
		}
		return bytes.TrimLeft(o.dict, blanks)
	}
	return bytes.TrimLeft(dict, blanks)
}

// inner is the dictionary at the beginning of a text.
func inner(text []byte) []byte {
	depth := 0
	for at := 0; at+1 < len(text); at++ {
		switch {
		case text[at] == '<' && text[at+1] == '<':
			depth++
			at++
		case text[at] == '>' && text[at+1] == '>':
			if depth--; depth == 0 {
				return text[:at+2]
			}
			at++
		case depth == 0:
			return nil
		}
	}
	return nil
}
