package market

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"
)

// Received is what the sandbox holds of a submission.
type Received struct {
	Account     string         `json:"account"`
	Reference   string         `json:"reference"` // the session
	ID          string         `json:"id"`
	InsuredName string         `json:"insured_name"`
	Subject     string         `json:"subject"`
	Files       []manifestFile `json:"files"`
	Final       bool           `json:"final"`
	CreatedAt   time.Time      `json:"created_at"`
	FinalisedAt time.Time      `json:"finalised_at,omitzero"`
}

// Appointment is a request for an account.
type Appointment struct {
	Reference string            `json:"reference"` // the workspace
	Fields    map[string]string `json:"fields"`
}

// Submissions lists what an account has sent, oldest first.
func (s *Sandbox) Submissions(account string) ([]Received, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.disk.submissions(account)
}

// Appointments lists the requests of a workspace in the order of their coming.
func (s *Sandbox) Appointments(workspaceID string) ([]Appointment, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.disk.appointments(workspaceID)
}

// disk is the sandbox's folder: submissions/<account>/<reference>/{submission.json,<digest>} and appointments.jsonl. What a
// caller was told is synced first, unless the folder is temporary.
type disk struct {
	root      *os.Root
	temporary bool
}

const appointmentsFile = "appointments.jsonl"

func openDisk(dir string, temporary bool) (disk, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return disk{}, fmt.Errorf("market: making the sandbox's folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return disk{}, fmt.Errorf("market: opening the sandbox's folder: %w", err)
	}
	return disk{root, temporary}, nil
}

func (d disk) close() error { return d.root.Close() }

// account is the account of a token that an earlier version wrote down.
func (d disk) account(digest string) (string, bool) {
	name, err := d.root.ReadFile(path.Join("accounts", digest))
	return string(name), err == nil
}

func folder(account, reference string) string {
	return path.Join("submissions", tokenDigest(account)[:32], tokenDigest(reference)[:32]) // any text is a safe name
}

func (d disk) keep(r Received) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return d.write(folder(r.Account, r.Reference), "submission.json", data)
}

func (d disk) keepFile(r Received, digest string, data []byte) error {
	return d.write(folder(r.Account, r.Reference), digest, data)
}

func (d disk) submission(account, reference string) (Received, error) {
	return d.read(folder(account, reference))
}

func (d disk) read(dir string) (r Received, err error) {
	data, err := d.root.ReadFile(path.Join(dir, "submission.json"))
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(data, &r)
}

func (d disk) missing(r Received) []string {
	kept := map[string]bool{}
	entries, _ := fs.ReadDir(d.root.FS(), folder(r.Account, r.Reference)) // what cannot be read is missing
	for _, e := range entries {
		kept[e.Name()] = true
	}
	missing := []string{}
	for _, f := range r.Files {
		if !kept[f.SHA256] {
			kept[f.SHA256], missing = true, append(missing, f.SHA256)
		}
	}
	return missing
}

func (d disk) submissions(account string) ([]Received, error) {
	dir := path.Dir(folder(account, ""))
	entries, err := fs.ReadDir(d.root.FS(), dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []Received
	for _, e := range entries {
		r, readErr := d.read(path.Join(dir, e.Name()))
		if errors.Is(readErr, fs.ErrNotExist) {
			continue // a folder that a killed sandbox made for a submission that it never acknowledged
		}
		if readErr != nil {
			return nil, readErr
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Received) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return all, err
}

func (d disk) addAppointment(a Appointment) error {
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	f, err := d.root.OpenFile(appointmentsFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, d.sync(f), f.Close())
}

func (d disk) appointments(workspaceID string) ([]Appointment, error) {
	data, err := d.root.ReadFile(appointmentsFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Appointment
	name, _ := json.Marshal(workspaceID)
	lines := bufio.NewReader(bytes.NewReader(data))
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF { // a line without its end was never answered
			return all, nil
		}
		if !bytes.Contains(line, name) {
			continue // somebody else's
		}
		var a Appointment
		if err := json.Unmarshal(line, &a); err != nil {
			return nil, err
		}
		if a.Reference == workspaceID {
			all = append(all, a)
		}
	}
}

// write replaces a file as a whole, synced with its folder, so that a killed sandbox holds the old text or the new one. The
// new text has a name of its own meanwhile: the sandbox of another replica may write the same file.
func (d disk) write(dir, name string, data []byte) error {
	in, err := d.open(dir)
	if err != nil {
		return err
	}
	defer in.Close()
	fresh := rand.Text() + ".new"
	f, err := in.Create(fresh)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, d.sync(f), f.Close()); err != nil {
		return err
	}
	if err := in.Rename(fresh, name); err != nil {
		return err
	}
	parent, err := in.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(d.sync(parent), parent.Close())
}

// open opens a folder, which is made when it is missing.
func (d disk) open(dir string) (*os.Root, error) {
	in, err := d.root.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err = d.root.MkdirAll(dir, 0o700); err == nil {
			in, err = d.root.OpenRoot(dir)
		}
	}
	return in, err
}

// sync brings to the medium what a restart would look for.
func (d disk) sync(f *os.File) error {
	if d.temporary {
		return nil
	}
	return f.Sync()
}
