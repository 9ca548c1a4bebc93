// Package console is the application interface: the pages where people sign in, make API keys, let devices and
// applications in, and look after webhooks, the market account and each other.
//
// Every page works without JavaScript, with the keyboard alone, and on a narrow screen. One script makes the delivery
// log live. A form answers with a redirect, so that going back and reloading repeat nothing; a new secret travels
// sealed to the next page, which shows it once.
package console
