package answers

import (
	"testing"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// toldElsewhere are the methods whose answer has neither link nor code nor
// account: the customer confirms on the phone, or pays with the reference.
var toldElsewhere = map[string]bool{
	"BANKA_PAY": true, "BANKB_PAY": true, "PAYSHAP": true, "UPI_ID": true, "UPI_COLLECT": true, "MOBILE_MONEY": true,
	"CODE_PAYMENT": true,
}

// Whatever the table of methods has can be paid: a row without an answer of
// its own would be created and then tell the customer nothing.
func TestEveryAnswerSaysHowToPay(t *testing.T) {
	for _, m := range rules.All() {
		order := Order{ID: "order-1", Method: m, Money: money.MustParse("1000", m.Currency), BankURL: "http://bank.example", CreatedAt: time.Unix(1, 0)}
		if r := order.Response(); saysHowToPay(r) == toldElsewhere[m.Code] || r.Reference == "" && m.Code == "CODE_PAYMENT" {
			t.Errorf("%s %s: does the answer say how to pay? Response and answerQR have a case for each method (toldElsewhere: %v). Got %+v",
				m.Code, m.Currency, toldElsewhere[m.Code], r)
		}
	}
}

func saysHowToPay(r wire.MethodResponse) bool {
	return r.RedirectURL != "" || r.QRCode != "" || r.UPIQRDeepLink != "" || r.Account != nil && r.Account.AccountNumber != ""
}
