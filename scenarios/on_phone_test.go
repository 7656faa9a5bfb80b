package scenarios

import (
	"testing"
	"time"

	"payapp/apiclient"
)

// Ours: what is approved in an app, or opens one, goes on on a phone; not what a bank's
// page or any scanner takes, and nobody who may have paid is sent there.
func TestToPhone(t *testing.T) {
	upi := apiclient.Payin{MethodCode: "UPIQR", DeepLink: "upi://pay?pa=shop@bank&am=499.00", Status: "PENDING"}
	wallet := apiclient.Payin{MethodCode: "EWALLET", RedirectURL: "https://wallet.example/1", Status: "PENDING"}
	inApp := wallet
	inApp.RedirectURL = "gojek://pay?id=1"
	for name, c := range map[string]struct {
		currency string
		p        apiclient.Payin
		change   func(*Facts)
		want     bool
	}{
		"a link into an app":      {"INR", upi, nil, true},
		"approved in an app":      {"INR", apiclient.Payin{MethodCode: "UPI_ID", Status: "PENDING"}, nil, true},
		"a wallet's page":         {"IDR", wallet, nil, true},
		"a wallet's app":          {"IDR", inApp, nil, true},
		"right after Pay":         {"IDR", inApp, func(f *Facts) { f.Progress.Leaving = true }, true},
		"a bank's page":           {"IDR", apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", Status: "PENDING"}, nil, false},
		"any scanner's code":      {"IDR", apiclient.Payin{MethodCode: "QRISPAY", QRCode: "00020101", Status: "PENDING"}, nil, false},
		"an account":              {"IDR", apiclient.Payin{MethodCode: "VAPAY", Account: apiclient.Account{Number: "88"}, Status: "PENDING"}, nil, false},
		"said to have paid":       {"INR", upi, func(f *Facts) { f.Progress.SaidPaidAt = noon }, false},
		"back from the wallet":    {"IDR", wallet, func(f *Facts) { f.Progress.Returned = true }, false},
		"a word nobody knows":     {"INR", apiclient.Payin{MethodCode: "UPIQR", DeepLink: upi.DeepLink, Status: "OPEN"}, nil, false},
		"paid":                    {"INR", apiclient.Payin{MethodCode: "UPIQR", DeepLink: upi.DeepLink, Status: "SUCCESS"}, nil, false},
		"another app's link":      {"INR", apiclient.Payin{MethodCode: "UPIQR", DeepLink: "evil://pay", Status: "PENDING"}, nil, false},
		"it can't be read":        {"INR", upi, func(f *Facts) { f.Trouble = GatewayDown }, false},
		"the link's time is over": {"INR", upi, func(f *Facts) { f.Trouble = TokenRejected }, false},
		"a status link":           {"INR", upi, func(f *Facts) { f.ReadOnly = true }, false},
	} {
		f := created(facts(t, nil, "amount", "499", "currencyCode", c.currency), c.p)
		f.Progress.PaidAt, f.Progress.PhoneUntil = noon, noon.Add(time.Minute)
		if c.change != nil {
			c.change(&f)
		}
		got := Decide(f.Settled())
		if got.ToPhone != c.want || got.PhoneUntil.IsZero() == c.want {
			t.Errorf("%s (%s): %t, until %v", name, got.Moment, got.ToPhone, got.PhoneUntil)
		}
		if _, _, ok := f.ContinueOnPhone(); ok != c.want {
			t.Errorf("%s: a code is made: %t", name, ok)
		}
	}
}

// The phone goes on where the desktop is: with Pay pressed and what was typed, led nowhere,
// and without a code of its own. From then on neither is sure that nobody has paid.
func TestContinueOnPhone(t *testing.T) {
	f := created(facts(t, nil, "amount", "50000", "currencyCode", "IDR"), apiclient.Payin{MethodCode: "EWALLET", RedirectURL: "gojek://pay?id=1", Status: "PENDING"})
	f.Progress = Progress{PaidAt: noon, Typed: map[string]string{"phoneNumber": "0812"}}
	refused := func(p Progress) bool {
		f := created(f, apiclient.Payin{MethodCode: "EWALLET", Status: "REFUSED"})
		f.Progress = p
		return next[ShowStatus](t, f).Sure
	}
	here, phone, ok := f.ContinueOnPhone()
	if want := noon.Add(10 * time.Minute); !ok || !here.PhoneUntil.Equal(want) || here.Leaving {
		t.Errorf("here: %+v", here)
	}
	if phone.PhoneUntil.After(noon) || !phone.PaidAt.Equal(noon) || phone.Typed["phoneNumber"] != "0812" || phone.Leaving {
		t.Errorf("on the phone: %+v", phone)
	}
	if !refused(f.Progress) || refused(here) || refused(phone) {
		t.Errorf("sure: alone %t, here %t, on the phone %t", refused(f.Progress), refused(here), refused(phone))
	}
	f.Progress = here
	for name, after := range map[string]Progress{"back from the wallet": here.ComeBack(), "back": f.ShowInstructionsAgain(), "said": f.SayPaid(nil)} {
		if name != "said" && after.PhoneUntil.After(noon) || after.PhoneUntil.IsZero() {
			t.Errorf("%s: %v", name, after.PhoneUntil)
		}
	}
}
