package scenarios

import (
	"testing"

	"payapp/apiclient"
)

// FPX has two lists of banks in one: the bank suggests the type of account,
// and locked data leaves only the banks that go with it.
func TestFPXTwoListsOfBanks(t *testing.T) {
	options := &apiclient.Options{Methods: []apiclient.Option{{MethodCode: "FPX", Operators: operators("MB2U0227", "MBB0228", "NEW0001")}}}
	f := facts(t, options, "amount", "10", "currencyCode", "MYR", "paymentMethodCode", "FPX")
	for bank, want := range map[string]string{"MB2U0227": "personal", "MBB0228": "corporate", "NEW0001": ""} {
		g := choose(t, f, "FPX", ptr(bank))
		if d := next[FillDetails](t, g); d.Asked[0].Value != want {
			t.Errorf("%s suggests %q, want %q", bank, d.Asked[0].Value, want)
		}
		if _, creation, err := g.Pay(map[string]string{"accountType": "corporate"}); err != nil || (creation == nil) != (want == "personal") {
			t.Errorf("%s with a corporate account: %v, %v", bank, creation, err)
		}
	}
	locked := facts(t, options, "amount", "10", "currencyCode", "MYR", "paymentMethodCode", "FPX", "accountType", "personal")
	step := next[ChooseOption](t, locked)
	if got := step.Method.Operators; len(got) != 2 || got[0].Code != "MB2U0227" || got[1].Code != "NEW0001" {
		t.Errorf("locked personal offers %v", got)
	}
}
