// Package pdfread reads the text, the positions and the form values out of PDF files that strangers send.
//
// A PDF can be a bomb, a loop or a lie, and no Go library survives all of them: a hang, an exhausted memory or a blown stack
// cannot be recovered from. So every file is read in a worker, a copy of the running binary started anew with an
// environment variable that init in this package sees before anything else of the program runs. The worker closes
// every door behind itself (memory, processor time, file and socket numbers, where the kernel permits its own user and
// network namespaces) and answers with a Document on its standard output. The server outlives whatever happens there.
//
// To start a program costs more than to read an ordinary file, so a worker that read a file well, and has used up little,
// reads another of the same owner (WithOwner): what a file did to its worker cannot reach a stranger's. It is ended after a
// file that it did not read, after a large one, after many, and when there is nothing to do. What a used worker cannot read
// is read again by a new one: no file is refused for what another did before it.
//
// Inside the worker pdfcpu first repairs, decrypts and rewrites the file; what comes out is plain enough for
// ledongthuc/pdf, which serves as reader of objects and of content streams. The walk over AcroForm fields and the
// interpretation of text are this package's own.
package pdfread
