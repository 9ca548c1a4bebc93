// Package esign is the inlet for an e-signature provider: a signed callback that says that the envelope of a session was
// signed by everyone. It records esign.completed (spec section 6), once for each envelope.
//
// Each workspace that connects a provider gets an address of its own and a secret. The provider posts
//
//	{"envelope_id": "env_1", "session_id": "ses_...", "status": "completed"}
//
// with the header X-Esign-Signature: sha256= and the lower-case hex HMAC-SHA256 of the body under that secret.
package esign
