package scenarios

import (
	"fmt"
	"testing"

	"payapp/apiclient"
	"payapp/money"
)

// facing makes facts of a payment in another currency.
func facing(t *testing.T, currency string, options *apiclient.Options, pairs ...string) Facts {
	t.Helper()
	f := facts(t, options, pairs...)
	f.Order.Money = money.MustParse("100", currency)
	return f
}

// interface.md, Payin create request, paymentOperatorCode: "bank or wallet
// code. Optional for some methods". A method that the gateway lists without
// operators is offered without one; a shop's operator goes to the gateway,
// which decides.
func TestMethodsWithoutListedOperatorsAreOffered(t *testing.T) {
	for _, m := range []struct{ code, currency string }{
		{"MOBILE_MONEY", "GHS"}, {"EWALLET", "IDR"}, {"NETBANKING", "INR"}, {"FPX", "MYR"}, {"PSE", "COP"}, {"ONLINE", "THB"},
	} {
		options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: m.code}, {MethodCode: "OFFLINE"}}}
		f := facing(t, m.currency, options, "paymentMethodCode", m.code)
		switch step := due(f).(type) {
		case FillDetails, ReviewPayment:
		default:
			t.Errorf("%s: got %T %+v", m.code, step, step)
		}
		f = facing(t, m.currency, options, "paymentMethodCode", m.code, "paymentOperatorCode", "SHOPS")
		var plan Plan
		switch step := due(f).(type) {
		case FillDetails:
			plan = step.Plan
		case ReviewPayment:
			plan = step.Plan
		}
		if plan.Operator.Code != "SHOPS" {
			t.Errorf("%s: the shop's operator: got %+v", m.code, due(f))
		}
	}
	// An operator alone doesn't select a method that lists none.
	f := facts(t, &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "ONLINE"}}}, "paymentOperatorCode", "NOBANK")
	if p := next[ShowProblem](t, f); p.Code != ProblemUnavailable {
		t.Errorf("got %+v", p)
	}
}

// interface.md, Scenarios 5: "The customer may choose another available
// option", even if the suggestion isn't available.
func TestAProposalThatIsNotOfferedLeavesTheOthers(t *testing.T) {
	for name, params := range map[string][]string{
		"method": {"paymentMethodCode", "QRPH"}, "operator of any": {"paymentOperatorCode", "NOBANK"},
		"operator of the method": {"paymentMethodCode", "ONLINE", "paymentOperatorCode", "NOBANK"},
	} {
		f := facts(t, thai(), append(params, "optionsAvailable", "true")...)
		step := next[ChooseOption](t, f)
		if len(step.Offers) != 3 || step.Notice != ProposalGone {
			t.Errorf("%s: got %d offers, notice %q", name, len(step.Offers), step.Notice)
		}
		if name == "operator of the method" && step.Selected != "ONLINE" {
			t.Errorf("%s: %q is marked", name, step.Selected)
		}
		if review := next[ReviewPayment](t, choose(t, f, "ONLINE", ptr("BBL"))); review.Notice != NoNotice {
			t.Errorf("%s: after another choice: %q", name, review.Notice)
		}
	}
	alone := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "PROMPTPAY"}}}
	if step := next[FillDetails](t, facts(t, alone, "paymentMethodCode", "QRPH", "optionsAvailable", "true")); step.Notice != ProposalGone {
		t.Errorf("with one left: %q", step.Notice)
	}
	if step := next[ChooseOption](t, facts(t, thai(), "paymentMethodCode", "ONLINE", "optionsAvailable", "true")); step.Notice != NoNotice {
		t.Errorf("a proposal that is offered: %q", step.Notice)
	}
}

// The cost of many operators grows with their number, not with its square,
// which would take minutes here. Ours: the interface limits no list.
func TestManyOperatorsCostNoMoreThanTheirNumber(t *testing.T) {
	const many = 400_000
	o := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "ONLINE"}, {MethodCode: "NETBANKING"}}}
	for i := range many {
		op := apiclient.Operator{Code: fmt.Sprint("B", i), Name: "Bank"}
		o.Methods[0].Operators = append(o.Methods[0].Operators, op)
		o.ExternalProviders = append(o.ExternalProviders, op)
	}
	if offers, _ := facts(t, o, "amount", "10", "currencyCode", "INR").Offers(); len(offers[0].Operators) != many || len(offers[1].Operators) != many {
		t.Errorf("got %d and %d operators", len(offers[0].Operators), len(offers[1].Operators))
	}
}
