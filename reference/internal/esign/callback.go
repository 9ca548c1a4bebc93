package esign

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/workspaceintake/intake-go/reference/internal/store"
	"github.com/workspaceintake/intake-go/webhook"
)

const (
	pathPrefix      = "/esign/callbacks/"
	signatureHeader = "X-Esign-Signature"
	maxBody         = 64 << 10
)

// Routes adds the callback to a mux.
func (s *Service) Routes(mux *http.ServeMux) {
	mux.HandleFunc("POST "+pathPrefix+"{inlet}", s.callback)
}

// notice is what a provider posts. Members that it has beside these are its own.
type notice struct {
	EnvelopeID string `json:"envelope_id"`
	SessionID  string `json:"session_id"`
	Status     string `json:"status"`
}

// completed is the one status that means something here; providers report others on the way.
const completed = "completed"

func (s *Service) callback(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		answer(w, http.StatusRequestEntityTooLarge, "The body is larger than 64 KiB or did not arrive.")
		return
	}
	workspaceID, err := s.workspaceOf(r.Context(), r.PathValue("inlet"), body, r.Header.Get(signatureHeader))
	if errors.Is(err, webhook.ErrSignature) {
		answer(w, http.StatusUnauthorized, "The callback is not signed with the secret of this address.")
		return
	}
	var n notice
	if err == nil && json.Unmarshal(body, &n) != nil {
		answer(w, http.StatusBadRequest, "The body is not a JSON object with envelope_id, session_id and status.")
		return
	}
	if err == nil && n.Status == completed {
		err = s.Complete(r.Context(), workspaceID, n.SessionID, n.EnvelopeID)
	}
	switch {
	case err == nil:
		answer(w, http.StatusOK, "Noted.")
	case errors.Is(err, store.ErrNotFound):
		answer(w, http.StatusNotFound, "The workspace has no such session.")
	case errors.Is(err, ErrEnvelopeID):
		answer(w, http.StatusBadRequest, "The envelope_id should have 1 to 200 printable characters.")
	default:
		answer(w, http.StatusInternalServerError, "The callback could not be recorded; send it again.")
	}
}

func answer(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"detail": detail}) // a provider that hung up misses its answer, no more
}
