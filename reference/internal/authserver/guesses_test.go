package authserver_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/reference/internal/store/storetest"
)

func TestTheChanceToHitACodeOverItsLife(t *testing.T) {
	g := authserver.Guesses{ByPerson: 10, ByAddress: 100, All: 2000}
	require.InDelta(t, 2001/math.Pow(20, 10), g.HitChance(), 1e-18)
	require.Less(t, g.HitChance(), math.Pow(2, -32))
	require.Greater(t, authserver.Guesses{All: 2400}.HitChance(), math.Pow(2, -32), "the budget is near what ten letters bear")
}

func TestUserCodesAreDrawnEvenlyFromTheirAlphabet(t *testing.T) {
	b := newBench(t)
	client := b.register()
	form := regexp.MustCompile(`^[BCDFGHJKLMNPQRSTVWXZ]{5}-[BCDFGHJKLMNPQRSTVWXZ]{5}$`)
	counts := map[rune]int{}
	const codes = 600
	for range codes {
		_, user := b.device(client)
		require.Regexp(t, form, user)
		for _, r := range strings.ReplaceAll(user, "-", "") {
			counts[r]++
		}
	}
	require.Len(t, counts, 20)
	chi, want := 0.0, float64(codes*10)/20
	for _, n := range counts {
		chi += (float64(n) - want) * (float64(n) - want) / want
	}
	require.Less(t, chi, 60.0, "chi-square with 19 degrees of freedom: above 60 once in 300,000 runs")
}

func TestCodesAreReadAsPeopleTypeThem(t *testing.T) {
	for typed, ok := range map[string]bool{
		"BCDFG-HJKLM": true, "bcdfghjklm": true, " bcdfg hjklm\t": true, "b-c-d-f-g-h-j-k-l-m": true, "BCDFG–HJKLM": true, "BCDFG\u00a0HJKLM": true,
		"BCDFG-HJKL": false, "BCDFG-HJKLMN": false, "ACDFG-HJKLM": false, "BCDFG-HJKL1": false, "": false, "-----": false,
		"ВCDFG-HJKLM": false /* Cyrillic Ve */, "ＢCDFG-HJKLM": false /* full width */, "BCDFGK-HJKL\u212a": false /* Kelvin sign */, "BCDFG_HJKLM": false,
	} {
		code, got := authserver.NormalUserCode(typed)
		require.Equal(t, ok, got, "%q", typed)
		if ok {
			require.Equal(t, "BCDFGHJKLM", code, "%q", typed)
		}
	}
}

func wrong(i int) string {
	letters := "BCDFGHJKLMNPQRSTVWXZ"
	return "BBBBBBB" + string([]byte{letters[i/400%20], letters[i/20%20], letters[i%20]})
}

func TestGuessingBudgets(t *testing.T) {
	storetest.OnEach(t, func(t *testing.T, db *store.DB) {
		b := newBenchOn(t, db, func(o *authserver.Options) { o.Limits.Guesses = authserver.Guesses{ByPerson: 3, ByAddress: 6, All: 12} })
		client := b.register()
		_, user := b.device(client)
		guess := func(person, address string, i int) error {
			_, err := b.Device(t.Context(), authserver.Guesser{UserID: person, Address: address}, wrong(i))
			return err
		}
		look := func(person, address string) error {
			_, err := b.Device(t.Context(), authserver.Guesser{UserID: person, Address: address}, user)
			return err
		}
		for i := range 3 {
			require.ErrorIs(t, guess("p1", "a1", i), authserver.ErrUnknownCode)
		}
		require.ErrorIs(t, look("p1", "a9"), authserver.ErrTooManyGuesses, "by person")
		require.NoError(t, look("p2", "a1"))
		for i := range 3 {
			require.ErrorIs(t, guess("p2", "a1", i), authserver.ErrUnknownCode)
		}
		require.ErrorIs(t, look("p3", "a1"), authserver.ErrTooManyGuesses, "by address")
		require.NoError(t, look("p3", "a2"))
		for p := range 2 {
			for i := range 3 {
				require.ErrorIs(t, guess(fmt.Sprint("q", p), fmt.Sprint("b", p), i), authserver.ErrUnknownCode)
			}
		}
		require.ErrorIs(t, look("p3", "a2"), authserver.ErrTooManyGuesses, "by everybody together")
		require.ErrorIs(t, b.DecideDevice(t.Context(), authserver.Guesser{UserID: "p3", Address: "a2"}, user, true, workspace), authserver.ErrTooManyGuesses)
		b.clock.Advance(15*time.Minute - time.Millisecond)
		require.ErrorIs(t, look("p3", "a2"), authserver.ErrTooManyGuesses, "for as long as a code lives")
		b.clock.Advance(2 * time.Millisecond)
		require.ErrorIs(t, look("p3", "a2"), authserver.ErrExpiredCode)
	})
}

func TestTheRightfulPersonIsNotShutOutByAnother(t *testing.T) {
	b := newBench(t)
	client := b.register()
	code, user := b.device(client)
	attacker := authserver.Guesser{UserID: "eve", Address: "198.51.100.1"}
	for i := range 1000 {
		_, err := b.Device(t.Context(), attacker, wrong(i))
		require.Error(t, err)
	}
	require.NoError(t, b.DecideDevice(t.Context(), authserver.Guesser{UserID: person, Address: "192.0.2.1"}, user, true, workspace))
	require.Equal(t, 200, b.poll(client, code).StatusCode)
}
