package scenarios

import (
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios/entry"
)

// knowing are the facts of a payment of ฿99 whose cookie knows the status.
func knowing(known Status, at time.Time) Facts {
	price := money.MustParse("99", "THB")
	return Facts{
		Order:     entry.Order{IDPayin: "order-1", Money: price},
		Progress:  Progress{Known: known, KnownAt: at, KnownMoney: price, Accepted: true},
		Catalogue: methods.Default(), Now: noon,
	}
}

func read(status string, at time.Time) Reading {
	price := money.MustParse("99", "THB")
	return Reading{State: Created, At: at, Payin: apiclient.Payin{IDPayin: "order-1", MethodCode: "PROMPTPAY", Money: price, QRCode: "000201", Status: status}}
}

// Fault 50: "Nothing known is shown with it; paid is only ever with the
// gateway's amount".
func TestFault50_PaidIsOfTheAmountThatWasPaid(t *testing.T) {
	f := knowing(StatusSuccess, noon.Add(-time.Minute))
	f.Trouble = GatewayDown
	if got, ok := Next(f).(ShowStatus); !ok || got.Status != StatusSuccess || got.Pays != f.Order.Money {
		t.Errorf("the link that was paid: %#v", Next(f))
	}
	f.Order.Money = money.MustParse("100000", "THB")
	if got, ok := Next(f).(ShowProblem); !ok || got.Code != string(GatewayDown) {
		t.Errorf("a link with another amount: %#v", Next(f))
	}
}

// Fault 53: a replica with an older reading doesn't ask for a payment that this
// browser saw end.
func TestFault53_AnOlderReadingTakesNothingBack(t *testing.T) {
	f := knowing(StatusFailed, noon.Add(-time.Minute))
	f.Reading = read("PENDING", noon.Add(-time.Hour))
	if got, ok := Next(f).(ShowStatus); !ok || got.Status != StatusFailed {
		t.Errorf("an older reading: %#v", Next(f))
	}
	f.Reading.At = f.Progress.KnownAt
	if got, ok := Next(f).(ShowStatus); !ok || got.Status != StatusFailed {
		t.Errorf("another replica's reading of the same moment: %#v", Next(f))
	}
	f.Reading.At = noon
	if _, ok := Next(f).(FollowInstructions); !ok {
		t.Errorf("a newer reading: %#v", Next(f))
	}
}

// A success that is shown is kept, even if only the last reading says so.
func TestSuccessIsKeptInTrouble(t *testing.T) {
	f := knowing(StatusPending, noon.Add(-time.Hour))
	f.Reading, f.Trouble = read("SUCCESS", noon.Add(-time.Minute)), GatewayDown
	if progress, changed := f.Remember(); !changed || progress.Known != StatusSuccess {
		t.Errorf("remembered %+v", progress)
	}
	f.Reading = read("PENDING", noon.Add(-time.Minute))
	if progress, _ := f.Remember(); progress.Known != StatusPending || !progress.KnownAt.Equal(f.Progress.KnownAt) {
		t.Errorf("in trouble nothing else is new: %+v", progress)
	}
}

// "A number that could not be passed on" isn't dropped: one given while the
// payment can't be read is accepted.
func TestNumberIsTakenWhileThePaymentCannotBeRead(t *testing.T) {
	f := knowing(StatusPending, noon.Add(-time.Hour))
	f.Order.Money = money.MustParse("499", "INR")
	f.Progress.KnownMoney, f.Progress.Paying = f.Order.Money, Choice{Method: "P2A_V2"}
	f.Trouble = GatewayDown
	progress, number, ok := f.GiveReferenceNumber("4321 1234 5678")
	if !ok || number != "432112345678" || progress.Reference != number {
		t.Errorf("got %q, %t, %+v", number, ok, progress)
	}
	f.Progress.Paying.Method = "PROMPTPAY"
	if _, _, ok := f.GiveReferenceNumber("432112345678"); ok {
		t.Error("a method without a number takes one")
	}
}

// A number, even half of one, stays when the language is changed while the
// payment can't be read, for every method.
func TestNumberIsKeptWhileThePaymentCannotBeRead(t *testing.T) {
	f := knowing(StatusPending, noon.Add(-time.Hour))
	f.Trouble = TokenRejected
	for state, want := range map[ReferenceState]string{
		ReferenceNone: "4321", ReferenceFaulty: "4321", ReferenceUnsent: "4321", ReferenceSent: "99", ReferenceKept: "99", ReferenceInLine: "99",
	} {
		f.Progress.Reference, f.Progress.ReferenceState = "99", state
		if progress := f.KeepTyped(map[string]string{"reference": "4321"}); progress.Reference != want {
			t.Errorf("%q: kept %q, want %q", state, progress.Reference, want)
		}
		if progress := f.KeepTyped(map[string]string{"accountName": "A"}); progress.Reference != "99" {
			t.Errorf("%q: a form without a number leaves %q", state, progress.Reference)
		}
	}
	f.Progress.Reference, f.Progress.ReferenceState, f.Progress.Known = "", ReferenceNone, StatusFailed
	if progress := f.KeepTyped(map[string]string{"reference": "4321"}); progress.Reference != "" {
		t.Error("a number for what has ended is kept")
	}
}
