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
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// told is a pending payment with every property.
func told(t *testing.T) known.Payment {
	t.Helper()
	var p apiclient.Payin
	filled(reflect.ValueOf(&p).Elem())
	p.IDPayin, p.Status, p.FailureReason = "order-1", "PENDING", ""
	return known.Read(p, noon)
}

// opened is what a cookie gives back.
func opened(t *testing.T, k Told) Told {
	t.Helper()
	text, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	var again Told
	if err := json.Unmarshal(text, &again); err != nil {
		t.Fatal(err)
	}
	return again
}

// Everything that the gateway said of a payable payment comes back, except what
// no page shows.
func TestEverythingToPayByComesBack(t *testing.T) {
	p := told(t)
	got := opened(t, OfTold(p, "terms")).Open("terms").View()
	want := p.View()
	want.Payin.ProcessorStatus = ""
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(known.View{}), cmp.Comparer(func(a, b money.Money) bool { return a == b })); diff != "" {
		t.Errorf("it comes back otherwise (-said +kept)\n%s", diff)
	}
	if other := opened(t, OfTold(p, "terms")).Open("other terms"); other.View().Existence != known.Nothing {
		t.Errorf("for other terms: %+v", other)
	}
}

// What is over has nothing to pay by.
func TestNothingToPayByOnceItIsOver(t *testing.T) {
	p := told(t).Merge(known.Read(apiclient.Payin{MethodCode: "x", Status: "REFUSED"}, noon.Add(time.Second)))
	for _, w := range OfTold(p, "").Ways {
		if w.Code != "" || w.Account.Number != "" || w.Redirect != "" {
			t.Errorf("got %+v", w)
		}
	}
}

// The same again is worth no new cookie for a while; anything else is.
func TestWorthReplacing(t *testing.T) {
	p := told(t)
	terse := apiclient.Payin{MethodCode: "x", Status: "PENDING"}
	later := func(by time.Duration) known.Payment { return p.Merge(known.Read(terse, noon.Add(by))) }
	another := p.Merge(known.Read(apiclient.Payin{MethodCode: "x", Status: "PENDING", Account: p.Ways[0].Account, QRCode: "another"}, noon.Add(time.Minute)))
	old := known.Missed(noon.Add(-time.Hour))
	for name, c := range map[string]struct {
		has, by known.Payment
		want    bool
	}{
		"nothing yet":            {known.Payment{}, p, true},
		"the same":               {p, p, false},
		"a minute later":         {p, later(time.Minute), false},
		"long after":             {p, later(sealedAgain), true},
		"another code":           {p, another, true},
		"sent":                   {p, p.WithSent(known.Sent{Method: "ONLINE", At: noon}), true},
		"not created, asked now": {old, known.Missed(noon), true},
		"not created, the same":  {old, old, false},
		"nothing any more":       {old, known.Payment{}, false},
	} {
		has := opened(t, OfTold(c.has, ""))
		if got := has.WorthReplacing(OfTold(c.by, "")); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		if again := OfTold(has.Open(""), ""); has.WorthReplacing(again) {
			t.Errorf("%s: what it has is written again and again", name)
		}
	}
	if !OfTold(p, "").WorthReplacing(OfTold(p, "other terms")) {
		t.Error("another link's is kept")
	}
}

// What doesn't fit goes step by step, and isn't written again and again.
func TestReduced(t *testing.T) {
	p := told(t)
	all := OfTold(p, "")
	for steps, part := range []bool{false, false, false, true, true} {
		less, ok := all.Reduced(steps)
		if !ok || less.View().Less != part || less.WorthReplacing(all) {
			t.Errorf("%d steps: %v, part %v, worth %v", steps, ok, less.View().Less, less.WorthReplacing(all))
		}
		if got := less.View().Payin.Account.Number != ""; got == part {
			t.Errorf("%d steps: an account to pay to: %v", steps, got)
		}
	}
	if _, ok := all.Reduced(5); ok {
		t.Error("there is always something left to leave out")
	}
}
