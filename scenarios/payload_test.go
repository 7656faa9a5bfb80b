package scenarios

import (
	"testing"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
)

// Fault 37: without its code a payment can still be made by what else the
// answer says. If it says nothing, nobody is told to scan or to transfer.
func TestFault37_NothingToScan(t *testing.T) {
	account, shop := apiclient.Account{Number: "0123456789"}, []string{"amount", "800"}
	for _, c := range []struct {
		name     string
		currency string
		payin    apiclient.Payin
		want     methods.Presentation // "" = unknown how to pay
	}{
		{"code", "PHP", apiclient.Payin{MethodCode: "QRPH", QRCode: "000201"}, methods.QR},
		{"account instead of a code", "PHP", apiclient.Payin{MethodCode: "QRPH", Account: account}, methods.Transfer},
		{"a picture of the code", "PHP", apiclient.Payin{MethodCode: "QRPH", QRCode: "iVBORw0KGgoAAAANSUhEUgAA"}, ""},
		{"the picture's data", "PHP", apiclient.Payin{MethodCode: "QRPH", QRCode: "data:image/png;base64,iVBORw0KGgo="}, ""},
		{"the picture's address", "PHP", apiclient.Payin{MethodCode: "QRPH", QRCode: "https://gateway.example/qr/1.png"}, ""},
		{"a picture, beside an account", "PHP", apiclient.Payin{MethodCode: "QRPH", QRCode: "/9j/4AAQ", Account: account}, methods.Transfer},
		{"a picture, beside a transfer", "JPY", apiclient.Payin{MethodCode: "OFFLINE", QRCode: "<svg>", Account: account}, methods.Transfer},
		{"a picture of the address", "USDT", apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", QRCode: "UklGRg==", Account: account}, methods.Crypto},
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
		switch step := due(f).(type) {
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

// The row says what is usual, but the answer decides (interface.md, Common
// steps 2: "by redirection to the customer's bank or wallet, or by payment
// instructions or a QR code"). "" is a redirect to a bank.
func TestTheAnswersOwnWayToPayIsUsed(t *testing.T) {
	const bank = "https://bank.example/1"
	account := apiclient.Account{Number: "0123456789"}
	for _, c := range []struct {
		name, currency string
		payin          apiclient.Payin
		want           methods.Presentation
	}{
		{"approval with an address", "ZAR", apiclient.Payin{MethodCode: "BANKA_PAY", RedirectURL: bank}, methods.Redirect},
		{"PAYSHAP with an address", "ZAR", apiclient.Payin{MethodCode: "PAYSHAP", RedirectURL: bank}, methods.Redirect},
		{"mobile money with an address", "GHS", apiclient.Payin{MethodCode: "MOBILE_MONEY", RedirectURL: bank}, methods.Redirect},
		{"mobile money with a code", "GHS", apiclient.Payin{MethodCode: "MOBILE_MONEY", QRCode: "000201"}, methods.QR},
		{"mobile money alone", "GHS", apiclient.Payin{MethodCode: "MOBILE_MONEY", Account: account}, methods.Phone},
		{"QR method with an address and no code", "THB", apiclient.Payin{MethodCode: "PROMPTPAY", RedirectURL: bank}, methods.Redirect},
		{"QR method with both", "THB", apiclient.Payin{MethodCode: "PROMPTPAY", RedirectURL: bank, QRCode: "000201"}, methods.QR},
		{"UPI with a code and no link", "INR", apiclient.Payin{MethodCode: "UPIQR", QRCode: "000201"}, methods.QR},
		{"a UPI link of another method", "INR", apiclient.Payin{MethodCode: "ONLINE", DeepLink: "upi://pay?pa=a@b"}, methods.QR},
		{"wallet without an address", "IDR", apiclient.Payin{MethodCode: "EWALLET"}, methods.Approve},
		{"wallet with a code", "IDR", apiclient.Payin{MethodCode: "EWALLET", QRCode: "000201"}, methods.QR},
		{"bank with a code", "THB", apiclient.Payin{MethodCode: "ONLINE", QRCode: "000201"}, methods.QR},
		{"virtual account with a code alone", "IDR", apiclient.Payin{MethodCode: "VAPAY", QRCode: "000201"}, methods.QR},
		{"store code with an address alone", "TWD", apiclient.Payin{MethodCode: "CODE_PAYMENT", RedirectURL: bank}, methods.Redirect},
		{"store code with an account alone", "TWD", apiclient.Payin{MethodCode: "CODE_PAYMENT", Account: account}, methods.Transfer},
		{"transfer with an address alone", "THB", apiclient.Payin{MethodCode: "OFFLINE", RedirectURL: bank}, methods.Redirect},
		{"transfer with instructions alone", "THB", apiclient.Payin{MethodCode: "OFFLINE", InstructionList: []apiclient.InstructionSection{{Title: "x"}}}, methods.Transfer},
		{"coins with an address of a page", "USDT", apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", RedirectURL: bank}, methods.Redirect},
		{"coins with a payee of another kind", "USDT", apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", PaymentAddress: apiclient.PaymentAddress{ID: "x"}}, ""},
		{"ONLINE's deprecated account", "THB", apiclient.Payin{MethodCode: "ONLINE", Account: account}, ""},
	} {
		f := created(facts(t, nil, "amount", "800", "currencyCode", c.currency), c.payin)
		f.Progress.Leaving = true // right after Pay
		var got methods.Presentation
		switch step := due(f).(type) {
		case LeaveForBank:
			got = methods.Redirect
		case FollowInstructions:
			got = step.Method.Presentation
			if got == methods.QR && Payload(step.Method, step.Payin) == "" {
				t.Errorf("%s: nothing to scan", c.name)
			}
			if c.payin.RedirectURL != "" && step.AppLink == "" {
				t.Errorf("%s: the way on isn't shown", c.name)
			}
		case ShowProblem:
			if step.Code != ProblemNoWay {
				t.Errorf("%s: %+v", c.name, step)
			}
		}
		if got != c.want {
			t.Errorf("%s: shown as %q, want %q", c.name, got, c.want)
		}
		f.Progress.Leaving, f.Progress.Returned = false, true
		if s, ok := due(f).(ShowStatus); ok && c.want == methods.Redirect && s.BankURL != bank {
			t.Errorf("%s: once there, no way back to it: %+v", c.name, s)
		}
	}
}

// A missing bank's address is reported right after Pay, and the page goes on
// once it comes. A customer who has been at the bank, or came from elsewhere,
// waits.
func TestBankWithoutAddress(t *testing.T) {
	f := created(facts(t, thai()), apiclient.Payin{MethodCode: "ONLINE", Status: "PENDING"})
	next[ShowStatus](t, f)
	f.Progress.Leaving = true
	if p := next[ShowProblem](t, f); p.Code != ProblemNoWay {
		t.Errorf("got %+v", p)
	}
	if !f.Settled().Progress.Leaving {
		t.Error("nobody would be led on any more")
	}
	f.Known.Payin.RedirectURL = "https://bank.example/1"
	next[LeaveForBank](t, f)
	if !f.Settled().Progress.Leaving {
		t.Error("read, and shown to nobody yet")
	}
	f.Known.Payin.RedirectURL, f.Progress = "", f.Progress.ComeBack()
	next[ShowStatus](t, f)
}

// Answers need not repeat the operator that was chosen here. For a payment
// started elsewhere it is never guessed: a wrong network would cost the money.
func TestChosenOperatorStays(t *testing.T) {
	tron := apiclient.Operator{Code: "TRON", Name: "Tron"}
	f := created(facts(t, nil, "amount", "25.5", "currencyCode", "USDT"), apiclient.Payin{
		MethodCode: "CRYPTO_OFFLINE", Account: apiclient.Account{Number: "T1"},
	})
	if got := next[FollowInstructions](t, f); got.Payin.Operator != (apiclient.Operator{}) || !got.NetworkUnknown() || got.Chosen.Method {
		t.Errorf("started elsewhere: %+v", got)
	}
	f.Known = withSent(f.Known, known.Sent{Method: "CRYPTO_OFFLINE", Operator: tron, At: noon})
	if got := next[FollowInstructions](t, f); got.Payin.Operator != tron || got.NetworkUnknown() || !got.Chosen.Operator {
		t.Errorf("sent from here: %+v", got)
	}
	typed := Progress{Typed: map[string]string{"accountName": "x"}}
	if w := typed.RecordOutcome(known.Sent{}, Result{Outcome: OutcomeCreated}); len(w.Typed) != 0 {
		t.Errorf("the cookie keeps %v, which the gateway has", w.Typed)
	}
	if w := typed.RecordOutcome(known.Sent{}, Result{Outcome: OutcomeRefused}); len(w.Typed) != 1 {
		t.Error("a refusal loses what was typed")
	}
	f.Known.Payin.Operator = apiclient.Operator{Code: "ETHEREUM"} // the gateway's takes precedence
	step := next[FollowInstructions](t, f)
	if got := step.Payin.Operator; got.Code != "ETHEREUM" || got.Name != "ETHEREUM" || step.NetworkUnknown() {
		t.Errorf("a network by its code alone: operator %+v", got)
	}
	f.Known.Payin.Operator = tron
	if got := next[FollowInstructions](t, f).Payin.Operator; got != tron {
		t.Errorf("operator %+v", got)
	}
}

// A code is what the gateway wrote, to the last space: a checksum may count it.
func TestPayloadsAreUnchanged(t *testing.T) {
	const odd = " 00020101\n021 \t"
	for _, c := range []struct {
		row   methods.Method
		payin apiclient.Payin
	}{
		{methods.Method{Presentation: methods.QR}, apiclient.Payin{QRCode: odd}},
		{methods.Method{Presentation: methods.Transfer, ShowsQR: true}, apiclient.Payin{QRCode: odd}},
		{methods.Method{Presentation: methods.QR, QRLink: true}, apiclient.Payin{DeepLink: odd}},
		{methods.Method{Presentation: methods.Crypto}, apiclient.Payin{QRCode: odd}},
		{methods.Method{Presentation: methods.Crypto}, apiclient.Payin{Account: apiclient.Account{Number: odd}}},
	} {
		if got := Payload(c.row, c.payin); got != odd {
			t.Errorf("%s: %q, want %q", c.row.Presentation, got, odd)
		}
	}
}
