package replicas

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
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
	"payapp/internal/upstream/payment"
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
	made, err := newStore(s.url(), nil, vault, patience{time.Minute, time.Minute, time.Minute})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = made.client.Close() })
	return made
}

// replica is one that shares the server, whose clock follows c. It doesn't beat.
func (s *redisServer) replica(vault Vault, name string, c *clock) *Replica {
	s.t.Helper()
	const at = "payapp:clock of the test"
	begin, _, found := strings.Cut(luaText("common"), "local function now()")
	_, rest, _ := strings.Cut(luaText("common"), "\nend\n")
	if !found {
		s.t.Fatal("common.lua has no function now")
	}
	r, err := New(Config{Address: s.url(), Vault: vault, Rate: testRate, Logger: slog.New(slog.NewTextHandler(s.t.Output(), nil)), Now: c.now})
	if err != nil {
		s.t.Fatal(err)
	}
	_ = r.client.Close()
	store := s.store(vault)
	store.scripts = newScripts(begin + "local function now() return redis.call('GET', '" + at + "') / 1000 end\n" + rest)
	store.client.(universal).AddHook(beforeEach(func(context.Context, redis.Cmder) {
		if err := s.client.Set(context.Background(), at, strconv.FormatInt(c.time.UnixMicro(), 10), 0).Err(); err != nil {
			s.t.Error(err)
		}
	}))
	r.store, r.name = store, name
	r.clock = storeClock{time.Now(), c.time.Add(time.Hour).UnixMilli()} // nothing is late
	return r
}

// clock is a clock that stands still.
type clock struct{ time time.Time }

func newClock() *clock { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *clock) now() time.Time { return c.time }

// beforeEach is a hook that is called before each command, and once for those
// that are sent together.
type beforeEach func(ctx context.Context, cmd redis.Cmder)

// DialHook is for redis.Hook.
func (beforeEach) DialHook(next redis.DialHook) redis.DialHook { return next }

// ProcessHook is for redis.Hook.
func (b beforeEach) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		b(ctx, cmd)
		return next(ctx, cmd)
	}
}

// ProcessPipelineHook is for redis.Hook.
func (b beforeEach) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		b(ctx, cmds[0])
		return next(ctx, cmds)
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
	return hex.EncodeToString(sum[:9])
}

func (v plainVault) Names() string { return v.Name("names") }

func (v plainVault) Marks() []string { return []string{v.key} }

func someKey(id string) payment.Key {
	return payment.Caller{Token: apiclient.NewToken("token " + id)}.Key(id)
}
