package server

import (
	"net"
	"sync"
)

// mostConnections is how many of the files that may be open are for customers. The
// others are for the operators' port, whose probes would kill a replica that has none
// left, for the gateway, the store and the log.
func mostConnections(descriptors uint64) int {
	return int(descriptors - min(descriptors/4, 64+descriptors/10)) //nolint:gosec // a limit of files fits
}

// crowd is a listener with so many connections at once as room takes; others wait in
// the system's queue. They stay what they are: streams look at their sockets
// (internal/stream), which is why it isn't golang.org/x/net/netutil's.
type crowd struct {
	net.Listener
	room   chan struct{}
	closed chan struct{}
	close  func()
}

func newCrowd(l net.Listener, most int) *crowd {
	closed := make(chan struct{})
	return &crowd{l, make(chan struct{}, most), closed, sync.OnceFunc(func() { close(closed) })}
}

func (c *crowd) Accept() (net.Conn, error) {
	select {
	case c.room <- struct{}{}:
	case <-c.closed:
		return nil, net.ErrClosed
	}
	leave := sync.OnceFunc(func() { <-c.room })
	conn, err := c.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok && err == nil {
		return &customer{tcp, leave}, nil
	}
	leave()
	return conn, err
}

func (c *crowd) Close() error {
	c.close()
	return c.Listener.Close()
}

// customer is one connection.
type customer struct {
	*net.TCPConn
	leave func()
}

func (c *customer) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}
