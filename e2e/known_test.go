package e2e

import (
	"slices"
	"testing"
	"time"
)

// lostWays are the ways to pay to which a lost creation leads, each lost in its way.
var lostWays = []struct{ presentation, loses string }{
	{"ONLINE, back by a link", "503"}, {"PROMPTPAY", "cut"}, {"OFFLINE in JPY", "garbage"}, {"BANKA_PAY", "503"}, {"CRYPTO_OFFLINE", "cut"},
}

// everybody are customers on a phone and a desktop, with JavaScript and without.
var everybody = []customer{{device: phone}, {device: desktop, noScript: true}, {device: phone, noScript: true}, {device: desktop}}

func presentationOf(t *testing.T, name string) presentation {
	t.Helper()
	at := slices.IndexFunc(presentations, func(p presentation) bool { return p.name == name })
	if at < 0 {
		t.Fatalf("no presentation %q", name)
	}
	return presentations[at]
}

// No answer to a creation arrives, and each page is as after one: in this tab and
// another, at a process that knows nothing, by a status link, and a day later.
func TestLostCreationLeadsOn(t *testing.T) {
	for _, c := range lostWays {
		for _, who := range everybody {
			t.Run(c.presentation+"/"+who.String(), func(t *testing.T) {
				begin(t)
				p, w := presentationOf(t, c.presentation), startOwn(t, c.loses)
				o := w.order(p)
				b := w.open(who)
				b.enter(o)
				b.pay(p.choice)
				page := b.page()
				if page != "instructions" && page != "leaving" || page == "leaving" && b.link("proceed") == "" {
					t.Fatalf("after Pay: %s", b.describe())
				}
				path := b.path()
				if page == "instructions" {
					w.restart()
					w.another(b, path).want("instructions")
					w.byStatusLink(who, o).awaitStatus("pending")
				}
				p.then(t, b, o)
				b.want("status")
				b.wantStatus("success")
				w.offset.Store(int64(23 * time.Hour))
				w.restart()
				w.another(b, path).awaitStatus("success")
			})
		}
	}
}

// Whoever pays a minute before the deadline is checked after it, for as long as the
// gateway says no more: in another tab, at another process, by a status link, a day
// later. Then they have paid.
func TestPaidAMinuteBeforeTheDeadline(t *testing.T) {
	for _, name := range []string{"PROMPTPAY", "OFFLINE in JPY"} {
		for _, who := range everybody {
			t.Run(name+"/"+who.String(), func(t *testing.T) {
				begin(t)
				p, w := presentationOf(t, name), startOwn(t, "")
				o := w.order(p)
				b := w.open(who)
				b.enter(o)
				b.pay(p.choice)
				b.want("instructions")
				path := b.path()
				w.untilDeadline(time.Minute)
				b.press("main " + action("continue"))
				b.want("status")
				b.awaitStatus("pending")
				for _, late := range []time.Duration{2 * time.Minute, 23 * time.Hour} {
					w.untilDeadline(-late)
					w.restart()
					b = w.another(b, path)
					b.want("status")
					b.awaitStatus("pending")
					if !b.has("main[data-overdue]") || b.link("return") == "" || !b.has(action("refresh")) {
						t.Errorf("%s after the deadline: %s", late, b.describe())
					}
					s := w.byStatusLink(who, o)
					s.awaitStatus("pending")
				}
				w.pays(b, path, o)
			})
		}
	}
}

// Whoever comes back from the bank without having paid has the way back there, and
// once the time is over the way to the shop. Nobody says that they have paid, nor
// that they haven't.
func TestBackFromTheBankUnpaid(t *testing.T) {
	for _, who := range everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			p, w := presentationOf(t, "ONLINE, back by a link"), startOwn(t, "")
			o := w.order(p)
			b := w.open(who)
			b.enter(o)
			b.pay(p.choice)
			b.want("leaving")
			path := b.path()
			b.proceed()
			b.press(action("return"))
			b.want("status")
			b.awaitStatus("pending")
			if b.link("proceed") == "" {
				t.Errorf("there is no way back to the bank: %s", b.describe())
			}
			w.restart()
			if b = w.another(b, path); b.link("proceed") == "" {
				t.Errorf("in another tab, at another replica, there is no way back to the bank: %s", b.describe())
			}
			w.byStatusLink(who, o).awaitStatus("pending")
			for _, late := range []time.Duration{2 * time.Minute, 23 * time.Hour} {
				w.untilDeadline(-late)
				b = w.another(b, path)
				b.want("status")
				b.awaitStatus("pending")
				if !b.has("main[data-overdue]") || b.link("return") == "" || b.link("proceed") != "" {
					t.Errorf("%s after the deadline: %s", late, b.describe())
				}
			}
			w.pays(b, path, o)
		})
	}
}
