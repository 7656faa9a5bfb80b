package scenarios

import (
	"testing"

	"payapp/apiclient"
	"payapp/methods"
)

// Fault 37: without its code a payment can still be made by what else the
// answer says; where it says nothing, nobody is told to scan or to transfer.
func TestFault37_NothingToScan(t *testing.T) {
	account, shop := apiclient.Account{Number: "0123456789"}, []string{"amount", "800"}
	for _, c := range []struct {
		name     string
		currency string
		payin    apiclient.Payin
		want     methods.Presentation // "" = nobody knows how to pay
	}{
		{"code", "PHP", apiclient.Payin{MethodCode: "QRPH", QRCode: "000201"}, methods.QR},
		{"account instead of a code", "PHP", apiclient.Payin{MethodCode: "QRPH", Account: account}, methods.Transfer},
		{"neither", "PHP", apiclient.Payin{MethodCode: "QRPH", Reference: "R1"}, ""},
		{"UPI link", "INR", apiclient.Payin{MethodCode: "UPIQR", DeepLink: "upi://pay?pa=a@b"}, methods.QR},
		{"no UPI link", "INR", apiclient.Payin{MethodCode: "UPIQR"}, ""},
		{"store code", "TWD", apiclient.Payin{MethodCode: "CODE_PAYMENT", Reference: "LLB1"}, methods.StoreCode},
		{"no store code", "TWD", apiclient.Payin{MethodCode: "CODE_PAYMENT"}, ""},
		{"virtual account", "TWD", apiclient.Payin{MethodCode: "VAPAY", Account: account}, methods.VirtualAccount},
		{"no virtual account", "TWD", apiclient.Payin{MethodCode: "VAPAY"}, ""},
		{"crypto address", "USDT", apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Account: account}, methods.Crypto},
		{"no crypto address", "USDT", apiclient.Payin{MethodCode: "CRYPTO_OFFLINE"}, ""},
		{"approved in an app", "ZAR", apiclient.Payin{MethodCode: "BANKA_PAY"}, methods.Approve},
	} {
		f := created(facts(t, nil, append(shop, "currencyCode", c.currency)...), c.payin)
		switch step := Next(f).(type) {
		case FollowInstructions:
			if step.Method.Presentation != c.want {
				t.Errorf("%s: shown as %q, want %q", c.name, step.Method.Presentation, c.want)
			}
		case ShowProblem:
			if step.Code != ProblemNoWay || !step.Wait || c.want != "" {
				t.Errorf("%s: %+v, want %q", c.name, step, c.want)
			}
		default:
			t.Errorf("%s: %T", c.name, step)
		}
	}
}

// A bank's address that isn't there right after Pay is said; it leads on once
// it comes. Who has been at the bank, or came from elsewhere, waits.
func TestBankWithoutAddress(t *testing.T) {
	f := created(facts(t, thai()), apiclient.Payin{MethodCode: "ONLINE", Status: "PENDING"})
	next[ShowStatus](t, f)
	f.Work.Leaving = true
	if p := next[ShowProblem](t, f); p.Code != ProblemNoWay {
		t.Errorf("got %+v", p)
	}
	if work, _ := f.Remember(); !work.Leaving {
		t.Error("nobody would be led on any more")
	}
	f.Reading.Payin.RedirectURL = "https://bank.example/1"
	next[LeaveForBank](t, f)
	f.Reading.Payin.RedirectURL, f.Work = "", f.ComeBack()
	next[ShowStatus](t, f)
}

// Answers need not repeat the operator that was chosen here. What was begun
// elsewhere is never guessed: a wrong network would cost the money.
func TestChosenOperatorStays(t *testing.T) {
	sent := Creation{Code: "CRYPTO_OFFLINE", Operator: apiclient.Operator{Code: "TRON", Name: "Tron"}}
	f := created(facts(t, nil, "amount", "25.5", "currencyCode", "USDT"), apiclient.Payin{
		MethodCode: "CRYPTO_OFFLINE", Account: apiclient.Account{Number: "T1"},
	})
	for outcome, want := range map[Outcome]apiclient.Operator{
		OutcomeCreated: sent.Operator, OutcomeExists: {}, OutcomeElsewhere: {}, OutcomeUnknown: {},
	} {
		f.Work = Work{}.Settle(sent, outcome, "")
		if got := next[FollowInstructions](t, f).Payin.Operator; got != want {
			t.Errorf("outcome %d: operator %+v, want %+v", outcome, got, want)
		}
	}
	typed := Work{Typed: map[string]string{"accountName": "x"}}
	if w := typed.Settle(sent, OutcomeCreated, ""); len(w.Typed) != 0 {
		t.Errorf("the cookie keeps %v, which the gateway has", w.Typed)
	}
	if w := typed.Settle(sent, OutcomeRefused, ""); len(w.Typed) != 1 {
		t.Error("a refusal loses what was typed")
	}
	f.Work = Work{}.Settle(sent, OutcomeCreated, "")
	f.Reading.Payin.Operator.Code = "ETHEREUM" // the gateway knows better
	if got := next[FollowInstructions](t, f).Payin.Operator; got.Code != "ETHEREUM" || got.Name != "" {
		t.Errorf("operator %+v", got)
	}
	f.Reading.Payin.Operator.Code = "TRON"
	if got := next[FollowInstructions](t, f).Payin.Operator; got != sent.Operator {
		t.Errorf("operator %+v", got)
	}
}
