package pdfread

// closed completes a content stream that ends within a string, an array or a dictionary, as a truncated file leaves it:
// the lexer of ledongthuc/pdf waits for the end of those for ever.
func closed(c []byte) []byte {
	var open []byte // what would close the things that are open, innermost last
	for i := 0; i < len(c); i++ {
		switch c[i] {
		case '%':
			for i < len(c) && c[i] != '\n' && c[i] != '\r' {
				i++
			}
		case '(':
			end, depth := literal(c, i)
			if depth > 0 {
				return finish(append(c, closers(c, depth)...), open)
			}
			i = end
		case '<':
			if i+1 < len(c) && c[i+1] == '<' {
				open = append(open, '>')
				i++
				continue
			}
			for i < len(c) && c[i] != '>' {
				i++
			}
			if i == len(c) {
				return finish(append(c, '>'), open)
			}
		case '>':
			open = drop(open, '>')
			if i+1 < len(c) && c[i+1] == '>' {
				i++
			}
		case '[':
			open = append(open, ']')
		case ']':
			open = drop(open, ']')
		}
	}
	return finish(c, open)
}

// literal finds the end of a literal string, or how many parentheses are still open where the stream ends.
func literal(c []byte, from int) (end, depth int) {
	for i := from; i < len(c); i++ {
		switch c[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i, 0
			}
		}
	}
	return len(c), depth
}

func closers(c []byte, depth int) []byte {
	out := make([]byte, 0, depth+1)
	if c[len(c)-1] == '\\' {
		out = append(out, ' ') // or the backslash would escape the parenthesis
	}
	for range depth {
		out = append(out, ')')
	}
	return out
}

func drop(open []byte, closer byte) []byte {
	if n := len(open); n > 0 && open[n-1] == closer {
		return open[:n-1]
	}
	return open
}

func finish(c, open []byte) []byte {
	if len(open) == 0 {
		return c
	}
	c = append(c, '\n')
	for i := len(open) - 1; i >= 0; i-- {
		c = append(c, open[i])
		if open[i] == '>' {
			c = append(c, '>')
		}
	}
	return c
}
