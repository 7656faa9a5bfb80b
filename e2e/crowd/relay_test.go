package main

import (
	"io"
	"net"
	"testing"
	"time"
)

// A relay changes nothing but the time, and ends with what it relays.
func TestRelayIsFarAway(t *testing.T) {
	echo, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer echo.Close()
	go func() {
		c, err := echo.Accept()
		if err != nil {
			return
		}
		_, _ = io.CopyN(c, c, 4)
		_ = c.Close()
	}()
	r, err := startRelay(echo.Addr().String(), 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", r.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	began := time.Now()
	if _, err := c.Write([]byte("ping")); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(c)
	if string(got) != "ping" || err != nil || time.Since(began) < 20*time.Millisecond {
		t.Errorf("got %q, %v after %v; want it after 20 ms at least", got, err, time.Since(began))
	}
}
