package checks

import "slices"

// Server lists every check of the server role, in the order of the catalogue.
func Server() []Check {
	return slices.Concat(meChecks, createChecks, listChecks, getChecks, answerChecks, uploadChecks, fillChecks, riskChecks, submitChecks,
		appointmentChecks, authChecks, metaChecks, deviceChecks, tokenChecks, codeChecks, eventChecks, hookChecks, errorChecks, capChecks,
		rateChecks, gapChecks)
}
