package scenarios

import (
	"testing"

	"payapp/apiclient"
	"payapp/methods"
)

// Scenario 4, "option locked": a form made by hand can't leave out the operator that
// the shop locked, nor choose another one.
func TestTheShopsOperatorStaysLocked(t *testing.T) {
	for _, m := range methods.Default().All() {
		if m.Operator == methods.OperatorNone {
			continue
		}
		options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: m.Code, Operators: operators("OP1", "OP2", "OP3")}}}
		for _, chosen := range []string{"", "OP2"} {
			f := facts(t, options, "currencyCode", m.Currency, "amount", "10", "paymentMethodCode", m.Code, "paymentOperatorCode", "OP1")
			for range 2 { // the second time as in another tab
				if p, err := f.Choose(m.Code, &chosen); err == nil {
					f.Progress = p
				}
			}
			offers, _ := f.Offers()
			if s := f.selection(offers); s.offer == nil || !s.decided || s.operator != "OP1" {
				t.Errorf("%s %s: after choosing %q the operator is %q", m.Code, m.Currency, chosen, s.operator)
			}
		}
	}
}

// "The option must be one of the merchant's available options" (interface.md,
// Scenarios 4): an operator that the gateway lists is sent, also with a method whose
// customers aren't asked for one. One that it doesn't list is refused.
func TestTheShopsOperatorIsSentIfTheGatewayListsIt(t *testing.T) {
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "UPIQR", Operators: operators("YES", "NO")}}}
	for _, method := range []string{"UPIQR", ""} {
		f := facts(t, options, "currencyCode", "INR", "amount", "10", "paymentMethodCode", method, "paymentOperatorCode", "YES")
		_, creation, err := f.Pay(nil, asSeen)
		if err != nil || creation == nil || creation.Method["paymentOperatorCode"] != "YES" {
			t.Errorf("%q: got %+v, %v on %+v", method, creation, err, due(f))
		}
		f = facts(t, options, "currencyCode", "INR", "amount", "10", "paymentMethodCode", method, "paymentOperatorCode", "OTHER")
		if p := next[ShowProblem](t, f); p.Code != ProblemUnavailable {
			t.Errorf("%q: got %+v", method, p)
		}
	}
	f := facts(t, options, "currencyCode", "INR", "amount", "10")
	if d := next[FillDetails](t, f); d.Operator.Code != "" || d.CanChange {
		t.Errorf("the customer is asked for an operator: %+v", d)
	}
}
