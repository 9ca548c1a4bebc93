package selftest_test

import (
	"context"
	"net"
	"net/http"
)

// halfClosing sends a request as a whole, and closes its direction of the connection then.
var halfClosing = &http.Transport{
	DisableKeepAlives: true,
	WriteBufferSize:   1 << 20, // more than any delivery has
	DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return halfClosingConn{conn.(*net.TCPConn)}, nil
	},
}

type halfClosingConn struct{ *net.TCPConn }

func (c halfClosingConn) Write(request []byte) (int, error) {
	n, err := c.TCPConn.Write(request)
	if err != nil {
		return n, err
	}
	return n, c.CloseWrite()
}

func halfClosed(s *shipment) bool {
	s.half = true
	return true
}
