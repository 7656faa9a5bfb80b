package content

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/money"
	"payapp/scenarios/entry"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// told is a pending payment with every property, and its order.
func told(t *testing.T) (known.Payment, entry.Order) {
	t.Helper()
	var p apiclient.Payin
	filled(reflect.ValueOf(&p).Elem())
	p.IDPayin, p.Status, p.FailureReason = "order-1", "PENDING", ""
	return known.Answered(p, noon), entry.Order{IDPayin: "order-1", Money: p.Money}
}

// opened is what a cookie gives back.
func opened(t *testing.T, k Known) Known {
	t.Helper()
	text, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	var again Known
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	return again
}

// Everything that the gateway said of a payable payment comes back, except what
// no page shows.
func TestEverythingToPayByComesBack(t *testing.T) {
	p, order := told(t)
	got := opened(t, OfKnown(p, order, "terms")).Open(order, "terms")
	p.Payin.Requested, p.Payin.ProcessorStatus, p.At = money.Money{}, "", p.At.Add(-time.Millisecond)
	if diff := cmp.Diff(p, got, cmp.Comparer(func(a, b money.Money) bool { return a == b })); diff != "" {
		t.Errorf("it comes back otherwise (-said +kept)\n%s", diff)
	}
	if other := opened(t, OfKnown(p, order, "terms")).Open(order, "other terms"); other.State != known.Nothing {
		t.Errorf("for other terms: %+v", other)
	}
}

// What is over has nothing to pay by.
func TestNothingToPayByOnceItIsOver(t *testing.T) {
	p, order := told(t)
	p.Payin.Status = "REFUSED"
	if k := OfKnown(p, order, ""); k.Payin.QRCode != "" || k.Payin.Account.Number != "" || k.Payin.RedirectURL != "" {
		t.Errorf("got %+v", k)
	}
}

// Memory's own reading of the same moment is the newer one: nothing of it is
// replaced by the cookie's shorter one.
func TestMemoryComesBeforeItsCookie(t *testing.T) {
	p, order := told(t)
	for _, p.At = range []time.Time{noon, noon.Add(1234567 * time.Nanosecond)} {
		cookie := opened(t, OfKnown(p, order, "")).Open(order, "")
		if got := cookie.Merge(p); got.Payin.ProcessorStatus == "" || !got.At.Equal(p.At) {
			t.Errorf("got %+v", got)
		}
	}
}

// The same again is worth no new cookie for a while; anything else is.
func TestWorthReplacing(t *testing.T) {
	p, order := told(t)
	later := func(by time.Duration) known.Payment { q := p; q.At = p.At.Add(by); return q }
	another := later(time.Minute)
	another.Payin.Reference = "another"
	old := known.Missing(noon.Add(-time.Hour))
	for name, c := range map[string]struct {
		has, by known.Payment
		want    bool
	}{
		"nothing yet":            {known.Payment{}, p, true},
		"the same":               {p, p, false},
		"a minute later":         {p, later(time.Minute), false},
		"long after":             {p, later(sealedAgain), true},
		"another reference":      {p, another, true},
		"sent":                   {p, p.WithSent(known.Sent{Method: "ONLINE", At: noon}), true},
		"not created, asked now": {old, known.Missing(noon), true},
		"not created, the same":  {old, old, false},
		"nothing any more":       {old, known.Payment{}, false},
	} {
		has := opened(t, OfKnown(c.has, order, ""))
		if got := has.WorthReplacing(OfKnown(c.by, order, "")); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if again := OfKnown(has.Open(order, ""), order, ""); has.WorthReplacing(again) {
			t.Errorf("%s: what it has is written again and again", name)
		}
	}
	if !OfKnown(p, order, "").WorthReplacing(OfKnown(p, order, "other terms")) {
		t.Error("another link's is kept")
	}
}

// What doesn't fit goes step by step, and isn't written again and again.
func TestReduced(t *testing.T) {
	p, order := told(t)
	all := OfKnown(p, order, "")
	for steps, part := range []bool{false, false, false, true, true} {
		less, ok := all.Reduced(steps)
		if !ok || less.Part != part || less.WorthReplacing(all) {
			t.Errorf("%d steps: %v, part %v, worth %v", steps, ok, less.Part, less.WorthReplacing(all))
		}
		if got := less.Payin.Account.Number != ""; got == part {
			t.Errorf("%d steps: an account to pay to: %v", steps, got)
		}
	}
	if _, ok := all.Reduced(5); ok {
		t.Error("there is always something left to leave out")
	}
}
