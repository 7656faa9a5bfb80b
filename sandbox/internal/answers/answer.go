package answers

import (
	"cmp"

	"payapp/sandbox/internal/payload"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/wire"
)

// Response is the paymentMethodResponse in the answer to the order's creation.
func (o Order) Response() wire.MethodResponse {
	r := wire.MethodResponse{
		IDPayin:           o.ID,
		PaymentMethodCode: o.Method.Code,
		Money:             o.Money,
		MoneyRequired:     o.required(),
		Vat:               o.vat(),
		ExpireAt:          Time(o.ExpireAt()),
		ReturnURL:         o.ReturnURL,
	}
	o.kind().answer(o, &r)
	return r
}

// customer is the account from which the money is expected, as far as the
// customer named one.
func (o Order) customer() *wire.Account {
	if o.Data[rules.AccountName] == "" && o.Data[rules.AccountNumber] == "" {
		return nil
	}
	return &wire.Account{AccountName: o.Data[rules.AccountName], AccountNumber: o.Data[rules.AccountNumber]}
}

// Used is the account that the money came from, known after success.
func (o Order) Used() *wire.Account {
	number := "62" + o.digits(9, "customer")
	if o.Method.Currency == "INR" {
		number = "customer." + o.digits(4, "customer") + "@examplebank"
	}
	return &wire.Account{
		AccountName:   cmp.Or(o.Data[rules.AccountName], "Test Customer"),
		AccountNumber: cmp.Or(o.Data[rules.AccountNumber], number),
	}
}

// answerQR is for payments that can only be made by scanning a code.
func (o Order) answerQR(r *wire.MethodResponse) {
	p := o.payload()
	r.Reference = o.reference()
	switch o.Method.Code {
	case "UPIQR":
		r.UPIQRDeepLink = payload.UPI(p)
		r.PaymentOperator = &wire.Named{Code: "YESB", Name: "Yes Bank"} // the receiving operator
		r.AccountCustomer = o.customer()
	case "PROMPTPAY":
		r.QRCode = payload.PromptPay(p)
		r.AccountCustomer = o.customer()
		r.Account = &wire.Account{}
		deprecateBank(r.Account)
	case "DUITNOW":
		r.QRCode = payload.DuitNow(p)
		r.PaymentOperator = o.operator()
		r.AccountCustomer = o.Used() // "accountCustomer in DUITNOW responses" (2.33): in all of them
	case "QRISPAY":
		r.QRCode = payload.QRIS(p)
	case "QRPH":
		r.QRCode = payload.QRPh(p)
	case "PIXQR":
		r.QRCode = payload.PixQR(p)
	case "ZAPPER_QR":
		r.QRCode = payload.Zapper(p)
		if !o.Strict {
			r.RedirectURL = "zapper://pay?ref=" + p.Reference
		}
	case "VIETQR":
		r.QRCode = payload.VietQR(p)
		r.EmailAddress = o.Data[rules.Email]
		r.Account = &wire.Account{AccountName: o.Payee, AccountNumber: p.Payee, BankCode: payload.VietQRBIN, BankName: "Sandbox Bank"}
	default:
		r.QRCode = payload.Generic(p)
		r.AccountCustomer = o.customer()
	}
}

// answerRedirect sends the customer to the bank.
func (o Order) answerRedirect(r *wire.MethodResponse) {
	r.RedirectURL = o.BankURL
	switch o.Method.Code {
	case "PAY_ME":
		o.answerApproval(r)
	case "ONLINE":
		r.Account = o.merchantAccount() // deprecated, for clients to ignore
		fallthrough
	default:
		r.PaymentOperator = o.operator()
	}
}

// answerApproval is for payments that the customer confirms on a phone.
func (o Order) answerApproval(r *wire.MethodResponse) {
	r.AccountCustomer = o.customer()
	r.PhoneNumber = o.Data[rules.Phone]
	r.EmailAddress = o.Data[rules.Email]
	if o.Data[rules.Operator] != "" {
		r.PaymentOperator = o.operator()
	}
}

// answerWallet opens the wallet's app if it has a link scheme.
func (o Order) answerWallet(r *wire.MethodResponse) {
	r.PaymentOperator = o.operator()
	r.PhoneNumber = o.Data[rules.Phone]
	switch {
	case o.Strict:
		r.RedirectURL = o.BankURL
	case o.Data[rules.Operator] == "GOPAY":
		r.RedirectURL = "gojek://gopay/merchanttransfer?tref=" + o.reference()
	case o.Data[rules.Operator] == "SHOPEEPAY":
		r.RedirectURL = "shopeeid://pay.example.com?ref=" + o.reference()
	default:
		r.RedirectURL = o.BankURL
	}
}
