package gateway

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
)

// burst is how many tokens an address with a penalty may try at once.
const burst = 3

// arrive is a customer's page that asks again every two seconds while it is in
// line. It returns how long it took until the payment was read.
func arrive(t *testing.T, watch *Gateway, caller Caller, idPayin string) time.Duration {
	t.Helper()
	began := time.Now()
	for time.Since(began) < time.Minute {
		_, err := watch.Payin(t.Context(), caller, idPayin, Ask{Person: true})
		switch {
		case err == nil:
			return time.Since(began)
		case !errors.Is(err, ErrInLine):
			t.Errorf("%s: %v", caller.Address, err)
			return time.Since(began)
		}
		time.Sleep(2 * time.Second)
	}
	t.Errorf("%s is still in line", caller.Address)
	return time.Since(began)
}

// Sixty customers come at once: all are served in turn, and quickly, since each
// token that turns out good makes room for the next.
func TestNewcomersAreServedInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.takes, gateway.limit = 50*time.Millisecond, 10
		var all sync.WaitGroup
		for n := range 60 {
			all.Go(func() {
				if took := arrive(t, watch, from(stranger(n), n), fmt.Sprint("order-", n)); took > 9*time.Second {
					t.Errorf("customer %d waited %v", n, took)
				}
			})
		}
		all.Wait()
		if n := len(gateway.came("token")); n != 60 || gateway.limited > 0 {
			t.Errorf("%d requests for 60 customers, %d answers of 429", n, gateway.limited)
		}
	})
}

// A token's calls before it is verified count against its merchant in the end,
// not against the strangers' limit.
func TestProvenTokensMakeRoomForStrangers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.takes = 10 * time.Millisecond
		for n := range 40 { // of four shops, as many as strangers may send in four seconds
			caller := from(stranger(n), n)
			caller.Merchant = fmt.Sprint("MERCHANT-", n%4)
			go arrive(t, watch, caller, fmt.Sprint("order-", n))
		}
		time.Sleep(time.Second)
		if n := len(gateway.came("token")); n < 38 {
			t.Errorf("%d customers were served within a second; want them all", n)
		}
		time.Sleep(time.Minute)
	})
}

// Junk from few addresses, from many, from one network, and in the name of many
// shops: the gateway gets no more of it than the rate, and a newcomer soon gets
// a page.
func TestJunkDoesNotKeepNewcomersWaiting(t *testing.T) {
	ip4 := func(addresses int) func(int) string {
		return func(n int) string { return from(junk(n), n%addresses).Address }
	}
	for name, attack := range map[string]struct {
		every   time.Duration
		address func(n int) string
		shops   int
	}{
		"6 addresses, 3.3 a second each": {50 * time.Millisecond, ip4(6), 1},
		"60 addresses, 1 a second each":  {time.Second / 60, ip4(60), 1},
		"six /64 of one /56": {50 * time.Millisecond, func(n int) string {
			return fmt.Sprintf("2001:db8:0:%x::%x", n%6, n)
		}, 1},
		"60 shops from 6 addresses":  {50 * time.Millisecond, ip4(6), 60},
		"60 shops from 60 addresses": {time.Second / 60, ip4(60), 60},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				watch, gateway, _ := setup(t, Config{})
				gateway.refuse()
				gateway.takes = 20 * time.Millisecond
				var all sync.WaitGroup
				all.Go(func() {
					for n := range int(time.Minute / attack.every) {
						caller := junk(n)
						caller.Address, caller.Merchant = attack.address(n), "DEMO"
						if attack.shops > 1 {
							caller.Merchant = fmt.Sprint("SHOP-", n%attack.shops)
						}
						go watch.Payin(t.Context(), caller, "order-1", Ask{Person: true})
						time.Sleep(attack.every)
					}
				})
				for n := range 25 {
					time.Sleep(2 * time.Second)
					all.Go(func() {
						took := arrive(t, watch, from(stranger(n), 1000+n), fmt.Sprint("order-", n))
						if took > 2*time.Second {
							t.Errorf("newcomer %d waited %v", n, took)
						}
					})
					// Nor do customers with verified tokens wait.
					before := time.Now()
					if _, err := watch.Create(t.Context(), customer(5000+n), fmt.Sprint("new-", n), payinRequest, payinSent); err != nil || time.Since(before) > time.Second {
						t.Errorf("a creation got %v after %v", err, time.Since(before))
					}
				}
				all.Wait()
				time.Sleep(2 * time.Minute)
				if got := busiest(gateway.came("junk"), time.Second); got > 11 {
					t.Errorf("the gateway got %d refused tokens within a second", got)
				}
			})
		})
	}
}

// A refused network may only try now and then, and leaves half of the
// strangers' limit to others.
func TestRefusedAddressesAreHeldBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.refuse()
		for n := range 600 {
			go watch.Payin(t.Context(), from(junk(n), 0), "order-1", Ask{Person: true})
			time.Sleep(100 * time.Millisecond)
		}
		if got := len(gateway.came("junk")); got < 8 || got > 1+burst+6+1 {
			t.Errorf("an address tried %d tokens in a minute", got)
		}
		time.Sleep(time.Minute)
	})
}

// Its requests that were already in line lose their place among the newcomers.
func TestAddressesRefusedWhileInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.refuse()
		gateway.takes = 50 * time.Millisecond
		for n := range 200 {
			go watch.Payin(t.Context(), from(junk(n), n%4), "order-1", Ask{Person: true})
		}
		time.Sleep(11 * time.Second)
		// Ten go before the first answer; after that each address has its
		// burst.
		if n := len(gateway.came("junk")); n > 10+4*(burst+2) {
			t.Errorf("%d requests from four refused addresses", n)
		}
		time.Sleep(time.Minute)
	})
}

// A customer whose link had expired comes back from the shop with a new one,
// although the address has a penalty and somebody there is trying out tokens.
func TestRefusedAddressComesBackWithAGoodToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.refuse()
		if _, err := watch.Payin(t.Context(), junk(1), "order-1", Ask{Person: true}); !errors.Is(err, apiclient.ErrUnauthorized) {
			t.Fatalf("got %v; want ErrUnauthorized", err)
		}
		before := time.Now()
		if _, err := watch.Payin(t.Context(), stranger(1), "order-1", Ask{Person: true}); err != nil || time.Since(before) > time.Second {
			t.Errorf("got %v after %v; want the payment", err, time.Since(before))
		}
		for n := range 20 {
			go watch.Payin(t.Context(), junk(2+n), "order-1", Ask{Person: true})
		}
		time.Sleep(3 * time.Second)
		if took := arrive(t, watch, stranger(2), "order-2"); took > 25*time.Second {
			t.Errorf("who shares the address waited %v", took)
		}
		// The accepted token isn't delayed because of its address.
		before = time.Now()
		if _, err := watch.Payin(t.Context(), stranger(1), "order-3", Ask{Person: true}); err != nil || time.Since(before) > time.Second {
			t.Errorf("a proven token got %v after %v", err, time.Since(before))
		}
		time.Sleep(time.Minute)
	})
}

// A good token that isn't granted the merchant's name brings its address no
// penalty.
func TestUngrantedNameIsNobodysFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		watch, gateway, _ := setup(t, Config{})
		gateway.fail(403)
		for n := range 10 {
			if _, err := watch.MerchantName(t.Context(), stranger(n)); err != nil {
				t.Fatalf("customer %d: %v", n, err)
			}
			time.Sleep(time.Second)
		}
		if lane, err := watch.limiters.LaneOfStranger(stranger(0).Address); lane != limiter.LaneNewcomer || err != nil {
			t.Error("the address is refused")
		}
	})
}
