package scenarios

import (
	"testing"

	"payapp/apiclient"
)

// The nine combinations of the two axes, with PROMPTPAY: which step is due,
// what is asked and what is locked.
func TestNineCombinations(t *testing.T) {
	const id = "0801234567"
	for _, c := range []struct {
		name   string
		params []string
		step   string // first step
		asked  string // accountNumber's value if it is asked, "-" if not
		change bool   // the option may be changed
	}{
		{"1", nil, "options", "", true},
		{"2", []string{"accountNumber", id}, "options", "-", true},
		{"3", []string{"accountNumber", id, "allowCustomerDataChange", "true"}, "options", id, true},
		{"4", []string{"paymentMethodCode", "PROMPTPAY"}, "details", "", false},
		{"4+2", []string{"paymentMethodCode", "PROMPTPAY", "accountNumber", id}, "review", "-", false},
		{"4+3", []string{"paymentMethodCode", "PROMPTPAY", "accountNumber", id, "allowCustomerDataChange", "true"}, "details", id, false},
		{"5", []string{"paymentMethodCode", "PROMPTPAY", "optionsAvailable", "true"}, "options", "", true},
		{"5+2", []string{"paymentMethodCode", "PROMPTPAY", "optionsAvailable", "true", "accountNumber", id}, "options", "-", true},
		{"5+3", []string{"paymentMethodCode", "PROMPTPAY", "optionsAvailable", "true", "accountNumber", id, "allowCustomerDataChange", "true"}, "options", id, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := facts(t, thai(), c.params...)
			if c.step == "options" {
				step := next[ChooseOption](t, f)
				if len(step.Offers) != 3 {
					t.Errorf("%d offers, want 3: unknown methods are left out", len(step.Offers))
				}
				if f.Order.MethodCode != step.Selected {
					t.Errorf("%q is selected, want %q", step.Selected, f.Order.MethodCode)
				}
				f = choose(t, f, "PROMPTPAY", nil)
			}
			var plan Plan
			if c.asked == "-" {
				plan = next[ReviewPayment](t, f).Plan
				if len(plan.Locked) != 1 || plan.Locked[0].Value != id {
					t.Errorf("locked is %+v, want %s", plan.Locked, id)
				}
			} else {
				plan = next[FillDetails](t, f).Plan
				if plan.Asked[0].Value != c.asked {
					t.Errorf("asked with %q, want %q", plan.Asked[0].Value, c.asked)
				}
			}
			if plan.CanChange != c.change {
				t.Errorf("can change: %v, want %v", plan.CanChange, c.change)
			}
			progress, creation, err := f.Pay(map[string]string{"accountNumber": "080-123-4567"}, asSeen)
			if err != nil || creation == nil {
				t.Fatalf("pay: %v, %v, progress %+v", creation, err, progress)
			}
			account := creation.Method["account"].(map[string]any)
			if creation.Sent.Method != "PROMPTPAY" || account["accountNumber"] != id {
				t.Errorf("would send %v", creation.Method)
			}
		})
	}
}

func TestOnlyAnOperatorIsGiven(t *testing.T) {
	f := facts(t, thai(), "paymentOperatorCode", "KBANK")
	review := next[ReviewPayment](t, f) // only one method has it, so it is locked
	if review.Method.Code != "ONLINE" || review.Operator.Name != "Bank KBANK" || review.CanChange {
		t.Errorf("got %s %+v, change %v", review.Method.Code, review.Operator, review.CanChange)
	}
	step := next[ChooseOption](t, facts(t, thai(), "paymentOperatorCode", "BBL"))
	if len(step.Offers) != 2 || len(step.Offers[0].Operators) != 1 {
		t.Errorf("offers of BBL: %+v", step.Offers)
	}
}

func TestMethodLockedAndOperatorNeeded(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "ONLINE")
	step := next[ChooseOption](t, f)
	if step.Method == nil || len(step.Method.Operators) != 5 || step.CanChange {
		t.Fatalf("want the operators of ONLINE alone, got %+v", step)
	}
	f = choose(t, f, "ONLINE", nil)
	if step := next[ChooseOption](t, f); step.Notice != ChooseOperator {
		t.Errorf("notice %q, want %q", step.Notice, ChooseOperator)
	}
	f = choose(t, f, "ONLINE", ptr("SCB"))
	if review := next[ReviewPayment](t, f); review.Operator.Code != "SCB" || !review.CanChange {
		t.Errorf("got %+v", review.Plan)
	}
}

// The store for a code and the network for coins are always asked, even if all of them
// were shown, or the shop locked the method. A store may be left out, which must be
// confirmed. A network may not: nobody would have chosen it.
func TestAStoreOrNetworkIsAsked(t *testing.T) {
	coins := &apiclient.Options{Methods: []apiclient.Option{
		{MethodCode: "CRYPTO_OFFLINE", Operators: operators("ETHEREUM", "TRON")}, {MethodCode: "TELEPORT"},
	}}
	for _, locked := range [][]string{nil, {"paymentMethodCode", "CRYPTO_OFFLINE"}, {"paymentMethodCode", "CRYPTO_OFFLINE", "optionsAvailable", "true"}} {
		f := facts(t, coins, append([]string{"amount", "25.5", "currencyCode", "USDT"}, locked...)...)
		for range 2 {
			if step := next[ChooseOption](t, f); step.Method == nil || len(step.Method.Operators) != 2 {
				t.Fatalf("%v: want the networks alone, got %+v", locked, step)
			}
			f = choose(t, f, "CRYPTO_OFFLINE", nil)
		}
		if plan := next[FillDetails](t, choose(t, f, "CRYPTO_OFFLINE", ptr("TRON"))).Plan; plan.Operator.Code != "TRON" {
			t.Errorf("%v: operator %+v", locked, plan.Operator)
		}
		if step := next[ChooseOption](t, choose(t, f, "CRYPTO_OFFLINE", ptr(""))); step.Method == nil {
			t.Errorf("%v: want the networks again, since one must be chosen, got %+v", locked, step)
		}
	}
	coins.Methods[0].Operators = operators("TRON")
	if plan := next[FillDetails](t, facts(t, coins, "amount", "25.5", "currencyCode", "USDT")).Plan; plan.Operator.Code != "TRON" {
		t.Errorf("a single network is no choice, got %+v", plan.Operator)
	}
	store := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "CODE_PAYMENT", Operators: operators("ibon", "OK-go")}, {MethodCode: "VAPAY"}}}
	f := facts(t, store, "amount", "800", "currencyCode", "TWD")
	if step := next[ChooseOption](t, f); step.Method != nil {
		t.Fatalf("got %+v", step)
	}
	if step := next[ChooseOption](t, choose(t, f, "CODE_PAYMENT", nil)); step.Method == nil {
		t.Errorf("want the stores alone, got %+v", step)
	}
	if plan := next[FillDetails](t, choose(t, f, "CODE_PAYMENT", ptr(""))).Plan; plan.Operator.Code != "" {
		t.Errorf("said to go on without one, and got %+v", plan.Operator)
	}
}

func TestAProposedOperatorIsPreselected(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "ONLINE", "paymentOperatorCode", "SCB", "optionsAvailable", "true")
	if step := next[ChooseOption](t, f); step.Selected != "ONLINE" || step.Operator != "SCB" || len(step.Offers) != 3 {
		t.Fatalf("got %+v", step)
	}
	f = choose(t, f, "ONLINE", nil)
	if review := next[ReviewPayment](t, f); review.Operator.Code != "SCB" {
		t.Errorf("got %+v", review.Operator)
	}
	other := choose(t, f, "PROMPTPAY", nil)
	next[FillDetails](t, other)

	// Among many, the others are one press away: from the start, and after a
	// change of mind.
	many := thai()
	for i := range many.Methods {
		if many.Methods[i].MethodCode == "ONLINE" {
			many.Methods[i].Operators = operators("SCB", "004", "002", "014", "025")
		}
	}
	f = facts(t, many, "paymentMethodCode", "ONLINE", "paymentOperatorCode", "SCB", "optionsAvailable", "true")
	for range 2 {
		listed := choose(t, f, "ONLINE", ptr(""))
		if step := next[ChooseOption](t, listed); step.Method == nil || step.Operator != "SCB" || len(step.Method.Operators) != 5 || step.Notice != NoNotice {
			t.Fatalf("want all banks, got %+v", step)
		}
		if review := next[ReviewPayment](t, choose(t, listed, "ONLINE", ptr("002"))); review.Operator.Code != "002" {
			t.Errorf("got %+v", review.Operator)
		}
		f = choose(t, f, "ONLINE", nil)
		if review := next[ReviewPayment](t, f); review.Operator.Code != "SCB" {
			t.Errorf("got %+v", review.Operator)
		}
		f.Progress = f.ChangeMethod(nil)
	}
}

// Fault 16: what isn't offered is never sent.
func TestFault16_NotOffered(t *testing.T) {
	for _, params := range [][]string{
		{"paymentMethodCode", "QRPH"}, {"paymentMethodCode", "TELEPORT"}, {"paymentOperatorCode", "NOBANK"},
		{"paymentMethodCode", "ONLINE", "paymentOperatorCode", "NOBANK"},
	} {
		f := facts(t, thai(), params...)
		if p := next[ShowProblem](t, f); p.Code != ProblemUnavailable {
			t.Errorf("%v: %q", params, p.Code)
		}
		if _, creation, err := f.Pay(nil, asSeen); creation != nil || err == nil {
			t.Errorf("%v: would send %v", params, creation)
		}
	}
	f := facts(t, thai())
	for _, c := range []struct {
		method   string
		operator *string
	}{{"QRPH", nil}, {"QRPH", ptr("SCB")}} {
		chosen := choose(t, f, c.method, c.operator)
		if p := next[ShowProblem](t, chosen); p.Code != ProblemUnavailable || !p.CanChange {
			t.Errorf("%s %v: got %+v", c.method, c.operator, p)
		}
		chosen.Progress = chosen.ChangeMethod(nil)
		next[ChooseOption](t, chosen)
	}
}

// A page without scripts and with an old browser shows every method's operators
// at once, so one method can be marked and another's operator pressed. The page
// asks again, and the payment isn't harmed.
func TestAnotherMethodsOperatorIsAskedAgain(t *testing.T) {
	o := &apiclient.Options{Methods: []apiclient.Option{
		{MethodCode: "VAPAY", Operators: operators("004", "812")}, {MethodCode: "CODE_PAYMENT", Operators: operators("ibon", "OK-go")},
	}}
	f := choose(t, facts(t, o, "amount", "800", "currencyCode", "TWD"), "VAPAY", ptr("ibon"))
	step := next[ChooseOption](t, f)
	if step.Method == nil || step.Method.Method.Code != "VAPAY" || len(step.Method.Operators) != 2 || step.Notice != ChooseOperator || !step.CanChange {
		t.Errorf("got %+v", step)
	}
	if fill := next[FillDetails](t, choose(t, f, "VAPAY", ptr("812"))); fill.Operator.Code != "812" || fill.Notice != NoNotice {
		t.Errorf("got %+v", fill)
	}
	step = next[ChooseOption](t, choose(t, facts(t, thai()), "PROMPTPAY", ptr("SCB"))) // has none to choose from
	if step.Method != nil || len(step.Offers) != 3 || step.Notice != ChooseMethod {
		t.Errorf("got %+v", step)
	}
	alone := &apiclient.Options{Methods: thai().Methods[:1]}
	step = next[ChooseOption](t, choose(t, facts(t, alone), "ONLINE", ptr("GONE")))
	if step.Method == nil || step.Method.Method.Code != "ONLINE" || step.Notice != ChooseOperator {
		t.Errorf("an operator that is gone: got %+v", step)
	}
}

// Fault 36: no options at all.
func TestFault36_NoOptions(t *testing.T) {
	empty := *thai()
	empty.Methods = nil
	if p := next[ShowProblem](t, facts(t, &empty)); p.Code != ProblemNoOptions {
		t.Errorf("got %q", p.Code)
	}
}

// What only we don't know isn't the shop's fault.
func TestOnlyMethodsThatWeDoNotKnow(t *testing.T) {
	unknown := *thai()
	unknown.Methods = unknown.Methods[3:]
	f := facts(t, &unknown)
	if p := next[ShowProblem](t, f); len(f.Options.Methods) == 0 || p.Code != ProblemUnsupported {
		t.Errorf("%v: got %q", f.Options.Methods, p.Code)
	}
}

func TestACodeListedTwiceIsOneOption(t *testing.T) {
	o := thai()
	o.Methods = append(o.Methods, o.Methods[0])
	o.Methods[4].Operators = operators("SCB", "UOB")
	offers, _ := facts(t, o).Offers()
	if len(offers) != 3 || len(offers[0].Operators) != 6 {
		t.Errorf("got %+v", offers)
	}
}

func TestExternalProvidersComeLast(t *testing.T) {
	o := thai()
	o.ExternalProviders = operators("XPAY")
	offers, _ := facts(t, o).Offers()
	if got := offers[0].Operators[5].Code; got != "XPAY" {
		t.Errorf("got %s", got)
	}
	if len(offers[1].Operators) != 0 {
		t.Errorf("PROMPTPAY takes no operator, got %v", offers[1].Operators)
	}
}

// "externalProviders: Optional. Each has code and name." They are operators to
// redirect to, not networks, store chains or banks of an account.
func TestExternalProvidersAreForRedirectsAlone(t *testing.T) {
	for currency, codes := range map[string][]string{"USDT": {"CRYPTO_OFFLINE"}, "TWD": {"CODE_PAYMENT", "VAPAY"}, "THB": {"OFFLINE"}, "GHS": {"MOBILE_MONEY"}} {
		o := &apiclient.Options{ExternalProviders: operators("XPAY")}
		for _, code := range codes {
			o.Methods = append(o.Methods, apiclient.Option{MethodCode: code, Operators: operators("A", "B")})
		}
		offers, problem := facts(t, o, "amount", "10", "currencyCode", currency).Offers()
		if problem != "" || len(offers) != len(codes) {
			t.Fatalf("%s: got %+v, %q", currency, offers, problem)
		}
		for _, offer := range offers {
			if offer.Has("XPAY") || len(offer.Operators) != 2 {
				t.Errorf("%s %s: got %v", offer.Method.Code, currency, offer.Operators)
			}
		}
	}
}
