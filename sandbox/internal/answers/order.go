package answers

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"payapp/money"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/payload"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// Order is an accepted creation.
type Order struct {
	ID         string
	Payee      string // the merchant's name
	Method     rules.Method
	Data       rules.Data
	Money      money.Money
	ReturnURL  string
	BankURL    string // where a redirected customer plays the bank
	CreatedAt  time.Time
	Directives directive.Set
	// Strict leaves out properties that the interface doesn't name, unless
	// nothing else says how to pay.
	Strict bool
}

// Time formats interface.md's timestamps: ISO 8601, UTC, milliseconds.
func Time(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// ExpireAt is the order's deadline.
func (o Order) ExpireAt() time.Time {
	if o.Directives.ExpireAfter > 0 {
		return o.CreatedAt.Add(o.Directives.ExpireAfter)
	}
	return o.CreatedAt.Add(o.kind().lifetime)
}

// withRequired are the methods whose answers may have moneyRequired: "Used with
// ONLINE, OFFLINE, DUITNOW and PROMPTPAY responses".
var withRequired = []string{"ONLINE", "OFFLINE", "DUITNOW", "PROMPTPAY"}

// required is what the customer must pay; nil if that is the order's amount and
// the method needn't repeat it.
func (o Order) required() *money.Money {
	if o.Directives.Required && slices.Contains(withRequired, o.Method.Code) {
		m, err := o.Money.Add(money.MustParse(smallest(o.Money.Currency()), o.Money.Currency()))
		if err == nil {
			return &m
		}
	}
	if o.Method.Code == "DUITNOW" {
		return &o.Money
	}
	return nil
}

// smallest is a small amount that a bank could add to distinguish payments. It
// is whole if the currency's codes carry only whole amounts.
func smallest(currency string) string {
	if units, _ := money.MinorUnits(currency); units == 0 || rules.CurrencyOf(currency).WholeCodes {
		return "37"
	}
	return "0.37"
}

// payable is the amount in codes.
func (o Order) payable() money.Money {
	if m := o.required(); m != nil {
		return *m
	}
	return o.Money
}

func (o Order) vat() *money.Money {
	if !o.Directives.Vat {
		return nil
	}
	m := money.MustParse(smallest(o.Money.Currency()), o.Money.Currency())
	return &m
}

// operator is the chosen operator, or else the method's first, or nil.
func (o Order) operator() *wire.Named {
	if chosen, ok := o.Method.OperatorByCode(o.Data[rules.Operator]); ok {
		return &chosen
	}
	if len(o.Method.Operators) > 0 {
		return &o.Method.Operators[0]
	}
	return nil
}

// digits are n decimal digits derived from the order and the purpose.
func (o Order) digits(n int, purpose string) string {
	var b strings.Builder
	for block := 0; b.Len() < n; block++ {
		for _, c := range sha256.Sum256(fmt.Appendf(nil, "%s/%s/%d", o.ID, purpose, block)) {
			b.WriteByte('0' + c%10)
		}
	}
	return b.String()[:n]
}

// reference identifies the payment at a bank: "SB" and ten digits.
func (o Order) reference() string { return "SB" + o.digits(10, "reference") }

func (o Order) payload() payload.Order {
	return payload.Order{Amount: o.payable().Bare(), Reference: o.reference(), Payee: "999" + o.digits(10, "account"), Name: o.Payee}
}
