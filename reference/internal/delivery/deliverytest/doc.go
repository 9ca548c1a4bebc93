// Package deliverytest is what tests try the guard of webhook endpoints with: addresses that lead inside, a name server
// that changes its mind, and a server that nothing may reach.
package deliverytest
