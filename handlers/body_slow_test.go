package handlers_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/application"
)

// Fault 40: bodies that come slowly, thousands of them from a few addresses, behind a
// proxy that passes them on. They take nobody's place: customers are answered at once,
// also those who share an address with a stranger. All that came slowly is cut off.
func TestFault40_SlowBodiesTakeNobodysPlace(t *testing.T) {
	const addresses, each = 18, 240 // 4,320
	inBubble(t, func(w *slowWorld) {
		var strangers sync.WaitGroup
		var other atomic.Int64
		for n := range addresses {
			w.slowly(fmt.Sprintf("198.51.100.%d", n+1), each, &strangers, func(status int, after time.Duration) {
				if status != http.StatusRequestTimeout || after > 12*time.Second {
					other.Add(1)
				}
			})
		}
		synctest.Wait()
		for n := range 40 {
			from := "203.0.113.5" // an honest network
			if n%2 == 0 {
				from = "198.51.100.1" // which a stranger shares
			}
			if status, after := w.post(from, fmt.Sprint("order-", n)); status != http.StatusSeeOther || after > time.Second {
				t.Errorf("customer %d from %s: %d after %v", n, from, status, after)
			}
		}
		strangers.Wait()
		if other.Load() > 0 {
			t.Errorf("%d slow posts weren't cut off with 408 within their time", other.Load())
		}
		if slow, network, all := w.cut("slow"), w.cut("network"), w.cut("all"); slow+network+all != addresses*each || all > 0 || network == 0 || slow == 0 {
			t.Errorf("cut off: %v for their time, %v for their network, %v for all; want %d together, none for all", slow, network, all, addresses*each)
		}
	})
}

// A stranger with very many addresses fills what there is for all. Then the oldest
// bodies give way, so a customer's form still has its moment.
func TestFault40_SlowBodiesOfManyNetworks(t *testing.T) {
	inBubble(t, func(w *slowWorld) {
		var strangers sync.WaitGroup
		for n := range 150 { // each in a /64 of its own
			w.slowly(fmt.Sprintf("2001:db8:0:%x::1", n), 20, &strangers, func(int, time.Duration) {})
		}
		synctest.Wait()
		if got := w.cut("all"); got != 150*20-2000 {
			t.Errorf("%v gave way, want all but 2,000", got)
		}
		if status, after := w.post("203.0.113.5", "order"); status != http.StatusSeeOther || after > time.Second {
			t.Errorf("a customer: %d after %v", status, after)
		}
		strangers.Wait()
	})
}

// All addresses of a /64 of IPv6 are one customer's, and have one bound.
func TestFault40_SlowBodiesOfOneIPv6Network(t *testing.T) {
	inBubble(t, func(w *slowWorld) {
		var strangers sync.WaitGroup
		for n := range 100 {
			w.slowly(fmt.Sprintf("2001:db8::%x", n), 1, &strangers, func(int, time.Duration) {})
		}
		synctest.Wait()
		if got := w.cut("network"); got != 100-64 {
			t.Errorf("%v gave way, want all but 64", got)
		}
		strangers.Wait()
	})
}

// Behind a proxy that isn't named all customers have its address: what one of them
// does must not cut the others off.
func TestFault40_CustomersOfAnUnnamedProxy(t *testing.T) {
	inBubble(t, func(w *slowWorld) {
		var all sync.WaitGroup
		w.slowly("198.51.100.1", 200, &all, func(int, time.Duration) {})
		synctest.Wait()
		if got := w.cut("network"); got != 0 {
			t.Errorf("%v were cut off for the proxy's address", got)
		}
		all.Wait()
	}, func(cfg *application.Config) {
		cfg.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")}
	})
}

// phone sends at a speed, in bytes a second, as a bad line does, and gets the answer.
func (w *slowWorld) phone(from, request string, speed int) (status int, location string) {
	began, c := time.Now(), w.dial()
	defer c.Close()
	go func() {
		const part = 100
		for rest := request; rest != ""; {
			n := min(part, len(rest))
			time.Sleep(time.Duration(n) * time.Second / time.Duration(speed))
			if _, err := io.WriteString(c, rest[:n]); err != nil {
				return
			}
			rest = rest[n:]
		}
	}()
	status, location, _ = answer(c, began)
	return status, location
}

// A phone on a bad line sends its form at 1 KB a second, with as many cookies as a
// payment has; a line that drops packets is silent for some seconds. Both arrive, also
// with 10 KB of Thai, and beside thousands of customers of the same carrier, who have
// one address.
func TestAPhoneOnABadLine(t *testing.T) {
	cookies := "Cookie: payment=" + longNoise(7<<10) + "\r\n"
	inBubble(t, func(w *slowWorld) {
		const carrier = "203.0.113.77"
		form := slowForm("order-slow")
		long := form + "&accountName=" + strings.Repeat("%E0%B8%81", 1000) // more Thai letters than any form takes
		var phones sync.WaitGroup
		phone := func(what, request string, speed int) {
			phones.Go(func() {
				status, location := w.phone(carrier, request, speed)
				if status != http.StatusSeeOther || !strings.HasPrefix(location, "/pay/") {
					t.Errorf("%s: %d to %q", what, status, location)
				}
			})
		}
		phone("a form at 1 KB a second", head("/", carrier, len(form), cookies)+form, 1<<10)
		phone("a long form at 1 KB a second", head("/", carrier, len(long))+long, 1<<10)
		phones.Go(func() {
			began, c := time.Now(), w.dial()
			defer c.Close()
			go func() {
				_, _ = io.WriteString(c, head("/", carrier, len(form))+form[:100])
				time.Sleep(7 * time.Second) // 1, 2 and 4: a packet was lost three times
				_, _ = io.WriteString(c, form[100:])
			}()
			if status, _, _ := answer(c, began); status != http.StatusSeeOther {
				t.Errorf("a line that was silent for 7 seconds: %d", status)
			}
		})
		// 50 customers a second, one in twenty on a bad line: 2 seconds for a form.
		var slow int
		for n := range 50 * 20 {
			if n%20 == 0 {
				slow++
				phone("one of many on a bad line", head("/", carrier, len(form))+form, len(form)/2)
			} else if status, after := w.post(carrier, fmt.Sprint("order-", n)); status != http.StatusSeeOther || after > time.Second {
				t.Errorf("one of many: %d after %v", status, after)
			}
			time.Sleep(time.Second / 50)
		}
		phones.Wait()
		if got := w.cut("slow") + w.cut("network") + w.cut("all"); got != 0 {
			t.Errorf("%v honest forms were cut off", got)
		}
	})
}

// What is refused anyway is refused before its body is there, and its connection
// doesn't stay open for the rest.
func TestARefusalDoesntWaitForTheBody(t *testing.T) {
	for what, request := range map[string]string{
		"another site's": head("/pay/x/pay", "203.0.113.5", 1000, "Sec-Fetch-Site: cross-site\r\n") + "a=1",
		"too large":      head("/", "203.0.113.5", 1<<20) + "a=1",
	} {
		inBubble(t, func(w *slowWorld) {
			began, c := time.Now(), w.dial()
			defer c.Close()
			go func() { _, _ = io.WriteString(c, request) }()
			status, _, after := answer(c, began)
			if status != http.StatusForbidden && status != http.StatusRequestEntityTooLarge || after > 0 {
				t.Errorf("%s: %d after %v", what, status, after)
			}
			if _, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) || time.Since(began) > 2*time.Second {
				t.Errorf("%s: the connection is open after %v (%v)", what, time.Since(began), err)
			}
		})
	}
}
