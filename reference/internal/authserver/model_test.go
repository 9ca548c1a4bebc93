package authserver_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/workspaceintake/intake-go/reference/internal/authserver"
	"github.com/workspaceintake/intake-go/reference/internal/throttle"
)

// operations is how many random operations a campaign makes; INTAKE_MODEL_OPERATIONS sets another number.
func operations(t *testing.T, usual int) int {
	text := os.Getenv("INTAKE_MODEL_OPERATIONS")
	if text == "" && testing.Short() {
		return usual / 5
	}
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// unlimited takes away the limits by address, which are not what the model is about.
func unlimited(o *authserver.Options) {
	open := throttle.Rate{Burst: -1}
	o.Limits.Registrations, o.Limits.DeviceRequests, o.Limits.TokenRequests, o.Limits.Authorizations = open, open, open, open
	o.Limits.ClientRequests = open
}

// The model says, in as few words as possible, what the server has to answer.
type (
	modelFamily struct {
		client    string
		tokens    []string // refresh tokens by generation; the last is the current one
		access    []string
		issued    []time.Time
		ended     map[int]bool // access tokens that were revoked alone
		rotatedAt time.Time
		over      bool
	}
	modelDevice struct {
		client, code, user string
		begun, polled      time.Time
		interval           time.Duration
		decision           string
		family             *modelFamily
	}
	modelCode struct {
		client, code string
		begun        time.Time
		family       *modelFamily
	}
)

const (
	lifeAccess  = time.Hour
	lifeRefresh = 30 * 24 * time.Hour
	lifeGrace   = 30 * time.Second
	lifeDevice  = 15 * time.Minute
	lifeCode    = time.Minute
)

type model struct {
	*bench
	random   *rand.Rand
	clients  []string
	families []*modelFamily
	devices  []*modelDevice
	codes    []*modelCode
	met      map[string]int // answers seen, so that the campaign is known to reach them
}

func TestTheServerAgreesWithAModel(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	m := &model{bench: newBench(t, unlimited), random: rand.New(rand.NewPCG(seed, 1)), met: map[string]int{}}
	for range 4 {
		m.clients = append(m.clients, m.register())
	}
	steps := []struct {
		weight int
		do     func()
	}{{8, m.beginDevice}, {6, m.decide}, {14, m.pollDevice}, {8, m.beginCode}, {14, m.exchangeCode}, {30, m.refreshToken}, {10, m.verify},
		{2, m.revoke}, {2, m.revokeAccess}, {10, m.advance}, {2, m.forget}}
	var wheel []func()
	for _, s := range steps {
		wheel = append(wheel, slices.Repeat([]func(){s.do}, s.weight)...)
	}
	for range operations(t, 20_000) {
		wheel[m.random.IntN(len(wheel))]()
	}
	for _, answer := range []string{"device ok", "device authorization_pending", "device slow_down", "device expired_token", "device access_denied",
		"device invalid_grant", "code ok", "code invalid_grant", "refresh ok", "refresh again", "refresh invalid_grant", "verify live", "verify dead"} {
		require.NotZero(t, m.met[answer], "the campaign never met %q: %v", answer, m.met)
	}
	t.Log(slices.Sorted(maps.Keys(m.met)), m.met)
}

func pick[T any](m *model, all []T) (one T, ok bool) {
	if len(all) == 0 {
		return one, false
	}
	return all[m.random.IntN(len(all))], true
}

// client is the right one, most of the time.
func (m *model) client(right string) string {
	if m.random.IntN(20) > 0 {
		return right
	}
	other, _ := pick(m, m.clients)
	return other
}

func (m *model) expect(kind string, r reply, want string) {
	m.t.Helper()
	m.met[kind+" "+want]++
	if want == "ok" || want == "again" {
		require.Equal(m.t, 200, r.StatusCode, "%s: %s", kind, r.text)
		return
	}
	m.requireError(r, 400, want)
}

func (m *model) beginDevice() {
	client, _ := pick(m, m.clients)
	code, user := m.device(client)
	m.devices = append(m.devices, &modelDevice{client: client, code: code, user: user, begun: m.clock.Now(), interval: 5 * time.Second})
}

func (m *model) decide() {
	d, ok := pick(m, m.devices)
	if !ok {
		return
	}
	decision, act := "approved", m.ApproveDevice
	if m.random.IntN(4) == 0 {
		decision, act = "denied", m.DenyDevice
	}
	err := act(m.t.Context(), d.user, workspace, person)
	switch {
	case !m.clock.Now().Before(d.begun.Add(lifeDevice)):
		require.ErrorIs(m.t, err, authserver.ErrExpiredCode)
	case d.decision != "":
		require.ErrorIs(m.t, err, authserver.ErrDecidedCode)
	default:
		require.NoError(m.t, err)
		d.decision = decision
	}
}

func (m *model) pollDevice() {
	d, ok := pick(m, m.devices)
	if !ok {
		return
	}
	client, now := m.client(d.client), m.clock.Now()
	r := m.poll(client, d.code)
	switch {
	case client != d.client:
		m.expect("device", r, "invalid_grant")
	case d.family != nil:
		m.expect("device", r, "invalid_grant")
		d.family.over = true
	case !now.Before(d.begun.Add(lifeDevice)):
		m.expect("device", r, "expired_token")
	case d.decision == "denied":
		m.expect("device", r, "access_denied")
	case d.decision == "approved":
		m.expect("device", r, "ok")
		d.family = m.open(client, r)
	case !d.polled.IsZero() && now.Sub(d.polled) < d.interval-min(time.Second, d.interval/4):
		m.expect("device", r, "slow_down")
		d.interval, d.polled = min(d.interval+5*time.Second, 5*time.Minute), now
	default:
		m.expect("device", r, "authorization_pending")
		d.polled = now
	}
}

func (m *model) beginCode() {
	client, _ := pick(m, m.clients)
	m.codes = append(m.codes, &modelCode{client: client, code: m.code(client), begun: m.clock.Now()})
}

func (m *model) exchangeCode() {
	c, ok := pick(m, m.codes)
	if !ok {
		return
	}
	client, proof := m.client(c.client), verifier
	if m.random.IntN(10) == 0 {
		proof = "wrong-" + verifier
	}
	r := m.exchange(client, c.code, proof)
	switch {
	case client != c.client:
		m.expect("code", r, "invalid_grant")
	case c.family != nil:
		m.expect("code", r, "invalid_grant")
		c.family.over = true
	case !m.clock.Now().Before(c.begun.Add(lifeCode)) || proof != verifier:
		m.expect("code", r, "invalid_grant")
	default:
		m.expect("code", r, "ok")
		c.family = m.open(client, r)
	}
}

func (m *model) open(client string, r reply) *modelFamily {
	f := &modelFamily{client: client, ended: map[int]bool{}}
	f.next(r, m.clock.Now())
	m.families = append(m.families, f)
	return f
}

func (f *modelFamily) next(r reply, now time.Time) {
	f.tokens = append(f.tokens, r.body["refresh_token"].(string))
	f.access = append(f.access, r.body["access_token"].(string))
	f.issued, f.rotatedAt = append(f.issued, now), now
}

// refreshToken takes the current token most of the time, and otherwise one that was spent.
func (m *model) refreshToken() {
	f, ok := pick(m, m.families)
	if !ok {
		return
	}
	i, now := len(f.tokens)-1, m.clock.Now()
	if m.random.IntN(3) == 0 {
		i = max(0, i-m.random.IntN(3))
	}
	client := m.client(f.client)
	r := m.refresh(client, f.tokens[i])
	switch {
	case client != f.client || f.over || !now.Before(f.rotatedAt.Add(lifeRefresh)):
		m.expect("refresh", r, "invalid_grant")
	case i == len(f.tokens)-1:
		m.expect("refresh", r, "ok")
		require.NotContains(m.t, f.tokens, r.body["refresh_token"])
		f.next(r, now)
	case i == len(f.tokens)-2 && now.Before(f.rotatedAt.Add(lifeGrace)):
		m.expect("refresh", r, "again")
		require.Equal(m.t, f.tokens[i+1], r.body["refresh_token"])
		require.Equal(m.t, f.access[i+1], r.body["access_token"])
	default:
		m.expect("refresh", r, "invalid_grant")
		f.over = true
	}
}

func (m *model) verify() {
	f, ok := pick(m, m.families)
	if !ok {
		return
	}
	i := m.random.IntN(len(f.access))
	_, client, _, err := m.VerifyAccessToken(m.t.Context(), f.access[i])
	if f.over || f.ended[i] || !m.clock.Now().Before(f.issued[i].Add(lifeAccess)) {
		m.met["verify dead"]++
		require.ErrorIs(m.t, err, authserver.ErrInvalidToken)
		return
	}
	m.met["verify live"]++
	require.NoError(m.t, err)
	require.Equal(m.t, f.client, client)
}

func (m *model) revoke() {
	if f, ok := pick(m, m.families); ok {
		token, _ := pick(m, f.tokens)
		require.Equal(m.t, 200, m.post("/oauth/revoke", "client_id", f.client, "token", token).StatusCode)
		f.over = true
	}
}

func (m *model) revokeAccess() {
	if f, ok := pick(m, m.families); ok {
		i := m.random.IntN(len(f.access))
		require.Equal(m.t, 200, m.post("/oauth/revoke", "client_id", f.client, "token", f.access[i]).StatusCode)
		f.ended[i] = true
	}
}

// advance lets little time pass most of the time, so that requests meet the bounds of every life.
func (m *model) advance() {
	steps := []time.Duration{time.Second, 4 * time.Second, 5 * time.Second, 10 * time.Second, 29 * time.Second, 30 * time.Second, time.Minute}
	d, _ := pick(m, steps)
	if m.random.IntN(20) == 0 {
		d, _ = pick(m, []time.Duration{14 * time.Minute, 15 * time.Minute, time.Hour, 24 * time.Hour})
	}
	if m.random.IntN(200) == 0 {
		d = lifeRefresh
	}
	m.clock.Advance(d)
}

// forget keeps the state small enough that operations meet again and again, and lets the server clean up.
func (m *model) forget() {
	const most = 12
	m.families = m.families[max(0, len(m.families)-most):]
	m.devices = m.devices[max(0, len(m.devices)-most):]
	m.codes = m.codes[max(0, len(m.codes)-most):]
	if m.random.IntN(50) == 0 {
		// Rows that the model still knows may be over long enough to go; a request for one then finds nothing.
		m.families, m.devices, m.codes = nil, nil, nil
		require.NoError(m.t, m.Sweep(m.t.Context()))
	}
}

// However many clients share a family and whatever spent tokens they send, each token has one successor, and at the end
// at most one token of the family is good.
func TestParallelClientsNeverSeeTwoSuccessors(t *testing.T) {
	b := newBench(t, unlimited)
	client := b.register()
	perClient := operations(t, 5760) / (64 * 3)
	for round := range 3 {
		_, first := b.signIn(client)
		seen := newSuccessors(first)
		errs := make(chan error, 64)
		for i := range 64 {
			random := rand.New(rand.NewPCG(uint64(round), uint64(i)))
			go func() { errs <- seen.attack(b, client, random, perClient) }()
		}
		var all error
		for range 64 {
			all = errors.Join(all, <-errs)
		}
		require.NoError(t, all)
		seen.requireOneLine(t, first)
		good := 0
		for _, token := range seen.known() {
			if b.refresh(client, token).StatusCode == 200 {
				good++
			}
		}
		require.LessOrEqual(t, good, 2, "the last token, and the one whose reply may have been lost")
	}
}

func (s *successors) attack(b *bench, client string, random *rand.Rand, times int) error {
	for range times {
		token := s.some(random)
		r := b.refresh(client, token)
		if r.StatusCode != 200 {
			if r.body["error"] != "invalid_grant" {
				return fmt.Errorf("%d %s", r.StatusCode, r.text)
			}
			continue
		}
		if err := s.note(token, r.body["refresh_token"].(string)); err != nil {
			return err
		}
	}
	return nil
}
