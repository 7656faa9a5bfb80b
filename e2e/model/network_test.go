package model

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
)

// networks are the listeners of all open worlds, by the second to last label of
// their host names: r1.w7.localhost is in world w7.
var networks sync.Map

// listener's connections are pipes: a bubble of synctest can't wait for a
// socket.
type listener struct {
	name   string
	arrive chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func listen(name string) *listener {
	l := &listener{name: name, arrive: make(chan net.Conn), closed: make(chan struct{})}
	networks.Store(name, l)
	return l
}

// Accept is for http.Server.
func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.arrive:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close removes the name.
func (l *listener) Close() error {
	l.once.Do(func() {
		networks.Delete(l.name)
		close(l.closed)
	})
	return nil
}

// Addr is for http.Server, which doesn't use it.
func (l *listener) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects to the host's world.
func dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, _, _ := strings.Cut(address, ":")
	labels := strings.Split(host, ".")
	if len(labels) != 3 {
		return nil, fmt.Errorf("dial %s: outside every world", address)
	}
	found, ok := networks.Load(labels[1])
	if !ok {
		return nil, fmt.Errorf("dial %s: no such world", address)
	}
	l := found.(*listener)
	ours, theirs := net.Pipe()
	select {
	case l.arrive <- theirs:
		return ours, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
