package upstream

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"payapp/apiclient"
	"payapp/internal/upstream/limiter"
)

// arrive is a customer's page that asks again every two seconds while it is in
// line. It returns how long it took until the payment was read.
func arrive(t *testing.T, client *Client, caller Caller, idPayin string) time.Duration {
	t.Helper()
	began := time.Now()
	for time.Since(began) < time.Minute {
		_, err := client.Payin(t.Context(), caller, idPayin, nothing, now())
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
		client, gateway, _ := setup(t, Config{})
		gateway.takes, gateway.limit = 50*time.Millisecond, 10
		var all sync.WaitGroup
		for n := range 60 {
			all.Go(func() {
				if took := arrive(t, client, from(unverified(n), n), fmt.Sprint("order-", n)); took > 9*time.Second {
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

// Tokens without a merchant claim share a rate. A forged link, of whatever shop,
// has their payments polled no more often.
func TestJunkPollsNobodysPayments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.refuse()
		gateway.takes = 50 * time.Millisecond
		for n := range 100 {
			id, caller := fmt.Sprint("many-", n), customer(n)
			caller.Merchant = ""
			gateway.set(id, "PENDING")
			defer client.Watch(caller, id, id, time.Now(), func() {})()
		}
		time.Sleep(5 * time.Second)
		_, _ = client.Payin(t.Context(), junk(1), "order-1", nothing, now())
		time.Sleep(10 * time.Second)
		if got := busiest(gateway.came("token"), time.Second); got > 10 {
			t.Errorf("the gateway got %d requests within a second", got)
		}
		caller := unverified(1000)
		caller.Merchant = "NEW"
		if took := arrive(t, client, caller, "order-2"); took > time.Second {
			t.Errorf("another shop's newcomer waited %v", took)
		}
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
				client, gateway, _ := setup(t, Config{})
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
						go client.Payin(t.Context(), caller, "order-1", nothing, now())
						time.Sleep(attack.every)
					}
				})
				for n := range 25 {
					time.Sleep(2 * time.Second)
					all.Go(func() {
						took := arrive(t, client, from(unverified(n), 1000+n), fmt.Sprint("order-", n))
						if took > 2*time.Second {
							t.Errorf("newcomer %d waited %v", n, took)
						}
					})
					// Nor do customers with verified tokens wait.
					before := time.Now()
					if _, err := client.Create(t.Context(), customer(5000+n), fmt.Sprint("new-", n), payinRequest, payinSent); err != nil || time.Since(before) > time.Second {
						t.Errorf("a creation got %v after %v", err, time.Since(before))
					}
				}
				all.Wait()
				time.Sleep(2 * time.Minute)
				most := 11
				if attack.shops > 1 { // who may all be new ones
					most = 1 + int(time.Second/attack.every)
				}
				if got := busiest(gateway.came("junk"), time.Second); got > most {
					t.Errorf("the gateway got %d refused tokens within a second", got)
				}
			})
		})
	}
}

// Somebody else's refused, forged or expired link slows nobody while nobody
// waits, however many customers share the address.
func TestWhoSharesAnAddressDoesNotWait(t *testing.T) {
	for _, before := range []int{1, 100} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			gateway.refuse()
			gateway.takes = 20 * time.Millisecond
			for n := range before {
				go client.Payin(t.Context(), junk(n), "order-1", nothing, now())
			}
			time.Sleep(30 * time.Second)
			var all sync.WaitGroup
			for n := range 16 {
				all.Go(func() {
					if took := arrive(t, client, unverified(n), fmt.Sprint("order-", n)); took > time.Second {
						t.Errorf("after %d refused ones customer %d waited %v", before, n, took)
					}
				})
				time.Sleep(500 * time.Millisecond)
			}
			all.Wait()
			time.Sleep(time.Minute)
		})
	}
}

// While the rate is used up by others, the first customer behind a suspect
// address waits for the suspects' turn, and clears the address for the next.
func TestAnAcceptedTokenClearsItsAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.refuse()
		gateway.takes = 20 * time.Millisecond
		if _, err := client.Payin(t.Context(), unverified(0), "order-0", nothing, now()); err != nil {
			t.Fatal(err) // its shop is known
		}
		for n := range 100 {
			_, _ = client.Payin(t.Context(), from(junk(n), 7), "order-1", nothing, now())
			time.Sleep(100 * time.Millisecond)
		}
		for n := range 200 {
			gateway.set(fmt.Sprint("watched-", n), "PENDING")
			defer client.Watch(customer(5000+n), fmt.Sprint("watched-", n), "", time.Now(), func() {})()
		}
		time.Sleep(5 * time.Second)
		if lane := client.limiters.LaneOfUnverified(from(unverified(1), 7).Address, false, false); lane != limiter.LaneSuspect {
			t.Errorf("after a hundred refusals the lane is %v", lane)
		}
		if took := arrive(t, client, from(unverified(1), 7), "order-1"); took > 5*time.Second {
			t.Errorf("the first customer waited %v", took)
		}
		for n := range 16 {
			if took := arrive(t, client, from(unverified(2+n), 7), fmt.Sprint("order-", 2+n)); took > time.Second {
				t.Errorf("then customer %d waited %v", n, took)
			}
		}
	})
}

// A token whose time is over by its own claim is asked about last, and nobody is
// to blame for it.
func TestExpiredTokensAreNoOffence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.refuse()
		caller := unverified(1)
		caller.Token = expiredToken(t)
		gateway.answer = func(*http.Request) (int, string) { return 401, "" }
		if _, err := client.Payin(t.Context(), caller, "order-1", nothing, now()); !errors.Is(err, apiclient.ErrUnauthorized) {
			t.Fatalf("got %v; want that the gateway is asked", err)
		}
		if lane := client.limiters.LaneOfUnverified(caller.Address, false, false); lane != limiter.LaneNewcomer {
			t.Errorf("then its address has the lane %v", lane)
		}
	})
}

// Nor is anybody to blame for the address of a proxy that isn't named: beside forged
// links from it its customers don't wait.
func TestProxiesAreNotJudged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.refuse()
		forge := func(n int) {
			caller := junk(n)
			caller.Proxys = true
			_, _ = client.Payin(t.Context(), caller, "order-1", nothing, now())
		}
		for n := range 20 {
			forge(n)
		}
		if lane := client.limiters.LaneOfUnverified(unverified(1).Address, false, false); lane != limiter.LaneNewcomer {
			t.Errorf("then its customers have the lane %v", lane)
		}
		time.Sleep(2 * time.Second) // those have used up the rate
		gateway.takes = 20 * time.Millisecond
		var all sync.WaitGroup
		for n := range 16 {
			caller := unverified(n)
			caller.Proxys = true
			all.Go(func() { forge(20 + n) })
			all.Go(func() {
				if took := arrive(t, client, caller, fmt.Sprint("order-", n)); took > time.Second {
					t.Errorf("customer %d waited %v", n, took)
				}
			})
			time.Sleep(500 * time.Millisecond)
		}
		all.Wait()
		time.Sleep(time.Minute)
	})
}

// expiredToken is a token whose exp has passed.
func expiredToken(t *testing.T) apiclient.Token {
	t.Helper()
	token, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"exp": time.Now().Add(-time.Hour).Unix()}).SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		t.Fatal(err)
	}
	return apiclient.NewToken(token)
}

// Who came to pay goes before those who only look, who have a share all the
// same.
func TestWhoComesToPayGoesBeforeWhoLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = 20 * time.Millisecond
		if _, err := client.Payin(t.Context(), unverified(0), "order-0", nothing, now()); err != nil {
			t.Fatal(err) // its shop is known
		}
		var all sync.WaitGroup
		for n := range 300 {
			all.Go(func() {
				_, err := client.Payin(t.Context(), glancing(from(unverified(1000+n), 1000+n)), "order-1", nothing, now())
				for errors.Is(err, ErrInLine) {
					time.Sleep(2 * time.Second)
					_, err = client.Payin(t.Context(), glancing(from(unverified(1000+n), 1000+n)), "order-1", nothing, now())
				}
			})
			if n%30 == 0 {
				all.Go(func() {
					if took := arrive(t, client, from(unverified(n), n), fmt.Sprint("order-", n)); took > time.Second {
						t.Errorf("who came to pay waited %v", took)
					}
				})
			}
			time.Sleep(10 * time.Second / 300)
		}
		all.Wait()
		time.Sleep(time.Minute)
	})
}

// A good token that isn't granted the merchant's name brings its address no
// mark against it.
func TestUngrantedNameIsNobodysFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.fail(403)
		for n := range 10 {
			if _, err := client.MerchantName(t.Context(), unverified(n)); err != nil {
				t.Fatalf("customer %d: %v", n, err)
			}
			time.Sleep(time.Second)
		}
		if lane := client.limiters.LaneOfUnverified(unverified(0).Address, false, false); lane != limiter.LaneNewcomer {
			t.Error("the address is refused")
		}
	})
}
