package apiclient

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// interface.md, Change history: the lines about answers. The client finds what
// was added, and ignores what is deprecated.
func TestChangeHistoryOfAnswers(t *testing.T) {
	read := func(t *testing.T, code, more string) Payin {
		t.Helper()
		payin, _, err := decodePayin([]byte(`{"paymentRequested":{"money":{"amount":10,"currencyCode":"MYR"}},"process":{"status":"PENDING"},`+
			`"paymentMethodResponse":{"idPayin":"o-1","paymentMethodCode":"`+code+`","money":{"amount":10,"currencyCode":"MYR"}`+more+`}}`), "o-1", ofRead, strings.Split(DefaultRedirectProperty, "."))
		if err != nil {
			t.Fatal(err)
		}
		return payin
	}
	t.Run("2.33 accountCustomer in DUITNOW responses", func(t *testing.T) {
		if got := read(t, "DUITNOW", `,"accountCustomer":{"accountName":"Ali","accountNumber":"112345678901"}`).AccountCustomer; got != (Account{Name: "Ali", Number: "112345678901"}) {
			t.Errorf("got %+v", got)
		}
	})
	// Deprecated properties change nothing, whatever they hold and wherever
	// they are; the rest of the answer is read as usual.
	for _, code := range []string{"P2A_V2", "PROMPTPAY"} {
		t.Run("2.2 bankBranch, bankCity and bankProvince deprecated in "+code+" responses", func(t *testing.T) {
			const account = `,"qrCode":"0002","account":{"accountName":"Shop","accountNumber":"001"`
			plain := read(t, code, account+`}`)
			if plain.Account != (Account{Name: "Shop", Number: "001"}) || plain.QRCode != "0002" {
				t.Fatalf("got %+v", plain)
			}
			for _, more := range []string{
				`,"bankBranch":"Main","bankCity":5,"bankProvince":null}`, `,"bankBranch":{"name":"n/a"},"bankCity":[],"bankProvince":""}`,
				`},"bankBranch":"Main","bankCity":"Fort Mumbai","bankProvince":7`,
			} {
				if diff := cmp.Diff(plain, read(t, code, account+more), cmp.Comparer(compareMoney)); diff != "" {
					t.Errorf("with %s (-without +with):\n%s", more, diff)
				}
			}
		})
	}
	t.Run("2.1 Account attributes deprecated in ONLINE responses", func(t *testing.T) {
		const bank = `,"redirectUrl":"https://bank.example/1"`
		for _, account := range []string{`,"account":{"accountName":"","accountNumber":"0"}`, `,"account":null`, `,"account":"gone"`} {
			if got := read(t, "ONLINE", bank+account); got.RedirectURL != "https://bank.example/1" || got.Money.IsZero() {
				t.Errorf("%s: got %+v", account, got)
			}
		}
	})
}
