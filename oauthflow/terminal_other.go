//go:build !linux && !darwin

package oauthflow

import "os"

// terminalColumns assumes the usual width where it cannot be asked for.
func terminalColumns(*os.File) int { return 80 }
