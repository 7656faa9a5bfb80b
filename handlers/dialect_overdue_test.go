package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
	"payapp/methods"
)

// inTen is a deadline ten minutes after a babel's clock begins, as the interface
// writes it.
const inTen = "2026-11-21T09:10:00.000Z"

// lateness is how long after such a deadline a page is looked at.
var lateness = []time.Duration{61 * time.Second, 2 * time.Minute, 30 * time.Minute, 3 * time.Hour, 23 * time.Hour}

// at moves the clock to a moment after the babel's clock began.
func (b *babel) at(after time.Duration) {
	b.clock.advance(time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC).Add(after).Sub(b.clock.now()))
}

// looks is a page later: with what a person presses to check, and without.
func looks(customer *browser.Browser, path string) []*browser.Page {
	return []*browser.Page{customer.Get(path), customer.Do(http.MethodPost, path+"/refresh", nil)}
}

// Somebody who has just paid isn't told that the time expired, that no payment has
// come, or to start again: the gateway goes on for minutes after the deadline, and
// so does the page.
func TestWhoSaysToHavePaidIsCheckedBeyondTheDeadline(t *testing.T) {
	runBeside(t)
	for _, way := range presented {
		if way.presentation == methods.Redirect {
			continue // who comes back from the bank is in the next test
		}
		t.Run(way.code, func(t *testing.T) {
			t.Parallel()
			b, m := newBabel(t), methodOf(t, way.code, way.currency)
			customer, p, id := b.pays(t, m, dialect.Dialect{ExpireAt: inTen, Pending: "PROCESSING"})
			path := p.URL.Path
			b.at(9 * time.Minute) // a minute before
			customer.Press(customer.Get(path), "continue")
			for _, late := range lateness {
				b.at(10*time.Minute + late)
				for _, p := range looks(customer, path) {
					p.Want(200, "status").WantHook("status", "pending")
					if !says(p, "status.pending.headingChecking") || !says(p, "status.saidPaid") || saysAny(p, "status.expired.") || says(p, "status.overdue.money") {
						t.Errorf("%s after the deadline, who paid reads:\n%s", late, p.Words())
					}
					if !says(p, "status.overdue.heading") {
						t.Errorf("%s after the deadline, nothing says that the time to pay is over:\n%s", late, p.Words())
					}
				}
			}
			b.gateway.Pay(id)
			b.clock.advance(time.Minute)
			customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "status").WantHook("status", "success")
		})
	}
}

// back comes from the bank to the address that it was given.
func (b *babel) back(customer *browser.Browser, id string) *browser.Page {
	b.t.Helper()
	landing := b.gateway.Landing(id)
	if !strings.HasPrefix(landing, b.app+"/return/") {
		b.t.Fatalf("the bank leads back to %q", landing)
	}
	return customer.Get(landing)
}

// Who comes back from the bank may have paid there or not, and nobody has said
// which. The page checks, beyond the deadline too; it names the way back to the
// bank while there is one and the shop when there is none, and doesn't send anybody
// away.
func TestWhoComesBackFromTheBankUnpaidHasAWayOn(t *testing.T) {
	runBeside(t)
	b, m := newBabel(t), methodOf(t, "ONLINE", "THB")
	customer, p, id := b.pays(t, m, dialect.Dialect{ExpireAt: inTen, Pending: "PROCESSING"})
	p.Want(200, "leaving")
	path := p.URL.Path
	p = b.back(customer, id).Want(200, "status").WantHook("status", "pending")
	if p.Link("proceed") == "" || says(p, "instructions.close") || says(p, "instructions.closeShop") {
		t.Errorf("back from the bank unpaid:\n%s", p.Words())
	}
	for _, late := range lateness {
		b.at(10*time.Minute + late)
		for _, p := range looks(customer, path) {
			p.Want(200, "status").WantHook("status", "pending")
			if !says(p, "status.pending.headingChecking") || saysAny(p, "status.expired.") || says(p, "instructions.close") || says(p, "instructions.closeShop") {
				t.Errorf("%s after the deadline, who came back reads:\n%s", late, p.Words())
			}
			if !saysAny(p, "status.unpaid") || p.Link("return") == "" {
				t.Errorf("%s after the deadline, who hasn't paid has no way on:\n%s", late, p.Words())
			}
		}
	}
	b.gateway.Pay(id)
	b.clock.advance(time.Minute)
	customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "status").WantHook("status", "success")

	// The same where the reads name no way to the bank.
	customer, _, id = b.pays(t, m, dialect.Dialect{Way: dialect.Nothing, Pending: "PROCESSING"})
	p = b.back(customer, id)
	if says(p, "instructions.close") || says(p, "instructions.closeShop") || p.Link("return") == "" {
		t.Errorf("no way to the bank is known, and it says:\n%s", p.Words())
	}
}

// Who said nothing reads, a minute after the deadline, that the time to pay is over
// and that nothing was heard yet: the gateway still calls it pending. It never
// "expired" until the gateway says so, and then late money still counts.
func TestTheDeadlineAloneExpiresNothing(t *testing.T) {
	runBeside(t)
	for _, way := range presented {
		t.Run(way.code, func(t *testing.T) {
			t.Parallel()
			b, m := newBabel(t), methodOf(t, way.code, way.currency)
			customer, p, id := b.pays(t, m, dialect.Dialect{ExpireAt: inTen})
			path, before := p.URL.Path, p.Hook("page")
			for _, early := range []time.Duration{9 * time.Minute, 10*time.Minute + 30*time.Second} {
				b.at(early)
				if p := customer.Get(path); p.Hook("status") != "pending" || p.Has("data-overdue", "") || before != "leaving" && p.Hook("page") != before {
					t.Errorf("%s after it began, the page is %s %s:\n%s", early, p.Hook("page"), p.Hook("status"), p.Words())
				}
			}
			for _, late := range lateness {
				b.at(10*time.Minute + late)
				for _, p := range looks(customer, path) {
					p.Want(200, "status").WantHook("status", "pending")
					if !says(p, "status.overdue.heading") || saysAny(p, "status.expired.") || !p.Has("data-overdue", "") {
						t.Errorf("%s after the deadline, it reads:\n%s", late, p.Words())
					}
				}
			}
			b.gateway.Say(id, "EXPIRED", "")
			b.clock.advance(time.Minute)
			customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "status").WantHook("status", "expired")
		})
	}
}

// "Expired" is the gateway's word, and even that isn't the last: money that comes
// late counts. The page looks now and then, without a reload.
func TestLateMoneyCountsAfterExpired(t *testing.T) {
	runBeside(t)
	b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
	customer, p, id := b.pays(t, m, dialect.Dialect{ExpireAt: inTen})
	path := p.URL.Path
	b.at(11 * time.Minute)
	b.gateway.Say(id, "EXPIRED", "")
	p = customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "status").WantHook("status", "expired")
	if strings.Contains(p.Body, `http-equiv="refresh"`) || p.Hook("news") == "" || !p.Has("data-ended", "true") || !p.Has("data-action", "refresh") {
		t.Errorf("it doesn't look again by itself:\n%s", p.Words())
	}
	b.at(20 * time.Hour)
	b.gateway.Pay(id)
	customer.Get(path)
	b.clock.advance(10 * time.Minute)
	customer.Get(path).Want(200, "status").WantHook("status", "success")
}

// One answer with a foreign Date header, of this payment or of another customer's,
// expires nothing and makes nothing live again.
func TestAForeignDateDecidesNothing(t *testing.T) {
	runBeside(t)
	for _, skew := range []time.Duration{25 * time.Minute, -25 * time.Minute, 400 * 24 * time.Hour} {
		b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
		customer, p, _ := b.pays(t, m, dialect.Dialect{ExpireAt: inTen})
		path := p.URL.Path
		skewed, other, _ := b.pays(t, m, dialect.Dialect{ExpireAt: inTen, Skew: skew})
		b.at(5 * time.Minute)
		for range 2 { // each hears the other's Date
			customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "instructions").WantHook("status", "pending")
			skewed.Do(http.MethodPost, other.URL.Path+"/refresh", nil).Want(200, "instructions").WantHook("status", "pending")
		}
		b.at(12 * time.Minute)
		for range 2 {
			customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "status").WantHook("status", "pending")
			if p := skewed.Do(http.MethodPost, other.URL.Path+"/refresh", nil).Want(200, "status"); !p.Has("data-overdue", "") {
				t.Errorf("by %s off:\n%s", skew, p.Words())
			}
		}
	}
}

// A gateway whose clock is two minutes behind gives a minute to pay: the page has that
// minute, and no more than the tolerance besides.
func TestAShortValidityByAClockThatIsBehind(t *testing.T) {
	runBeside(t)
	for _, way := range presented {
		if way.presentation == methods.Redirect {
			continue
		}
		b, m := newBabel(t), methodOf(t, way.code, way.currency)
		b.gateway.Now = b.clock.now
		const behind = 2 * time.Minute
		customer, p, _ := b.pays(t, m, dialect.Dialect{ExpireIn: time.Minute, Skew: -behind})
		path := p.URL.Path
		left := p.Find(func(n *html.Node) bool { return browser.HasAttr(n, "data-deadline") })
		if p.Want(200, "instructions"); left == nil || browser.Attr(left, "data-left") != "60000" {
			t.Errorf("%s: a minute is left:\n%s", way.code, p.Text())
		}
		b.at(90 * time.Second)
		if p := customer.Do(http.MethodPost, path+"/refresh", nil); p.Has("data-overdue", "") {
			t.Errorf("%s: over within the tolerance:\n%s", way.code, p.Text())
		}
		b.at(2*time.Minute + time.Second)
		if p := customer.Get(path); !p.Has("data-overdue", "") {
			t.Errorf("%s: not over:\n%s", way.code, p.Text())
		}
	}
}

// A deadline without a zone is in UTC; one in the past is over, and no more.
func TestDeadlinesAsGatewaysWriteThem(t *testing.T) {
	runBeside(t)
	for written, over := range map[string]time.Duration{
		"2026-11-21T09:10:00":       11*time.Minute + time.Second,
		"2026-11-21T09:10:00.000":   11*time.Minute + time.Second,
		"2026-11-21T16:10:00+07:00": 11*time.Minute + time.Second,
		"2026-11-21T08:00:00.000Z":  0,
		"2019-01-01T00:00:00":       0,
	} {
		b := newBabel(t)
		for _, way := range presented {
			customer, p, id := b.pays(t, methodOf(t, way.code, way.currency), dialect.Dialect{ExpireAt: written})
			path := p.URL.Path
			if over > 0 {
				if p.Has("data-overdue", "") {
					t.Errorf("%s, %s: over at once:\n%s", written, way.code, p.Words())
				}
				b.clock.advance(over)
				p = customer.Get(path)
			}
			if p.Want(200, "status").WantHook("status", "pending"); !p.Has("data-overdue", "") {
				t.Errorf("%s, %s: not over:\n%s", written, way.code, p.Words())
			}
			b.gateway.Pay(id)
			b.clock.advance(time.Minute)
			customer.Do(http.MethodPost, path+"/refresh", nil).Want(200, "status").WantHook("status", "success")
			b.at(0)
		}
	}
}

// What is said to somebody who waits, or whose link has expired, is no promise
// about charges: a creation may be under way, and many buttons aren't called Pay.
func TestNoPromiseAboutCharges(t *testing.T) {
	for key, mayNot := range map[string]string{"waiting.moneyUnknown": "charged", "problem.token-expired.money": "pressed", "details.notCreated": "charged", "details.busy": "charged"} {
		if text := dialect.English().Text(key); text == "" || strings.Contains(text, mayNot) {
			t.Errorf("%s says %q", key, text)
		}
	}
}
