package upstream

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/testing/racing"
)

// forge sends forged links, so many a second, each from an address of its own. name is
// the shop that the n-th of them claims.
func forge(t *testing.T, client *Client, perSecond int, lasts time.Duration, name func(n int) string) {
	t.Helper()
	for n := range int(lasts.Seconds()) * perSecond {
		caller := from(junk(n), 5000+n)
		caller.Merchant = name(n)
		go client.Payin(t.Context(), caller, "order-1", nothing, now())
		time.Sleep(time.Second / time.Duration(perSecond))
	}
}

// Whoever invents one merchant waits in that one's line, and keeps nobody else out; nor
// does whoever invents ever new ones, at the same rate.
func TestInventedMerchantsKeepNoUnknownShopOut(t *testing.T) {
	for _, c := range racing.Part(2, []struct {
		perSecond, names, status int
		known                    bool // the shop that has newcomers
	}{{40, 1, 401, false}, {40, 2400, 401, false}, {100, 1, 401, false}, {100, 12000, 401, false}, {100, 1, 503, false}, {300, 36000, 401, true}}) {
		t.Run(fmt.Sprintf("%d a second of %d names, answered %d", c.perSecond, c.names, c.status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, _ := setup(t, Config{})
				gateway.refuseWith(c.status)
				gateway.takes = 40 * time.Millisecond
				if c.known {
					client.tokens.merchants.Put("DEMO", struct{}{})
				}
				go forge(t, client, c.perSecond, 2*time.Minute, func(n int) string { return fmt.Sprint("INVENTED-", n%c.names) })
				time.Sleep(20 * time.Second)
				var took []time.Duration
				for n := range 40 {
					caller := from(unverified(1+n), 1+n)
					if !c.known {
						caller.Merchant = fmt.Sprint("NEW-", n)
					}
					took = append(took, arrive(t, client, caller, fmt.Sprint("order-", n)))
					time.Sleep(time.Second)
				}
				if longest := slices.Max(took); longest > 100*time.Millisecond {
					t.Errorf("%v until the first page of a shop", longest)
				}
				if got := busiest(gateway.came("junk"), time.Second); got > 200 {
					t.Errorf("the gateway got %d refused tokens within a second", got)
				}
				time.Sleep(3 * time.Minute)
			})
		})
	}
}

// A token that is accepted makes room for those of other new shops at once.
func TestAcceptedTokensMakeRoomForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = 10 * time.Millisecond
		for n := range 600 { // three times as many as such tokens may have under way
			caller := from(unverified(n), n)
			caller.Merchant = fmt.Sprint("NEW-", n)
			go client.Payin(t.Context(), caller, "order-1", nothing, now())
		}
		time.Sleep(500 * time.Millisecond)
		if n := len(gateway.came("token")); n != 600 {
			t.Errorf("%d of 600 customers of new shops were served within half a second", n)
		}
		time.Sleep(time.Minute)
	})
}

// A gateway that answers 5xx to whatever a stranger writes closes no shop: of that the
// stranger's own address is judged, whether the shop is known or not.
func TestStrangersCloseNoShop(t *testing.T) {
	for name, address := range map[string]func(n int) int{
		"one address":        func(int) int { return 7 },
		"ever new addresses": func(n int) int { return 5000 + n },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, log := setup(t, Config{})
				gateway.refuseWith(500)
				gateway.takes = 40 * time.Millisecond
				go func() {
					for n := range 300 {
						go client.Payin(t.Context(), from(junk(n), address(n)), "order-1", nothing, now())
						time.Sleep(2 * time.Second)
					}
				}()
				for n := range 60 {
					if took := arrive(t, client, from(unverified(n), 100+n), fmt.Sprint("order-", n)); took > 100*time.Millisecond {
						t.Errorf("customer %d waited %v", n, took)
					}
					time.Sleep(10 * time.Second)
				}
				if text := log.String(); strings.Contains(text, "circuit opened") {
					t.Error("the shop's circuit opened")
				}
				if sent := len(gateway.came("junk")); name == "one address" && sent > 600 {
					t.Errorf("its 300 links became %d requests", sent)
				}
				time.Sleep(2 * time.Minute)
			})
		})
	}
}

// refuseWith makes it answer every token with the prefix "junk" so.
func (f *fake) refuseWith(status int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = func(r *http.Request) (int, string) {
		if strings.HasPrefix(r.Header.Get("Authorization"), "Bearer junk") {
			return status, ""
		}
		return 0, ""
	}
}

// Forged links of one shop, each from an address of its own, can't be told from
// newcomers: those of that shop wait once there are more links than the rate, and
// nobody else does. docs/faults.md has the figures that this logs.
func TestForgersOfEverNewAddresses(t *testing.T) {
	for _, c := range racing.Part(2, []struct {
		perSecond int
		longest   time.Duration // of a newcomer of that shop; 0 = nobody promises anything
	}{{8, time.Second}, {10, 0}, {20, 0}}) {
		t.Run(fmt.Sprint(c.perSecond, " a second"), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, _ := setup(t, Config{})
				gateway.refuse()
				gateway.takes = 40 * time.Millisecond
				for n, shop := range []string{"DEMO", "OTHER"} {
					caller := from(unverified(n), n)
					caller.Merchant = shop
					_, _ = client.Payin(t.Context(), caller, fmt.Sprint("first-", n), nothing, now())
				}
				go forge(t, client, c.perSecond, 3*time.Minute, func(int) string { return "DEMO" })
				time.Sleep(20 * time.Second)
				took, elsewhere := make([]time.Duration, 40), make([]time.Duration, 40)
				var all sync.WaitGroup
				for n := range took {
					all.Go(func() { took[n] = arrive(t, client, from(unverified(10+n), 10+n), fmt.Sprint("order-", n)) })
					caller := from(unverified(100+n), 100+n)
					caller.Merchant = "OTHER"
					elsewhere[n] = arrive(t, client, caller, fmt.Sprint("other-", n))
					time.Sleep(2 * time.Second)
				}
				all.Wait()
				slices.Sort(took)
				t.Logf("first pages: median %v, longest %v; of another shop %v", took[20], took[39], slices.Max(elsewhere))
				if c.longest > 0 && took[39] > c.longest {
					t.Errorf("a newcomer of the shop waited %v", took[39])
				}
				if longest := slices.Max(elsewhere); longest > 100*time.Millisecond {
					t.Errorf("a newcomer of another shop waited %v", longest)
				}
				time.Sleep(8 * time.Minute)
			})
		})
	}
}

// A gateway that doesn't answer is down for everybody: newcomers find that out
// together.
func TestStrangersFindOutTogetherThatNobodyAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, log := setup(t, Config{})
		gateway.fail(reset)
		for n := range 20 {
			_, _ = client.Payin(t.Context(), from(unverified(n), n), "order-1", nothing, now())
			time.Sleep(time.Second)
		}
		if !strings.Contains(log.String(), "circuit opened") {
			t.Error("each of them waits for an answer")
		}
		time.Sleep(time.Minute)
	})
}
