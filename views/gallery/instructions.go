package gallery

import (
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/money"
	"payapp/scenarios"
)

// What the gateway's codes contain: realistic, and nothing that could be paid.
const (
	promptPayCode = "00020101021229370016A000000677010111011300668012345675802TH530376454071234.505911LOTUS BOOKS6007BANGKOK6304B2A1"
	upiCode       = "upi://pay?pa=shop.9999@example&pn=Lotus%20Books&mc=5942&tr=ORD20261121001&tn=Order&am=1234.50&cu=INR"
	pixCode       = "00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/9d36b84fc70b478fb95c12729b90ca255204000053039865406150.00" +
		"5802BR5911LOTUS BOOKS6009SAO PAULO62070503***63042A75"
	tronAddress = "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf"
	storeCode   = "LLL26112112345"
)

var (
	kasikornbank = thaiBanks[1]
	tron         = apiclient.Operator{Code: "TRON", Name: "Tron (TRC20)"}
	ibon         = apiclient.Operator{Code: "ibon", Name: "ibon"}

	atBank    = apiclient.Payin{MethodCode: "ONLINE", Operator: kasikornbank, RedirectURL: "https://bank.example/pay?id=1", Reference: "PG-7F3K-221"}
	promptPay = apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: promptPayCode, AccountCustomer: apiclient.Account{Number: "0987654321"}}
	transfer  = apiclient.Payin{
		MethodCode: "OFFLINE", Operator: kasikornbank, Reference: "LB-1121", Account: apiclient.Account{Name: "Lotus Books Co Ltd", Number: "0123456789"},
		AccountCustomer: apiclient.Account{Name: "สมหญิง ใจดี", Number: "0987654321"},
	}
	virtualAccount = apiclient.Payin{
		MethodCode: "VAPAY", Operator: apiclient.Operator{Code: "BCA", Name: "Bank Central Asia"}, Account: apiclient.Account{Number: "8808123456789012"},
		InstructionList: []apiclient.InstructionSection{
			{Title: "ATM", Steps: []string{"Masukkan kartu dan PIN.", "Pilih Transaksi Lainnya, lalu Transfer.", "Masukkan nomor virtual account."}},
			{Title: "m-BCA", Steps: []string{"Buka aplikasi dan pilih m-Transfer.", "Pilih BCA Virtual Account."}},
			{Title: "KlikBCA", Steps: []string{"Masuk dan pilih Transfer Dana."}},
		},
	}
	atStore = apiclient.Payin{MethodCode: "CODE_PAYMENT", Operator: ibon, Reference: storeCode, PhoneNumber: "+886912345678", EmailAddress: "ming@example.com"}
	coins   = apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Operator: tron, Account: apiclient.Account{Number: tronAddress}}
)

func instructionEntries() []Entry {
	away := func(f *scenarios.Facts) { f.Progress.Leaving = true }
	elsewhere := func(f *scenarios.Facts) { f.Progress.Notice, f.Known.Sent = scenarios.AlreadyStarted, nil }
	return []Entry{
		show("leaving", "On to the bank", paying("1234.50 THB", atBank, away)),
		show("leaving-required", "On to the bank, where another amount is to be paid", paying("1234.50 THB", required(atBank), away)),
		show("instructions-qr", "QR", paying("1234.50 THB", promptPay)),
		show("instructions-required", "QR, another amount than the order's, VAT, last minutes", paying("1234.50 THB", required(promptPay),
			func(f *scenarios.Facts) { f.Known.Payin.ExpireAt = at(30) })),
		show("instructions-instead", "QR, after another amount to pay was told", paying("1234.50 THB", required(promptPay),
			func(f *scenarios.Facts) { f.Known.Instead = money.MustParse("1234.51", "THB") })),
		show("instructions-unsure", "QR, beside a word that nobody knows", paying("1234.50 THB", promptPay,
			func(f *scenarios.Facts) { f.Known.Payin.Status, f.Known.Class = "OPEN", known.Unsure })),
		show("instructions-unknown", "QR, while the gateway can't be read", paying("1234.50 THB", promptPay, down)),
		show("instructions-upi", "QR with a link into an app, then the number",
			paying("1234.50 INR", apiclient.Payin{MethodCode: "UPIQR", DeepLink: upiCode})),
		show("status-phone", "A code to continue on a phone",
			onPhone(paying("1234.50 INR", apiclient.Payin{MethodCode: "UPIQR", DeepLink: upiCode}))),
		show("instructions-pix", "QR and copy and paste", paying("150.00 BRL", apiclient.Payin{MethodCode: "PIXQR", QRCode: pixCode})),
		show("instructions-qr-long", "A code too long for a picture",
			paying("1234.50 THB", apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: promptPayCode + strings.Repeat("0", 3000)})),
		show("instructions-transfer", "Transfer", paying("1234.50 THB", transfer)),
		show("instructions-transfer-qr", "Transfer, or scan", paying("250000 LAK", apiclient.Payin{
			MethodCode: "OFFLINE", Operator: apiclient.Operator{Code: "BCEL", Name: "BCEL"}, Account: transfer.Account, Reference: transfer.Reference, QRCode: promptPayCode,
		})),
		show("instructions-virtual-account", "Virtual account with sections", paying("150000 IDR", virtualAccount)),
		show("instructions-store", "Store code and slip", paying("1200 TWD", atStore)),
		show("instructions-store-any", "Store code, no store chosen",
			paying("1200 TWD", apiclient.Payin{MethodCode: "CODE_PAYMENT", Reference: storeCode})),
		show("instructions-later-store", "Store code, with days to pay", paying("1200 TWD", atStore, left(71*time.Hour))),
		show("instructions-later-account", "Virtual account, with hours to pay", paying("150000 IDR", virtualAccount, left(23*time.Hour))),
		show("instructions-crypto", "Crypto", paying("12.50 USDT", coins)),
		show("instructions-crypto-unknown", "Crypto, begun elsewhere on a network that isn't told",
			paying("12.50 USDT", apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Account: coins.Account}, elsewhere)),
		show("instructions-approve", "Approve in the bank's app",
			paying("99.90 ZAR", apiclient.Payin{MethodCode: "BANKA_PAY", AccountCustomer: apiclient.Account{Name: "Thandi Nkosi"}})),
		show("instructions-phone", "Confirm on the phone", paying("250.00 KES", apiclient.Payin{
			MethodCode: "MOBILE_MONEY", Operator: apiclient.Operator{Code: "MPESA", Name: "M-PESA"}, PhoneNumber: "+254712345678",
		}, elsewhere)),
	}
}

// required is to be paid with an amount that isn't the order's.
func required(p apiclient.Payin) apiclient.Payin {
	p.MoneyRequired, p.VAT = money.MustParse("1234.53", "THB"), money.MustParse("80.76", "THB")
	return p
}

// onPhone is a moment with a code to continue on a phone.
func onPhone(m moment) moment {
	m.facts = append(m.facts, func(f *scenarios.Facts) {
		f.Progress.PhoneUntil = at(35)
	})
	m.input = func(in *presenter.Input) {
		in.PhoneURL = "https://pay.example/phone?c=9vXq2kT7bNw0RzLs4mYhCeAA.6mvVrcPl85JQ5Mu5i73Q5kaF"
	}
	return m
}

// left is the time that is left to pay.
func left(time time.Duration) fact {
	return func(f *scenarios.Facts) { f.Known.Payin.ExpireAt = now.Add(time) }
}

// down: the gateway can't be read, since two minutes.
func down(f *scenarios.Facts) {
	f.Trouble, f.Known.At = scenarios.GatewayDown, now.Add(-2*time.Minute)
}
