package checks

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// shownVerifier is the one that RFC 7636 appendix B shows. A script signs in with it, and with others like it, as it has sign-ins
// of its own and the verifiers of the run are secret.
const shownVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

// verifierLike is the n-th verifier of a script, as long as the one in whose place it stands.
func verifierLike(verifier string, n int) string {
	if n == 0 && len(verifier) == len(shownVerifier) {
		return shownVerifier
	}
	shown := strings.Repeat(shownVerifier, len(verifier)/len(shownVerifier)+1)
	count := fmt.Sprint("-", n)
	return shown[:max(0, len(verifier)-len(count))] + count
}

// challengeOf is what an authorization request says of a verifier (RFC 7636 section 4.2).
func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// verifiersIn are those of the sign-ins that steps make, in their order.
func (r *run) verifiersIn(steps []*act) (all []string) {
	r.mu.Lock()
	known := slices.Sorted(maps.Keys(r.verifiers))
	r.mu.Unlock()
	for _, s := range steps {
		told := s.told()
		for _, verifier := range known {
			sent := strings.Contains(told, verifier) || strings.Contains(told, challengeOf(verifier))
			if sent && !slices.Contains(all, verifier) {
				all = append(all, verifier)
			}
		}
	}
	return all
}

// Functions of a shell that take a value from the reply in $r.
const (
	takeMember = `member() { printf '%s\n' "$r" | grep -o "\"$1\"[[:space:]]*:[[:space:]]*\"[^\"]*\"" | sed -n "$2p" | cut -d '"' -f 4; }`
	takeCode   = `code_of_redirect() { printf '%s\n' "$r" | sed -n 's/.*[^a-z_]code=\([A-Za-z0-9._~-]*\).*/\1/p'; }`
)

// Beginnings of the lines of a script: the last call shows its whole reply, others a status or nothing but what is taken.
const (
	curlShown = "curl -sS -i"
	curlTaken = "curl -sS"
	curlQuiet = `curl -sS -o /dev/null -w '%{http_code}\n'`
)

// script writes steps as lines for a shell, of which the last one shows the fault again. What a reply gives, such as an
// id or a token, is taken from the script's own replies. It is empty where that would take a longer script.
func (r *run) script(all []*act, last *act, most extent) (text string, secrets map[string]string) {
	at := slices.Index(all, last)
	if at < 0 {
		return "", nil
	}
	steps := plainSteps(all[:at+1], last)
	whole := steps
	for _, readers := range []bool{true, false} {
		if calls(steps) > most.calls {
			steps = concerned(whole, readers)
		}
	}
	if calls(steps) > most.calls {
		return "", nil
	}
	v, taken := r.vars(), carries(steps)
	v.local = map[string]string{}
	before := [][2]string{{"$(code_of_redirect)", takeCode}, {"$(member ", takeMember}}
	for n, verifier := range r.verifiersIn(steps) {
		name, shown := "", verifierLike(verifier, n)
		if n > 0 {
			name = fmt.Sprint("_", n+1)
		}
		v.local[verifier], v.local[challengeOf(verifier)] = "code_verifier"+name, "code_challenge"+name
		before = append(before, [2]string{`"$code_challenge` + name + `"`, "code_challenge" + name + "=" + challengeOf(shown)},
			[2]string{`"$code_verifier` + name + `"`, "code_verifier" + name + "=" + shown})
	}
	var lines []string
	for i, s := range steps {
		lines = append(lines, r.lines(s, v, taken[i], i == len(steps)-1)...)
		for _, one := range taken[i] {
			v.local[one.value] = one.name
		}
	}
	text = strings.Join(folded(lines), "\n")
	for _, one := range before {
		if strings.Contains(text, one[0]) {
			text = one[1] + "\n" + text
		}
	}
	if len(text) > most.bytes {
		return "", nil
	}
	return text, v.values
}

// lines writes one step.
func (r *run) lines(s *act, v *vars, taken []carried, last bool) []string {
	switch {
	case s.pause > 0:
		return []string{fmt.Sprintf("sleep %d", int(math.Ceil(s.pause.Seconds())))}
	case s.crowd != nil:
		var all []string
		for _, one := range s.crowd {
			for _, line := range r.lines(one, v, nil, last) {
				all = append(all, line+` -w '\n' &`)
			}
		}
		return append(all, "wait")
	}
	how := curlQuiet
	switch {
	case last:
		how = curlShown
	case len(taken) > 0:
		how = curlTaken
	}
	line := ""
	switch {
	case s.call != nil:
		line = r.curl(s.call, v, how)
	case s.page != "":
		return []string{asksPerson(r.shell(s.inBrowser(), v), taken)}
	default:
		line = how + ` -X POST "$INTAKE_CONTROL"/v1/` + s.verb + " -H 'Content-Type: application/json' --data-binary " + r.shell(string(s.in), v)
	}
	if last || len(taken) == 0 {
		return []string{line}
	}
	return []string{"r=$(" + line + ")" + takes(taken)}
}

func takes(taken []carried) (line string) {
	for _, one := range taken {
		line += fmt.Sprintf("; %s=$(%s)", one.name, one.take)
	}
	return line
}

// asksPerson is a line that says what a person is to do, and waits for it.
func asksPerson(what string, taken []carried) string {
	return "echo " + what + " >&2; read -r r" + takes(taken)
}

// folded writes a line that is there several times in a row once, in a loop.
func folded(lines []string) []string {
	var all []string
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		switch {
		case n < 3:
			all = append(all, lines[i:i+n]...)
		default:
			count := make([]string, n)
			for k := range count {
				count[k] = fmt.Sprint(k + 1)
			}
			all = append(all, "for n in "+strings.Join(count, " ")+"; do", "  "+lines[i], "done")
		}
		i += n
	}
	return all
}

// rest notes a pause between steps. One that is too short for a clock of whole seconds is none.
func (c *C) rest(d time.Duration) {
	if n := len(c.steps); n > 0 && c.steps[n-1].pause > 0 {
		c.steps[n-1] = &act{pause: c.steps[n-1].pause + d}
	} else {
		c.steps = append(c.steps, &act{pause: d})
	}
}
