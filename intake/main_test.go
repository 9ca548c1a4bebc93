package intake_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// No test and no example leaves a goroutine behind.
func TestMain(m *testing.M) {
	code := m.Run()
	stopReference()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Println(err)
		code = 1
	}
	os.Exit(code)
}
