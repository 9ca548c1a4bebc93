package catalog

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// nameLines indexes keys, labels and aliases, and checks that no name means two lines.
func (c *Catalog) nameLines() error {
	for _, line := range c.Lines {
		for _, name := range append([]string{line.Key, line.Label}, line.Aliases...) {
			name = squash(name)
			if other, taken := c.names[name]; taken && other != line.Key {
				return fmt.Errorf("catalog: %q names both %s and %s", name, other, line.Key)
			}
			c.names[name] = line.Key
		}
	}
	for _, f := range c.Fields {
		for _, key := range f.Lines {
			if _, ok := c.line(key); !ok {
				return fmt.Errorf("catalog: the field %s names the unknown line %s", f.Key, key)
			}
		}
	}
	return nil
}

// squash keeps the letters and digits, in lower case: "Workers' Comp", "workers_comp" and "WORKERS COMP" are one name.
func squash(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// ResolveLine finds the line of business that a text names, in any case and spacing.
func (c *Catalog) ResolveLine(text string) (key string, ok bool) {
	name := squash(text)
	for _, ending := range []string{"", "insurance", "coverage", "policy"} {
		if key, ok = c.names[strings.TrimSuffix(name, ending)]; ok {
			return key, true
		}
	}
	return "", false
}

func (c *Catalog) line(key string) (Line, bool) {
	i := slices.IndexFunc(c.Lines, func(l Line) bool { return l.Key == key })
	if i < 0 {
		return Line{}, false
	}
	return c.Lines[i], true
}

// Expand replaces packages by the lines that they include. No lines at all stands for the usual small-commercial
// package, so that nothing is missed.
func (c *Catalog) Expand(lines []string) []string {
	if len(lines) == 0 {
		lines = c.defaults
	}
	var all []string
	for _, key := range lines {
		parts := []string{key}
		if line, ok := c.line(key); ok && len(line.Includes) > 0 {
			parts = line.Includes
		}
		for _, part := range parts {
			if !slices.Contains(all, part) {
				all = append(all, part)
			}
		}
	}
	return all
}
