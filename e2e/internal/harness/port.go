package harness

import (
	"context"
	"math/rand/v2"
	"net"
	"strconv"
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

// FreePort is an address that nobody is listening on.
func FreePort() (string, error) {
	l, err := Listen()
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
