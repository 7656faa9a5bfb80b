package replicas

import (
	"context"
	"time"
)

// DepositLife is how long a session waits for another browser of its customer: in the
// store or, without one, in this process, and never in both.
const DepositLife = 10 * time.Minute

// Deposit keeps a value for who knows its name, which isn't kept; without it nobody can
// open the value. ok is false while the store doesn't answer.
func (r *Replica) Deposit(name string, value []byte) (ok bool) {
	key, sealed := r.deposited(name), r.config.Vault.Seal(name, value)
	if r.store == nil {
		r.deposits.Put(key, sealed)
		return true
	}
	_, err := soon(r.patience.call, func(ctx context.Context) (string, error) {
		return r.client.Set(ctx, key, sealed, DepositLife).Result()
	})
	return err == nil
}

// Collect gives the value to the first who asks, and then forgets it.
func (r *Replica) Collect(name string) (value []byte, ok bool) {
	key, sealed := r.deposited(name), []byte(nil)
	if r.store == nil {
		r.mu.Lock()
		sealed, _ = r.deposits.Get(key)
		r.deposits.Drop(key)
		r.mu.Unlock()
	} else {
		sealed, _ = soon(r.patience.call, func(ctx context.Context) ([]byte, error) { return r.client.GetDel(ctx, key).Bytes() })
	}
	value, err := r.config.Vault.Open(name, sealed)
	return value, err == nil
}

func (r *Replica) deposited(name string) string {
	return answerKey("deposit", r.config.Vault.Name(name))
}
