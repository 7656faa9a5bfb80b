package scenarios

import (
	"testing"

	"payapp/apiclient"
)

// FPX has two lists of banks in one. The bank determines the type of account,
// which isn't asked then; for a bank in neither list the customer chooses; and
// locked data leaves only the banks that fit.
func TestFPXTwoListsOfBanks(t *testing.T) {
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "FPX", Operators: operators("MB2U0227", "MBB0228", "NEW0001")}}}
	f := facts(t, options, "amount", "10", "currencyCode", "MYR", "paymentMethodCode", "FPX")
	for bank, want := range map[string]string{"MB2U0227": "personal", "MBB0228": "corporate"} {
		g := choose(t, f, "FPX", ptr(bank))
		if d := next[ReviewPayment](t, g); len(d.Implied) != 1 || d.Implied[0].Value != want {
			t.Errorf("%s settles %+v, want %q", bank, d.Implied, want)
		}
		// The form's value is ignored: it wasn't asked.
		for _, sent := range []string{"personal", "corporate", ""} {
			if got := accountType(t, g, sent); got != want {
				t.Errorf("%s with %q pays from %q", bank, sent, got)
			}
		}
	}
	g := choose(t, f, "FPX", ptr("NEW0001"))
	if d := next[FillDetails](t, g); len(d.Asked) != 1 || d.Asked[0].Value != "" {
		t.Errorf("a bank of neither list asks %+v", d.Asked)
	}
	if got := accountType(t, g, "corporate"); got != "corporate" {
		t.Errorf("a bank of neither list pays from %q", got)
	}
	// The bank overrides what the shop suggests, but not what it locks.
	h := facts(t, options, "amount", "10", "currencyCode", "MYR", "paymentMethodCode", "FPX", "paymentOperatorCode", "MB2U0227", "accountType", "corporate", "allowCustomerDataChange", "true")
	if d := next[ReviewPayment](t, h); d.Implied[0].Value != "personal" || len(d.Locked) != 0 {
		t.Errorf("suggested corporate at a personal bank: %+v", d.Plan)
	}
	locked := facts(t, options, "amount", "10", "currencyCode", "MYR", "paymentMethodCode", "FPX", "accountType", "personal")
	step := next[ChooseOption](t, locked)
	if got := step.Method.Operators; len(got) != 2 || got[0].Code != "MB2U0227" || got[1].Code != "NEW0001" {
		t.Errorf("locked personal offers %v", got)
	}
}

// A shop may spell the type in any case: its banks are offered, and the
// gateway's word is sent. The words, and which bank belongs to which, are
// assumptions, so neither stops a shop that says otherwise.
func TestFPXLockedTypeInAnyCase(t *testing.T) {
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "FPX", Operators: operators("MB2U0227", "MBB0228")}}}
	for given, want := range map[string]struct {
		banks int
		sent  string
	}{
		"Personal": {1, "personal"}, "PERSONAL ": {1, "personal"}, "personal": {1, "personal"}, "01": {2, "01"},
	} {
		f := facts(t, options, "amount", "10", "currencyCode", "MYR", "paymentMethodCode", "FPX", "accountType", given)
		offers, _ := f.Offers()
		if got := len(offers[0].Operators); got != want.banks {
			t.Errorf("locked %q offers %d banks, want %d", given, got, want.banks)
		}
		if got := accountType(t, choose(t, f, "FPX", ptr("MB2U0227")), ""); got != want.sent {
			t.Errorf("locked %q is sent as %q", given, got)
		}
	}
	f := facts(t, options, "amount", "10", "currencyCode", "MYR", "paymentMethodCode", "FPX", "accountType", "corporate", "paymentOperatorCode", "MB2U0227")
	if got := accountType(t, f, ""); got != "corporate" {
		t.Errorf("the shop's type at the shop's bank is sent as %q", got)
	}
}

// accountType is the type that an FPX payment is created with if a form sends
// this value.
func accountType(t *testing.T, f Facts, sent string) any {
	t.Helper()
	_, creation, err := f.Pay(map[string]string{"accountType": sent}, asSeen)
	if err != nil || creation == nil {
		t.Fatalf("no payment: %+v, %v", creation, err)
	}
	account, _ := creation.Method["account"].(map[string]any)
	return account["accountType"]
}
