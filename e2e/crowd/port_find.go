package main

import (
	"context"
	"math/rand/v2"
	"net"
	"strconv"
)

// listen takes a free port of loopback below the range for outgoing
// connections: a restarted replica must find its port free again.
func listen() (net.Listener, error) {
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

// freePort is an address that nobody is listening on.
func freePort() (string, error) {
	l, err := listen()
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}
