package replicas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"payapp/internal/gateway/payment"
	"payapp/internal/known"
)

// sharedNews keeps the last answers for all replicas, and publishes readings on
// one channel. Values that it can't read, such as those sealed with another
// key, count as missing.
type sharedNews struct {
	*store
	replica string
	// back is called when the subscription is there again after it was cut:
	// readings published meanwhile were missed.
	back func()
}

const (
	readingKind = "known"
	newsChannel = keys + "news"
)

// Published readings that wait to be handled; beyond that they are dropped.
const newsWaiting = 1024

// toldNews is a message: what is known of a payment and its key, or an address that
// brought a refused token.
type toldNews struct {
	Token   []byte        `json:"k,omitempty"`
	IDPayin string        `json:"i,omitempty"`
	Known   known.Payment `json:"p,omitzero"`
	Refused string        `json:"a,omitempty"`
}

func (n *sharedNews) Load(key payment.Key) (p known.Payment, ok bool, err error) {
	name := n.name(key)
	plain, ok, err := n.get(readingKind, name)
	if !ok {
		return known.Payment{}, false, err
	}
	err = json.Unmarshal(plain, &p)
	return p, err == nil, nil
}

// Save adds to what the store has, and returns both together. Who replaces a
// value gets it back and writes again if it knew more: so nothing is lost,
// whoever comes last. It also publishes what is nothing new: if the store goes,
// every replica must know how recently each of its payments was read.
func (n *sharedNews) Save(key payment.Key, p known.Payment) (known.Payment, error) {
	name := n.name(key)
	message, err := n.message(name, toldNews{Token: key.Token[:], IDPayin: key.IDPayin, Known: p})
	if err != nil {
		return p, err
	}
	for range mostWrites {
		plain, err := json.Marshal(p)
		if err != nil {
			return p, fmt.Errorf("payment: %w", err)
		}
		replaced, err := n.replace(name, n.vault.Seal(readingKind+" "+name, plain), message)
		if err != nil {
			return p, err
		}
		both := n.opened(name, replaced).Merge(p)
		if both.Same(p) && both.At.Equal(p.At) {
			return p, nil
		}
		p, message = both, "" // whoever knew more has told it
	}
	return p, nil
}

// mostWrites bounds what replicas that write at the same moment cost each other.
// So many of them, each of which may have to write as often, lose nothing.
const mostWrites = 16

// replace writes a value, publishes the message, if any, and returns the value
// that was there before.
func (n *sharedNews) replace(name string, sealed []byte, message string) (string, error) {
	ctx, cancel := n.soon()
	defer cancel()
	var before *redis.StatusCmd
	calls, _ := n.client.Pipelined(ctx, func(both redis.Pipeliner) error {
		before = both.SetArgs(ctx, answerKey(readingKind, name), sealed, redis.SetArgs{TTL: payment.ReadingLife, Get: true})
		if message != "" {
			both.Publish(ctx, newsChannel, message)
		}
		return nil
	})
	for _, call := range calls {
		if err := call.Err(); err != nil && !errors.Is(err, redis.Nil) {
			return "", gone(err)
		}
	}
	return before.Val(), nil
}

// opened is a value of the store; what can't be read counts as missing.
func (n *sharedNews) opened(name, sealed string) (p known.Payment) {
	if plain, err := n.vault.Open(readingKind+" "+name, []byte(sealed)); err != nil || json.Unmarshal(plain, &p) != nil {
		return known.Payment{}
	}
	return p
}

func (n *sharedNews) Blame(address string) error {
	message, err := n.message(n.vault.Name("address "+address), toldNews{Refused: address})
	if err != nil {
		return err
	}
	ctx, cancel := n.soon()
	defer cancel()
	return gone(n.client.Publish(ctx, newsChannel, message).Err())
}

// message is news with its name, as the channel carries it.
func (n *sharedNews) message(name string, told toldNews) (string, error) {
	plain, err := json.Marshal(told)
	if err != nil {
		return "", fmt.Errorf("news: %w", err)
	}
	return n.replica + " " + name + " " + string(n.vault.Seal("told "+name, plain)), nil
}

func (n *sharedNews) LoadOptions(key string) (payment.Options, bool, error) {
	plain, ok, err := n.get("options", n.vault.Name("options "+key))
	if !ok {
		return payment.Options{}, false, err
	}
	var o payment.Options
	err = json.Unmarshal(plain, &o)
	return o, err == nil, nil
}

func (n *sharedNews) SaveOptions(key string, o payment.Options) error {
	plain, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("options: %w", err)
	}
	name := n.vault.Name("options " + key)
	ctx, cancel := n.soon()
	defer cancel()
	return gone(n.client.Set(ctx, answerKey("options", name), n.vault.Seal("options "+name, plain), payment.OptionsLife).Err())
}

// get returns the value of a kind under a name. One sealed with another key
// counts as missing.
func (n *sharedNews) get(kind, name string) (plain []byte, ok bool, err error) {
	ctx, cancel := n.soon()
	defer cancel()
	sealed, err := n.client.Get(ctx, answerKey(kind, name)).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, gone(err)
	}
	plain, err = n.vault.Open(kind+" "+name, sealed)
	return plain, err == nil, nil
}

// hear calls told for each reading of another replica, and blamed for each
// address, until ctx ends: go-redis reconnects by itself.
func (n *sharedNews) hear(ctx context.Context, told func(payment.Key, known.Payment), blamed func(string)) {
	line := n.client.Subscribe(ctx, newsChannel)
	defer func() { _ = line.Close() }()
	events := line.ChannelWithSubscriptions(redis.WithChannelSize(newsWaiting))
	heard := false
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-events:
			if !open {
				return
			}
			switch event := event.(type) {
			case *redis.Subscription:
				if heard {
					n.back()
				}
				heard = true
			case *redis.Message:
				n.open(event.Payload, told, blamed)
			}
		}
	}
}

// open decrypts another replica's message and passes it on.
func (n *sharedNews) open(message string, told func(payment.Key, known.Payment), blamed func(string)) {
	replica, rest, _ := strings.Cut(message, " ")
	name, sealed, ok := strings.Cut(rest, " ")
	if !ok || replica == n.replica {
		return
	}
	plain, err := n.vault.Open("told "+name, []byte(sealed))
	if err != nil {
		return
	}
	var news toldNews
	switch err := json.Unmarshal(plain, &news); {
	case err != nil:
	case news.Refused != "":
		blamed(news.Refused)
	case len(news.Token) == len(payment.Identity{}):
		told(payment.Key{Token: payment.Identity(news.Token), IDPayin: news.IDPayin}, news.Known)
	}
}

// answerKey spreads answers over a Cluster, since no script needs them
// together.
func answerKey(kind, name string) string { return "payapp:{" + name + "}:" + kind }
