package answers

import (
	"cmp"
	"encoding/json"

	"payapp/sandbox/internal/payload"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// merchantAccount is the account to pay into. Its number begins with nines,
// which no bank assigns.
func (o Order) merchantAccount() *wire.Account {
	n := cmp.Or(rules.CurrencyOf(o.Method.Currency).AccountDigits, 10)
	a := &wire.Account{AccountName: o.Payee, AccountNumber: "999" + o.digits(n-3, "account")}
	if bank := o.operator(); bank != nil {
		a.BankCode, a.BankName = bank.Code, bank.Name
	}
	return a
}

func (o Order) answerTransfer(r *wire.MethodResponse) {
	if o.Method.Code == "P2A_V2" {
		o.answerP2A(r)
		return
	}
	r.Account = o.merchantAccount()
	r.Reference = o.reference()
	r.PaymentOperator = o.operator()
	r.AccountCustomer = o.customer()
	r.PhoneNumber = o.Data[rules.Phone]
	r.EmailAddress = o.Data[rules.Email]
	r.TaxID = o.Data[rules.TaxID]
	p := o.payload()
	switch o.Method.Currency {
	case "VND":
		p.Payee = r.Account.AccountNumber
		r.QRCode, r.QRName = payload.VietQR(p), "VietQR"
	case "LAK":
		r.QRCode, r.QRName = payload.LaoQR(p), "LAO QR"
	}
}

// deprecated is the value of deprecated attributes, which clients must ignore
// (interface.md, Change history).
const deprecated = "deprecated"

func deprecateBank(a *wire.Account) {
	a.BankBranch, a.BankCity, a.BankProvince = deprecated, deprecated, deprecated
}

// answerP2A still names the bank in the account, in deprecated attributes that
// clients must ignore.
func (o Order) answerP2A(r *wire.MethodResponse) {
	r.Account = o.merchantAccount()
	deprecateBank(r.Account)
	r.PaymentOperator = o.operator()
	r.PaymentAddress = &wire.Address{
		Name:      r.PaymentOperator.Name + ", Fort Mumbai (test)",
		IDAddress: r.PaymentOperator.Code[:4] + "0999999",
	}
	r.Reference = o.reference()
	r.AccountCustomer = o.customer()
}

func (o Order) answerVirtualAccount(r *wire.MethodResponse) {
	bank := cmp.Or(o.operator(), &wire.Named{Code: "SANDBOX", Name: "Sandbox Bank"})
	number := "999" + o.digits(13, "account")
	r.Account = &wire.Account{AccountName: o.Payee, AccountNumber: number, BankCode: bank.Code, BankName: bank.Name}
	r.PaymentOperator = bank
	r.Reference = o.reference()
	r.AccountCustomer = o.customer()
	r.PhoneNumber = o.Data[rules.Phone]
	r.EmailAddress = o.Data[rules.Email]
	r.LocationCustomer = json.RawMessage(o.Data[rules.Location])
	instructions := []wire.Instruction{
		{Title: "ATM", Steps: []string{
			"Insert your card and choose Transfer.",
			"Choose " + bank.Name + " and enter the virtual account number " + number + ".",
			"Enter the exact amount and confirm.",
		}},
		{Title: "Mobile banking", Steps: []string{
			"Open your bank's app and choose Transfer, then Virtual account.",
			"Enter " + number + ".",
			"Check the amount and confirm with your PIN.",
		}},
		{Title: "Internet banking", Steps: []string{
			"Sign in and choose Transfers.",
			"Enter the virtual account number " + number + " at " + bank.Name + ".",
			"Check the amount and confirm.",
		}},
	}
	if o.Strict {
		for _, section := range instructions { // the properties of an entry aren't shown, so there are none
			for _, step := range section.Steps {
				r.Instructions = append(r.Instructions, section.Title+": "+step)
			}
		}
		return
	}
	for _, section := range instructions {
		r.Instructions = append(r.Instructions, section)
	}
}

func (o Order) answerStoreCode(r *wire.MethodResponse) {
	r.Reference = "LLB" + o.digits(11, "reference")
	r.PaymentOperator = o.operator()
	r.AccountCustomer = o.customer()
	r.PhoneNumber = o.Data[rules.Phone]
	r.EmailAddress = o.Data[rules.Email]
	r.LocationCustomer = json.RawMessage(o.Data[rules.Location])
}

func (o Order) answerCrypto(r *wire.MethodResponse) {
	network := o.operator()
	if network == nil {
		network = &wire.Named{Code: "ETHEREUM", Name: "Ethereum (Sepolia test network)"}
	}
	r.PaymentOperator = network
	r.Account = &wire.Account{AccountNumber: payload.CryptoAddress(network.Code)}
	if !o.Strict {
		r.QRCode = payload.CryptoQR(network.Code, o.Money.Currency(), o.payable().Amount())
	}
	r.EmailAddress = o.Data[rules.Email]
}
