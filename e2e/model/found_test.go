package model

import (
	"net/url"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// found is a world of one customer with some tabs, beside the sandbox, for a short
// test of something that the model found.
func found(t *testing.T, kind string, validity time.Duration, tabs int, story func(w *world, p *payment, tabs []*tab)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(string) {}, 1, nil, false)
		w.front.sticky = true
		at := slices.IndexFunc(orders, func(o order) bool { return o.name == kind })
		p := w.newPayment(orders[at], "", validity)
		c := w.customer("the customer")
		for range tabs {
			c.tabs = append(c.tabs, &tab{owner: c, payment: p})
		}
		c.open(c.tabs[0], p, p.links[0], false)
		story(w, p, c.tabs)
		w.report(t)
	})
}

// do presses the button with the action, after typing good values, or these
// instead.
func (t *tab) do(action, value string, instead ...string) {
	for _, b := range buttons(t.page) {
		fields := controls(t.page, b.form)
		offers := func(c *control) bool { return c.kind == "choice" && slices.Contains(c.options, value) }
		if b.action != action || value != "" && b.value != value && !slices.ContainsFunc(fields, offers) {
			continue
		}
		var typed []*control
		for _, c := range fields {
			if v := goodValue(t.payment.order.currency, c.name); c.kind == "text" && v != "" {
				c.value = append(instead, v)[0]
				typed = append(typed, c)
			}
			if offers(c) {
				c.value = value
			}
		}
		t.show(t.prepare(b, fields, typed).press())
		return
	}
	t.owner.world.t.Fatalf("no button %q %q on %s: %s", action, value, hooks(t.page), text(t.page))
}

func (t *tab) want(test *testing.T, hook string) {
	test.Helper()
	if got := hooks(t.page); got != hook {
		test.Errorf("got %q, want %q: %s", got, hook, text(t.page))
	}
}

// What was typed is kept when the gateway refuses the token for a moment.
func TestTypedIsKeptInBadWeather(t *testing.T) {
	found(t, "QR, form", time.Hour, 1, func(w *world, _ *payment, tabs []*tab) {
		w.front.restart(0)
		w.door.set(weather{kind: "401", every: 1, until: w.now().Add(time.Minute)})
		tabs[0].do("pay", "")
		w.sleep(10 * time.Minute)
		tabs[0].reload()
		tabs[0].want(t, "details")
	})
}

// A link that is opened again once its token is over shows what this browser was told
// for as long as the session lasts, at a replica that knows nothing, too.
func TestAnOpenedLinkRemembersAsLongAsItsSession(t *testing.T) {
	found(t, "QR, form", 3*time.Minute, 1, func(w *world, p *payment, tabs []*tab) {
		tabs[0].do("pay", "")
		w.console(p.id, "SUCCESS")
		w.sleep(time.Minute)
		later := &tab{owner: w.customer("who comes later"), payment: p}
		open := func() {
			later.owner.open(later, p, p.links[0], false)
			later.want(t, "status success")
		}
		open()
		w.sleep(40 * time.Minute)
		open()
		w.sleep(50 * time.Minute)
		w.front.restart(0)
		later.reload()
		later.want(t, "status success")
	})
}

// A reference that is too short stays to be corrected, at another replica, too.
func TestAFaultyNumberIsKept(t *testing.T) {
	atTheNumber(t, "4321", 10*time.Minute, weather{})
	atTheNumber(t, "4321", 0, weather{kind: "503", every: 1})
}

// The language is changed with a reference typed in, at a replica that doesn't
// know the payment.
func TestANumberIsKeptInAnotherLanguage(t *testing.T) {
	found(t, "transfer with a number", 3*time.Minute, 1, func(w *world, p *payment, tabs []*tab) {
		tabs[0].do("pay", "")
		tabs[0].do("continue", "")
		w.sleep(10 * time.Minute)
		tabs[0].owner.open(tabs[0], p, p.links[0], true)
		tabs[0].want(t, "reference unknown")
		w.front.put(w.front.replicas[0], w.start())
		w.front.plan = []int{1, 0}
		tabs[0].do("language", "", "4321")
	})
}

func atTheNumber(t *testing.T, number string, later time.Duration, now weather) {
	t.Helper()
	found(t, "transfer with a number", 3*time.Minute, 1, func(w *world, _ *payment, tabs []*tab) {
		first := w.front.replicas[0]
		tabs[0].do("pay", "")
		tabs[0].do("continue", "")
		tabs[0].want(t, "reference pending")
		w.sleep(later)
		now.until = w.now().Add(time.Minute)
		w.door.set(now)
		w.front.put(w.start(), first)
		tabs[0].do("submit-reference", "", number)
		w.front.put(first)
		tabs[0].reload()
	})
}

// A replica that read the payment long ago doesn't ask for the reference again
// if the browser knows that the payment has failed since.
func TestAnOldReadingDoesNotAskAgain(t *testing.T) {
	for _, later := range []time.Duration{0, 10 * time.Minute} {
		found(t, "QR, locked data", 5*time.Minute, 1, func(w *world, p *payment, tabs []*tab) {
			first := w.front.replicas[0]
			tabs[0].do("pay", "")
			w.console(p.id, "REFUSED")
			w.front.put(w.start(), first)
			w.sleep(10 * time.Second)
			tabs[0].reload()
			tabs[0].want(t, "status failed")
			w.sleep(later)
			w.door.set(weather{kind: "429 later", every: 1, until: w.now().Add(time.Minute)})
			w.front.put(first)
			tabs[0].reload()
		})
	}
}

// A reference counts even if its instructions are open in another tab.
func TestANumberIsNotDroppedBesideItsInstructions(t *testing.T) {
	found(t, "transfer with a number", time.Hour, 2, func(_ *world, _ *payment, tabs []*tab) {
		tabs[0].do("pay", "")
		tabs[0].do("continue", "")
		tabs[0].want(t, "reference pending")
		c := tabs[1].owner
		tabs[1].show(c.visit("POST", tabs[0].page.URL.Path+"/instructions", url.Values{}))
		tabs[1].want(t, "instructions pending")
		tabs[0].do("submit-reference", "")
	})
}
