package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// instructed pays by PromptPay up to the instructions.
func instructed(t *testing.T, c customer, o order) *tab {
	t.Helper()
	b := beforePaying(t, c, o)
	b.press(action("pay"))
	b.want("instructions")
	return b
}

// The page changes by itself: through the event stream, or by a refresh without
// JavaScript. Nobody presses anything.
func TestPageChangesByItself(t *testing.T) {
	for _, c := range []customer{{device: phone}, {device: desktop}, {device: phone, noScript: true}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB")
			b := instructed(t, c, o)
			o.set("SUCCESS")
			b.awaitStatus("success")
			if b.page() != "status" {
				t.Errorf("the page is %q", b.page())
			}
		})
	}
}

// The page says what the gateway says.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct{ steering, status string }{
		{"~refused@1s", "failed"},
		{"~failed-security@1s", "failed"},
		{"~canceled@1s", "failed"},
		{"~expired@1s", "expired"},
		{"~strange@1s", "success"},
		{"~expires@8s", "expired"},
	} {
		t.Run(c.steering, func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB", "steering", c.steering)
			b := beforePaying(t, customer{device: phone}, o)
			b.press(action("pay"))
			b.awaitStatus(c.status)
			b.want("status")
			if b.link("return") == "" {
				t.Error("there is no way back to the shop")
			}
		})
	}
}

// Fault 28: a refused creation says why, and another method can be chosen with
// the data that was typed. A strict gateway's refusal has only the code.
func TestFault28_RefusedCreation(t *testing.T) { inBothWorlds(t, refusedCreation) }

func refusedCreation(t *testing.T) {
	o := newOrder(t, "99.00", "THB", "steering", "~refuse-unregistered")
	b := beforePaying(t, customer{device: phone}, o)
	b.press(action("pay"))
	b.want("problem")
	if got := b.hook("problem"); got != "CUSTOMER_NOT_REGISTERED" {
		t.Errorf("data-problem is %q", got)
	}
	b.press(action("change-method"))
	b.want("options")
	b.choose(promptPay)
	b.want("details")
	if got := ask[string](b, `document.querySelector("input[name=accountNumber]").value`); got != "0801234567" {
		t.Errorf("what was typed became %q", got)
	}
}

// Faults between the application and its gateway that customers mustn't notice.
func TestGatewayAccidents(t *testing.T) {
	for _, steering := range []string{"~lost", "~busy", "~down"} {
		t.Run(steering, func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB", "steering", steering)
			instructed(t, customer{device: desktop}, o)
			if got := o.read().Method.Code; got != "PROMPTPAY" {
				t.Errorf("the gateway has %q", got)
			}
		})
	}
}

// Fault 24: a phone that was offline shows the status soon after it is back.
func TestFault24_OfflineForAWhile(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := instructed(t, customer{device: phone}, o)
	b.seen.unplug()
	b.offline(true)
	o.set("SUCCESS")
	b.until("offline", `!navigator.onLine`)
	b.offline(false)
	b.awaitStatus("success")
}

// offline disconnects the tab, or connects it again.
func (b *tab) offline(off bool) {
	b.t.Helper()
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{DownloadThroughput: -1, UploadThroughput: -1, Offline: off}},
		})
		return err
	})
	b.believe(off)
}

// believe makes the browser report that it is offline, true or not.
func (b *tab) believe(off bool) {
	b.t.Helper()
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, network.OverrideNetworkState, network.OverrideNetworkStateParams{
			Offline: off, DownloadThroughput: -1, UploadThroughput: -1,
		})
		return err
	})
}

// News that comes while the customer types is shown without a reload: what was
// typed stays.
func TestNewsWhileTyping(t *testing.T) {
	begin(t)
	o := newOrder(t, "499.00", "INR")
	b := open(t, customer{device: phone})
	b.enter(o)
	b.pay(choice{method: "P2A_V2"})
	b.want("instructions")
	b.press("main " + action("continue"))
	b.want("reference")
	b.fill("reference", "4321")
	o.set("SUCCESS")
	b.until("told", `[...document.querySelectorAll("main [role=status]")].some(e => e.checkVisibility() && e.querySelector("a"))`)
	if got := ask[string](b, `document.querySelector("input[name=reference]").value`); got != "4321" {
		t.Errorf("what was typed became %q", got)
	}
	b.press("main [role=status] a")
	b.want("status")
	b.awaitStatus("success")
}

// Ours: an outcome that comes by itself is shown from its top, also on a small
// phone whose customer had scrolled, and its heading gets the focus, so that a
// screen reader says it once.
func TestOutcomeIsSeenAndHeard(t *testing.T) {
	small := device{"small", 360, 560, 2, true}
	begin(t)
	o := newOrder(t, "99.00", "THB")
	b := instructed(t, customer{device: small}, o)
	const atTop = `(h => document.activeElement == h && scrollY == 0 && h.getBoundingClientRect().bottom <= innerHeight)(document.querySelector("h1"))`
	b.press("main " + action("continue"))
	b.wantStatus("pending")
	b.tell(`scrollTo(0, 200)`)
	b.until("scrolled", `scrollY > 100`)
	o.set("SUCCESS")
	b.awaitStatus("success")
	b.until("at the top, with the heading in focus", atTop)
}
