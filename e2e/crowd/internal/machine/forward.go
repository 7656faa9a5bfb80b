package machine

import (
	"io"
	"net"
	"sync"
)

// Forwarder is a wire between a client and a server that can be cut.
type Forwarder struct {
	Address string
	to      string

	mu       sync.Mutex
	listener net.Listener
	cut      bool
	conns    map[net.Conn]bool
}

// Forward lays one to an address.
func Forward(to string) (*Forwarder, error) {
	l, err := Listen()
	if err != nil {
		return nil, err
	}
	f := &Forwarder{Address: l.Addr().String(), to: to, listener: l, conns: map[net.Conn]bool{}}
	go f.serve()
	return f, nil
}

func (f *Forwarder) serve() {
	for {
		conn, err := f.listener.Accept()
		if err != nil {
			return
		}
		go f.carry(conn)
	}
}

func (f *Forwarder) carry(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", f.to) //nolint:noctx // loopback answers at once
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	if !f.add(client, server) {
		return
	}
	var both sync.WaitGroup
	for from, to := range map[net.Conn]net.Conn{client: server, server: client} {
		both.Go(func() {
			_, _ = io.Copy(to, from) // until one end closes
			_ = to.Close()
			_ = from.Close()
		})
	}
	both.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.conns, client)
	delete(f.conns, server)
}

func (f *Forwarder) add(conns ...net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.cut {
		return false
	}
	for _, conn := range conns {
		f.conns[conn] = true
	}
	return true
}

// Cut ends every connection, and each new one at once.
func (f *Forwarder) Cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cut = true
	for conn := range f.conns {
		_ = conn.Close()
	}
}

// Mend lets connections through again.
func (f *Forwarder) Mend() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cut = false
}

// Close ends it.
func (f *Forwarder) Close() {
	f.Cut()
	_ = f.listener.Close()
}
