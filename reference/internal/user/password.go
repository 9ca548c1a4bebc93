package user

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/text/unicode/norm"
)

// Parameters of argon2id: the OWASP recommendation, about 20 ms and 19 MiB for each check.
const (
	hashMemory  = 19 * 1024 // KiB
	hashTime    = 2
	hashThreads = 1
	hashLength  = 32
	saltLength  = 16
)

// hashersAtOnce bounds the memory that checking passwords takes; whoever comes when all are busy waits.
const hashersAtOnce = 4

// Bounds of a password, in characters.
const (
	MinPassword = 12
	maxPassword = 256
)

// ErrPassword says what is wrong with a password that somebody wants to use.
var ErrPassword = fmt.Errorf("a password needs %d to %d characters and must not contain the email address", MinPassword, maxPassword)

func checkPassword(email, password string) error {
	n := utf8.RuneCountInString(password)
	if n < MinPassword || n > maxPassword || strings.Contains(strings.ToLower(password), strings.ToLower(email)) {
		return ErrPassword
	}
	return nil
}

// passwords hashes with bounded memory.
type passwords struct{ room *semaphore.Weighted }

func newPasswords() passwords { return passwords{room: semaphore.NewWeighted(hashersAtOnce)} }

// cost is what one guess at a password takes.
type cost struct{ passes, memory uint32 }

var (
	chosen = cost{hashTime, hashMemory}
	drawn  = cost{1, 8} // of 256 random bits, which nobody guesses: argon2's least
)

// hash gives a password's stored form, in the notation of the argon2 reference implementation.
func (p passwords) hash(ctx context.Context, password string, c cost) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt)
	key, err := p.key(ctx, password, salt, c.passes, c.memory, hashThreads)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, hashThreads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// nobody is compared against when an email is unknown, so that the answer takes as long.
const nobody = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// matches says whether a password has that stored form. The parameters are those it was stored with.
func (p passwords) matches(ctx context.Context, password, stored string) (bool, error) {
	var version, memory, passes int
	var threads uint8
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, errors.New("user: a stored password has an unknown form")
	}
	_, err := fmt.Sscanf(parts[2]+" "+parts[3], "v=%d m=%d,t=%d,p=%d", &version, &memory, &passes, &threads)
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	want, wantErr := base64.RawStdEncoding.DecodeString(parts[5])
	if err := errors.Join(err, saltErr, wantErr); err != nil || version != argon2.Version {
		return false, fmt.Errorf("user: a stored password cannot be read: %w", err)
	}
	got, err := p.key(ctx, password, salt, uint32(passes), uint32(memory), threads)
	return err == nil && subtle.ConstantTimeCompare(got, want) == 1, err
}

func (p passwords) key(ctx context.Context, password string, salt []byte, passes, memory uint32, threads uint8) ([]byte, error) {
	if err := p.room.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer p.room.Release(1)
	// One password has one form, however the keyboard composes its accents.
	return argon2.IDKey(norm.NFC.Bytes([]byte(password)), salt, passes, memory, threads, hashLength), nil
}
