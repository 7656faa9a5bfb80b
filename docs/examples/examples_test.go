package examples

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
)

// From the first page to "we ship", with a callback before there is anything to
// read, and a status that nobody knows.
func TestPaid(t *testing.T) {
	everywhere(t, func(w *world) { w.walkToPaid() })
}

// The same where the gateway says only what the interface shows.
func TestPaidAtAStrictGateway(t *testing.T) {
	everywhereAt(t, sandbox.Config{Strict: true}, func(w *world) { w.walkToPaid() })
}

func (w *world) walkToPaid() {
	s := w.open()
	state, text := s.page("/")
	for _, part := range []string{"1234.50 THB", `<form method="post" action="/orders">`, `name="email"`} {
		if state != "shop" || !strings.Contains(text, part) {
			w.Errorf("no %s on the page %s: %s", part, state, text)
		}
	}
	order := s.buy()
	w.call(order.IDPayin, http.StatusNoContent)
	s.wantPage(order, "unstarted")
	w.pay(order)
	w.settle(order, "AWAITING_STARDUST")
	s.wantPage(order, "pending")
	if _, text := s.page(orderPage(order)); !strings.Contains(text, `<form method="post" action="`+orderPage(order)+`/pay"><button>`) {
		w.Errorf("no way back to the payment: %s", text)
	}
	w.wantStatusLink(wantMail(w, s.told(), mailPending), order)

	again := s.link(s.press(orderPage(order)+"/pay", nil))
	if again.IDPayin != order.IDPayin {
		w.Errorf("a second payment while the first goes on: %s, %s", order.IDPayin, again.IDPayin)
	}
	w.settle(order, "SUCCESS")
	s.wantPage(order, "paid")
	w.wantStatusLink(wantMail(w, s.told(), mailPaid), order)
	if to := s.press(orderPage(order)+"/pay", nil); to != orderPage(order) {
		w.Errorf("a paid order can be paid again: %s", to)
	}
}

// call is a callback as anybody can send it.
func (w *world) call(idPayin string, want int) {
	w.Helper()
	response, err := http.PostForm(w.public.URL+"/callback?eventType=MOON_PHASE", url.Values{"idPayin": {idPayin}})
	if err != nil {
		w.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != want {
		w.Errorf("callback for %q: got %s, want %d", idPayin, response.Status, want)
	}
}

// A failed payment's id is used up: the next attempt has one of its own. Two
// presses at once make one attempt.
func TestFailedAndPaidAtTheSecondAttempt(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		first := s.buy()
		w.pay(first)
		w.settle(first, "REFUSED")
		s.wantPage(first, "ended")
		if link := wantMail(w, s.told(), mailEnded); link != first.ReturnURL {
			w.Errorf("the e-mail leads to %s, want %s", link, first.ReturnURL)
		}
		var presses sync.WaitGroup
		links := make([]string, 2)
		for i := range links {
			presses.Go(func() { links[i] = s.press(orderPage(first)+"/pay", nil) })
		}
		presses.Wait()
		second := s.link(links[0])
		if other := s.link(links[1]); other.IDPayin != second.IDPayin || second.IDPayin == first.IDPayin {
			w.Errorf("got the payments %s, then %s and %s", first.IDPayin, second.IDPayin, other.IDPayin)
		}
		s.wantPage(first, "unstarted")
		w.pay(second)
		w.settle(second, "SUCCESS")
		s.wantPage(first, "paid")
		wantMail(w, s.told(), mailPaid)

		// The bank changes its mind about the first.
		w.settle(first, "SUCCESS")
		if got := s.told(); !strings.Contains(got, "paid twice") || !strings.Contains(got, first.IDPayin) {
			w.Errorf("got %q", got)
		}
	})
}

// The first attempt is paid after all, while the second goes on. What becomes of
// the second is no news to a customer who has paid.
func TestFirstAttemptIsPaidLate(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		first := s.buy()
		w.pay(first)
		w.settle(first, "FAILED")
		wantMail(w, s.told(), mailEnded)
		second := s.link(s.press(orderPage(first)+"/pay", nil))
		w.pay(second)
		w.settle(first, "SUCCESS")
		s.wantPage(first, "paid")
		wantMail(w, s.told(), mailPaid)
		w.settle(second, "AWAITING_STARDUST")
		w.settle(second, "EXPIRED")
		s.wantPage(first, "paid")

		next := s.buy()
		w.pay(next)
		w.settle(next, "SUCCESS")
		w.wantStatusLink(wantMail(w, s.told(), mailPaid), next)
	})
}

func TestExpired(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open("STEER=~expires@10s")
		order := s.buy()
		w.pay(order)
		w.later(11 * time.Second)
		w.deliver()
		s.wantPage(order, "ended")
		wantMail(w, s.told(), "EXPIRED")
		if next := s.link(s.press(orderPage(order)+"/pay", nil)); next.IDPayin == order.IDPayin {
			w.Error("the next attempt has the old id")
		}
	})
}

// SUCCESS with other money than the order's isn't paid.
func TestOtherMoney(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		others := map[string]money.Money{"ONLINE": money.MustParse("1234.49", "THB"), "UPIQR": money.MustParse("1234.50", "INR")}
		for method, other := range others {
			order := s.buy()
			w.create(order, w.anyToken(), other, apiclient.PaymentMethod{Code: method})
			w.settle(order, "SUCCESS")
			s.wantPage(order, "odd")
			if got := s.told(); !strings.Contains(got, "for the shopkeeper: "+order.IDPayin) {
				w.Errorf("%s: got %q", other, got)
			}
			if to := s.press(orderPage(order)+"/pay", nil); to != orderPage(order) {
				w.Errorf("%s: the order can be paid again: %s", other, to)
			}
		}
	})
}

// An answer has the amount in two places. None may differ, and one must be there.
func TestAnswersDisagreeOnTheMoney(t *testing.T) {
	const requested, response = "paymentRequested", "paymentMethodResponse"
	other := map[string]any{"money": map[string]any{"amount": 1, "currencyCode": "THB"}}
	everywhere(t, func(w *world) {
		s := w.open()
		for want, alter := range map[string]func(payin map[string]any){
			"odd: the requested one differs": func(payin map[string]any) { payin[requested] = other },
			"odd: the method's differs":      func(payin map[string]any) { payin[response] = other },
			"odd: there is none":             func(payin map[string]any) { delete(payin, requested); delete(payin, response) },
			"paid: there is one":             func(payin map[string]any) { delete(payin, response) },
		} {
			w.say(nil)
			order := s.buy()
			w.pay(order)
			w.say(alter)
			w.settle(order, "SUCCESS")
			if state, _ := s.page(orderPage(order)); !strings.HasPrefix(want, state+":") {
				w.Errorf("%s: the page says %q", want, state)
			}
		}
	})
}

// Callbacks that come twice at once, again later, for nobody's payments and with
// ids that are no ids: one e-mail a change, and an answer that ends them.
func TestCallbacksTwiceAndUnknown(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		order := s.buy()
		w.pay(order)
		w.listen(func(rw http.ResponseWriter, r *http.Request) {
			w.listen(nil)
			var calls sync.WaitGroup
			for range 3 {
				calls.Go(func() { w.call(order.IDPayin, http.StatusNoContent) })
			}
			calls.Wait()
			rw.WriteHeader(http.StatusNoContent)
		})
		w.settle(order, "SUCCESS")
		wantMail(w, s.told(), mailPaid)
		for _, id := range []string{
			order.IDPayin, "", "order-of-somebody", order.IDPayin + "0", "../../key.pem", "..", "-1", "\x00", strings.Repeat("a", 5000),
			strings.SplitN(order.IDPayin, "-", 2)[0] + "-9", "' OR 1=1 --",
		} {
			w.call(id, http.StatusNoContent)
		}
		next := s.buy()
		w.pay(next)
		w.settle(next, "SUCCESS")
		w.wantStatusLink(wantMail(w, s.told(), mailPaid), next) // no e-mail was about the first one again
		for _, path := range []string{"/orders/" + strings.Repeat("a", 32), "/orders/%2e%2e%2fkey.pem", "/nothing"} {
			if state, _ := s.page(path); state != "unknown" {
				w.Errorf("%s: got the page %q", path, state)
			}
		}
	})
}

// No callback ever comes: the shop asks by itself.
func TestCallbackNever(t *testing.T) {
	everywhere(t, func(w *world) {
		const soon = "POLL_SECONDS=0.001"
		s := w.open(soon)
		w.listen(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusNoContent) })
		order := s.buy()
		w.pay(order)
		w.settle(order, "SUCCESS")
		mail := s.toldByPoll(soon)
		if strings.Contains(mail, mailPending) { // it asked in between
			mail = s.toldByPoll(soon)
		}
		wantMail(w, mail, mailPaid)
		s.wantPage(order, "paid")
	})
}

// A crash loses no order, and the gateway calls again.
func TestRestart(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		order := s.buy()
		w.pay(order)
		s.close()
		w.settle(order, "SUCCESS")
		s = w.open()
		s.wantPage(order, "unstarted")
		w.later(2 * time.Second)
		w.deliver()
		wantMail(w, s.told(), mailPaid)
		s.wantPage(order, "paid")
	})
}

// What can't be read stays open: the gateway is told to call again, a token that
// it refuses is replaced, and a request that wasn't processed is repeated.
func TestGatewayRefusesToBeRead(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		order := s.buy()
		w.pay(order)
		w.refuseReadings(http.StatusUnauthorized)
		w.settle(order, "SUCCESS")
		s.wantPage(order, "unstarted")
		w.refuseReadings(http.StatusServiceUnavailable)
		w.later(2 * time.Second)
		w.deliver()
		wantMail(w, s.told(), mailPaid)
		s.wantPage(order, "paid")
	})
}

// A shop whose key the gateway doesn't know sends nobody anywhere, and doesn't
// tell its customer to try again.
func TestKeyIsNotRegistered(t *testing.T) {
	everywhere(t, func(w *world) {
		key, err := rsa.GenerateKey(rand.Reader, 1024)
		if err != nil {
			w.Fatal(err)
		}
		w.writeKey(key)
		s := w.open()
		response, err := customer.PostForm(w.public.URL+"/orders", url.Values{"email": {"alex@shop.example"}})
		if err != nil {
			w.Fatal(err)
		}
		if state, _ := s.read(response); state != "broken" || response.StatusCode != http.StatusInternalServerError {
			w.Errorf("got %s, page %q", response.Status, state)
		}
	})
}
