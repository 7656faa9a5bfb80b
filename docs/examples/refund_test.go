package examples

import (
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/sandbox"
	"payapp/scenarios/entry"
)

// commands are the shops' commands other than the server.
var commands = map[string][]string{"node": {"node", "node/shop.mjs"}, "python": {"python3", "python/shop.py"}, "php": {"php", "php/shop.php"}}

// run runs a command of the shop, beside it, and returns all that it prints.
func (w *world) run(arguments ...string) (output string, ok bool) { return w.runWith("", arguments...) }

// runWith runs a command with one setting more.
func (w *world) runWith(setting string, arguments ...string) (output string, ok bool) {
	w.Helper()
	command := commands[w.language]
	if w.language == "go" {
		command = languages["go"]
	}
	process := exec.CommandContext(w.Context(), command[0], append(command[1:len(command):len(command)], arguments...)...)
	process.Env = w.settings(setting)
	out, err := process.CombinedOutput()
	return string(out), err == nil
}

// callPayout is a payout's callback as anybody can send it.
func (w *world) callPayout(idPayout string) {
	w.Helper()
	response, err := http.PostForm(w.public.URL+"/callback", url.Values{"idPayout": {idPayout}})
	if err != nil {
		w.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		w.Errorf("callback for %q: got %s", idPayout, response.Status)
	}
}

// anyPayout reads a payment's payout at the gateway.
func (w *world) anyPayout(id string) (apiclient.Payout, error) {
	w.Helper()
	raw, err := w.box.SignToken(w.Context(), sandbox.TokenSpec{Operations: []string{"GET /payouts/.*"}})
	if err != nil {
		w.Fatal(err)
	}
	return w.client.GetPayout(w.Context(), apiclient.NewToken(raw), "refund-of-"+id)
}

// orderID is the order that a payment belongs to.
func orderID(order entry.Order) string {
	id, _, _ := strings.Cut(order.IDPayin, "-")
	return id
}

var account = []string{"004", "1234567890", "Alex Example"}

// A paid order is given back once, whatever is asked twice, and only the
// gateway's word makes it so.
func TestRefund(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		order := s.buy()
		refund := append([]string{"refund", orderID(order)}, account...)
		if said, ok := w.run(refund...); ok || !strings.Contains(said, "takes one paid payment") {
			w.Errorf("an unpaid order: %s", said)
		}
		w.pay(order)
		w.settle(order, "SUCCESS")
		wantMail(w, s.told(), mailPaid)
		w.callPayout("refund-of-" + order.IDPayin)
		s.wantPage(order, "paid")

		if said, ok := w.run("refund", orderID(order)); ok || !strings.Contains(said, "to which account?") || !strings.Contains(said, "0801234567") {
			w.Errorf("without an account: %s", said)
		}
		w.payingOut(func() { // while it is processed, no callback makes it given back
			w.callPayout("refund-of-" + order.IDPayin)
			s.wantPage(order, "paid")
			w.later(4 * time.Second)
		})
		for range 2 {
			if said, ok := w.run(refund...); !ok || said != "paid out: SUCCESS\n" {
				w.Errorf("got %q", said)
			}
			s.wantPage(order, "refunded")
		}
		wantMail(w, s.told(), "money of "+order.IDPayin+" back")
		if payout, err := w.anyPayout(order.IDPayin); err != nil || payout.Requested != order.Money {
			w.Errorf("got %+v, %v", payout, err)
		}
		if to := s.press(orderPage(order)+"/pay", nil); to != orderPage(order) {
			w.Errorf("it can be paid again: %s", to)
		}
	})
}

// The shop may be down meanwhile, or be elsewhere than the command believes: that is
// said, and it hears of the payout by the gateway's callback.
func TestRefundWithoutTheShop(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		order := s.buy()
		w.pay(order)
		w.settle(order, "SUCCESS")
		wantMail(w, s.told(), mailPaid)
		s.close()
		w.payingOut(func() { w.later(4 * time.Second) })
		if said, ok := w.run(append([]string{"refund", order.IDPayin}, account...)...); ok || !strings.HasPrefix(said, "paid out: SUCCESS\n") ||
			!strings.Contains(said, "the shop wasn't told at "+w.public.URL) {
			w.Errorf("got %q", said)
		}
		s = w.open()
		s.wantPage(order, "paid")
		w.later(time.Minute)
		w.deliver()
		wantMail(w, s.told(), "back")
		s.wantPage(order, "refunded")
	})
}

func TestRefundIsRefused(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open("STEER=~refused@1s")
		order := s.buy()
		w.pay(order)
		w.settle(order, "SUCCESS")
		w.payingOut(func() { w.later(4 * time.Second) })
		if said, ok := w.run(append([]string{"refund", order.IDPayin}, account...)...); ok || !strings.Contains(said, "paid out: REFUSED\n") {
			w.Errorf("got %q", said)
		}
		s.wantPage(order, "paid")
	})
}

// An order that was paid twice is given back by the payment's id, never by its own.
func TestRefundOfOneOfTwo(t *testing.T) {
	everywhere(t, func(w *world) {
		s := w.open()
		first := s.buy()
		w.pay(first)
		w.settle(first, "REFUSED")
		second := s.link(s.press(orderPage(first)+"/pay", nil))
		w.pay(second)
		w.settle(second, "SUCCESS")
		w.settle(first, "SUCCESS")
		w.payingOut(func() { w.later(4 * time.Second) })
		if said, ok := w.run(append([]string{"refund", orderID(first)}, account...)...); ok || !strings.Contains(said, first.IDPayin) {
			w.Errorf("got %q", said)
		}
		if said, ok := w.run(append([]string{"refund", first.IDPayin}, account...)...); !ok {
			w.Errorf("got %q", said)
		}
		s.wantPage(first, "paid")
		if _, err := w.anyPayout(second.IDPayin); err == nil {
			w.Error("both payments were given back")
		}
	})
}
