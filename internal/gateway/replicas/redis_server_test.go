package replicas

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/apiclient"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
)

// redisServer is a real store that tests kill and restart.
type redisServer struct {
	t       *testing.T
	socket  string
	process *exec.Cmd
	client  *redis.Client // for the test itself, with long timeouts
}

// startRedis starts a server for this test alone.
func startRedis(t *testing.T) *redisServer {
	t.Helper()
	folder, err := os.MkdirTemp("", "payapp") //nolint:usetesting // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	s := &redisServer{t: t, socket: filepath.Join(folder, "redis")}
	s.client = redis.NewClient(&redis.Options{Network: "unix", Addr: s.socket, MaxRetries: -1, DialerRetries: 1})
	t.Cleanup(func() {
		_ = s.client.Close()
		s.kill()
		_ = os.RemoveAll(folder)
	})
	s.start()
	return s
}

// start starts the server, empty, and waits until it answers.
func (s *redisServer) start() {
	s.t.Helper()
	_ = os.Remove(s.socket)
	s.process = exec.Command("redis-server", "--port", "0", "--unixsocket", s.socket,
		"--save", "", "--dir", filepath.Dir(s.socket), "--daemonize", "no")
	if err := s.process.Start(); err != nil {
		s.t.Fatalf("%v: `make setup` installs it", err)
	}
	for range 2000 {
		if s.client.Ping(context.Background()).Err() == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatal("redis-server doesn't answer")
}

// kill ends the server as a power cut does.
func (s *redisServer) kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
	s.process = nil
}

// stop makes the server stand still; when it continues it answers what it was
// asked.
func (s *redisServer) stop() { s.signal(syscall.SIGSTOP) }
func (s *redisServer) goOn() { s.signal(syscall.SIGCONT) }

func (s *redisServer) signal(signal syscall.Signal) {
	s.t.Helper()
	if err := s.process.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
}

func (s *redisServer) set(setting, value string) {
	s.t.Helper()
	if err := s.client.ConfigSet(s.t.Context(), setting, value).Err(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *redisServer) url() string { return "unix://" + s.socket }

// store is the server as a replica sees it, but with long timeouts: the machine
// may stand still for a while.
func (s *redisServer) store(vault Vault) *store {
	s.t.Helper()
	made, err := newStore(s.url(), vault, time.Minute)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = made.client.Close() })
	return made
}

// movedStore is a store whose clock follows c; move tells it c's time.
func (s *redisServer) movedStore(vault Vault, c *clock) (made *store, move func()) {
	s.t.Helper()
	const at = "payapp:{payapp}:clock of the test"
	begin, _, found := strings.Cut(luaText("clock"), "local function now()")
	_, rest, _ := strings.Cut(luaText("clock"), "\nend\n")
	if !found {
		s.t.Fatal("clock.lua has no function now")
	}
	made = s.store(vault)
	made.scripts = newScripts(begin + "local function now() return tonumber(redis.call('GET', '" + at + "')) end\n" + rest)
	return made, func() {
		s.t.Helper()
		if err := s.client.Set(context.Background(), at, strconv.FormatInt(c.time.UnixMicro(), 10), 0).Err(); err != nil {
			s.t.Fatal(err)
		}
	}
}

// plainVault seals nothing, but knows whose value it has.
type plainVault struct{ key string }

func (v plainVault) Seal(name string, plain []byte) []byte {
	return append([]byte(v.key+"|"+name+"|"), plain...)
}

func (v plainVault) Open(name string, sealed []byte) ([]byte, error) {
	plain, ok := strings.CutPrefix(string(sealed), v.key+"|"+name+"|")
	if !ok {
		return nil, errors.New("sealed with another key, or for another name")
	}
	return []byte(plain), nil
}

func (v plainVault) Name(text string) string {
	sum := sha256.Sum256([]byte(v.key + text))
	return string(appendHex(nil, sum[:9]))
}

func (v plainVault) Names() string { return v.Name("names") }

func appendHex(to, b []byte) []byte {
	const digits = "0123456789abcdef"
	for _, c := range b {
		to = append(to, digits[c>>4], digits[c&15])
	}
	return to
}

// movedQueue is a shared queue whose store's clock follows the test's, and whose
// store never fails.
type movedQueue struct {
	t    *testing.T
	q    *sharedQueue
	move func()
}

func (m movedQueue) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

func (m movedQueue) Put(entries ...polls.Entry) {
	m.move()
	m.must(m.q.Put(entries...))
}

func (m movedQueue) Claim(merchant string) (polls.Entry, bool, time.Duration) {
	m.move()
	e, ok, wait, err := m.q.Claim(merchant)
	m.must(err)
	return e, ok, wait
}

func (m movedQueue) Done(e polls.Entry) {
	m.move()
	m.must(m.q.Done(e))
}

func (m movedQueue) Drop(e polls.Entry) {
	m.move()
	m.must(m.q.Drop(e))
}

func (m movedQueue) Nudge(ref string) []string {
	m.move()
	merchants, err := m.q.Nudge(ref)
	m.must(err)
	return merchants
}

func someKey(id string) payment.Key {
	return payment.Caller{Token: apiclient.NewToken("token " + id)}.Key(id)
}
