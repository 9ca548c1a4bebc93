package market

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/workspaceintake/intake-go/reference/internal/secret"
)

// Bounds of the sandbox.
const (
	manifestBytes = 1 << 20
	fileBytes     = 32 << 20
	maxFiles      = 500
)

const (
	tokenPrefix   = "mkt_"
	accountDomain = "sandbox-account"
)

// Sandbox is a market platform that accepts everything well-formed and keeps what it received in a folder. Use
// NewSandbox to make one. It is an http.Handler that speaks the protocol in the package comment.
type Sandbox struct {
	mux  *http.ServeMux
	mu   sync.Mutex // one change at a time: a sandbox is not built for load
	disk disk
	now  func() time.Time

	accounts *secret.Hasher // seals the name of an account into its token, so that nothing need be kept of either
}

// NewSandbox keeps its data below dir, which is made when it is missing.
func NewSandbox(dir string, now func() time.Time) (*Sandbox, error) {
	return newSandbox(dir, now, false)
}

// NewTemporarySandbox is NewSandbox for a folder that nobody opens again once the program has ended. Nothing in it is
// synced.
func NewTemporarySandbox(dir string, now func() time.Time) (*Sandbox, error) {
	return newSandbox(dir, now, true)
}

func newSandbox(dir string, now func() time.Time, temporary bool) (*Sandbox, error) {
	d, err := openDisk(dir, temporary)
	if err != nil {
		return nil, err
	}
	accounts, err := secret.LoadKey(dir)
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	s := &Sandbox{mux: http.NewServeMux(), disk: d, now: now, accounts: accounts}
	s.mux.HandleFunc("POST /v1/accounts", s.openAccount)
	s.mux.HandleFunc("PUT /v1/submissions/{reference}", s.authorised(s.announce))
	s.mux.HandleFunc("PUT /v1/submissions/{reference}/files/{digest}", s.authorised(s.receive))
	s.mux.HandleFunc("POST /v1/submissions/{reference}/finalise", s.authorised(s.finalise))
	s.mux.HandleFunc("POST /v1/appointments", s.appoint)
	return s, nil
}

// ServeHTTP answers the protocol.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mux.ServeHTTP(w, r)
}

// Close removes nothing and releases the folder.
func (s *Sandbox) Close() error { return s.disk.close() }

func (s *Sandbox) openAccount(w http.ResponseWriter, r *http.Request) {
	var in account
	if !readJSON(w, r, &in) {
		return
	}
	if strings.TrimSpace(in.Name) == "" {
		refuse(w, http.StatusUnprocessableEntity, "an account needs a name")
		return
	}
	sealed, err := s.accounts.Seal(accountDomain, secret.Text(in.Name))
	if err != nil {
		s.fail(w)
		return
	}
	answer(w, http.StatusCreated, account{Name: in.Name, Token: tokenPrefix + sealed})
}

// accountOf finds the account of a token.
func (s *Sandbox) accountOf(token string) (name string, known bool) {
	if sealed, ours := strings.CutPrefix(token, tokenPrefix); ours {
		if name, err := s.accounts.Open(accountDomain, sealed); err == nil {
			return name.Reveal(), true
		}
	}
	return s.disk.account(tokenDigest(token))
}

// authorised finds the account of the bearer token; submissions are kept apart by account.
func (s *Sandbox) authorised(next func(w http.ResponseWriter, r *http.Request, account string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		name, known := s.accountOf(token)
		if !ok || !known {
			refuse(w, http.StatusUnauthorized, "the account token is missing or unknown; open an account first")
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		next(w, r, name)
	}
}

func (s *Sandbox) announce(w http.ResponseWriter, r *http.Request, account string) {
	var m manifest
	if !readJSON(w, r, &m) {
		return
	}
	if len(m.Files) == 0 || len(m.Files) > maxFiles {
		refuse(w, http.StatusUnprocessableEntity, "a submission carries 1 to 500 files")
		return
	}
	kept, err := s.disk.submission(account, r.PathValue("reference"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kept = Received{Account: account, Reference: r.PathValue("reference"), ID: secret.Generate("SUB-").Reveal()[:16], CreatedAt: s.now().UTC()}
	case err != nil:
		s.fail(w)
		return
	case kept.Final:
		s.report(w, kept) // a finalised submission never changes
		return
	}
	kept.InsuredName, kept.Subject, kept.Files = m.InsuredName, m.Subject, m.Files
	if err := s.disk.keep(kept); err != nil {
		s.fail(w)
		return
	}
	s.report(w, kept)
}

func (s *Sandbox) receive(w http.ResponseWriter, r *http.Request, account string) {
	kept, digest, ok := s.open(w, r, account), r.PathValue("digest"), false
	if kept == nil {
		return
	}
	for _, f := range kept.Files {
		ok = ok || f.SHA256 == digest
	}
	if !ok {
		refuse(w, http.StatusNotFound, "the manifest of this submission names no such file")
		return
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, fileBytes))
	if err != nil {
		refuse(w, http.StatusBadRequest, "the file did not arrive whole, or is over 32 MiB")
		return
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != digest {
		refuse(w, http.StatusUnprocessableEntity, "the file does not have the SHA-256 under which it was sent")
		return
	}
	if err := s.disk.keepFile(*kept, digest, data); err != nil {
		s.fail(w)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *Sandbox) finalise(w http.ResponseWriter, r *http.Request, account string) {
	kept := s.open(w, r, account)
	var m manifest
	if kept == nil || !readJSON(w, r, &m) {
		return
	}
	if !slices.Equal(m.Files, kept.Files) && !kept.Final {
		refuse(w, http.StatusConflict, "other files have been announced since")
		return
	}
	if missing := s.disk.missing(*kept); len(missing) > 0 {
		refuse(w, http.StatusConflict, "files of the manifest are still missing")
		return
	}
	if !kept.Final {
		kept.Final, kept.FinalisedAt = true, s.now().UTC()
		if err := s.disk.keep(*kept); err != nil {
			s.fail(w)
			return
		}
	}
	s.report(w, *kept)
}

// open finds the submission of a request, or answers and returns nil.
func (s *Sandbox) open(w http.ResponseWriter, r *http.Request, account string) *Received {
	kept, err := s.disk.submission(account, r.PathValue("reference"))
	if err != nil {
		refuse(w, http.StatusNotFound, "no submission was announced under this reference")
		return nil
	}
	return &kept
}

func (s *Sandbox) report(w http.ResponseWriter, kept Received) {
	p := progress{SubmissionID: kept.ID, State: stateOpen, Missing: s.disk.missing(kept)}
	if kept.Final {
		p.State, p.To, p.CC = stateFinal, []string{"submissions@sandbox-market.example"}, []string{}
	}
	answer(w, http.StatusOK, p)
}

func (s *Sandbox) appoint(w http.ResponseWriter, r *http.Request) {
	var in Appointment
	if !readJSON(w, r, &in) {
		return
	}
	if in.Fields["agency_name"] == "" || in.Fields["email"] == "" {
		refuse(w, http.StatusUnprocessableEntity, "an appointment request needs agency_name and email")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.disk.addAppointment(in); err != nil {
		s.fail(w)
		return
	}
	answer(w, http.StatusOK, appointmentReply{Status: "requested"})
}

func (s *Sandbox) fail(w http.ResponseWriter) {
	refuse(w, http.StatusInternalServerError, "the sandbox could not store this; look at the disk of its folder")
}

func tokenDigest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, manifestBytes)).Decode(into); err != nil {
		refuse(w, http.StatusBadRequest, "the body is not the JSON that this call takes")
		return false
	}
	return true
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a caller that hung up asks again
}

func refuse(w http.ResponseWriter, status int, detail string) { answer(w, status, problem{detail}) }
