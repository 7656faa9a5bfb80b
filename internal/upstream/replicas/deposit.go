package replicas

import (
	"context"
	"strings"
	"time"

	"payapp/internal/upstream/aged"
)

// DepositLife is how long a browser's session waits for another browser of its customer:
// in the store or, without one, in this process, and never in both, so that it can be
// collected once.
const DepositLife = 10 * time.Minute

// newDeposits are those of a process without a store: whoever has begun a payment can
// leave something.
func newDeposits(now func() time.Time) *aged.Map[string, string] {
	return aged.NewWeighed[string](1<<14, 16<<20, DepositLife, now, func(value string) int { return len(value) })
}

// Deposit keeps a value under a name, instead of an earlier one. Neither the name nor the
// secret is kept, and without the secret nobody can open it. ok is false while the store
// doesn't answer.
func (r *Replica) Deposit(name, secret string, value []byte) (ok bool) {
	key, mark, under := r.deposited(name, secret)
	kept := mark + string(r.config.Vault.Seal(under, value))
	if r.store == nil {
		r.deposits.Put(key, kept)
		return true
	}
	_, err := soon(r.patience.call, func(ctx context.Context) (string, error) {
		return r.client.Set(ctx, key, kept, DepositLife).Result()
	})
	return err == nil // a late one is nobody's: its secret isn't told
}

// Collect gives the value to the first who asks with its secret, and then forgets it.
func (r *Replica) Collect(name, secret string) (value []byte, ok bool) {
	key, mark, under := r.deposited(name, secret)
	kept := ""
	if r.store == nil {
		r.mu.Lock()
		if kept, _ = r.deposits.Get(key); strings.HasPrefix(kept, mark) {
			r.deposits.Drop(key)
		}
		r.mu.Unlock()
	} else {
		kept, _ = soon(r.patience.call, func(ctx context.Context) (string, error) {
			return r.scripts.collect.Run(ctx, r.client, []string{key}, mark).Text()
		})
	}
	value, err := r.config.Vault.Open(under, []byte(strings.TrimPrefix(kept, mark)))
	return value, err == nil
}

// deposited is where a value is kept, what it begins with, and the name it is sealed
// for.
func (r *Replica) deposited(name, secret string) (key, mark, under string) {
	under = "deposit " + name + " " + secret
	return answerKey("deposit", r.config.Vault.Name("deposit "+name)), r.config.Vault.Name(under), under
}
