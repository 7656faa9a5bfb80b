package replicas

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
)

// sharedQueue is the queue that all replicas poll from. Times are exchanged as
// durations from now, by the store's clock.
type sharedQueue struct {
	*store
	replica string
	now     func() time.Time
}

const queueKeys = keys + "queue:"

// The store runs nothing else during a script, so no script gets more than
// this.
const (
	putAtOnce  = 50
	unreadable = 8 // entries in a row sealed with a key not known here yet
	unreadWait = 5 * time.Second
)

// secretEntry is the part of an entry that nobody else may read.
type secretEntry struct {
	Token    string `json:"t"`
	Merchant string `json:"m,omitempty"`
	Address  string `json:"a,omitempty"`
	IDPayin  string `json:"i"`
	Ref      string `json:"r,omitempty"`
}

func (q *sharedQueue) Put(entries ...polls.Entry) error {
	for some := range slices.Chunk(entries, putAtOnce) {
		if err := q.putSome(some); err != nil {
			return err
		}
	}
	return nil
}

func (q *sharedQueue) putSome(entries []polls.Entry) error {
	now := q.now()
	args := []any{q.replica}
	for _, e := range entries {
		name := q.name(e.Key())
		secret, err := json.Marshal(secretEntry{e.Caller.Token.Reveal(), e.Caller.Merchant, e.Caller.Address, e.IDPayin, e.Ref})
		if err != nil {
			return fmt.Errorf("entry: %w", err)
		}
		args = append(args,
			name, q.merchant(e.Caller.Merchant), q.ref(e.Ref),
			micro(e.Due.Sub(now)), micro(e.Acted.Sub(now)), micro(e.Until.Sub(now)), span(e.Read, now),
			e.Strange, e.Failed, e.Caller.Proven, q.vault.Seal("entry "+name, secret))
	}
	_, err := q.run(q.scripts.put, []string{queueKeys}, args...)
	return err
}

func (q *sharedQueue) Claim(merchant string) (polls.Entry, bool, time.Duration, error) {
	for range unreadable {
		r, err := q.run(q.scripts.claim, []string{queueKeys}, q.merchant(merchant), micro(polls.ClaimLife))
		if err != nil {
			return polls.Entry{}, false, 0, err
		}
		if wait := r.span(0); wait >= 0 {
			return polls.Entry{}, false, wait, nil
		}
		now := q.now()
		e, err := q.open(r.text(1), r.text(2))
		e.Due, e.Acted, e.Until = now.Add(r.span(3)), now.Add(r.span(4)), now.Add(r.span(5))
		if r.text(6) != "" {
			e.Read = now.Add(r.span(6))
		}
		e.Strange, e.Failed = r.text(7) == "1", int(r.number(8))
		e.Caller.Proven = r.text(9) == "1"
		if err == nil {
			return e, true, 0, nil
		}
		// Others can read it once all replicas have the new keys.
		e.Due = now.Add(unreadWait)
		if err := q.back(r.text(1), e); err != nil {
			return polls.Entry{}, false, 0, err
		}
	}
	return polls.Entry{}, false, unreadWait / unreadable, nil
}

func (q *sharedQueue) Done(e polls.Entry) error {
	return q.back(q.name(e.Key()), e)
}

func (q *sharedQueue) back(name string, e polls.Entry) error {
	now := q.now()
	due := any("")
	if !e.Due.IsZero() {
		due = micro(e.Due.Sub(now))
	}
	_, err := q.run(q.scripts.done, []string{queueKeys},
		name, micro(polls.LeastInterval), due, micro(e.Acted.Sub(now)), micro(e.Until.Sub(now)), span(e.Read, now), e.Strange, e.Failed)
	return err
}

func (q *sharedQueue) Drop(e polls.Entry) error {
	_, err := q.run(q.scripts.drop, []string{queueKeys}, q.name(e.Key()), q.replica)
	return err
}

func (q *sharedQueue) Nudge(ref string) ([]string, error) {
	r, err := q.run(q.scripts.nudge, []string{queueKeys}, q.ref(ref), micro(polls.LeastInterval))
	if err != nil {
		return nil, err
	}
	var merchants []string
	for i := 0; i+1 < len(r); i += 2 {
		if e, err := q.open(r.text(i), r.text(i+1)); err == nil {
			merchants = append(merchants, e.Caller.Merchant)
		}
	}
	return merchants, nil
}

// open decrypts the secret part of an entry.
func (q *sharedQueue) open(name, sealed string) (polls.Entry, error) {
	plain, err := q.vault.Open("entry "+name, []byte(sealed))
	if err != nil {
		return polls.Entry{}, err
	}
	var secret secretEntry
	if err := json.Unmarshal(plain, &secret); err != nil {
		return polls.Entry{}, fmt.Errorf("entry: %w", err)
	}
	return polls.Entry{
		Caller:  payment.Caller{Token: apiclient.NewToken(secret.Token), Merchant: secret.Merchant, Address: secret.Address},
		IDPayin: secret.IDPayin, Ref: secret.Ref,
	}, nil
}

// name is a payment's name in the store.
func (s *store) name(key payment.Key) string {
	return s.vault.Name("payment " + string(key.Token[:]) + key.IDPayin)
}

func (s *store) merchant(merchant string) string { return s.vault.Name("merchant " + merchant) }

// ref is "" for a payment put without one.
func (q *sharedQueue) ref(ref string) string {
	if ref == "" {
		return ""
	}
	return q.vault.Name("ref " + ref)
}

// span is the time from now to t, "" for never.
func span(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.FormatInt(micro(t.Sub(now)), 10)
}
