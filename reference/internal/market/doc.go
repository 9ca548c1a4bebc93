// Package market speaks with the external insurance-market platform: it sends a session's filled forms and supporting
// documents on the workspace's connected account (spec section 4, endpoint 11) and asks for an appointment where there
// is no account yet (endpoint 12).
//
// The platform's protocol is small, and each of its steps may be repeated without harm, so that a submission that was
// cut off anywhere goes on where it stopped and can never be made twice:
//
//	PUT  /v1/submissions/{reference}                 the manifest: who, and which files by SHA-256; answers the
//	                                                 submission's id, its state and which files are missing
//	PUT  /v1/submissions/{reference}/files/{sha256}  one file
//	POST /v1/submissions/{reference}/finalise        the manifest again; 409 while files are missing, and when
//	                                                 other files have been announced since
//	POST /v1/accounts                                opens an account and answers its token
//	POST /v1/appointments                            asks for an account
//
// The reference is ours, one for each session. [Sandbox] is such a platform, for development and tests.
package market
