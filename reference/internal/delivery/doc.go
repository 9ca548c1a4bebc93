// Package delivery sends the signed events of spec section 6.
//
// An event is recorded in the transaction that causes it, together with one delivery for each endpoint that wants it. A
// delivery has at most three attempts: at once, 2 s after the first ended, and 5 s after the second ended. An attempt is
// counted before it is made, by comparing and setting its number, so that neither a crash nor another replica can make
// one twice; one that was cut off by a crash counts as failed. Whatever is not a 2xx within 10 s is a failure.
//
// Endpoints are strangers' addresses: redirects are not followed, no proxy is used, and no address of a private or special
// network is dialled, whatever its name resolves to at that moment.
package delivery
