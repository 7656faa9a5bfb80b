package harness

import (
	"context"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// Listen takes a free port of loopback below the range for outgoing
// connections: a restarted replica must find its port free again.
func Listen() (net.Listener, error) {
	var config net.ListenConfig
	var err error
	for range 200 {
		var l net.Listener
		guess := net.JoinHostPort("127.0.0.1", strconv.Itoa(12000+rand.IntN(20000)))
		if l, err = config.Listen(context.Background(), "tcp", guess); err == nil {
			return l, nil
		}
	}
	return nil, err
}

// given are the addresses that FreePort has given away.
var given sync.Map

// FreePort is an address that nobody is listening on, and that it hasn't given before:
// whoever has it may not listen yet.
func FreePort() (string, error) {
	for {
		l, err := Listen()
		if err != nil {
			return "", err
		}
		address := l.Addr().String()
		if err := l.Close(); err != nil {
			return "", err
		}
		if _, before := given.LoadOrStore(address, true); !before {
			return address, nil
		}
	}
}
