// Package listen brings the deliveries of a development server to a program on this machine: it registers an endpoint
// through the server's control hooks, passes each delivery on byte by byte, and shows what happens line by line. The
// signature is the server's own, under the secret of that endpoint, so the program verifies as it will in production.
package listen
