package model

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"payapp/apiclient"
	"payapp/internal/application"
)

// store is a real Redis that the replicas of a world share. A bubble of
// synctest can't wait for its sockets, so these worlds use the machine's clock
// plus an offset that they add to, and a gateway with a high rate.
type store struct {
	folder  string
	process *exec.Cmd
	links   int
	mu      sync.Mutex
}

func startStore(t *testing.T) *store {
	t.Helper()
	folder, err := os.MkdirTemp("", "payapp") //nolint:usetesting // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	s := &store{folder: folder}
	t.Cleanup(func() {
		s.stop()
		_ = os.RemoveAll(folder)
	})
	if err := s.start(); err != nil {
		t.Fatalf("%v: `make setup` installs redis-server", err)
	}
	return s
}

func (s *store) socket() string { return filepath.Join(s.folder, "redis") }

// start starts the server, empty.
func (s *store) start() error {
	_ = os.Remove(s.socket())
	s.process = exec.Command("redis-server", "--port", "0", "--unixsocket", s.socket(),
		"--save", "", "--dir", s.folder, "--daemonize", "no")
	if err := s.process.Start(); err != nil {
		return err
	}
	for range 2000 {
		if s.command("PING") == nil {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("no answer")
}

// stop ends the server as a power cut does.
func (s *store) stop() {
	if s.process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		s.process = nil
	}
}

// again makes the store work again, empty, whatever was done to it.
func (s *store) again() {
	if s.process == nil {
		_ = s.start()
	}
	_ = s.process.Process.Signal(syscall.SIGCONT)
	_ = s.command("FLUSHALL")
}

func (s *store) command(word string) error {
	c, err := net.Dial("unix", s.socket())
	if err != nil {
		return err
	}
	defer c.Close()
	_, _ = io.WriteString(c, word+"\r\n")
	line, err := bufio.NewReader(c).ReadString('\n')
	if err == nil && !strings.HasPrefix(line, "+") {
		err = fmt.Errorf("%s: %s", word, line)
	}
	return err
}

// link is a connection to the store that ends with the replica: a dead one must
// not go on using it.
func (s *store) link(dead <-chan struct{}) (string, error) {
	s.mu.Lock()
	s.links++
	path := filepath.Join(s.folder, fmt.Sprintf("l%d", s.links))
	s.mu.Unlock()
	l, err := net.Listen("unix", path)
	if err != nil {
		return "", err
	}
	go func() {
		<-dead
		_ = l.Close()
	}()
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go s.pass(near, dead)
		}
	}()
	return "unix://" + path, nil
}

func (s *store) pass(near net.Conn, dead <-chan struct{}) {
	defer near.Close()
	far, err := net.Dial("unix", s.socket())
	if err != nil {
		return
	}
	defer far.Close()
	ended := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
		go func() {
			_, _ = io.Copy(way[0], way[1])
			ended <- struct{}{}
		}()
	}
	select {
	case <-ended:
	case <-dead:
	}
}

// share gives a replica the store, and settings for a world outside a bubble:
// no wait may cost real time.
func (w *world) share(r *replica, config *application.Config) {
	address, err := w.store.link(r.dead)
	if err != nil {
		w.t.Fatalf("store: %v", err)
	}
	config.StoreURL, config.Now, config.Rate = address, w.now, float64(w.rate())
	config.Timings = apiclient.Timings{Backoff: time.Millisecond, Limited: time.Millisecond, RetryAfterCap: time.Millisecond}
	config.Patience, config.NamePatience = 60*time.Millisecond, 20*time.Millisecond
}

// kinds of weather: with a store, only those that need no waiting.
func (w *world) kinds() []string {
	if w.store != nil {
		return []string{
			"cut after", "cut within", "401", "html", "another's",
			"lost 503", "lost cut", "lost within", "lost html", "lost empty", "lost 409", "lost 401",
		}
	}
	return kinds
}

// now is the world's time.
func (w *world) now() time.Time { return time.Now().Add(time.Duration(w.offset.Load())) }

// sleep lets the world's time pass.
func (w *world) sleep(d time.Duration) {
	if w.store != nil {
		w.offset.Add(int64(d))
	}
	time.Sleep(w.really(d))
}

// really is how long the machine waits for something that takes d.
func (w *world) really(d time.Duration) time.Duration {
	if w.store != nil {
		return min(d, 3*time.Millisecond)
	}
	return d
}

// rate is the gateway's rate in this world.
func (w *world) rate() int {
	if w.store != nil {
		return 1000
	}
	return rate
}

// calm waits until replicas have found each other at a new store: they are
// silent for a second, and then share the rate.
func (w *world) calm() {
	if w.store != nil {
		time.Sleep(1500 * time.Millisecond)
	}
}

// actStore makes the store fail, or work again.
func (w *world) actStore(t *rapid.T) {
	how := oneOf(t, "store", "again", "again", "stopped", "standing still", "flushed", "restarted")
	w.tell("the store: %s", how)
	switch s := w.store; how {
	case "stopped":
		s.stop()
	case "standing still":
		if s.process != nil {
			_ = s.process.Process.Signal(syscall.SIGSTOP)
		}
	case "restarted":
		s.stop()
		s.again()
	default:
		s.again()
	}
	if rapid.Bool().Draw(t, "it takes a while") {
		w.calm()
	}
}
