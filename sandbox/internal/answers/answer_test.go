package answers

import (
	"testing"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// toldElsewhere are the kinds whose answer has neither link nor code nor
// account: the customer confirms on the phone, or pays with the reference.
var toldElsewhere = map[rules.Kind]bool{rules.Approve: true, rules.StoreCode: true}

// Every method of the table can be paid. A row without an answer of its own
// would be created without telling the customer how to pay.
func TestEveryAnswerSaysHowToPay(t *testing.T) {
	for _, m := range rules.Payins.All() {
		order := Order{ID: "order-1", Method: m, Money: money.MustParse("1000", m.Currency), BankURL: "http://bank.example", CreatedAt: time.Unix(1, 0)}
		if r := order.Response(); saysHowToPay(r) == toldElsewhere[m.Kind] || r.Reference == "" && m.Kind == rules.StoreCode {
			t.Errorf("%s %s: does the answer of the kind %q say how to pay (toldElsewhere: %v)? Got %+v",
				m.Code, m.Currency, m.Kind, toldElsewhere[m.Kind], r)
		}
	}
}

func saysHowToPay(r wire.MethodResponse) bool {
	return r.RedirectURL != "" || r.QRCode != "" || r.UPIQRDeepLink != "" || r.Account != nil && r.Account.AccountNumber != ""
}

// A method without an answer of its own gets that of its kind, which needs no
// operator.
func TestEveryKindAnswersForAnyMethod(t *testing.T) {
	for name, k := range kinds {
		order := Order{
			ID: "order-1", Method: rules.Method{Code: "OWN", Currency: "THB", Kind: name}, Money: money.MustParse("1000", "THB"),
			BankURL: "http://bank.example", CreatedAt: time.Unix(1, 0),
		}
		if r := order.Response(); saysHowToPay(r) == toldElsewhere[name] || r.Reference == "" && name == rules.StoreCode {
			t.Errorf("%s doesn't say how to pay: %+v", name, r)
		}
		if lifetime := order.ExpireAt().Sub(order.CreatedAt); lifetime < time.Minute || k.side == (Side{}) {
			t.Errorf("%s: can be paid for %v, at the side %q", name, lifetime, k.side)
		}
	}
}
