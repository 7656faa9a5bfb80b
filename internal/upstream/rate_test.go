package upstream

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// The gateway never sees more than the rate within any second, however long
// requests and answers are under way.
func TestRateInAnySecond(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	var mu sync.Mutex
	ms := func(least, most int64) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return time.Duration(least*1e6 + chance.Int64N((most-least)*1e6))
	}
	for name, ways := range map[string]func() (there, back time.Duration){
		"quick":        func() (_, _ time.Duration) { return ms(1, 3), ms(1, 3) },
		"late answers": func() (_, _ time.Duration) { return 0, ms(1, 200) },
		"late there":   func() (_, _ time.Duration) { return ms(1, 200), 0 },
		"both":         func() (_, _ time.Duration) { return ms(1, 100), ms(1, 100) },
	} {
		for _, rate := range []float64{1, 2, 3, 10, 12.5, 100} {
			t.Run(fmt.Sprintf("%s %v", name, rate), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					client, gateway, _ := setup(t, Config{Rate: rate})
					gateway.send(ways)
					most := int(rate)
					began := time.Now()
					for n := range 20 * most {
						go client.Create(t.Context(), from(customer(n), n), fmt.Sprint("order-", n), payinRequest, payinSent)
					}
					time.Sleep(time.Minute + 20*time.Second)
					came := gateway.came("token")
					if got := busiest(came, time.Second); len(came) != 20*most || got > most {
						t.Fatalf("%d of %d requests came, up to %d in a second", len(came), 20*most, got)
					}
					if took := came[len(came)-1].at.Sub(began); name == "quick" && took > 19*time.Second*100/97 {
						t.Errorf("20 seconds' worth came within %v; want the whole rate used", took)
					}
				})
			})
		}
	}
}

// A slot is held until its answer has come, and a second more: behind a stall of
// the network or the gateway no more than the rate arrive together. The price:
// answers that take T leave 1/(1+T) of the rate.
func TestRateBehindAStall(t *testing.T) {
	for _, stall := range []time.Duration{200 * time.Millisecond, 550 * time.Millisecond, 3 * time.Second, 8 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			began := time.Now()
			gateway.send(func() (there, back time.Duration) {
				switch since := time.Since(began); {
				case since > 5*time.Second && since < 5*time.Second+stall:
					return 5*time.Second + stall - since, time.Millisecond // all arrive when it ends
				default:
					return time.Millisecond, time.Millisecond
				}
			})
			for n := range 200 {
				go client.Create(t.Context(), from(customer(n), n), fmt.Sprint("order-", n), payinRequest, payinSent)
			}
			time.Sleep(2 * time.Minute)
			came := gateway.came("token")
			if got := busiest(came, time.Second); len(came) < 190 || got > 10 {
				t.Errorf("stall of %v: %d came, up to %d in a second", stall, len(came), got)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.takes = 200 * time.Millisecond
		for n := range 500 {
			go client.Create(t.Context(), from(customer(n), n), fmt.Sprint("order-", n), payinRequest, payinSent)
		}
		time.Sleep(80 * time.Second)
		came := gateway.came("token")
		if got := busiest(came, time.Second); len(came) != 500 || got > 10 {
			t.Fatalf("%d came, up to %d in a second", len(came), got)
		}
		if late := came[499].at.Sub(came[0].at); late > 50*time.Second*125/100 {
			t.Errorf("50 seconds' worth came within %v", late)
		}
	})
}

// Requests that were given up in a longer stall may arrive all the same, when it ends.
// They keep their slots but for one, by which the limiter finds out that the gateway
// answers again: ten, and one for each time that a request may take.
func TestRateBehindALongStall(t *testing.T) {
	for stall, most := range map[time.Duration]int{12 * time.Second: 11, 25 * time.Second: 12, 45 * time.Second: 14} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			gateway.standStill(5*time.Second, stall)
			for n := range 400 {
				go client.Create(t.Context(), from(customer(n), n), fmt.Sprint("order-", n), payinRequest, payinSent)
				time.Sleep(200 * time.Millisecond)
			}
			time.Sleep(2 * time.Minute)
			came := gateway.came("token")
			if got := busiest(came, time.Second); got > most {
				t.Errorf("stall of %v: up to %d of %d in a second; want %d", stall, got, len(came), most)
			}
			last := came[len(came)-1].at.Sub(came[0].at)
			if again := len(came); again < 150 || last < time.Minute {
				t.Errorf("stall of %v: %d came in all, until %v", stall, again, last)
			}
			t.Logf("stall of %v: up to %d of %d in a second", stall, busiest(came, time.Second), len(came))
		})
	}
}
