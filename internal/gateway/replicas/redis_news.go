package replicas

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"payapp/internal/gateway/payment"
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

// readingKind and newsChannel have the number of the format of readings: replicas
// of two versions must not misread each other's during a deployment.
const (
	readingKind = "reading2"
	newsChannel = keys + "news2"
)

// Published readings that wait to be handled; beyond that they are dropped.
const newsWaiting = 1024

// toldNews is a message: a reading and its payment's key, or an address that
// brought a refused token.
type toldNews struct {
	Token   []byte          `json:"k,omitempty"`
	IDPayin string          `json:"i,omitempty"`
	Reading payment.Reading `json:"r,omitzero"`
	Refused string          `json:"a,omitempty"`
}

func (n *sharedNews) Load(key payment.Key) (payment.Reading, bool, error) {
	plain, ok, err := n.get(readingKind, n.name(key))
	if !ok {
		return payment.Reading{}, false, err
	}
	var r payment.Reading
	err = json.Unmarshal(plain, &r)
	return r, err == nil, nil
}

// Save also publishes readings that say nothing new: if the store goes, every
// replica must know how recently each of its payments was read.
func (n *sharedNews) Save(key payment.Key, r payment.Reading) error {
	plain, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("reading: %w", err)
	}
	name := n.name(key)
	message, err := n.message(name, toldNews{Token: key.Token[:], IDPayin: key.IDPayin, Reading: r})
	if err != nil {
		return err
	}
	ctx, cancel := n.soon()
	defer cancel()
	_, err = n.client.Pipelined(ctx, func(both redis.Pipeliner) error {
		both.Set(ctx, answerKey(readingKind, name), n.vault.Seal(readingKind+" "+name, plain), payment.ReadingLife)
		both.Publish(ctx, newsChannel, message)
		return nil
	})
	return gone(err)
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
func (n *sharedNews) hear(ctx context.Context, told func(payment.Key, payment.Reading), blamed func(string)) {
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
func (n *sharedNews) open(message string, told func(payment.Key, payment.Reading), blamed func(string)) {
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
		told(payment.Key{Token: payment.Identity(news.Token), IDPayin: news.IDPayin}, news.Reading)
	}
}

// answerKey spreads answers over a Cluster, since no script needs them
// together.
func answerKey(kind, name string) string { return "payapp:{" + name + "}:" + kind }
