package scenarios

import (
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios/entry"
)

// read is what an answer says of a payment of ฿99.
func read(status string, at time.Time) known.Payment {
	return known.Read(apiclient.Payin{
		IDPayin: "order-1", MethodCode: "PROMPTPAY", Money: money.MustParse("99", "THB"), QRCode: "000201", Status: status,
	}, at)
}

// knowing are the facts of a payment of ฿99 of which this is known.
func knowing(p known.Payment) Facts {
	return Facts{
		Order: entry.Order{IDPayin: "order-1", Money: money.MustParse("99", "THB")}, Known: p.View(), Catalogue: methods.Default(), Now: noon,
	}
}

// Fault 50: "Nothing known is shown with it; paid is only ever with the
// gateway's amount".
func TestFault50_PaidIsOfTheAmountThatWasPaid(t *testing.T) {
	f := knowing(read("SUCCESS", noon.Add(-time.Minute)))
	f.Trouble = GatewayDown
	if got, ok := due(f).(ShowStatus); !ok || got.Status != known.Success || got.Pays != f.Order.Money {
		t.Errorf("the link that was paid: %#v", due(f))
	}
	f.Order.Money = money.MustParse("100000", "THB")
	if got, ok := due(f).(ShowStatus); !ok || got.Pays != money.MustParse("99", "THB") || got.Differs == nil || got.Differs.Order != f.Order.Money {
		t.Errorf("a link with another amount: %#v", due(f))
	}
}

// "A number that could not be passed on" isn't dropped: one given while the
// payment can't be read is accepted.
func TestNumberIsTakenWhileThePaymentCannotBeRead(t *testing.T) {
	f := knowing(known.Taken(noon.Add(-time.Hour)).WithSent(known.Sent{Method: "P2A_V2", At: noon.Add(-time.Hour)}))
	f.Order.Money = money.MustParse("499", "INR")
	f.Trouble = GatewayDown
	progress, number, ok := f.GiveReferenceNumber("4321 1234 5678", nil)
	if !ok || number != "432112345678" || progress.Reference != number {
		t.Errorf("got %q, %t, %+v", number, ok, progress)
	}
	f.Known.Sent = []known.Sent{{Method: "PROMPTPAY"}}
	if _, _, ok := f.GiveReferenceNumber("432112345678", nil); ok {
		t.Error("a method without a number takes one")
	}
}

// A number, even half of one, stays when the language is changed while the
// payment can't be read, for every method.
func TestNumberIsKeptWhileThePaymentCannotBeRead(t *testing.T) {
	f := knowing(known.Taken(noon.Add(-time.Hour)))
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
	f.Known = read("FAILED", noon).View()
	f.Progress.Reference, f.Progress.ReferenceState = "", ReferenceNone
	if progress := f.KeepTyped(map[string]string{"reference": "4321"}); progress.Reference != "" {
		t.Error("a number for what has ended is kept")
	}
}

// What was sent may be visible only later: a "not created" says then neither that
// nothing was charged nor that nothing can be.
func TestNotCreatedAfterALostCreationIsNotCertain(t *testing.T) {
	f := knowing(known.Missed(noon))
	if f.begunHere() || !f.missingForSure() {
		t.Error("nothing was sent, and it isn't certain")
	}
	f.Known = withSent(f.Known, known.Sent{Method: "PROMPTPAY", At: noon.Add(-time.Second)})
	if !f.missing() || !f.begunHere() || f.missingForSure() {
		t.Errorf("missing %v, begun %v, for sure %v", f.missing(), f.begunHere(), f.missingForSure())
	}
	f.Known, f.Trouble = known.Payment{}.WithSent(f.Known.Sent[0]).View(), GatewayDown
	if p, ok := due(f).(ShowProblem); ok && (p.Missing || !p.Begun) {
		t.Errorf("a problem then: %+v", p)
	}
}
