//go:build linux || darwin

package oauthflow

import (
	"os"
	"syscall"
	"unsafe"
)

// terminalColumns asks the terminal for its width; 0 when it does not say.
func terminalColumns(file *os.File) int {
	var size struct{ rows, columns, x, y uint16 }
	_, _, failed := syscall.Syscall(syscall.SYS_IOCTL, file.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if failed != 0 {
		return 0
	}
	return int(size.columns)
}
