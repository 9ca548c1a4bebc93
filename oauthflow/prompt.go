package oauthflow

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Show writes the prompt for a person: the address, the code, and on a terminal that can draw it a QR code of the address.
func (p DevicePrompt) Show(w io.Writer) error {
	_, err := io.WriteString(w, p.text(drawable(w, os.Getenv)))
	return err
}

// text is the prompt with a QR code of at most so many columns; 0 means none.
func (p DevicePrompt) text(columns int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "To sign in, open this address on any device:\n\n    %s\n\nand enter this code:\n\n    %s\n\n",
		p.VerificationURI, p.UserCode)
	target := p.VerificationURIComplete
	if target == "" {
		target = p.VerificationURI
	}
	if code, width := qrCode(target); width > 0 && width <= columns {
		b.WriteString("or scan this:\n\n" + code + "\n")
	} else if p.VerificationURIComplete != "" {
		fmt.Fprintf(&b, "or open this address, with the code in it, and compare the code:\n\n    %s\n\n", p.VerificationURIComplete)
	}
	return b.String()
}

// drawable is how many columns of block characters w can show: none unless it is a terminal that says what it is and takes
// UTF-8.
func drawable(w io.Writer, getenv func(string) string) int {
	file, ok := w.(*os.File)
	if !ok {
		return 0
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 || !draws(getenv) {
		return 0
	}
	return terminalColumns(file)
}

func draws(getenv func(string) string) bool {
	if term := getenv("TERM"); term == "dumb" || term == "" && getenv("WT_SESSION") == "" {
		return false
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // the first that is set decides (POSIX)
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return getenv("WT_SESSION") != ""
}
