package main

import (
	"context"
	"net"
	"time"
)

// farAway is how far the first of several replicas is from the store, there and back:
// in another zone, or in another town.
const farAway = 3 * time.Millisecond

// relay passes connections on, and everything on them half of a time later.
type relay struct {
	net.Listener
	to  string
	way time.Duration
}

// startRelay begins to relay to an address until the listener is closed.
func startRelay(to string, far time.Duration) (*relay, error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &relay{listener, to, far / 2}
	go r.serve()
	return r, nil
}

func (r *relay) serve() {
	for {
		near, err := r.Accept()
		if err != nil {
			return
		}
		far, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", r.to)
		if err != nil {
			_ = near.Close()
			continue
		}
		go r.pass(near, far)
		go r.pass(far, near)
	}
}

// pass carries what comes from one end to the other. When one has ended, so has the
// other.
func (r *relay) pass(from, to net.Conn) {
	type piece struct {
		data []byte
		due  time.Time
	}
	pieces := make(chan piece, 64)
	go func() {
		defer close(pieces)
		for {
			data := make([]byte, 16<<10)
			n, err := from.Read(data)
			if n > 0 {
				pieces <- piece{data[:n], time.Now().Add(r.way)}
			}
			if err != nil {
				return
			}
		}
	}()
	for p := range pieces {
		time.Sleep(time.Until(p.due))
		if _, err := to.Write(p.data); err != nil {
			_ = from.Close()
		}
	}
	_ = to.Close()
}
