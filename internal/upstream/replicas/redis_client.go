package replicas

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// patience is how long the store is waited for.
type patience struct {
	page time.Duration // by pages: what isn't there by then is asked of the gateway
	slot time.Duration // for a slot, by its request, in line; to ask a busy store again sooner keeps it busy
	call time.Duration // by a connection, which lasts; nobody waits for it
}

// slotPatience leaves time for a second try before a window counts as lost
// (limiter/shared.go: silence).
const slotPatience = 500 * time.Millisecond

var usual = patience{page: 50 * time.Millisecond, slot: slotPatience, call: time.Second}

// Connecting takes longer than a call; it happens in the background, for the
// next call. Nothing is retried, since a page is waiting.
const (
	dialPatience = time.Second
	connections  = 128 // to each server; they bound a replica's questions: docs/scale.md
	onlyOnce     = -1
)

var errAddress = errors.New("store's address: redis://, rediss:// or unix://, with +sentinel or +cluster behind redis or rediss")

// Dial makes a connection to the store.
type Dial func(ctx context.Context, network, address string) (net.Conn, error)

// newRedisClient accepts redis://, rediss:// and unix:// as redis.ParseURL does, with
// +cluster as redis.ParseClusterURL, and with +sentinel as redis.ParseFailoverURL with
// master_name. Errors never contain the address, which may hold a password.
func newRedisClient(address string, dial Dial, patience patience) (client, error) {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return nil, errAddress
	}
	transport, kind, _ := strings.Cut(scheme, "+")
	if kind != "" && transport != "redis" && transport != "rediss" {
		return nil, errAddress
	}
	plain := transport + "://" + rest
	switch kind {
	case "":
		o, err := redis.ParseURL(plain)
		if err != nil {
			return nil, withoutAddress(err)
		}
		o.MaxRetries, o.DialerRetries = onlyOnce, 1
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = dialPatience, patience.call, patience.call, patience.page
		o.PoolSize, o.DisableIdentity, o.Dialer = connections, true, dial
		return universal{redis.NewClient(o)}, nil
	case "cluster":
		o, err := redis.ParseClusterURL(plain)
		if err != nil {
			return nil, withoutAddress(err)
		}
		o.MaxRetries, o.DialerRetries = onlyOnce, 1
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = dialPatience, patience.call, patience.call, patience.page
		o.PoolSize, o.DisableIdentity, o.Dialer = connections, true, dial
		return universal{redis.NewClusterClient(o)}, nil
	case "sentinel":
		o, err := redis.ParseFailoverURL(plain)
		if err != nil {
			return nil, withoutAddress(err)
		}
		if o.MasterName == "" {
			return nil, errors.New("store's address: master_name is missing")
		}
		o.RouteByLatency, o.RouteRandomly, o.ReplicaOnly = false, false, false
		o.MaxRetries, o.DialerRetries = onlyOnce, 1
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = dialPatience, patience.call, patience.call, patience.page
		o.PoolSize, o.DisableIdentity, o.Dialer = connections, true, dial
		return universal{redis.NewFailoverClient(o)}, nil
	default:
		return nil, errAddress
	}
}

// universal is any of go-redis's clients.
type universal struct{ redis.UniversalClient }

// Messages drops a message if newsWaiting others wait.
func (c universal) Messages(ctx context.Context, channel string) <-chan *redis.Message {
	line := c.Subscribe(ctx, channel)
	context.AfterFunc(ctx, func() { _ = line.Close() })
	return line.Channel(redis.WithChannelSize(newsWaiting))
}

// withoutAddress removes the address from url.Parse's error.
func withoutAddress(err error) error {
	var parse *url.Error
	if errors.As(err, &parse) {
		return errors.New("store's address can't be read")
	}
	return err
}

// quiet drops go-redis's own log, which contains addresses.
type quiet struct{}

func (quiet) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(quiet{}) }
