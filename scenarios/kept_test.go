package scenarios

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios/entry"
)

// told is a pending payment with every property.
func told(t *testing.T) apiclient.Payin {
	t.Helper()
	p := apiclient.Payin{Location: map[string]string{"city": "Taipei"}}
	for i := range reflect.TypeFor[apiclient.Payin]().NumField() {
		change(t, reflect.ValueOf(&p).Elem().Field(i))
	}
	p.IDPayin, p.Status, p.FailureReason = "order-1", "PENDING", ""
	return p
}

// keeping are facts of a browser that has read the payment and keeps it.
func keeping(t *testing.T, p apiclient.Payin) (Facts, Kept) {
	t.Helper()
	f := Facts{
		Order:   entry.Order{IDPayin: "order-1", Money: p.Money, ReturnURL: "https://shop.example/back"},
		Reading: Reading{State: Created, Payin: p, At: noon}, Catalogue: methods.Default(), Now: noon,
	}
	f.Progress, _ = f.Remember()
	kept, worth := f.ToKeep()
	if !worth {
		t.Fatal("nothing is worth keeping")
	}
	text, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	f.Progress = kept.Noted(f.Progress, false)
	var opened Kept
	if err := json.Unmarshal(text, &opened); err != nil {
		t.Fatal(err)
	}
	return f, opened
}

// Everything that the gateway said of a payable payment is kept, except what no
// page shows.
func TestEverythingToPayByIsKept(t *testing.T) {
	p := told(t)
	f, kept := keeping(t, p)
	f.Reading, f.Trouble = Reading{}, TokenRejected
	p.Requested, p.ProcessorStatus = money.Money{}, ""
	if diff := cmp.Diff(p, f.Recall(kept).Reading.Payin, cmp.Comparer(func(a, b money.Money) bool { return a == b })); diff != "" {
		t.Errorf("it comes back otherwise (-said +kept)\n%s", diff)
	}
}

// An identical new reading is worth no new cookie for a while.
func TestTheSameIsNotKeptTwice(t *testing.T) {
	f, _ := keeping(t, told(t))
	for later, want := range map[time.Duration]bool{0: false, time.Minute: false, keepAgain: true, -time.Minute: false} {
		f.Reading.At = noon.Add(later)
		if _, worth := f.ToKeep(); worth != want {
			t.Errorf("%s later: worth keeping %v", later, worth)
		}
	}
	f.Reading.At, f.Reading.Payin.Reference = noon.Add(time.Minute), "another"
	if _, worth := f.ToKeep(); !worth {
		t.Error("another reference isn't worth keeping")
	}
}

// A customer who was told how the payment ended sees that again, and isn't
// asked to pay by a replica with an older reading.
func TestTheEndThatIsKeptCountsBeforeAnOlderReading(t *testing.T) {
	p := told(t)
	p.Status = "REFUSED"
	f, kept := keeping(t, p)
	if kept.Payin.QRCode != "" || kept.Payin.Account.Number != "" {
		t.Errorf("what is over is kept with something to pay by: %+v", kept)
	}
	f.Reading = Reading{State: Created, Payin: told(t), At: noon.Add(-time.Minute)}
	if got := f.Recall(kept).Reading.Payin.Status; got != "REFUSED" {
		t.Errorf("it is %q", got)
	}
	f.Reading.At = noon.Add(time.Minute)
	if got := f.Recall(kept).Reading.Payin.Status; got != "PENDING" {
		t.Errorf("a later reading counts for nothing: %q", got)
	}
}

// It doesn't count for another amount, or with progress that doesn't know the
// payment.
func TestKeptForThisPaymentOnly(t *testing.T) {
	p := told(t)
	p.ExpireAt = noon.Add(time.Hour)
	f, kept := keeping(t, p)
	f.Reading, f.Trouble = Reading{}, TokenRejected
	if got := f.Recall(kept); got.Reading.State != Created {
		t.Fatalf("nothing comes back: %+v", got.Reading)
	}
	for name, change := range map[string]func(*Facts){
		"another amount": func(f *Facts) { f.Order.Money = money.MustParse("250", "THB") },
		"other terms":    func(f *Facts) { f.Progress = f.Progress.WithOtherTerms() },
		"no room":        func(f *Facts) { f.Progress.Unkept = true },
		"no progress":    func(f *Facts) { f.Progress = Progress{} },
	} {
		g := f
		change(&g)
		if got := g.Recall(kept); got.Reading.State != Unreadable {
			t.Errorf("%s: it comes back: %+v", name, got.Reading)
		}
	}
}

// The session lasts as long as the payment can be paid.
func TestKeptUntilTheDeadline(t *testing.T) {
	f, _ := keeping(t, apiclient.Payin{IDPayin: "order-1", MethodCode: "PROMPTPAY", QRCode: "000201", Money: money.MustParse("99", "THB")})
	since := noon.Add(-time.Hour)
	for _, c := range []struct {
		expires, want time.Time
		status        string
	}{
		{noon.Add(9 * 24 * time.Hour), noon.Add(9 * 24 * time.Hour), "PENDING"},
		{noon.Add(9 * 24 * time.Hour), time.Time{}, "SUCCESS"},
		{noon.Add(-time.Hour), time.Time{}, "PENDING"},
		{time.Time{}, since.Add(keptWithoutDeadline), "PENDING"},
		{time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), since.Add(keptMost), "PENDING"},
	} {
		g := f
		g.Progress.Known = StatusPending
		g.Reading.Payin.ExpireAt, g.Reading.Payin.Status = c.expires, c.status
		if got := g.KeptUntil(since); !got.Equal(c.want) {
			t.Errorf("%s until %s: kept until %s, want %s", c.status, c.expires, got, c.want)
		}
	}
}
