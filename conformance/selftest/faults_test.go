package selftest_test

import "slices"

// fault is a server that breaks the requirement of an id. The name says how; where it is empty, what is wrong is just that
// the sentence of the requirement does not hold.
type fault struct {
	id, name string
	layer    layer
}

// allFaults lists every fault, made anew, as some keep state.
func allFaults() []fault {
	return slices.Concat(meFaults(), createFaults(), listFaults(), detailFaults(), answerFaults(), extractFaults(), documentsFaults(), fillFaults(), formFaults(), riskFaults(), submitFaults(), appointmentFaults(), authFaults(), metadataFaults(), registrationFaults(), deviceFaults(), tokenFaults(), codeFaults(), eventFaults(), deliveryFaults(), errorsFaults(), limitsFaults())
}

// allNeighbours lists every server that comes near a fault and stays within the text.
func allNeighbours() []fault {
	return slices.Concat(meNeighbours(), createNeighbours(), listNeighbours(), detailNeighbours(), answerNeighbours(), extractNeighbours(), documentsNeighbours(), fillNeighbours(), formNeighbours(), riskNeighbours(), submitNeighbours(), appointmentNeighbours(), authNeighbours(), metadataNeighbours(), registrationNeighbours(), deviceNeighbours(), tokenNeighbours(), codeNeighbours(), eventNeighbours(), deliveryNeighbours(), errorsNeighbours(), limitsNeighbours())
}
