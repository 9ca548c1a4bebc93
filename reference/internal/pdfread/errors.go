package pdfread

import (
	"errors"
	"fmt"
)

// What can be wrong with a file. ErrDamaged is also an ErrNotPDF: nothing in it could be read as a PDF.
var (
	ErrNotPDF     = errors.New("not a PDF file")
	ErrDamaged    = fmt.Errorf("%w that can be read: it is damaged", ErrNotPDF)
	ErrEncrypted  = errors.New("the PDF is protected by a password")
	ErrTooComplex = errors.New("the PDF needs too much time or memory to read")
)

// errWorker is a fault of ours, not of the file: the worker could not be started or spoke nonsense.
var errWorker = errors.New("pdf worker")
