package replicas

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// Vault encrypts and names what leaves the process. session.Vault is one.
type Vault interface {
	// Seal encrypts a value. Open needs the same name to decrypt it.
	Seal(name string, plain []byte) []byte
	Open(name string, sealed []byte) ([]byte, error)
	// Name is a keyed hash of a text.
	Name(text string) string
	// Names identifies the naming key: vaults with different keys differ in it.
	Names() string
}

// keys is the prefix of the store's keys. All that grants and the queue count
// with is in one slot of a Cluster, because a grant reads members, window and
// lanes in one script.
const keys = "payapp:{payapp}:"

// store runs scripts in Redis.
type store struct {
	client   redis.UniversalClient
	vault    Vault
	scripts  scripts
	patience time.Duration // for each call
}

// scripts are the programs that the store runs. Each is atomic.
type scripts struct {
	beat, probe, join   *redis.Script
	grant, settle, slow *redis.Script
	put, claim          *redis.Script
	done, drop, nudge   *redis.Script
}

//go:embed lua/*.lua
var lua embed.FS

// newScripts puts its dependencies before each script. clock is lua/clock.lua,
// unless a test moves the time.
func newScripts(clock string) scripts {
	script := func(names ...string) *redis.Script {
		text := clock
		for _, name := range names {
			text += luaText(name)
		}
		return redis.NewScript(text)
	}
	return scripts{
		beat: script("members", "beat"), probe: script("members", "probe"), join: script("members", "join"),
		grant: script("members", "grant"), settle: script("settle"), slow: script("slow"),
		put: script("queue", "put"), claim: script("queue", "claim"),
		done: script("queue", "done"), drop: script("queue", "drop"), nudge: script("queue", "nudge"),
	}
}

func luaText(name string) string {
	text, err := lua.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic(err) // embedded, so it is there
	}
	return string(text)
}

func newStore(address string, vault Vault, patience time.Duration) (*store, error) {
	client, err := newRedisClient(address, patience)
	if err != nil {
		return nil, err
	}
	return &store{client, vault, newScripts(luaText("clock")), patience}, nil
}

// soon is the context of one call, which takes no longer than the store's
// patience. Nobody cancels it: the store may have done it by then.
func (s *store) soon() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), s.patience)
}

// run runs a script.
func (s *store) run(script *redis.Script, on []string, args ...any) (reply, error) {
	ctx, cancel := s.soon()
	defer cancel()
	values, err := script.Run(ctx, s.client, on, args...).Result()
	if err != nil {
		return nil, gone(err)
	}
	switch values := values.(type) {
	case []any:
		return values, nil
	case int64:
		return reply{values}, nil
	default:
		return nil, errReply
	}
}

// errStore is in every error of the store, whatever its cause: unreachable,
// slow, full or read-only. The store counts as gone.
var errStore = errors.New("store")

// errReply is an answer that isn't one of our scripts'.
var errReply = gone(errors.New("unexpected reply"))

// gone is an error of the store; nil if err is.
func gone(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errStore, err)
}

// reply is a script's answer: numbers and texts.
type reply []any

func (r reply) number(i int) int64 {
	if i >= len(r) {
		return 0
	}
	switch v := r[i].(type) {
	case int64:
		return v
	case string:
		n, err := strconv.ParseInt(v, 10, 64)
		if err == nil {
			return n
		}
	}
	return 0
}

func (r reply) text(i int) string {
	if i >= len(r) {
		return ""
	}
	text, _ := r[i].(string)
	return text
}

// span is a duration in microseconds, the scripts' unit.
func (r reply) span(i int) time.Duration { return time.Duration(r.number(i)) * time.Microsecond }
