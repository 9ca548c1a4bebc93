package reference

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
)

// What net/http itself refuses, before there is a request that a handler could answer: an address with a broken escape,
// a bad Host, headers beyond the bound. It writes a line of plain text then. Errors of this API are JSON with a detail
// (spec section 7), so its text becomes that.

// jsonRefusals is a listener whose connections turn such texts into JSON.
type jsonRefusals struct{ net.Listener }

func (l jsonRefusals) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok && err == nil {
		return refusing{tcp}, nil
	}
	return conn, err
}

// refusing is a connection of the net/http server. It is one of TCP, which the server closes half by half.
type refusing struct{ *net.TCPConn }

// bare ends the headers of net/http's own refusals, and of nothing else: answers of handlers have a date.
var bare = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")

func (c refusing) Write(data []byte) (int, error) {
	status, text, ok := bytes.Cut(data, bare)
	if !ok || !bytes.HasPrefix(status, []byte("HTTP/1.1 ")) || bytes.Contains(status, []byte("\n")) {
		return c.TCPConn.Write(data)
	}
	body, err := json.Marshal(map[string]string{"detail": "The request is no HTTP that this server takes: " + string(text)})
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fprintf(c.TCPConn, "%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", status, len(body), body)
	return len(data), err
}
