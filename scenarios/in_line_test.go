package scenarios

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/scenarios/entry"
)

// A question that waits in line is shown only if nothing is known.
func TestQuestionInLine(t *testing.T) {
	base := facts(t, thai())
	base.Trouble = Unasked
	payin := apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201", Status: "PENDING"}
	for name, c := range map[string]struct {
		change func(*Facts)
		want   Step // its type
	}{
		"nothing known":    {func(f *Facts) { f.Known = known.View{} }, WaitInLine{}},
		"options missing":  {func(f *Facts) { f.Options = nil }, WaitInLine{}},
		"options known":    {func(*Facts) {}, ChooseOption{}},
		"accepted":         {func(f *Facts) { f.Known = known.Taken(noon).View() }, ShowStatus{}},
		"read before":      {func(f *Facts) { *f = created(*f, payin) }, FollowInstructions{}},
		"the token is bad": {func(f *Facts) { f.Known, f.Trouble = known.View{}, TokenRejected }, ShowProblem{}},
		"another trouble":  {func(f *Facts) { f.Known, f.Trouble = known.View{}, GatewayBusy }, ShowProblem{}},
	} {
		f := base
		c.change(&f)
		if got := due(f); reflect.TypeOf(got) != reflect.TypeOf(c.want) {
			t.Errorf("%s: got %T %+v, want %T", name, got, got, c.want)
		}
	}
}

// The last reading stays, with its time, while another question waits.
func TestLastReadingStandsWhileInLine(t *testing.T) {
	f := online(facts(t, thai()))
	f.Trouble, f.Now = Unasked, noon.Add(time.Minute)
	if s := next[ShowStatus](t, f); s.Status != known.Pending || s.CheckedAt != noon || !s.Stale.IsZero() {
		t.Errorf("got %+v", s)
	}
}

func TestStatusLinkInLine(t *testing.T) {
	f := Facts{Order: entry.Order{CurrencyCode: "THB"}, Trouble: Unasked}
	if step, ok := atLink(f).(WaitInLine); !ok || step.Creating {
		t.Errorf("got %+v", atLink(f))
	}
	f.Known, f.Catalogue = read("PENDING", noon).View(), methods.Default()
	if _, ok := atLink(f).(ShowStatus); !ok {
		t.Errorf("got %+v", atLink(f))
	}
}

// inLine are the facts once a Pay waits in line.
func inLine(t *testing.T, method string, operator *string, typed map[string]string) (Facts, Creation) {
	t.Helper()
	f := choose(t, facts(t, thai()), method, operator)
	progress, creation, err := f.Pay(typed, asSeen)
	if err != nil || creation == nil {
		t.Fatalf("pay: %v, %+v", err, progress)
	}
	f.Progress = progress.RecordOutcome(creation.Sent, Result{Outcome: OutcomeInLine})
	return f, *creation
}

// onlineInLine is a Pay by a bank's page, promptPayInLine one with an account.
func onlineInLine(t *testing.T) (Facts, Creation) {
	return inLine(t, "ONLINE", ptr("KBANK"), nil)
}

func promptPayInLine(t *testing.T) (Facts, Creation) {
	return inLine(t, "PROMPTPAY", nil, map[string]string{"accountNumber": "0801234567"})
}

func TestPayInLine(t *testing.T) {
	f, _ := onlineInLine(t)
	if want := (known.Sent{Method: "ONLINE", Operator: apiclient.Operator{Code: "KBANK", Name: "Bank KBANK"}, At: noon}); *f.Progress.InLine != want {
		t.Errorf("in line is %+v, want %+v", *f.Progress.InLine, want)
	}
	f, _ = promptPayInLine(t)
	w := f.Progress
	if want := (known.Sent{Method: "PROMPTPAY", Account: "0801234567", At: noon}); *w.InLine != want {
		t.Errorf("in line is %+v, want %+v", *w.InLine, want)
	}
	if len(w.Typed) == 0 || w.PaidAt != noon || w.Method != "PROMPTPAY" {
		t.Errorf("the progress is %+v", w)
	}
	for name, change := range map[string]func(*Facts){
		"not created":     func(*Facts) {},
		"not read":        func(f *Facts) { f.Known, f.Options = known.View{}, nil },
		"question waits":  func(f *Facts) { f.Known, f.Trouble = known.View{}, Unasked },
		"gateway is down": func(f *Facts) { f.Known, f.Trouble = known.View{}, GatewayDown },
		"until the last":  func(f *Facts) { f.Now = f.Now.Add(inLineLife - 1) },
		"a clock behind":  func(f *Facts) { f.Now = f.Now.Add(-time.Hour) },
		"link opened":     func(f *Facts) { f.Progress = f.Progress.Reopened() },
	} {
		g := f
		change(&g)
		if step := next[WaitInLine](t, g); !step.Creating {
			t.Errorf("%s: not as a creation", name)
		}
		if g.Settled().Progress.InLine == nil {
			t.Errorf("%s: forgotten", name)
		}
	}
}

// While a Pay waits, nothing else can be paid, chosen or changed.
func TestNothingBesideAPayInLine(t *testing.T) {
	f, _ := promptPayInLine(t)
	if _, creation, err := f.Pay(nil, asSeen); creation != nil || !errors.Is(err, ErrNotDue) {
		t.Errorf("pays again: %+v, %v", creation, err)
	}
	if _, err := f.Choose("PROMPTPAY", nil); !errors.Is(err, ErrNotDue) {
		t.Errorf("chooses: %v", err)
	}
	for name, progress := range map[string]Progress{
		"change method": f.ChangeMethod(map[string]string{"accountNumber": "1"}),
		"keep typed":    f.KeepTyped(map[string]string{"accountNumber": "1"}),
		"say paid":      f.SayPaid(nil),
		"try again":     f.TryAgain(),
	} {
		if !reflect.DeepEqual(progress, f.Progress) {
			t.Errorf("%s: the progress is %+v", name, progress)
		}
	}
}

// The payment exists: the customer goes on to the bank, once.
func TestPayInLineIsCreated(t *testing.T) {
	f, creation := onlineInLine(t)
	f = online(f)
	f.Known.Payin.Operator = apiclient.Operator{Code: "KBANK"}
	f.Known = withSent(f.Known, creation.Sent)
	leaves := next[LeaveForBank](t, f)
	if leaves.Payin.Operator.Name != "Bank KBANK" {
		t.Errorf("the operator's name is lost: %+v", leaves.Payin.Operator)
	}
	progress := f.Settled().Progress
	if progress.InLine != nil || !progress.Leaving {
		t.Errorf("settled %+v", progress)
	}
	posted := f
	posted.Progress = progress // no page was shown yet: the next one goes on to the bank
	next[LeaveForBank](t, posted)

	f.Progress = progress.Shown(leaves)
	next[ShowStatus](t, f) // the leaving page leads on once
}

// The token is refused while a Pay waits at another process, or has waited for too
// long: nobody knows what became of it.
func TestPayInLineIsBegunWhenTheTokenIsRefused(t *testing.T) {
	f, _ := promptPayInLine(t)
	f.Known, f.Options, f.Trouble = known.View{}, nil, TokenRejected
	for _, waited := range []time.Duration{time.Second, inLineLife} {
		f.Now = noon.Add(waited)
		if p := next[ShowProblem](t, f); !p.Begun || p.Missing {
			t.Errorf("after %s: got %+v", waited, p)
		}
	}
}

// What is known of the payment may differ from what waits; what isn't known doesn't.
func TestPayInLineIsAnothers(t *testing.T) {
	waits := known.Sent{Method: "ONLINE", Operator: apiclient.Operator{Code: "KBANK"}, Account: "1"}
	payin := func(method, operator string) known.Payment {
		return known.Read(apiclient.Payin{MethodCode: method, Operator: apiclient.Operator{Code: operator}}, noon)
	}
	for name, c := range map[string]struct {
		waits known.Sent
		p     known.Payment
		want  bool
	}{
		"not described":         {waits, known.Taken(noon), false},
		"the same":              {waits, payin("ONLINE", "KBANK"), false},
		"the operator unsaid":   {waits, payin("ONLINE", ""), false},
		"another method":        {waits, payin("PROMPTPAY", ""), true},
		"another operator":      {waits, payin("ONLINE", "SCB"), true},
		"the gateway chose one": {known.Sent{Method: "ONLINE"}, payin("ONLINE", "SCB"), false},
		"the same account":      {waits, payin("ONLINE", "").WithSent(known.Sent{Method: "ONLINE", Account: "1"}), false},
		"another account":       {waits, payin("ONLINE", "").WithSent(known.Sent{Method: "ONLINE", Account: "2"}), true},
		"operator sent before":  {waits, payin("ONLINE", "").WithSent(known.Sent{Method: "ONLINE", Operator: apiclient.Operator{Code: "SCB"}}), true},
	} {
		if got := c.p.View().IsAnother(c.waits); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	f, _ := onlineInLine(t)
	f = online(f)
	f.Known.Payin.Operator = apiclient.Operator{Code: "SCB"}
	if s := next[ShowStatus](t, f); s.Notice != AlreadyStarted {
		t.Errorf("another bank's page would come by itself: %+v", s)
	}
}

// Another browser was first, with another method: the customer is told.
func TestPayInLineCreatedElsewhere(t *testing.T) {
	f, _ := onlineInLine(t)
	f = created(f, apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201"})
	if i := next[FollowInstructions](t, f); i.Notice != AlreadyStarted {
		t.Errorf("got %+v", i)
	}
	if progress := f.Settled().Progress; progress.InLine != nil || progress.Notice != AlreadyStarted {
		t.Errorf("settled %+v", progress)
	}
}

// Without any news the form is back, with everything that was typed, and the
// gateway must be asked again about the payment.
func TestPayInLineIsGivenUp(t *testing.T) {
	f, _ := promptPayInLine(t)
	f.Now = noon.Add(inLineLife)
	if d := next[FillDetails](t, f); d.Notice != NotSent || d.Asked[0].Value == "" || d.ShowFaults {
		t.Errorf("got %+v", d)
	}
	progress := f.Settled().Progress
	if progress.InLine != nil || progress.Notice != NotSent || len(progress.Typed) == 0 {
		t.Errorf("settled %+v", progress)
	}
	f.Progress = progress
	if progress, creation, err := f.Pay(nil, asSeen); err != nil || creation == nil || progress.Notice != NoNotice || progress.InLine != nil {
		t.Errorf("can't pay again: %+v, %v", progress, err)
	}
}

// The number in line isn't asked for again unless it is known to be lost.
func TestReferenceInLine(t *testing.T) {
	f := created(facts(t, thai(), "amount", "10", "currencyCode", "INR"),
		apiclient.Payin{MethodCode: "P2A_V2", Status: "PENDING", Account: apiclient.Account{Number: "1"}})
	f.Progress = f.SayPaid(nil)
	progress, number, ok := f.GiveReferenceNumber("432112345678", nil)
	if !ok || progress.ReferenceAt != noon {
		t.Fatalf("got %+v", progress)
	}
	progress.ReferenceState = ReferenceInLine
	f.Progress = progress
	s := next[ShowStatus](t, f)
	if s.ReferenceState != ReferenceInLine || s.Reference != number || s.CanCorrectReference {
		t.Errorf("got %+v", s)
	}
	if _, _, ok := f.GiveReferenceNumber(number, nil); ok {
		t.Error("the number is sent twice")
	}
	sent := s
	if sent.ReferenceState = ReferenceSent; version(sent) == version(s) {
		t.Error("nobody hears that the number is there")
	}
	f.Now = noon.Add(inLineLife)
	if g := next[GiveReference](t, f); g.State != ReferenceUnsent || g.Value != number {
		t.Errorf("got %+v", g)
	}
	if progress := f.Settled().Progress; progress.ReferenceState != ReferenceUnsent {
		t.Errorf("settled %+v", progress)
	}
	f.Known.Payin.ExternalReference = number
	if s := next[ShowStatus](t, f); s.ReferenceState != ReferenceSent {
		t.Errorf("got %+v", s)
	}
}

// A second press with the same account, spelled otherwise, isn't reported.
func TestTheSameAccountInAnotherSpellingIsNoOther(t *testing.T) {
	f, _ := promptPayInLine(t)
	f = created(f, apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201"})
	f.Progress.InLine = nil
	f.Known.Sent = []known.Sent{{Method: "PROMPTPAY", Account: "0801234567"}}
	for typed, want := range map[string]Notice{"080-123-4567": NoNotice, "0801234567": NoNotice, "0809999999": AlreadyStarted} {
		progress, creation, _ := f.Pay(map[string]string{"accountNumber": typed}, asSeen)
		if creation != nil || progress.Notice != want {
			t.Errorf("%s: notice %v, creation %+v; want notice %v", typed, progress.Notice, creation, want)
		}
	}
}
