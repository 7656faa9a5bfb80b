package replicas

import (
	"context"
	"time"
)

// DepositLife is how long a session waits for another browser: in the store, or here without one.
const DepositLife = 10 * time.Minute

// Deposit keeps a value under a name, instead of an earlier one. Without the secret, which
// isn't kept, nobody can open it. ok is false while the store doesn't answer.
func (r *Replica) Deposit(name, secret string, value []byte) (ok bool) {
	key, sealed := r.deposited(name), r.config.Vault.Seal("deposit "+secret, value)
	if r.store == nil {
		r.deposits.Put(key, sealed)
		return true
	}
	_, err := soon(r.patience.call, func(ctx context.Context) (string, error) {
		return r.client.Set(ctx, key, sealed, DepositLife).Result()
	})
	return err == nil
}

// Collect gives the value to the first who asks with its secret, and withdraws it.
func (r *Replica) Collect(name, secret string) (value []byte, ok bool) {
	key := r.deposited(name)
	var sealed []byte
	if r.store == nil {
		sealed, _ = r.deposits.Get(key)
	} else {
		sealed, _ = soon(r.patience.call, func(ctx context.Context) ([]byte, error) { return r.client.Get(ctx, key).Bytes() })
	}
	value, err := r.config.Vault.Open("deposit "+secret, sealed)
	return value, err == nil && r.Withdraw(name)
}

// Withdraw ends a deposit, and reports whether there was one: to one of all who ask.
func (r *Replica) Withdraw(name string) (was bool) {
	key := r.deposited(name)
	if r.store == nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		_, was = r.deposits.Get(key)
		r.deposits.Drop(key)
		return was
	}
	n, _ := soon(r.patience.call, func(ctx context.Context) (int64, error) { return r.client.Del(ctx, key).Result() })
	return n == 1
}

func (r *Replica) deposited(name string) string {
	return answerKey("deposit", r.config.Vault.Name("deposit "+name))
}
