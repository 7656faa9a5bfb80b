package gateway

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// storePatience is how long anybody waits for the store. What takes longer
// counts as gone: a page must not.
const storePatience = 50 * time.Millisecond

// A connection takes longer than a call; it is made meanwhile, for the next
// one. Nothing is tried twice: the pages' answer mustn't wait for it.
const (
	dialPatience = time.Second
	connections  = 32 // to each server
	onlyOnce     = -1
)

var errAddress = errors.New("store's address: redis://, rediss:// or unix://, with +sentinel or +cluster behind redis or rediss")

// newRedisClient takes redis://, rediss:// and unix:// as redis.ParseURL does;
// redis+cluster:// and rediss+cluster:// as redis.ParseClusterURL; and
// redis+sentinel:// and rediss+sentinel:// as redis.ParseFailoverURL does, with
// master_name. No error repeats the address, which may hold a password.
func newRedisClient(address string, patience time.Duration) (redis.UniversalClient, error) {
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
		o.MaxRetries, o.DialerRetries, o.ContextTimeoutEnabled = onlyOnce, 1, true
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = dialPatience, patience, patience, patience
		o.PoolSize, o.DisableIdentity = connections, true
		return redis.NewClient(o), nil
	case "cluster":
		o, err := redis.ParseClusterURL(plain)
		if err != nil {
			return nil, withoutAddress(err)
		}
		o.MaxRetries, o.DialerRetries, o.ContextTimeoutEnabled = onlyOnce, 1, true
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = dialPatience, patience, patience, patience
		o.PoolSize, o.DisableIdentity = connections, true
		return redis.NewClusterClient(o), nil
	case "sentinel":
		o, err := redis.ParseFailoverURL(plain)
		if err != nil {
			return nil, withoutAddress(err)
		}
		if o.MasterName == "" {
			return nil, errors.New("store's address: master_name is missing")
		}
		o.RouteByLatency, o.RouteRandomly, o.ReplicaOnly = false, false, false
		o.MaxRetries, o.DialerRetries, o.ContextTimeoutEnabled = onlyOnce, 1, true
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = dialPatience, patience, patience, patience
		o.PoolSize, o.DisableIdentity = connections, true
		return redis.NewFailoverClient(o), nil
	default:
		return nil, errAddress
	}
}

// withoutAddress keeps url.Parse from repeating what it was given.
func withoutAddress(err error) error {
	var parse *url.Error
	if errors.As(err, &parse) {
		return errors.New("store's address can't be read")
	}
	return err
}

// quiet drops what go-redis says to standard error by itself, addresses
// included: that the store is gone is said once, by failover.go.
type quiet struct{}

func (quiet) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(quiet{}) }
