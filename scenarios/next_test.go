package scenarios

import (
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/money"
	"payapp/scenarios/entry"
)

func TestLockedDataThatLacksSomething(t *testing.T) {
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "BANKA_PAY"}}}
	f := facts(t, options, "amount", "99", "currencyCode", "ZAR", "accountNumber", "62000000000")
	details := next[FillDetails](t, f)
	if len(details.Asked) != 1 || details.Asked[0].Field.Name != "accountName" {
		t.Errorf("asked %+v, want accountName alone", details.Asked)
	}
	if len(details.Locked) != 1 || details.Locked[0].Field.Name != "accountNumber" {
		t.Errorf("locked %+v, want accountNumber", details.Locked)
	}
}

// Fault 15: a form's value for locked data is ignored.
func TestFault15_SealedValueWins(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567")
	_, creation, err := f.Pay(map[string]string{"accountNumber": "0899999999", "amount": "1", "paymentMethodCode": "ONLINE"}, asSeen)
	if err != nil {
		t.Fatal(err)
	}
	if got := creation.Method["account"].(map[string]any)["accountNumber"]; got != "0801234567" || creation.Sent.Method != "PROMPTPAY" {
		t.Errorf("would send %v", creation.Method)
	}
}

func TestFaultsComeBackWithWhatWasTyped(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "PROMPTPAY")
	long := strings.Repeat("9", 256)
	if d := next[FillDetails](t, f); d.ShowFaults {
		t.Error("faults before anything was typed")
	}
	progress, creation, err := f.Pay(map[string]string{"accountNumber": long}, asSeen)
	if err != nil || creation != nil {
		t.Fatalf("got %v, %v", creation, err)
	}
	f.Progress = progress
	d := next[FillDetails](t, f)
	if !d.ShowFaults || d.Faults["accountNumber"] == nil || d.Asked[0].Value != long {
		t.Errorf("got %+v", d)
	}
	f.Progress = f.ChangeMethod(nil)
	f.Order.MethodCode = ""
	f = choose(t, f, "PROMPTPAY", nil)
	if d := next[FillDetails](t, f); d.Asked[0].Value != long || d.ShowFaults {
		t.Errorf("what was typed is lost: %+v", d)
	}
}

func TestWarningsLetThroughTheSecondTime(t *testing.T) {
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "BANKA_PAY"}}}
	f := facts(t, options, "amount", "99", "currencyCode", "ZAR")
	typed := map[string]string{"accountName": "Thandi", "accountNumber": "123"}
	pay := func() *Creation {
		progress, creation, err := f.Pay(typed, asSeen)
		if err != nil {
			t.Fatal(err)
		}
		f.Progress = progress
		return creation
	}
	if pay() != nil {
		t.Fatal("a warning was never shown")
	}
	if d := next[FillDetails](t, f); !d.PayAnyway || d.Warnings["accountNumber"] == nil {
		t.Fatalf("got %+v", d)
	}
	typed["accountNumber"] = "1234"
	if pay() != nil {
		t.Fatal("another unusual value needs its own warning")
	}
	if pay() == nil {
		t.Fatal("pay anyway doesn't pay")
	}
}

// Fault 28: a 406 leads to its own page, and from there back to what was typed.
func TestFault28_Refused(t *testing.T) {
	f := choose(t, facts(t, thai()), "PROMPTPAY", nil)
	f = typed(t, f, "PROMPTPAY", "accountNumber", "0801234567")
	f.Progress.Refused = "CUSTOMER_NOT_REGISTERED"
	if p := next[ShowProblem](t, f); p.Code != "CUSTOMER_NOT_REGISTERED" || !p.CanChange || !p.CanRetry {
		t.Errorf("got %+v", p)
	}
	again := f
	again.Progress = f.TryAgain()
	if d := next[FillDetails](t, again); d.Asked[0].Value != "0801234567" {
		t.Errorf("got %+v", d.Asked)
	}
	again.Progress = f.ChangeMethod(nil)
	next[ChooseOption](t, again)
}

// Fault 28: if the shop left no other choice, the page leads to the shop,
// unless the customer was only slow or can correct the data.
func TestFault28_LeaveWhereNothingElseIsOpen(t *testing.T) {
	for code, want := range map[string]bool{
		"SECURITY_CHECK_FAILED": true, "CUSTOMER_NOT_REGISTERED": true, "CUSTOMER_VERIFICATION_INACTIVITY": false, ProblemRefused: false,
	} {
		locked := facts(t, thai(), "paymentMethodCode", "PROMPTPAY")
		locked.Progress.Refused = code
		if p := next[ShowProblem](t, locked); p.Leave != want || p.CanChange {
			t.Errorf("%s, locked: got %+v", code, p)
		}
		open := choose(t, facts(t, thai()), "PROMPTPAY", nil)
		open.Progress.Refused = code
		if p := next[ShowProblem](t, open); p.Leave || !p.CanChange {
			t.Errorf("%s, open: got %+v", code, p)
		}
	}
}

func online(f Facts) Facts {
	return created(f, apiclient.Payin{MethodCode: "ONLINE", Status: "PENDING", RedirectURL: "https://bank.example/x"})
}

// Fault 18 and the leaving page: it goes on by itself once, right after Pay.
func TestFault18_LeavingOnce(t *testing.T) {
	f := online(facts(t, thai()))
	if s := next[ShowStatus](t, f); s.Status != known.Pending || s.BankURL == "" {
		t.Errorf("second browser: %+v", s)
	}
	f.Progress.Leaving = true
	if l := next[LeaveForBank](t, f); l.URL != "https://bank.example/x" {
		t.Errorf("got %+v", l)
	}
	f.Progress.Returned = true
	next[ShowStatus](t, f)
}

// Fault 12: an address from the gateway that isn't allowed stops everything.
func TestFault12_Links(t *testing.T) {
	for _, url := range []string{"javascript:alert(1)", "http://bank.example/", "//bank.example", "data:text/html,x", "https://u:p@bank.example/"} {
		f := created(facts(t, thai()), apiclient.Payin{MethodCode: "ONLINE", RedirectURL: url})
		f.Progress.Leaving = true
		if p := next[ShowProblem](t, f); p.Code != ProblemLink {
			t.Errorf("%s: %q", url, p.Code)
		}
	}
	inr := facts(t, thai(), "amount", "10", "currencyCode", "INR")
	upi := created(inr, apiclient.Payin{MethodCode: "UPIQR", DeepLink: "javascript:alert(1)"})
	if p := next[ShowProblem](t, upi); p.Code != ProblemLink {
		t.Errorf("got %q", p.Code)
	}
	if i := next[FollowInstructions](t, created(inr, apiclient.Payin{MethodCode: "UPIQR", DeepLink: "upi://pay?pa=a@b"})); i.AppLink == "" {
		t.Error("upi link refused")
	}
}

// Fault 27, second half: another amount or currency stops everything that isn't over,
// and is told in numbers.
func TestFault27_OtherAmount(t *testing.T) {
	for _, m := range []money.Money{thb("1"), money.MustParse("1234.50", "USD")} {
		want := Difference{Named: m, Order: thb("1234.50")}
		f := created(facts(t, thai()), apiclient.Payin{MethodCode: "PROMPTPAY", Money: m, Status: "PENDING", QRCode: "000201"})
		if p := next[ShowProblem](t, f); p.Code != ProblemAmount || p.Differs == nil || *p.Differs != want {
			t.Errorf("%v: %+v", m, p)
		}
		f = created(facts(t, thai()), apiclient.Payin{MethodCode: "PROMPTPAY", Money: m, Status: "SUCCESS"})
		if s := next[ShowStatus](t, f); s.Status != known.Success || s.Pays != m || s.Differs == nil || *s.Differs != want {
			t.Errorf("%v: %+v", m, s)
		}
	}
}

// Fault 27: accepted but not readable yet is in progress, and never leads to a
// second Pay.
func TestFault27_AcceptedButNotFound(t *testing.T) {
	f := choose(t, facts(t, thai()), "PROMPTPAY", nil)
	f.Known = known.Taken(noon).View()
	if s := next[ShowStatus](t, f); s.Status != known.Pending {
		t.Errorf("got %+v", s)
	}
	if _, creation, err := f.Pay(map[string]string{"accountNumber": "0801234567"}, asSeen); creation != nil || err == nil {
		t.Error("pays twice")
	}
}

// Fault 38: an invalid moneyRequired is never shown as an amount to pay.
func TestFault38_MoneyRequired(t *testing.T) {
	base := facts(t, thai())
	for _, required := range []money.Money{raw(t, `{"amount":0,"currencyCode":"THB"}`), raw(t, `{"amount":-5,"currencyCode":"THB"}`), money.MustParse("5", "USD")} {
		f := created(base, apiclient.Payin{MethodCode: "PROMPTPAY", MoneyRequired: required})
		if p := next[ShowProblem](t, f); p.Code != ProblemAmount {
			t.Errorf("%v: %q", required, p.Code)
		}
	}
	f := created(base, apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201"})
	if i := next[FollowInstructions](t, f); i.Pays != thb("1234.50") {
		t.Errorf("without moneyRequired: %v", i.Pays)
	}
	f = created(base, apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201", MoneyRequired: thb("1234.51")})
	if i := next[FollowInstructions](t, f); i.Pays != thb("1234.51") {
		t.Errorf("with moneyRequired: %v", i.Pays)
	}
}

func raw(t *testing.T, s string) (m money.Money) {
	t.Helper()
	if err := m.UnmarshalJSON([]byte(s)); err != nil {
		t.Fatal(err)
	}
	return m
}

// Fault 33: paid stays paid. Paid after the deadline is paid.
func TestFault33_PaidStaysPaid(t *testing.T) {
	f := created(facts(t, thai()), apiclient.Payin{MethodCode: "ONLINE", Status: "SUCCESS", ExpireAt: noon.Add(-time.Hour)})
	if s := next[ShowStatus](t, f); s.Status != known.Success || Decide(f).Moment != Paid {
		t.Errorf("got %+v", s)
	}
}

// Fault 34: the deadline has passed, and the gateway says nothing. It is pending,
// whatever our clock says: the page says that the time to pay is over.
func TestFault34_Deadline(t *testing.T) {
	f := created(facts(t, thai()), apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201", Status: "PENDING", ExpireAt: noon})
	f.Now = noon.Add(known.Tolerance)
	next[FollowInstructions](t, f)
	f.Now = f.Now.Add(time.Second)
	s := next[ShowStatus](t, f)
	if s.Status != known.Pending || Decide(f).Moment != OverdueNone || s.Way != NoWay {
		t.Errorf("got %+v", s)
	}
	f.Progress.SaidPaidAt = noon
	if got := Decide(f).Moment; got != OverdueSaid {
		t.Errorf("said to have paid: %s", got)
	}
}

// A change of language in a tab without the number's field leaves the number of
// another tab as it is.
func TestANumberStaysBesideAnotherTabsLanguage(t *testing.T) {
	f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), apiclient.Payin{MethodCode: "P2A_V2", Status: "PENDING", Account: apiclient.Account{Number: "1"}})
	f.Progress = f.SayPaid(nil)
	f.Progress.Reference, f.Progress.ReferenceState = "432112345678", ReferenceUnsent
	next[GiveReference](t, f)
	for _, form := range []map[string]string{nil, {"accountNumber": "1"}} {
		if p := f.KeepTyped(form); p.Reference != "432112345678" || p.ReferenceState != ReferenceUnsent {
			t.Errorf("got %q, %s", p.Reference, p.ReferenceState)
		}
	}
	if p := f.KeepTyped(map[string]string{"reference": ""}); p.Reference != "" {
		t.Errorf("cleared by hand it is %q", p.Reference)
	}
}

// The form was open while this browser and process lost how to pay: its number is
// taken all the same, once.
func TestANumberIsTakenWhereHowToPayIsLost(t *testing.T) {
	f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), apiclient.Payin{MethodCode: "P2A_V2", Status: "PENDING"})
	f.Progress.SaidPaidAt, f.Known.Less, f.Trouble = noon, true, GatewayDown
	next[GiveReference](t, f)
	progress, number, ok := f.Settled().GiveReferenceNumber("432112345678", nil)
	if !ok || number != "432112345678" {
		t.Fatalf("got %q, %v, %+v", number, ok, progress)
	}
	if p := f.KeepTyped(map[string]string{"reference": "4321"}); p.Reference != "4321" {
		t.Errorf("half typed it is %q", p.Reference)
	}
	progress.ReferenceState = ReferenceSent
	f.Progress = progress
	if _, _, ok := f.GiveReferenceNumber("432112345679", nil); ok {
		t.Error("it is replaced")
	}
}

// Who paid in time and says so late still gives the number.
func TestFault34_TheNumberAfterTheDeadline(t *testing.T) {
	for _, method := range []string{"P2A_V2", "UPIQR"} {
		f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), apiclient.Payin{
			MethodCode: method, DeepLink: "upi://pay?pa=a@b", Status: "PENDING", Account: apiclient.Account{Number: "1"}, ExpireAt: noon,
		})
		f.Now = noon.Add(known.Tolerance + time.Second)
		if s := next[ShowStatus](t, f); !s.AsksReference || !s.SaidPaidAt.IsZero() {
			t.Errorf("%s: got %+v", method, s)
		}
		f.Progress = f.SayPaid(nil)
		next[GiveReference](t, f)
		if _, number, ok := f.GiveReferenceNumber("432112345678", nil); !ok || number != "432112345678" {
			t.Errorf("%s: got %q, %v", method, number, ok)
		}
	}
}

func TestReferenceIsAskedAfterPaying(t *testing.T) {
	f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), apiclient.Payin{MethodCode: "P2A_V2", Status: "PENDING", Account: apiclient.Account{Number: "1"}})
	if i := next[FollowInstructions](t, f); !i.AsksReference {
		t.Error("the instructions don't say that a number is needed")
	}
	f.Progress = f.SayPaid(nil)
	next[GiveReference](t, f)

	progress, _, ok := f.GiveReferenceNumber("123", nil)
	if f.Progress = progress; ok {
		t.Fatal("3 digits accepted")
	}
	if g := next[GiveReference](t, f); g.Fault == nil || g.Value != "123" {
		t.Errorf("got %+v", g)
	}
	progress, value, ok := f.GiveReferenceNumber("4321 1234 5678", nil)
	if f.Progress = progress; !ok || value != "432112345678" {
		t.Fatalf("got %q, %v", value, ok)
	}
	f.Progress.ReferenceState = ReferenceKept // the gateway refuses it
	if s := next[ShowStatus](t, f); s.Reference != value || !s.CanCorrectReference {
		t.Errorf("got %+v", s)
	}
	f.Known.Payin.ExternalReference = value
	if s := next[ShowStatus](t, f); s.Reference != value || s.CanCorrectReference {
		t.Errorf("got %+v", s)
	}
	again := f
	again.Progress = f.ShowInstructionsAgain()
	next[FollowInstructions](t, again)
}

// P2A_V2's number has "exactly 12 digits". For UPIQR's the interface says only
// when it isn't required: another form gets a warning once, and is then sent.
func TestOnlyP2AsReferenceNeedsTwelveDigits(t *testing.T) {
	asked := func(p apiclient.Payin) Facts {
		f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), p)
		f.Progress = f.SayPaid(nil)
		next[GiveReference](t, f)
		return f
	}
	upi := asked(apiclient.Payin{MethodCode: "UPIQR", Status: "PENDING", DeepLink: "upi://pay?pa=a@b"})
	p2a := asked(apiclient.Payin{MethodCode: "P2A_V2", Status: "PENDING", Account: apiclient.Account{Number: "1"}})
	for _, typed := range []string{"T2411221234", "4321 1234 567"} {
		for range 2 {
			progress, _, ok := p2a.GiveReferenceNumber(typed, nil)
			if p2a.Progress = progress; ok || next[GiveReference](t, p2a).Fault.Soft {
				t.Errorf("P2A_V2 takes %q", typed)
			}
		}
		progress, _, ok := upi.GiveReferenceNumber(typed, nil)
		if upi.Progress = progress; ok || !next[GiveReference](t, upi).Fault.Soft {
			t.Errorf("%q isn't doubted", typed)
		}
		given := upi
		progress, value, ok := given.GiveReferenceNumber(typed, nil)
		if given.Progress = progress; !ok || value != strings.ReplaceAll(typed, " ", "") || progress.Reference != value {
			t.Errorf("%q again gives %q, %v", typed, value, ok)
		}
	}
	upi.Progress, _, _ = upi.GiveReferenceNumber("123", nil)
	if progress, _, ok := upi.GiveReferenceNumber("", nil); ok || progress.ReferenceState != ReferenceFaulty {
		t.Error("none at all is taken")
	}
}

// A number that comes while the instructions are open again in another tab
// counts; one half typed there stays.
func TestNumberIsTakenBesideItsInstructions(t *testing.T) {
	f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), apiclient.Payin{MethodCode: "P2A_V2", Status: "PENDING", Account: apiclient.Account{Number: "1"}})
	next[FollowInstructions](t, f)
	progress, value, ok := f.GiveReferenceNumber("4321 1234 5678", nil)
	if !ok || value != "432112345678" || progress.Reference != value || !progress.SaidPaidAt.Equal(f.Now) {
		t.Errorf("got %q, %v, %+v", value, ok, progress)
	}
	if progress := f.KeepTyped(map[string]string{"reference": "4321"}); progress.Reference != "4321" {
		t.Errorf("kept %q", progress.Reference)
	}
	for _, state := range []ReferenceState{ReferenceSent, ReferenceKept, ReferenceInLine} {
		f.Progress.ReferenceState = state
		if _, _, ok := f.GiveReferenceNumber(value, nil); ok {
			t.Errorf("%s: sent once more", state)
		}
	}
	f = created(f, apiclient.Payin{MethodCode: "UPI", Status: "PENDING"})
	if _, _, ok := f.GiveReferenceNumber(value, nil); ok {
		t.Error("a method without a number takes one")
	}
}

// The shop's UPI id was cleared before Pay, so the gateway has none.
func TestUPIQRAsksForAReferenceIfTheIDWasCleared(t *testing.T) {
	f := in(t, "UPIQR", "10", "INR", "accountNumber", "me@okaxis", "allowCustomerDataChange", "true")
	progress, creation, err := f.Pay(map[string]string{"accountNumber": ""}, asSeen)
	if err != nil || creation == nil || creation.Sent.Account != "" {
		t.Fatalf("got %+v, %v, %+v", creation, err, progress)
	}
	f.Progress, f.Known = progress.RecordOutcome(creation.Sent, Result{Outcome: OutcomeCreated}), withSent(f.Known, creation.Sent)
	f = created(f, apiclient.Payin{MethodCode: "UPIQR", DeepLink: "upi://pay?pa=a@b", Status: "PENDING"})
	if i := next[FollowInstructions](t, f); !i.AsksReference {
		t.Errorf("got %+v", i)
	}
	f.Progress = f.SayPaid(nil)
	next[GiveReference](t, f)
}

func TestUPIQRAsksForAReferenceUnlessTheIDWasGiven(t *testing.T) {
	f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), apiclient.Payin{MethodCode: "UPIQR", DeepLink: "upi://pay?pa=a@b"})
	if i := next[FollowInstructions](t, f); !i.AsksReference {
		t.Error("no id was given, so the number is needed")
	}
	f = typed(t, f, "UPIQR", "accountNumber", "me@okaxis")
	if i := next[FollowInstructions](t, f); i.AsksReference {
		t.Error("the id was given, so no number is needed")
	}
	f.Progress, f.Known = Progress{}, withSent(f.Known, known.Sent{Method: "UPIQR", Account: "me@okaxis", At: noon})
	if i := next[FollowInstructions](t, f); i.AsksReference {
		t.Error("the id was sent, so no number is needed")
	}
}

func TestTroubleNeverHidesWhatIsKnown(t *testing.T) {
	f := facts(t, nil)
	f.Known, f.Trouble = known.View{}, GatewayDown
	if p := next[ShowProblem](t, f); p.Code != "gateway-unavailable" || !p.Wait {
		t.Errorf("got %+v", p)
	}
	f = online(f)
	f.Trouble = GatewayDown
	if s := next[ShowStatus](t, f); s.Status != known.Unknown || s.Stale != noon {
		t.Errorf("got %+v", s)
	}
	// Fault 4: the token expires while a status is known.
	f = created(f, apiclient.Payin{MethodCode: "ONLINE", Status: "SUCCESS"})
	f.Trouble = TokenRejected
	if s := next[ShowStatus](t, f); s.Status != known.Success {
		t.Errorf("got %+v", s)
	}
	f.Known = known.View{}
	if p := next[ShowProblem](t, f); p.Code != ProblemTokenRejected {
		t.Errorf("got %+v", p)
	}
	// "A link whose own time has passed" is why it is refused.
	f.Expires = noon
	if p := next[ShowProblem](t, f); p.Code != ProblemTokenExpired {
		t.Errorf("got %+v", p)
	}
	g := online(facts(t, thai()))
	g.Trouble = GatewayBusy
	if s := next[ShowStatus](t, g); s.Status != known.Unknown {
		t.Errorf("got %+v", s)
	}
}

func TestStatusLinkTellsNothingOfOthers(t *testing.T) {
	f := online(facts(t, thai()))
	f.Order.CurrencyCode = "THB"
	if _, ok := atLink(f).(ShowStatus); !ok {
		t.Errorf("got %T", atLink(f))
	}
	wrong := []Facts{f, f}
	wrong[0].Known, wrong[0].Trouble = known.View{}, TokenRejected
	wrong[1].Known.Payin.Money = money.MustParse("1", "USD")
	for i, w := range wrong {
		if p, ok := atLink(w).(ShowProblem); !ok || p.Code != ProblemTokenRejected {
			t.Errorf("%d: got %+v", i, atLink(w))
		}
	}
}

func TestStatusLinkBeforeItsPayment(t *testing.T) {
	f := Facts{Order: entry.Order{CurrencyCode: "THB"}, Known: known.Missed(noon).View()}
	if p, ok := atLink(f).(ShowProblem); !ok || p.Code != ProblemNotStarted || !p.Wait || !p.Leave {
		t.Errorf("got %+v", atLink(f))
	}
}

// Who has given the number of a payment has paid: how to pay isn't shown again beside
// its status.
func TestHowToPayGoesWithTheNumber(t *testing.T) {
	f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"), apiclient.Payin{MethodCode: "P2A_V2", Status: "PENDING", Account: apiclient.Account{Number: "1"}})
	if s, _ := atLink(f).(ShowStatus); s.How == nil {
		t.Error("how to pay isn't shown before")
	}
	f.Known.Payin.ExternalReference = "432112345678"
	if s, _ := atLink(f).(ShowStatus); s.How != nil {
		t.Errorf("a second transfer is asked for: %+v", s.How)
	}
}
