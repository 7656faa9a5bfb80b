package e2e

import (
	"payapp/e2e/suite"
	"slices"
	"testing"
	"time"
)

func presentationOf(t *testing.T, name string) suite.Presentation {
	t.Helper()
	at := slices.IndexFunc(suite.Presentations, func(p suite.Presentation) bool { return p.Name == name })
	if at < 0 {
		t.Fatalf("no presentation %q", name)
	}
	return suite.Presentations[at]
}

// Whoever pays a minute before the deadline is checked after it, for as long as the
// gateway says no more: in another tab, at another process, by a status link, a day
// later. Then they have paid.
func TestPaidAMinuteBeforeTheDeadline(t *testing.T) {
	begin(t)
	for i, name := range []string{"PROMPTPAY", "OFFLINE in JPY"} {
		for _, who := range turns(suite.Everybody, i) { // a phone, and a desktop without JavaScript
			t.Run(name+"/"+who.String(), func(t *testing.T) {
				begin(t)
				p, w := presentationOf(t, name), startOwn(t)
				o := w.order(p)
				b := w.open(who)
				b.Enter(o)
				b.Pay(p.Choice)
				b.Want("instructions")
				path := b.Path()
				w.untilDeadline(time.Minute)
				b.Press("main " + action("continue"))
				b.Want("status")
				b.AwaitStatus("pending")
				for _, late := range []time.Duration{2 * time.Minute, 23 * time.Hour} {
					w.untilDeadline(-late)
					w.restart()
					b = w.another(b, path)
					b.Want("status")
					b.AwaitStatus("pending")
					if !b.Has("main[data-overdue]") || b.Link("return") == "" || !b.Has(action("refresh")) {
						t.Errorf("%s after the deadline: %s", late, b.Describe())
					}
					s := w.byStatusLink(who, o)
					s.AwaitStatus("pending")
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
	begin(t)
	for _, who := range suite.Everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			p, w := presentationOf(t, "ONLINE, back by a link"), startOwn(t)
			o := w.order(p)
			b := w.open(who)
			b.Enter(o)
			b.Pay(p.Choice)
			b.Want("leaving")
			path := b.Path()
			b.Proceed()
			b.Press(action("return"))
			b.Want("status")
			b.AwaitStatus("pending")
			if b.Link("proceed") == "" {
				t.Errorf("there is no way back to the bank: %s", b.Describe())
			}
			w.restart()
			if b = w.another(b, path); b.Link("proceed") == "" {
				t.Errorf("in another tab, at another replica, there is no way back to the bank: %s", b.Describe())
			}
			w.byStatusLink(who, o).AwaitStatus("pending")
			for _, late := range []time.Duration{2 * time.Minute, 23 * time.Hour} {
				w.untilDeadline(-late)
				b = w.another(b, path)
				b.Want("status")
				b.AwaitStatus("pending")
				if !b.Has("main[data-overdue]") || b.Link("return") == "" || b.Link("proceed") != "" {
					t.Errorf("%s after the deadline: %s", late, b.Describe())
				}
			}
			w.pays(b, path, o)
		})
	}
}

// Whoever leaves for the bank in the last minute and pays there comes back after the
// deadline. The page says that the time is over and the payment is being checked, not
// that nobody has paid, and offers no second way; then they have paid.
func TestBackFromTheBankAfterTheDeadline(t *testing.T) {
	begin(t)
	for _, who := range suite.Everybody {
		t.Run(who.String(), func(t *testing.T) {
			begin(t)
			p, w := presentationOf(t, "ONLINE, back by a link"), startOwn(t)
			o := w.order(p)
			b := w.open(who)
			b.Enter(o)
			b.Pay(p.Choice)
			b.Want("leaving")
			path := b.Path()
			w.untilDeadline(30 * time.Second)
			b.Proceed()
			w.untilDeadline(-2 * time.Minute)
			b.Press(action("return"))
			b.Want("status")
			b.AwaitStatus("pending")
			if !b.Has("main[data-overdue]") || b.Link("proceed") != "" || !b.Has(action("refresh")) || b.Link("return") == "" {
				t.Errorf("after the deadline: %s", b.Describe())
			}
			w.pays(b, path, o)
		})
	}
}
