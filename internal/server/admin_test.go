//go:build !sandbox

package server

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/config"
)

// A page of another site may have its own name lead here: only addresses, localhost and
// what is named are answered, whatever is asked.
func TestTheAdminPortAnswersNoOtherName(t *testing.T) {
	admin := (&app{}).adminHandler(prometheus.NewRegistry(), nobodyElse{}, config.Config{AdminHosts: config.Hosts{"payapp-1"}})
	for host, want := range map[string]int{
		"": 200, "localhost": 200, "LOCALHOST:9090": 200, "127.0.0.1:9090": 200, "10.1.2.3": 200, "[::1]:9090": 200, "[fd30::2]": 200,
		"payapp-1:9090": 200, "payapp-1": 200, "rebound.example": 421, "127.0.0.1.rebound.example:9090": 421, "payapp-2:9090": 421,
	} {
		r := httptest.NewRequest(http.MethodGet, "/readyz", nil)
		r.Host = host
		answer := httptest.NewRecorder()
		if admin.ServeHTTP(answer, r); answer.Code != want {
			t.Errorf("%q: got %d, want %d", host, answer.Code, want)
		}
	}
}

// Profiles are for this machine, unless the operator wants them elsewhere.
func TestProfilesAreForThisMachine(t *testing.T) {
	for _, c := range []struct {
		address  string
		profiles bool
		want     int
	}{{"127.0.0.1:9090", false, 200}, {"[::1]:9090", false, 200}, {"localhost:9090", false, 200}, {":9090", false, 404}, {"10.1.2.3:9090", false, 404}, {":9090", true, 200}} {
		admin := (&app{}).adminHandler(prometheus.NewRegistry(), nobodyElse{}, config.Config{AdminAddr: c.address, AdminProfiles: c.profiles})
		for _, path := range []string{"/debug/pprof/", "/debug/pprof/goroutine"} {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = "localhost"
			answer := httptest.NewRecorder()
			if admin.ServeHTTP(answer, r); answer.Code != c.want {
				t.Errorf("%s at %s: got %d, want %d", path, c.address, answer.Code, c.want)
			}
		}
	}
}

// With all files used by customers, probes would kill the replica: some are kept back.
func TestFilesAreKeptBackForTheAdminPort(t *testing.T) {
	for limit, want := range map[uint64]int{0: 0, 128: 96, 1024: 858, 65536: 58919} {
		if got := mostConnections(limit); got != want {
			t.Errorf("of %d files %d are for customers, want %d", limit, got, want)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		endless := &endless{}
		listener := newCrowd(endless, 2)
		taken := make(chan net.Conn, 3)
		go func() {
			for range 3 {
				c, err := listener.Accept()
				if _, socket := c.(syscall.Conn); err != nil || !socket {
					t.Errorf("a stream can't see whether its client is gone: %v", err)
				}
				taken <- c
			}
		}()
		synctest.Wait()
		if endless.came != 2 {
			t.Errorf("%d connections are open at once, want 2", endless.came)
		}
		one := <-taken
		one.Close()
		one.Close() // as often as one likes
		synctest.Wait()
		if endless.came != 3 {
			t.Errorf("%d connections were taken once there was room, want 3", endless.came)
		}
		ended := make(chan error)
		go func() {
			_, err := listener.Accept()
			ended <- err
		}()
		synctest.Wait()
		listener.Close()
		if err := <-ended; !errors.Is(err, net.ErrClosed) {
			t.Errorf("who waits for room when the port closes gets %v", err)
		}
	})
}

// endless is a listener with ever another connection.
type endless struct{ came int }

func (e *endless) Accept() (net.Conn, error) {
	e.came++
	return new(net.TCPConn), nil
}
func (*endless) Close() error   { return nil }
func (*endless) Addr() net.Addr { return nil }
