package authserver

import (
	"fmt"
	"math"
	"time"
)

// Guesses are how many wrong user codes are taken in any stretch of time as long as the life of a device code. Only
// people who are signed in can enter a code, so each budget above the person's own is there for an attacker with many
// accounts. What is zero gets its default.
type Guesses struct {
	ByPerson  int // 10
	ByAddress int // 100
	All       int // 2,000
}

// guessBound is the chance that we accept for somebody to hit one waiting device's code over its whole life (RFC 8628
// section 5.1 names the same figure).
const guessBound = 1.0 / (1 << 32)

// HitChance is the chance that wrong guesses up to the whole budget hit one given code while it lives. Codes are drawn
// evenly, and what was guessed before the code was made may have to be guessed again, so that the sum bounds it.
func (g Guesses) HitChance() float64 {
	return float64(g.All+1) / math.Pow(float64(len(userCodeLetters)), userCodeLength)
}

func (g *Guesses) check(life time.Duration) error {
	orElse(&g.ByPerson, 10)
	orElse(&g.ByAddress, 100)
	orElse(&g.All, 2000)
	if g.ByPerson < 1 || g.ByAddress < 1 || g.All < 1 {
		return fmt.Errorf("authserver: guessing budgets of %+v: each must be positive", *g)
	}
	if p := g.HitChance(); p > guessBound {
		return fmt.Errorf("authserver: %d wrong user codes in %v give a chance of %.2g to hit one; at most %.2g is allowed", g.All, life, p, guessBound)
	}
	return nil
}
