// Package sender judges receivers: whoever takes the signed deliveries of spec section 6, in any language.
//
// It is given the receiver's URL and the signing secret that the receiver was set up with, and sends valid deliveries
// and every kind of wrong one. With a way to ask how often a delivery had an effect, it judges that too.
//
// The package knows nothing of any receiver and imports the standard library alone.
package sender
