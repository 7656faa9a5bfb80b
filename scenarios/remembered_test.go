package scenarios

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/scenarios/entry"
)

// Exactly the result of a creation is remembered: a customer who has paid isn't
// asked to pay again, and one who hasn't isn't told that they have.
func TestWhatIsRememberedOfACreation(t *testing.T) {
	before := Progress{Typed: map[string]string{"accountName": "A"}, PaidAt: noon, InLine: &known.Sent{At: noon}}
	sent := known.Sent{Method: "ONLINE", Operator: apiclient.Operator{Code: "004"}, At: noon}
	typed := before.Typed
	for outcome, want := range map[Outcome]Progress{
		OutcomeCreated:    {PaidAt: noon, Leaving: true},
		OutcomeExists:     {PaidAt: noon},
		OutcomeElsewhere:  {PaidAt: noon, Typed: typed, Notice: AlreadyStarted},
		OutcomeUsedUp:     {PaidAt: noon, Typed: typed, Notice: UsedUp},
		OutcomeNotGranted: {PaidAt: noon, Typed: typed, Refused: ProblemUnavailable},
		OutcomeUnclear:    {PaidAt: noon, Typed: typed, Refused: ProblemUnclear, Leaving: true},
		OutcomeLocked:     {PaidAt: noon, Typed: typed, Refused: ProblemLocked, Disputed: []string{"accountName"}},
		OutcomeRefused:    {PaidAt: noon, Typed: typed, Refused: apiclient.CodeSecurityCheck},
		OutcomeBusy:       {PaidAt: noon, Typed: typed, Notice: Busy},
		OutcomeRejected:   {PaidAt: noon, Typed: typed, Refused: ProblemTokenRejected},
		OutcomeUnknown:    {PaidAt: noon, Typed: typed, Notice: NotSent, Leaving: true},
		OutcomeDisputed:   {PaidAt: noon, Typed: typed, Disputed: []string{"accountName"}, ShowFaults: true},
		OutcomeInLine:     {PaidAt: noon, Typed: typed, InLine: &sent},
	} {
		got := before.RecordOutcome(sent, Result{outcome, apiclient.CodeSecurityCheck, []string{"accountName"}})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: %s", outcome, diff)
		}
	}
	// interface.md, Errors: "406 with these codes". Another code has no text of
	// its own.
	if got := before.RecordOutcome(sent, Result{Outcome: OutcomeRefused, Code: "OUT_OF_LUCK"}).Refused; got != ProblemRefused {
		t.Errorf("an unknown code: got %q", got)
	}
}

// "paymentOperatorCode: bank or wallet code": what was chosen is what is sent.
func TestTheChosenOperatorIsSent(t *testing.T) {
	f := facts(t, thai())
	bank := "KBANK"
	f = choose(t, f, "ONLINE", &bank)
	if f.Progress.Operator != bank || !f.Progress.OperatorDecided {
		t.Fatalf("chose %+v", f.Progress)
	}
	_, creation, err := f.Pay(nil, asSeen)
	if err != nil || creation == nil {
		t.Fatalf("got %+v, %v", creation, err)
	}
	want := map[string]any{"paymentMethodCode": "ONLINE", "paymentOperatorCode": "KBANK"}
	if diff := cmp.Diff(want, creation.Method); diff != "" || creation.Sent.Operator.Code != "KBANK" || creation.Sent.Operator.Name != "Bank KBANK" {
		t.Errorf("%s%+v", diff, creation.Sent)
	}
	// Another method keeps nothing of it.
	if f = choose(t, f, "PROMPTPAY", nil); f.Progress.Operator != "" {
		t.Errorf("PROMPTPAY at %q", f.Progress.Operator)
	}
	// Nor does another visit, or a method that isn't offered, change the
	// choice.
	f = choose(t, f, "ONLINE", &bank)
	if w := f.Progress.Reopened(); w.Method+w.Operator != "" || w.OperatorDecided {
		t.Errorf("opened again: %+v", w)
	}
	if w, err := f.Choose("TELEPORT", nil); err != nil || w.Operator != bank || w.Refused != ProblemUnavailable {
		t.Errorf("TELEPORT: %+v, %v", w, err)
	}
	// An operator that isn't offered is asked for again.
	other := "NOBANK"
	if w, err := f.Choose("ONLINE", &other); err != nil || w.Operator != "" || w.OperatorDecided || w.Notice != ChooseOperator {
		t.Errorf("%s: %+v, %v", other, w, err)
	}
}

// A new choice forgets what was refused and disputed before.
func TestAChoiceForgetsRefusals(t *testing.T) {
	f := facts(t, thai())
	f.Progress = Progress{Refused: ProblemRefused, Notice: Busy, ShowFaults: true, Warned: true, Disputed: []string{"accountNumber"}}
	w, err := f.Choose("PROMPTPAY", nil)
	if err != nil || w.Refused != "" || w.Notice != NoNotice || w.ShowFaults || w.Warned || w.Disputed != nil {
		t.Errorf("got %+v, %v", w, err)
	}
	f.Progress.Typed = map[string]string{"accountName": "A"}
	if w := f.Progress.Reopened(); w.Refused != "" || w.Notice != NoNotice || w.ShowFaults || w.Warned || w.Disputed != nil ||
		w.Typed["accountName"] != "A" {
		t.Errorf("opened again: %+v", w)
	}
}

// Pay isn't due if the payment exists or may exist.
func TestPayIsNotDueTwice(t *testing.T) {
	f := choose(t, facts(t, thai()), "PROMPTPAY", nil)
	typed := map[string]string{"accountNumber": "0801234567"}
	if _, creation, err := f.Pay(typed, asSeen); err != nil || creation == nil {
		t.Fatalf("got %v, %v: this shows nothing", creation, err)
	}
	accepted := f
	accepted.Known = known.Taken(noon).View()
	unread := f
	unread.Known = known.View{}
	for name, f := range map[string]Facts{
		"accepted": accepted, "unreadable": unread,
		"created": created(f, apiclient.Payin{MethodCode: "PROMPTPAY", Status: "PENDING", QRCode: "x"}),
	} {
		if progress, creation, err := f.Pay(typed, asSeen); creation != nil || err == nil {
			t.Errorf("%s: got %+v, %v with %+v", name, creation, err, progress)
		}
	}
}

// Changing a copy doesn't change the original progress: requests don't share
// memory.
func TestWorkIsNotShared(t *testing.T) {
	f := choose(t, facts(t, thai()), "PROMPTPAY", nil)
	f.Progress.Typed = map[string]string{"accountName": "before"}
	before := f.Progress
	if w := f.KeepTyped(map[string]string{"accountNumber": "0801234567"}); len(w.Typed) != 2 {
		t.Fatalf("kept %v", w.Typed)
	}
	if diff := cmp.Diff(map[string]string{"accountName": "before"}, before.Typed); diff != "" {
		t.Error(diff)
	}
}

// While nothing can be read, a page shows when it was last read, and with which
// amount: for a status link, the gateway's.
func TestWhatIsShownUnread(t *testing.T) {
	f := facts(t, thai())
	paid := noon.Add(-time.Minute)
	f.Known = known.Taken(paid).View()
	if s := next[ShowStatus](t, f); s.Status != known.Pending || Decide(f).Moment != Accepted || !s.CheckedAt.Equal(paid) || s.Pays != thb("1234.50") {
		t.Errorf("accepted and not readable yet: %+v", s)
	}
	link := Facts{Order: entry.Order{CurrencyCode: "THB"}, Catalogue: methods.Default(), Trouble: GatewayDown, Now: noon}
	link.Known = read("SUCCESS", paid).View()
	s, ok := atLink(link).(ShowStatus)
	if !ok || s.Status != known.Success || s.Pays != thb("99") || !s.Stale.Equal(paid) || !s.CheckedAt.IsZero() {
		t.Errorf("a status link: %+v", atLink(link))
	}
	// What is known about another amount or currency doesn't apply.
	link.Order.CurrencyCode = "USD"
	if s, ok := atLink(link).(ShowStatus); ok {
		t.Errorf("another currency: %+v", s)
	}
}

// What is accepted but never described isn't called waiting for a payment: there is no
// way to pay yet.
func TestAcceptedAndNeverDescribed(t *testing.T) {
	f := facts(t, thai())
	f.Known = known.Taken(noon.Add(-time.Minute)).View()
	if s := next[ShowStatus](t, f); s.Status != known.Pending || Decide(f).Moment != Accepted || !s.CheckedAt.Equal(f.Known.At) {
		t.Errorf("got %+v", s)
	}
}

// A refusal offers what can help: the same again only if it may succeed, the
// way back to the shop if nothing else is left.
func TestWhatARefusalOffers(t *testing.T) {
	for code, want := range map[string]ShowProblem{
		apiclient.CodeInactivity:    {CanRetry: true, RetryFirst: true},
		apiclient.CodeSecurityCheck: {CanRetry: true, Leave: true},
		ProblemRefused:              {CanRetry: true, RetryFirst: true},
	} {
		f := facts(t, thai(), "paymentMethodCode", "PROMPTPAY")
		f.Progress = Progress{Refused: code}
		want.Code, want.Missing, want.InUse = code, true, InUse{Method: "PROMPTPAY"}
		if diff := cmp.Diff(want, next[ShowProblem](t, f)); diff != "" {
			t.Errorf("%s, one method: %s", code, diff)
		}
		f = facts(t, thai())
		f.Progress = Progress{Refused: code}
		want.CanChange, want.Leave, want.InUse = true, false, InUse{}
		if diff := cmp.Diff(want, next[ShowProblem](t, f)); diff != "" {
			t.Errorf("%s, several methods: %s", code, diff)
		}
	}
}

// "Pay anyway" is only for warnings: not for faults, and not before the warning
// was shown.
func TestPayAnywayIsForWarnings(t *testing.T) {
	f := choose(t, facts(t, &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "PROMPTPAY"}}}), "PROMPTPAY", nil)
	for value, want := range map[string]bool{"123": true, "": false} {
		f.Progress.Typed = nil
		w, creation, err := f.Pay(map[string]string{"accountNumber": value}, asSeen)
		if err != nil || creation != nil {
			t.Fatalf("%q: got %+v, %v", value, creation, err)
		}
		g := f
		g.Progress = w
		if step := next[FillDetails](t, g); step.PayAnyway != want || !step.ShowFaults || w.Warned != want {
			t.Errorf("%q: %+v", value, step)
		}
		g.Progress.ShowFaults = false
		if next[FillDetails](t, g).PayAnyway {
			t.Errorf("%q: pay anyway without a warning in sight", value)
		}
	}
}

// A number is kept as typed, up to a length limit.
func TestAReferenceIsBounded(t *testing.T) {
	f := facts(t, &apiclient.Options{}, "currencyCode", "INR", "amount", "10")
	f.Known = known.Taken(noon).WithSent(known.Sent{Method: "P2A_V2", At: noon}).View()
	w, _, ok := f.GiveReferenceNumber(strings.Repeat("x", 5000), nil)
	if ok || w.ReferenceState != ReferenceFaulty || len(w.Reference) != methods.MaxValue+1 {
		t.Errorf("kept %d signs: %v", len(w.Reference), ok)
	}
	// A method without a number doesn't ask for one.
	f.Known.Sent = []known.Sent{{Method: "NETBANKING"}}
	if w, _, ok := f.GiveReferenceNumber("432112345678", nil); ok || w.Reference != "" {
		t.Errorf("took %+v", w)
	}
}

// A code is shown beside rows only if an account is paid to.
func TestACodeBesideRows(t *testing.T) {
	for code, want := range map[string]bool{"OFFLINE": true, "PROMPTPAY": false} {
		f := created(facts(t, thai()), apiclient.Payin{
			MethodCode: code, Status: "PENDING", QRCode: "000201", Account: apiclient.Account{Number: "1"},
		})
		if step := next[FollowInstructions](t, f); step.Method.ShowsQR != want {
			t.Errorf("%s: %+v", code, step.Method)
		}
		f.Known.Payin.QRCode, f.Known.Payin.DeepLink = "", ""
		if step, ok := due(f).(FollowInstructions); ok && step.Method.ShowsQR {
			t.Errorf("%s without a code shows one", code)
		}
	}
}

// The customer's choice names the operator only of the payment that it created:
// for another method's, a wrong network would cost the money.
func TestTheChoiceNamesItsOwnPayment(t *testing.T) {
	for method, want := range map[string]apiclient.Operator{"OFFLINE": {}, "ONLINE": {Code: "004", Name: "Kasikornbank"}} {
		f := created(facts(t, thai()), apiclient.Payin{MethodCode: method, Status: "SUCCESS"})
		f.Known = withSent(f.Known, known.Sent{Method: "ONLINE", Operator: apiclient.Operator{Code: "004", Name: "Kasikornbank"}, At: noon})
		if got := next[ShowStatus](t, f).Payin.Operator; got != want {
			t.Errorf("%s: got %+v", method, got)
		}
	}
}
