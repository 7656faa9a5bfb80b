package scenarios

import (
	"errors"
	"testing"

	"payapp/apiclient"
)

// The address of a choice shows it again and changes nothing: at any other
// address the choice stays made. (Ours.)
func TestAChoiceHasAnAddress(t *testing.T) {
	f := facts(t, thai())
	f.Progress.Method = "PROMPTPAY"
	if _, ok := due(f).(FillDetails); !ok {
		t.Fatalf("got %T, want the details", due(f))
	}
	f.Again = AgainMethod
	step, ok := due(f).(ChooseOption)
	if !ok || step.Selected != "PROMPTPAY" || step.Method != nil || step.Again != AgainMethod || len(step.Offers) != 3 {
		t.Fatalf("got %+v", due(f))
	}
	chosen, err := f.Choose("PROMPTPAY", nil)
	if err != nil || chosen.Notice != NoNotice {
		t.Errorf("the same once more: %q, %v", chosen.Notice, err)
	}
	if none, _ := f.Choose("", nil); none.Method != "" || none.Notice != ChooseMethod {
		t.Errorf("nothing chosen: %+v", none)
	}
	f.Progress.Method, f.Progress.Operator, f.Progress.OperatorDecided = "ONLINE", "BBL", true
	if again, err := f.Choose("ONLINE", nil); err != nil || again.Notice != NoNotice || again.Operator != "" {
		t.Errorf("its method once more: %+v, %v", again, err)
	}
	f.Again = AgainOperator
	if step, ok := due(f).(ChooseOption); !ok || step.Method == nil || step.Method.Method.Code != "ONLINE" {
		t.Errorf("the banks once more: got %+v", due(f))
	}
	f.Progress.Method = "PROMPTPAY" // has none to choose from
	if _, ok := due(f).(FillDetails); !ok {
		t.Errorf("no banks: got %T, want the details", due(f))
	}
	f.Again = "anything else"
	if _, ok := due(f).(FillDetails); !ok {
		t.Errorf("an address that is none: got %T", due(f))
	}
}

// A chosen bank stands among the others, and Back leads from there to the methods. After
// a refusal another bank is what helps first, also where the shop named the method. (Ours.)
func TestBackLeadsToTheChoiceBefore(t *testing.T) {
	f := facts(t, thai())
	f.Progress.Method, f.Progress.Operator, f.Progress.OperatorDecided = "ONLINE", "KBANK", true
	refused := f
	if step, ok := due(f).(ReviewPayment); !ok || step.Among == nil || len(step.Among.Operators) < 2 || !step.Open {
		t.Fatalf("a bank is chosen: got %+v, want it among the banks", due(f))
	}
	f.Progress = f.ChangeMethod(nil)
	if step, ok := due(f).(ChooseOption); !ok || step.Method != nil {
		t.Errorf("from the banks: got %+v, want the methods", due(f))
	}
	refused.Progress.Refused = apiclient.CodeInactivity
	if p, ok := due(refused).(ShowProblem); !ok || !p.OtherOperator || p.RetryFirst {
		t.Errorf("the bank may be down: got %+v", due(refused))
	}
	refused.Progress = refused.ChangeMethod(nil)
	if step, ok := due(refused).(ChooseOption); !ok || step.Method == nil {
		t.Errorf("after a refusal: got %+v, want the banks", due(refused))
	}
	refused.Progress = refused.ChangeMethod(nil)
	if step, ok := due(refused).(ChooseOption); !ok || step.Method != nil {
		t.Errorf("after a refusal: got %+v, want the methods", due(refused))
	}
	suggested := facts(t, thai(), "paymentMethodCode", "ONLINE", "paymentOperatorCode", "KBANK", "optionsAvailable", "true")
	suggested.Progress, _ = suggested.Choose("ONLINE", nil)
	suggested.Progress = suggested.ChangeMethod(nil)
	if step, ok := due(suggested).(ChooseOption); !ok || step.Method != nil {
		t.Errorf("from the suggested bank: got %+v, want the methods", due(suggested))
	}
}

// Without a choice, and once the payment exists, the address behaves like the
// payment's: nobody chooses, or pays, twice.
func TestNothingIsChosenTwice(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "PROMPTPAY")
	f.Again = AgainMethod
	if _, ok := due(f).(FillDetails); !ok {
		t.Errorf("the shop's choice: got %T", due(f))
	}
	f = facts(t, thai())
	f.Again, f.Progress.Method = AgainMethod, "PROMPTPAY"
	f = created(f, apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201"})
	if _, ok := due(f).(ChooseOption); ok {
		t.Error("a payment that exists is chosen for once more")
	}
	if _, err := f.Choose("ONLINE", nil); !errors.Is(err, ErrNotDue) {
		t.Errorf("got %v", err)
	}
}
