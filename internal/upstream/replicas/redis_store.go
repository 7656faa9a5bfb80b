package replicas

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/internal/upstream/polls"
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
	// Marks tell the keys apart, newest first: an opaque word for each.
	Marks() []string
}

// keys is the prefix of the store's keys.
const keys = "payapp:"

// membersKey and newsChannel are for all merchants.
const (
	membersKey  = keys + "replicas"
	newsChannel = keys + "news"
)

// merchantKey is one of a merchant's keys, all of which a Cluster has in one slot.
// Replicas with different session keys share them, so the name isn't the vault's.
func merchantKey(merchant, kind string) string {
	name := sha256.Sum256([]byte("payapp merchant " + merchant))
	return keys + "{" + hex.EncodeToString(name[:16]) + "}:" + kind
}

// paymentText is what a payment's name in the store is made of.
func paymentText(key payment.Key) string { return "payment " + string(key.Token[:]) + key.IDPayin }

// store runs scripts in Redis.
type store struct {
	client   client
	vault    Vault
	scripts  scripts
	patience patience
}

// client is what is used of go-redis's. It names none of the types in which its whole
// client is, or each package that uses this one would compile that for itself.
type client interface {
	redis.Scripter
	Get(ctx context.Context, key string) *redis.StringCmd
	Del(ctx context.Context, keys ...string) *redis.IntCmd
	Set(ctx context.Context, key string, value any, life time.Duration) *redis.StatusCmd
	Publish(ctx context.Context, channel string, message any) *redis.IntCmd
	Pipelined(ctx context.Context, queue func(redis.Pipeliner) error) ([]redis.Cmder, error)
	// Messages receives a channel's messages until ctx ends, and connects again by itself.
	Messages(ctx context.Context, channel string) <-chan *redis.Message
	Close() error
}

// scripts are the programs that the store runs. Each is atomic.
type scripts struct{ beat, take, hold *redis.Script }

//go:embed lua/*.lua
var lua embed.FS

// newScripts puts the rules of lanes and polls before each script, and lua/common.lua,
// unless a test moves the time.
func newScripts(common string) scripts {
	rules := fmt.Sprintf("local background, least_interval = %d, %d\nlocal floors, spread = {}, {}\n",
		limiter.LaneBackground+1, millis(polls.LeastInterval))
	for lane := range limiter.LaneCount {
		rules += fmt.Sprintf("floors[%d], spread[%[1]d] = %v, %v\n", lane+1, limiter.Floors[lane], limiter.Spread[lane])
	}
	script := func(name string) *redis.Script { return redis.NewScript(rules + common + luaText(name)) }
	return scripts{beat: script("beat"), take: script("take"), hold: script("hold")}
}

func luaText(name string) string {
	text, err := lua.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic(err) // embedded, so it is there
	}
	return string(text)
}

func newStore(address string, dial Dial, vault Vault, patience patience) (*store, error) {
	client, err := newRedisClient(address, dial, patience)
	if err != nil {
		return nil, err
	}
	return &store{client, vault, newScripts(luaText("common")), patience}, nil
}

// pageKey is the context's value of how long a page has waited for the store, in ns.
type pageKey struct{}

// Page makes a page's context: what the page asks of the store takes 50 ms in all.
// Without it each question may take that.
func Page(ctx context.Context) context.Context {
	return context.WithValue(ctx, pageKey{}, new(atomic.Int64))
}

// forPage is soon for what a page asks.
func forPage[T any](ctx context.Context, r *Replica, call func(context.Context) (T, error)) (T, error) {
	waited, ok := ctx.Value(pageKey{}).(*atomic.Int64)
	if !ok {
		waited = new(atomic.Int64)
	}
	began := time.Now()
	defer func() { waited.Add(int64(time.Since(began))) }()
	return soon(r.patience.page-time.Duration(waited.Load()), call)
}

// later tells the store something for which nobody waits, if it answers.
func (r *Replica) later(call func(context.Context) error) {
	if r.reachable() {
		go func() {
			ctx, end := context.WithTimeout(context.Background(), usual.call)
			defer end()
			_ = call(ctx) // others find out for themselves
		}()
	}
}

// errSlow means that the store's answer wasn't there in time.
var errSlow = errors.New("the store is slow")

// soon waits for a call's answer so long. The call itself goes on: to give it up would
// close its connection, and new ones take time that a busy store hasn't got.
func soon[T any](patience time.Duration, call func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	came := make(chan answer, 1)
	go func() {
		ctx, end := context.WithTimeout(context.Background(), max(patience, usual.call))
		defer end()
		value, err := call(ctx)
		came <- answer{value, err}
	}()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case a := <-came:
		return a.value, a.err
	case <-late.C:
		return *new(T), errSlow
	}
}
