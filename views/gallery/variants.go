package gallery

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/money"
	"payapp/scenarios"
)

// variantEntries are moments whose pages look like another entry's and say something
// else.
func variantEntries() []Entry {
	var entries []Entry
	for _, list := range [][]Entry{variantInstructions(), variantStatus(), variantsByLink(), variantTests()} {
		entries = append(entries, list...)
	}
	return entries
}

func variantInstructions() []Entry {
	away := func(f *scenarios.Facts) { f.Progress.Leaving = true }
	unnamed := apiclient.Payin{MethodCode: "ONLINE", RedirectURL: atBank.RedirectURL}
	zapper := apiclient.Payin{MethodCode: "ZAPPER_QR", QRCode: "http://2.zap.pe?t=6"}
	inApp := zapper
	inApp.DeepLink = "zapper://pay?t=6"
	payee := transfer.Account
	payee.BankCode, payee.BankName = "006", "Krungthai Bank"
	address := func(a apiclient.PaymentAddress) moment {
		return paying("499 INR", apiclient.Payin{MethodCode: "P2A_V2", Account: payee, Reference: "SB3", PaymentAddress: a})
	}
	return []Entry{
		show("review-picked-many", "The chosen bank first, where most are folded", picked(manyBanks, 250)),
		show("leaving-app", "On to an app", paying("50000 IDR", apiclient.Payin{
			MethodCode: "EWALLET", RedirectURL: "gojek://pay?id=1", Operator: apiclient.Operator{Code: "GOPAY", Name: "GoPay"},
		}, away)),
		show("leaving-unnamed", "On to a bank without a name, another amount", paying("100 THB", required(unnamed), away)),
		show("instructions-qr-payee", "QR that names the payee, and a day to pay", paying("99 THB",
			apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "00020101021253037645802TH5912SANDBOX SHOP6007BANGKOK63041234", QRName: "Sandbox Shop"},
			left(26*time.Hour))),
		show("instructions-qr-none", "QR without a code: an account", paying("99 THB", apiclient.Payin{MethodCode: "PROMPTPAY", Account: payee, Reference: "SB1"})),
		show("instructions-qr-elsewhere", "QR, started elsewhere", paying("99 THB", promptPay,
			func(f *scenarios.Facts) { f.Progress.Notice, f.Known.Sent = scenarios.AlreadyStarted, nil })),
		show("instructions-qr-over", "QR, and the link's time is over", paying("99 THB", promptPay, linkOver)),
		show("instructions-zapper", "QR of another kind", paying("349.99 ZAR", zapper)),
		show("instructions-zapper-app", "The same with a link into an app", paying("349.99 ZAR", inApp)),
		show("instructions-pix-tax", "QR that names itself, and a tax number", paying("150.00 BRL",
			apiclient.Payin{MethodCode: "PIXQR", QRCode: pixCode, QRName: "SANDBOX SHOP", TaxID: "12345678909"})),
		show("instructions-duitnow", "QR and the account it is paid from", paying("25.5 MYR",
			apiclient.Payin{MethodCode: "DUITNOW", QRCode: "000201DUIT", AccountCustomer: transfer.AccountCustomer})),
		show("instructions-transfer-locked", "Transfer, chosen by the shop", paying("5000 THB", apiclient.Payin{MethodCode: "OFFLINE", Account: payee},
			func(f *scenarios.Facts) { f.Order.MethodCode = "OFFLINE" })),
		show("instructions-transfer-phone", "Transfer, or scan, with a phone and an e-mail address", paying("150000 VND", apiclient.Payin{
			MethodCode: "OFFLINE", Account: payee, Reference: "SB2", QRCode: "000201VIET", QRName: "VietQR", PhoneNumber: "+84912345678", EmailAddress: "lan@example.com",
		})),
		show("instructions-store-any-later", "Store code, no store chosen, with days to pay",
			paying("1200 TWD", apiclient.Payin{MethodCode: "CODE_PAYMENT", Reference: storeCode}, left(71*time.Hour))),
		show("instructions-transfer-imps", "Transfer to a branch", address(apiclient.PaymentAddress{Name: "Fort Mumbai", ID: "HDFC0999999"})),
		show("instructions-transfer-address", "Transfer to an address", address(apiclient.PaymentAddress{Name: "Shop", ID: "919876543210"})),
		show("instructions-virtual-account-plain", "Virtual account of a bank", paying("150000 IDR", apiclient.Payin{
			MethodCode: "VAPAY", Account: apiclient.Account{Number: "8808123456789012", BankCode: "BCA"}, Operator: virtualAccount.Operator,
			AccountCustomer: apiclient.Account{Name: "Somchai Jaidee"},
		})),
		show("instructions-virtual-account-sections", "Virtual account, a section without a title", paying("800 TWD", apiclient.Payin{
			MethodCode: "VAPAY", Account: payee, EmailAddress: "ming@example.com",
			InstructionList: []apiclient.InstructionSection{{Title: "ATM", Steps: []string{"Insert your card.", "Confirm."}}, {Steps: []string{"Without a title."}}},
		})),
		show("instructions-store-address", "Store code with the customer's address", paying("800 TWD", apiclient.Payin{
			MethodCode: "CODE_PAYMENT", Reference: storeCode, Operator: apiclient.Operator{Code: "FamiPort", Name: "FamiPort (FamilyMart)"},
			Location: map[string]string{"street": "1 Main St", "city": "Taipei", "zipCode": "100", "country": "TW"},
		})),
		show("instructions-crypto-chosen", "Crypto on the network that was chosen here", paying("25.5 USDT",
			apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Account: coins.Account}, func(f *scenarios.Facts) {
				f.Known = known.Read(f.Known.Payin, now).WithSent(known.Sent{Method: "CRYPTO_OFFLINE", Operator: tron, At: now}).View()
			})),
		show("instructions-approve-upi", "Approve in any app", paying("499 INR",
			apiclient.Payin{MethodCode: "UPI_COLLECT", AccountCustomer: apiclient.Account{Number: "a@okaxis"}})),
		show("instructions-phone-here", "Confirm on the phone, started here",
			paying("1500 KES", apiclient.Payin{MethodCode: "MOBILE_MONEY", PhoneNumber: "+254712345678", Operator: apiclient.Operator{Code: "MPESA", Name: "M-PESA"}})),
		show("status-pending-unnamed", "Not paid yet at a bank without a name", paying("100 THB", unnamed)),
		show("reference-over", "The number to enter, and the link's time is over",
			paying("499 INR", apiclient.Payin{MethodCode: "P2A_V2", Account: transfer.Account}, saidPaid, linkOver)),
		show("problem-no-way-to-pay-qr", "A code that never came", paying("99 THB", apiclient.Payin{MethodCode: "PROMPTPAY", Reference: "SB1"})),
	}
}

func variantStatus() []Entry {
	scanned := apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST"}
	overdue := func(f *scenarios.Facts) { f.Known.Payin.ExpireAt = at(23) }
	returned := func(f *scenarios.Facts) { f.Progress.Returned = true }
	taken := func(since time.Duration) fact {
		return func(f *scenarios.Facts) { f.Known = known.Taken(now.Add(-since)).View() }
	}
	paid, byBank, nobody := ended("SUCCESS", ""), ended("SUCCESS", ""), ended("REFUSED", "")
	nobody.facts = append(nobody.facts, func(f *scenarios.Facts) { f.Progress.Payee = "" })
	other := required(*paid.payin)
	paid.payin = &other
	bank := *byBank.payin
	bank.Operator, bank.PhoneNumber, bank.EmailAddress = apiclient.Operator{Code: "VCB", Name: "Vietcombank"}, "+84912345678", "lan@example.com"
	byBank.money, byBank.payin = "150000 VND", &bank
	return []Entry{
		show("status-pending-qr", "Said to have paid by a code", paying("99 THB", scanned, saidPaid)),
		show("status-given", "The gateway has the number", paying("499 INR",
			apiclient.Payin{MethodCode: "P2A_V2", Account: transfer.Account, ExternalReference: numberGiven}, saidPaid)),
		show("status-pending-yesterday", "Last read yesterday", paying("99 THB", scanned, saidPaid, func(f *scenarios.Facts) {
			f.Trouble, f.Known.At = scenarios.Unasked, now.Add(-24*time.Hour)
		})),
		show("status-pending-app", "Not paid yet at a wallet", paying("50000 IDR", apiclient.Payin{
			MethodCode: "EWALLET", RedirectURL: "https://wallet.example/pay?id=1", Operator: apiclient.Operator{Code: "GOPAY", Name: "GoPay"},
		})),
		show("status-taken", "Created just now, and not readable yet", moment{money: "99 THB", facts: []fact{taken(0), saidPaid}}),
		show("status-taken-never", "Created an hour ago, and never described", moment{money: "99 THB", facts: []fact{taken(time.Hour), saidPaid}}),
		show("status-returned-required", "Back from the bank, another amount", paying("1234.50 THB", required(atBank), returned)),
		show("status-returned-nowhere", "Back from the bank, and nothing says how to pay", paying("99 THB", apiclient.Payin{MethodCode: "ONLINE"}, returned)),
		show("status-over", "Said to have paid, and the link's time is over", paying("99 THB", scanned, saidPaid, linkOver)),
		show("status-overdue-qr", "The time to pay by a code is over", paying("99 THB", scanned, overdue)),
		show("status-overdue-number", "The time to pay is over, and a number would be asked",
			paying("499 INR", apiclient.Payin{MethodCode: "P2A_V2", Account: transfer.Account}, overdue)),
		show("status-overdue-returned", "The time to pay is over, back from the bank", paying("99 THB", atBank, overdue, returned)),
		show("status-success-required", "Paid, with another amount and VAT", paid),
		show("status-refused-nobody", "Refused, and nobody is named", nobody),
		show("status-success-bank", "Paid at a bank", byBank),
		show("status-unknown-paid", "Said to have paid, and the gateway can't be read", moment{money: "99 THB", facts: []fact{taken(time.Minute), saidPaid, func(f *scenarios.Facts) {
			f.Trouble = scenarios.GatewayDown
		}}}),
	}
}

// linkOver: the gateway doesn't accept the token any more; everything was read before.
func linkOver(f *scenarios.Facts) {
	f.Trouble, f.Known.At = scenarios.TokenRejected, now.Add(-2*time.Minute)
}

// byLink is the moment at a status link.
func byLink(m moment) moment {
	m.facts = append(m.facts, func(f *scenarios.Facts) {
		f.ReadOnly, f.Order.CurrencyCode = true, f.Order.Money.Currency()
		f.Order.Money, f.Order.ReturnURL = money.Money{}, ""
	})
	m.input = func(in *presenter.Input) { in.Path = "/status/9vXq2kT7bNw0RzLs4mYhCe" }
	return m
}

func variantsByLink() []Entry {
	scanned := apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST"}
	transferred := apiclient.Payin{MethodCode: "P2A_V2", Account: transfer.Account, Reference: "SB3", MoneyRequired: money.MustParse("499.02", "INR")}
	return []Entry{
		show("waiting-link", "In line at a status link", byLink(trouble(scenarios.Unasked))),
		show("status-link", "A status link, with a code", byLink(paying("99 THB", scanned))),
		show("status-link-transfer", "A status link, with an account and another amount", byLink(paying("499 INR", transferred, left(26*time.Hour)))),
		show("status-link-over", "A status link whose time is over", byLink(paying("800 TWD",
			apiclient.Payin{MethodCode: "CODE_PAYMENT", Reference: storeCode}, left(9*24*time.Hour), linkOver))),
		show("status-link-overdue", "A status link, and the time to pay is over", byLink(paying("99 THB", scanned, left(-2*time.Minute)))),
		show("status-link-unknown", "A status link, and the gateway can't be read", byLink(trouble(scenarios.GatewayDown))),
	}
}

// variantTests are test payments at the gateway itself.
func variantTests() []Entry {
	test := func(m moment) moment {
		m.live = true
		if m.payin == nil {
			m.facts = append(m.facts, func(f *scenarios.Facts) { f.Known.Test = true })
			return m
		}
		p := *m.payin
		p.IsTest = true
		m.payin = &p
		return m
	}
	return []Entry{
		show("instructions-test", "QR of a test payment", test(paying("99 THB", promptPay))),
		show("status-test", "A test payment, paid", test(ended("SUCCESS", ""))),
		show("status-test-link", "A test payment at its status link", test(byLink(paying("99 THB", promptPay)))),
		show("status-test-unknown", "A test payment that can't be read", test(moment{money: "99 THB", facts: []fact{saidPaid, func(f *scenarios.Facts) {
			f.Known, f.Trouble = known.Taken(now.Add(-time.Minute)).View(), scenarios.GatewayDown
		}}})),
		show("problem-amount-mismatch-test", "A test payment of another amount",
			test(paying("1234.50 THB", apiclient.Payin{MethodCode: "ONLINE", Requested: money.MustParse("1", "THB")}))),
	}
}
