package replicas

import (
	"crypto/rand"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"payapp/internal/session"
)

func newVault(t *testing.T) *session.Vault {
	t.Helper()
	vault, err := session.NewVault([][]byte{[]byte(rand.Text() + rand.Text())})
	if err != nil {
		t.Fatal(err)
	}
	return vault
}

// alone is a replica without a store, by a clock that stands at a time.
func alone(t *testing.T, at *time.Time) *Replica {
	t.Helper()
	r, err := New(Config{Vault: newVault(t), Now: func() time.Time { return *at }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// However many ask, one gets it; a wrong secret gets nothing and ends nothing, and a later
// value ends the earlier.
func TestADepositIsCollectedOnce(t *testing.T) {
	server, vault, now := startRedis(t), newVault(t), time.Now()
	single := alone(t, &now)
	for name, at := range map[string][2]*Replica{
		"one store": {newsOf(server, vault, "here"), newsOf(server, vault, "there")}, "no store": {single, single},
	} {
		if !at[0].Deposit("payment", "first", []byte("old")) || !at[0].Deposit("payment", "secret", []byte("session")) {
			t.Fatalf("%s: nothing is kept", name)
		}
		for _, wrong := range [][2]string{{"payment", "first"}, {"payment", ""}, {"payment", "secret "}, {"other", "secret"}} {
			if value, ok := at[1].Collect(wrong[0], wrong[1]); ok {
				t.Errorf("%s: %q gets %q", name, wrong, value)
			}
		}
		var asking sync.WaitGroup
		var got atomic.Int32
		for n := range 20 {
			asking.Go(func() {
				if value, ok := at[n%2].Collect("payment", "secret"); ok {
					if got.Add(1); string(value) != "session" {
						t.Errorf("%s: got %q", name, value)
					}
				}
			})
		}
		if asking.Wait(); got.Load() != 1 {
			t.Errorf("%s: %d got it", name, got.Load())
		}
		at[0].Deposit("payment", "secret", []byte("session"))
		at[1].Withdraw("payment")
		if _, ok := at[0].Collect("payment", "secret"); ok {
			t.Errorf("%s: it is there after its end", name)
		}
	}
}

// It ends with its time: by the store's clock, or by ours.
func TestADepositEnds(t *testing.T) {
	server, now := startRedis(t), time.Now()
	newsOf(server, newVault(t), "here").Deposit("payment", "secret", []byte("session"))
	for _, key := range server.client.Keys(t.Context(), "*").Val() {
		if life := server.client.PTTL(t.Context(), key).Val(); life <= 0 || life > DepositLife {
			t.Errorf("%s lives for %v", key, life)
		}
	}
	r := alone(t, &now)
	r.Deposit("payment", "secret", []byte("session"))
	now = now.Add(DepositLife)
	if _, ok := r.Collect("payment", "secret"); ok {
		t.Error("it is there after its time")
	}
}

// Who reads the store hasn't the name, and can't open the value with the keys alone.
func TestADepositNeedsItsSecret(t *testing.T) {
	server, vault := startRedis(t), newVault(t)
	newsOf(server, vault, "here").Deposit("payment", "secret", []byte("session"))
	keys := server.client.Keys(t.Context(), "*").Val()
	if len(keys) != 1 {
		t.Fatal(keys)
	}
	value := server.client.Get(t.Context(), keys[0]).Val()
	if strings.Contains(keys[0]+value, "payment") || strings.Contains(keys[0]+value, "secret") || strings.Contains(value, "session") {
		t.Errorf("%s: %q", keys[0], value)
	}
	for _, name := range []string{"", "deposit", "deposit ", "deposit payment", keys[0], strings.TrimSuffix(strings.TrimPrefix(keys[0], "payapp:{"), "}:deposit")} {
		if _, err := vault.Open(name, []byte(value)); err == nil {
			t.Errorf("%q opens it", name)
		}
	}
}

// While the store is gone nothing is kept, here neither: it might be collected twice.
func TestNoDepositWithoutTheStore(t *testing.T) {
	server := startRedis(t)
	r := newsOf(server, newVault(t), "here")
	server.kill()
	if r.Deposit("payment", "secret", []byte("session")) {
		t.Error("it says that it is kept")
	}
	if _, ok := r.Collect("payment", "secret"); ok {
		t.Error("it is here")
	}
}
