package sender

// causes say what most often lies behind a failure of a requirement, and what to do about it.
var causes = map[string]string{
	"RCV-01": "the key is the whole secret, whsec_ included, and the message the raw body; a body in chunks or pieces has to be read to its end",
	"RCV-02": "the signature is not verified before the answer, or the refusal is another status than 401",
	"RCV-03": "a second form of the secret is tried (without whsec_, decoded from base64), or the digest is not compared at all",
	"RCV-04": "a framework parsed the JSON and the receiver wrote it again to verify it; take the bytes before any middleware decodes them",
	"RCV-05": "the body is normalised (trimmed, decoded, written anew) before it is verified",
	"RCV-06": "the digest is compared in part, or by its form",
	"RCV-07": "a missing signature is let through, or raises an exception",
	"RCV-08": "the header is taken apart without a look at its form; comparing the whole text with sha256=<64 lower-case digits> needs no taking apart. Of two headers many libraries give the first alone: ask for all",
	"RCV-09": "deliveries wait for one another, or the connection is closed before the answer",
	"RCV-10": "the work is done before the answer; put it on a queue",
	"RCV-11": "the delivery id is not remembered, or remembered too late for a copy that comes at the same moment",
	"RCV-13": "headers are looked up in a map with the case of their names; names have none in HTTP",
	"RCV-14": "the decoder is strict about members that it does not know",
	"RCV-15": "the event is handed on before it is verified",
	"RCV-17": "the test event is not known, or its data are expected to hold something",
}
