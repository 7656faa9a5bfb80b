package replicas

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/known"
	"payapp/internal/upstream/payment"
)

// The last answers are kept in the store for all replicas, and what changes is
// published on one channel. What can't be read counts as missing: the gateway is asked.

const readingKind = "known"

// Listener is told what other replicas publish. None of it may block.
type Listener struct {
	// Changed is what is known of a payment.
	Changed func(key payment.Key, p known.Payment)
	// Limited says that the gateway answered 429.
	Limited func(merchant string, pause time.Duration)
	// Nudged says that a payment has changed.
	Nudged func(ref string)
}

// message is one of what a Listener is told.
type message struct {
	Token    []byte        `json:"k,omitempty"`
	IDPayin  string        `json:"i,omitempty"`
	Known    known.Payment `json:"p,omitzero"`
	Merchant string        `json:"m,omitempty"`
	Pause    time.Duration `json:"w,omitempty"`
	Ref      string        `json:"r,omitempty"`
}

// Load returns what all replicas know together; ok is false if that is nothing.
func (r *Replica) Load(ctx context.Context, key payment.Key) (p known.Payment, ok bool) {
	return load[known.Payment](ctx, r, readingKind, paymentText(key))
}

// Save adds to what the store has, and returns both together. Who replaces a value
// gets it back and writes again if it knew more, so nothing is lost. changed: it says
// something new, which is published.
func (r *Replica) Save(ctx context.Context, key payment.Key, p known.Payment, changed bool) known.Payment {
	if !r.reachable() {
		return p
	}
	name, sealed := r.vault.Name(paymentText(key)), ""
	if changed {
		sealed = r.seal(message{Token: key.Token[:], IDPayin: key.IDPayin, Known: p})
	}
	for range mostWrites {
		plain, err := json.Marshal(p)
		if err != nil {
			return p // a payment has JSON
		}
		replaced, err := r.replace(ctx, name, r.vault.Seal(readingKind+" "+name, plain), sealed)
		if err != nil {
			return p
		}
		before, _ := opened[known.Payment](r, readingKind, name, []byte(replaced))
		both := before.Merge(p)
		if reflect.DeepEqual(both, p) {
			return p
		}
		p, sealed = both, "" // whoever knew more has told it
	}
	return p
}

// mostWrites bounds what replicas that write at the same moment cost each other: so
// many lose nothing.
const mostWrites = 16

// replace writes a value, publishes the message, if any, and returns the value
// that was there before.
func (r *Replica) replace(ctx context.Context, name string, value []byte, message string) (string, error) {
	return forPage(ctx, r, func(ctx context.Context) (string, error) {
		var before *redis.StatusCmd
		calls, _ := r.client.Pipelined(ctx, func(both redis.Pipeliner) error {
			before = both.SetArgs(ctx, answerKey(readingKind, name), value, redis.SetArgs{TTL: payment.ReadingLife, Get: true})
			if message != "" {
				both.Publish(ctx, newsChannel, message)
			}
			return nil
		})
		for _, call := range calls {
			if err := call.Err(); err != nil && !errors.Is(err, redis.Nil) {
				return "", err
			}
		}
		return before.Val(), nil
	})
}

// Limited tells the others of a 429.
func (r *Replica) Limited(merchant string, pause time.Duration) {
	r.publish(message{Merchant: merchant, Pause: pause})
}

// Nudge tells the others that a payment has changed.
func (r *Replica) Nudge(ref string) { r.publish(message{Ref: ref}) }

func (r *Replica) publish(m message) {
	r.later(func(ctx context.Context) error { return r.client.Publish(ctx, newsChannel, r.seal(m)).Err() })
}

// seal is a message as the channel carries it.
func (r *Replica) seal(m message) string {
	plain, err := json.Marshal(m)
	if err != nil {
		return "" // a message has JSON
	}
	return r.name + " " + string(r.vault.Seal("news", plain))
}

// LoadOptions returns the last list of options of any replica by its key, if any.
func (r *Replica) LoadOptions(ctx context.Context, key string) (o payment.Options, ok bool) {
	return load[payment.Options](ctx, r, "options", "options "+key)
}

// SaveOptions keeps a list for the others, who otherwise ask for themselves.
func (r *Replica) SaveOptions(key string, o payment.Options) {
	r.later(func(ctx context.Context) error {
		plain, err := json.Marshal(o)
		if err != nil {
			return err
		}
		name := r.vault.Name("options " + key)
		return r.client.Set(ctx, answerKey("options", name), r.vault.Seal("options "+name, plain), payment.OptionsLife).Err()
	})
}

// load returns the value of a kind.
func load[T any](ctx context.Context, r *Replica, kind, text string) (value T, ok bool) {
	if r.store == nil {
		return value, false
	}
	name := r.vault.Name(text)
	sealed, ok := r.get(ctx, answerKey(kind, name))
	if !ok {
		return value, false
	}
	return opened[T](r, kind, name, sealed)
}

// get is a key's value for a page that waits.
func (r *Replica) get(ctx context.Context, key string) (value []byte, ok bool) {
	if !r.reachable() {
		return nil, false
	}
	value, err := forPage(ctx, r, func(ctx context.Context) ([]byte, error) { return r.client.Get(ctx, key).Bytes() })
	return value, err == nil
}

// opened is a value of the store. One that can't be read counts as missing.
func opened[T any](r *Replica, kind, name string, sealed []byte) (value T, ok bool) {
	plain, err := r.vault.Open(kind+" "+name, sealed)
	if err != nil || json.Unmarshal(plain, &value) != nil {
		return *new(T), false
	}
	return value, true
}

// listen passes on what other replicas publish until ctx ends.
func (r *Replica) listen(ctx context.Context, to Listener) {
	for m := range r.client.Messages(ctx, newsChannel) {
		r.open(m.Payload, to)
	}
}

// newsWaiting is how many messages may wait to be opened; others are dropped.
const newsWaiting = 1024

// open decrypts another replica's message and passes it on.
func (r *Replica) open(text string, to Listener) {
	replica, sealed, ok := strings.Cut(text, " ")
	if !ok || replica == r.name {
		return
	}
	var m message
	plain, err := r.vault.Open("news", []byte(sealed))
	switch {
	case err != nil || json.Unmarshal(plain, &m) != nil:
	case m.Ref != "":
		to.Nudged(m.Ref)
	case len(m.Token) == len(payment.Identity{}):
		to.Changed(payment.Key{Token: payment.Identity(m.Token), IDPayin: m.IDPayin}, m.Known)
	default: // the merchant is "" where all share one rate
		to.Limited(m.Merchant, m.Pause)
	}
}

// answerKey spreads answers over a Cluster, since no script needs them
// together.
func answerKey(kind, name string) string { return "payapp:{" + name + "}:" + kind }
