package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/workspaceintake/intake-go/reference"
	"github.com/workspaceintake/intake-go/reference/internal/limit"
)

// rate reads a flag such as answers=600/1m. It says all that is wrong with a value, so that the server starts or the
// person knows what to type.
func rate(all map[string]reference.Rate) func(string) error {
	return func(text string) error {
		name, value, _ := strings.Cut(text, "=")
		calls, window, ok := strings.Cut(value, "/")
		if !ok {
			return errors.New("want operation=calls/time, such as answers=600/1m")
		}
		if _, known := limit.Defaults()[limit.Operation(name)]; !known {
			return fmt.Errorf("there is no operation %q; there are answers, extract, fill and risk", name)
		}
		n, err := strconv.Atoi(calls)
		if err != nil {
			return fmt.Errorf("%q is no number of calls", calls)
		}
		d, err := time.ParseDuration(window)
		if err != nil {
			return fmt.Errorf("%q is no time, such as 1s, 1m or 1h", window)
		}
		if err := (limit.Rate{Requests: n, Window: d}).Check(); err != nil {
			return err
		}
		all[name] = reference.Rate{Requests: n, Window: d}
		return nil
	}
}

// defaultRates are the rates as the flag takes them.
func defaultRates() string {
	var all []string
	for name, r := range limit.Defaults() {
		window := strings.TrimSuffix(r.Window.String(), "0s")
		all = append(all, fmt.Sprintf("%s=%d/%s", name, r.Requests, window))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}
