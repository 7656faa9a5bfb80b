package gallery

import (
	"strconv"
	"strings"

	"fmt"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

func instructionEntries() []Entry {
	return []Entry{
		{"leaving", "On to the bank", func(l *i18n.Locale) templ.Component { return pages.Leaving(leavingPage(l)) }},
		{"leaving-required", "On to the bank, where another amount is to be paid", func(l *i18n.Locale) templ.Component {
			p := leavingPage(l)
			p.Lead, p.Proceed.After = l.LeavingLeadAmount(), 0
			order := p.Header.Amount.Text
			p.Header.Amount = amount(l, "1234.53", "THB")
			p.AmountNote, p.AmountWhy = l.InstructionsAmountNote(p.Header.Amount.Text, order), l.InstructionsAmountWhy()
			p.VAT = l.CommonLabelled(l.StatusReceiptVAT(), amount(l, "80.76", "THB").Text)
			return pages.Leaving(p)
		}},
		{"instructions-qr", "QR", func(l *i18n.Locale) templ.Component { return pages.Instructions(qrPage(l)) }},
		{"instructions-required", "QR, another amount than the order's, VAT, last minutes", func(l *i18n.Locale) templ.Component {
			p := qrPage(l)
			p.Amount = amount(l, "1234.53", "THB")
			p.QR.Amount, p.QR.Alt = p.Amount, l.InstructionsQrAltPlain(p.Amount.Text)
			p.Heading, p.OnPhone.Heading = l.InstructionsHeadingQR(p.Amount.Text), l.InstructionsHeadingQrPhone(p.Amount.Text)
			p.AmountNote, p.AmountWhy = l.InstructionsAmountNote(p.Amount.Text, p.Header.Amount.Text), l.InstructionsAmountWhy()
			p.Header.Amount = p.Amount
			p.VAT = l.CommonLabelled(l.StatusReceiptVAT(), amount(l, "80.76", "THB").Text)
			p.Deadline.LeftMS = 5 * minute
			return pages.Instructions(p)
		}},
		{"instructions-unknown", "QR, while the gateway can't be read", func(l *i18n.Locale) templ.Component {
			p := qrPage(l)
			p.Status, p.Watching, p.Waiting = "unknown", "", i18n.Join(l.InstructionsWaitingUnknown(), l.StatusAsOf(evening(l, 25)))
			return pages.Instructions(p)
		}},
		{"instructions-upi", "QR with a link into an app, then the number", func(l *i18n.Locale) templ.Component { return pages.Instructions(upiPage(l)) }},
		{"instructions-pix", "QR and copy and paste", func(l *i18n.Locale) templ.Component { return pages.Instructions(pixPage(l)) }},
		{"instructions-qr-long", "A code too long for a picture", func(l *i18n.Locale) templ.Component {
			p := qrPage(l)
			p.OnPhone = nil
			p.QR.Path, p.QR.Size, p.QR.SaveURL, p.QR.ShowText = "", 0, "", true
			p.Heading, p.Steps = l.InstructionsHeadingPaste(p.Amount.Text), steps(l, "paste")
			return pages.Instructions(p)
		}},
		{"instructions-transfer", "Transfer", func(l *i18n.Locale) templ.Component { return pages.Instructions(transferPage(l)) }},
		{"instructions-transfer-qr", "Transfer, or scan", func(l *i18n.Locale) templ.Component {
			p := transferPage(l)
			p.QR = qrCard(l, promptPayCode, promptPayText, "laoqr", p.Amount)
			return pages.Instructions(p)
		}},
		{"instructions-virtual-account", "Virtual account with sections", func(l *i18n.Locale) templ.Component { return pages.Instructions(virtualAccountPage(l)) }},
		{"instructions-store", "Store code and slip", func(l *i18n.Locale) templ.Component { return pages.Instructions(storePage(l)) }},
		{"instructions-store-any", "Store code, no store chosen", func(l *i18n.Locale) templ.Component {
			p := storePage(l)
			p.Heading, p.Chosen = l.InstructionsHeadingStoreCode(p.Amount.Text), chosenLine(l, "CODE_PAYMENT", "")
			p.Steps = []string{l.InstructionsStepsStoreAny1(), l.InstructionsStepsStoreMenuOf("FamiPort", "繳費 → 代碼繳費"), l.InstructionsStepsStoreMenuOf("ibon", "代碼輸入"), l.InstructionsStepsStorePay()}
			return pages.Instructions(p)
		}},
		{"instructions-crypto", "Crypto", func(l *i18n.Locale) templ.Component { return pages.Instructions(cryptoPage(l)) }},
		{"instructions-crypto-unknown", "Crypto, begun elsewhere on a network that isn't told", func(l *i18n.Locale) templ.Component {
			p := cryptoPage(l)
			p.Heading, p.Danger = l.InstructionsHeadingNoNetwork(p.Amount.Text), l.InstructionsWarningNetworkUnknown("USDT")
			p.QR, p.Rows, p.Steps, p.Warnings, p.Paid, p.Chosen, p.Watching, p.Waiting = nil, nil, nil, nil, nil, "", "", ""
			return pages.Instructions(p)
		}},
		{"instructions-approve", "Approve in the bank's app", func(l *i18n.Locale) templ.Component {
			a := amount(l, "99.9", "ZAR")
			p := howTo(l, "BANKA_PAY", "", a)
			p.Heading, p.Steps = l.InstructionsHeadingApprove(a.Text), steps(l, "approve")
			p.Rows = []components.Row{{Hook: "accountCustomer", Label: l.InstructionsRowPayFromName(), Text: "Thandi Nkosi"}}
			p.Paid.Label, p.Nothing = l.InstructionsPaidApproved(), l.InstructionsNothingCame(shop)
			return pages.Instructions(p)
		}},
		{"instructions-phone", "Confirm on the phone", func(l *i18n.Locale) templ.Component {
			a := amount(l, "250", "KES")
			p := howTo(l, "MOBILE_MONEY", "M-PESA", a)
			p.Heading, p.Steps = l.InstructionsHeadingPhone(a.Text), steps(l, "phone")
			p.Rows = []components.Row{{Hook: "phoneNumber", Label: l.InstructionsRowPhoneNumber(), Text: "+254 712 345678", Bare: "+254712345678"}}
			p.Paid.Label, p.Nothing = l.InstructionsPaidPin(), l.InstructionsNothingCame(shop)
			p.Chosen = l.CommonLabelled(l.StatusReceiptMethod(), l.Text("method.MOBILE_MONEY.name")+"\u00a0– M-PESA")
			p.Notice = l.InstructionsStarted(l.Text("method.MOBILE_MONEY.name"))
			return pages.Instructions(p)
		}},
	}
}

func leavingPage(l *i18n.Locale) pages.LeavingPage {
	bank := "Kasikornbank"
	p := pages.LeavingPage{
		Frame: frame(l, "leaving", l.LeavingHeading(bank), 3, amount(l, "1234.5", "THB")),
		Lead:  l.LeavingLead(), Host: l.LeavingHost("bank.example"),
		Proceed: components.Link{URL: "https://bank.example/pay?id=1", Hook: "proceed", Label: l.LeavingProceed(bank)},
		Return:  returnTo(l),
	}
	p.Support = support(l)
	p.Method, p.Operator = "ONLINE", "004"
	p.Proceed.After = 86400 // by itself, as on the real page, but in a day, so that the gallery stays
	return p
}

// howTo is what all instructions share.
func howTo(l *i18n.Locale, method, operator string, a layout.Amount) pages.InstructionsPage {
	p := pages.InstructionsPage{
		Frame:    waiting(frame(l, "instructions", "", 3, a), "pending", method),
		Amount:   a,
		Watching: l.StatusPendingHeading(), Waiting: l.InstructionsClose(shop),
		Paid:    ptr(button("paid", "continue", l.InstructionsPaid())),
		Refresh: ptr(button("refresh", "refresh", l.CommonRefresh())),
		Chosen:  chosenLine(l, method, operator),
		Return:  returnTo(l),
	}
	p.Deadline, p.Support = deadline(l, 20*minute, 25*minute), support(l)
	return p
}

const minute = 60_000 // milliseconds

// deadline is so many milliseconds away, of the whole time that there was.
func deadline(l *i18n.Locale, left, whole int64) *layout.Deadline {
	return &layout.Deadline{
		ISO: "2026-11-21T11:45:00Z", Text: l.InstructionsPayBefore(evening(l, 45)),
		Left:   strings.ReplaceAll(l.InstructionsMinutesLeft(), "{n}", strconv.FormatInt(left/minute, 10)),
		LeftMS: left, WholeMS: whole,
		FarText: l.InstructionsHoursLeft(), NearText: l.InstructionsMinutesLeft(), NearerText: l.InstructionsSecondsLeft(),
	}
}

func chosenLine(l *i18n.Locale, method, operator string) string {
	name := l.Text("method." + method + ".name")
	if operator != "" {
		name += "\u00a0– " + operator
	}
	return l.InstructionsChosen(name, shop)
}

func steps(l *i18n.Locale, kind string) []string {
	var list []string
	for {
		key := fmt.Sprintf("instructions.steps.%s.%d", kind, len(list)+1)
		if !l.Has(key) {
			return list
		}
		list = append(list, l.Text(key))
	}
}

func qrCard(l *i18n.Locale, c code, payload, caption string, a layout.Amount) *components.QRCard {
	return &components.QRCard{
		Caption: l.Text("caption." + caption), Size: c.size, Path: c.path, Amount: a, Alt: l.InstructionsQrAltPlain(a.Text),
		SaveURL: address + "/qr.png", SaveAs: "qr-order-2026-1121.png", Payload: payload, CopyLabel: l.InstructionsCopyQR(),
		First: true,
	}
}

func qrPage(l *i18n.Locale) pages.InstructionsPage {
	a := amount(l, "1234.5", "THB")
	p := howTo(l, "PROMPTPAY", "", a)
	p.Heading, p.Steps = l.InstructionsHeadingQR(a.Text), steps(l, "qr")
	p.OnPhone = &pages.OnPhone{
		Heading: l.InstructionsHeadingQrPhone(a.Text), Other: l.InstructionsOtherPhone(),
		Steps: []string{l.InstructionsStepsQrPhone1(), l.InstructionsStepsQrPhone2(), l.InstructionsStepsQrPhone3(), l.InstructionsStepsQrPhone4()},
	}
	p.QR = qrCard(l, promptPayCode, promptPayText, "promptpay", a)
	p.Rows = []components.Row{{Hook: "payeeName", Label: l.InstructionsRowPayeeName(), Text: "LOTUS BOOKS"}}
	p.Payer = []components.Row{{Hook: "accountCustomer", Label: l.InstructionsRowPayFrom(), Text: "0987\u00a06543\u00a021"}}
	return p
}

func upiPage(l *i18n.Locale) pages.InstructionsPage {
	a := amount(l, "1234.5", "INR")
	p := howTo(l, "UPIQR", "", a)
	p.Heading, p.Steps = l.InstructionsHeadingQR(a.Text), steps(l, "upi")
	p.QR = qrCard(l, upiCode, upiText, "upi", a)
	p.App = &components.Link{URL: upiText, Hook: "open-app", Label: l.InstructionsOpenUPI()}
	p.QR.Pasted = true
	p.Paid.Label, p.Waiting = l.InstructionsPaidReference(), l.StatusUnknownNext()
	p.Checked = l.StatusChecked(l.Clock(at(25), zone))
	return p
}

func pixPage(l *i18n.Locale) pages.InstructionsPage {
	a := amount(l, "150", "BRL")
	p := howTo(l, "PIXQR", "", a)
	p.Heading, p.Steps = l.InstructionsHeadingQR(a.Text), steps(l, "pix")
	p.QR = qrCard(l, pixCode, pixText, "pix", a)
	p.QR.ShowText, p.QR.Pasted, p.QR.CopyLabel = true, true, l.InstructionsCopyPix()
	p.Rows = []components.Row{{Hook: "payeeName", Label: l.InstructionsRowPayeeName(), Text: "LOTUS BOOKS"}}
	return p
}

func transferPage(l *i18n.Locale) pages.InstructionsPage {
	a := amount(l, "1234.5", "THB")
	p := howTo(l, "OFFLINE", "Kasikornbank", a)
	p.Operator = "004"
	p.Heading, p.Steps = l.InstructionsHeadingTransfer(a.Text), steps(l, "transfer")
	payer := l.InstructionsAccountOf("0987\u00a06543\u00a021", "สมหญิง ใจดี")
	p.Rows = []components.Row{
		{Hook: "bankName", Label: l.InstructionsRowBank(), Text: "Kasikornbank"},
		{Hook: "accountName", Label: l.InstructionsRowAccountName(), Text: "Lotus Books Co Ltd", Copy: "Lotus Books Co Ltd"},
		{Hook: "accountNumber", Label: l.InstructionsRowAccountNumber(), Text: "0123 4567 89", Copy: "0123456789", Mono: true, Big: true},
		{Hook: "amount", Label: l.InstructionsRowAmount(), Text: a.Text, Copy: a.Bare, Big: true},
		{Hook: "reference", Label: l.InstructionsRowReference(), Text: "LB-1121", Copy: "LB-1121"},
	}
	p.Print = true
	p.Warnings = []pages.Warning{{Text: l.InstructionsWarningPayFrom(payer), Hook: "accountCustomer", Value: payer}}
	return p
}

func virtualAccountPage(l *i18n.Locale) pages.InstructionsPage {
	a := amount(l, "150000", "IDR")
	p := howTo(l, "VAPAY", "Bank Central Asia", a)
	p.Heading, p.Print = l.InstructionsHeadingVirtualAccount(a.Text), true
	p.Rows = []components.Row{
		{Hook: "bankName", Label: l.InstructionsRowBank(), Text: "Bank Central Asia"},
		{Hook: "accountNumber", Label: l.InstructionsRowVirtualAccount(), Text: "8808 1234 5678 9012", Copy: "8808123456789012", Mono: true, Big: true},
		{Hook: "amount", Label: l.InstructionsRowAmount(), Text: a.Text, Copy: a.Bare, Big: true},
	}
	p.Sections = []components.Section{
		{Title: "ATM", Steps: []string{"Masukkan kartu dan PIN.", "Pilih Transaksi Lainnya, lalu Transfer.", "Masukkan nomor virtual account."}},
		{Title: "m-BCA", Steps: []string{"Buka aplikasi dan pilih m-Transfer.", "Pilih BCA Virtual Account."}},
		{Title: "KlikBCA", Steps: []string{"Masuk dan pilih Transfer Dana."}},
	}
	return p
}

func storePage(l *i18n.Locale) pages.InstructionsPage {
	a := amount(l, "1200", "TWD")
	p := howTo(l, "CODE_PAYMENT", "ibon", a)
	p.Heading = l.InstructionsHeadingStoreAt(a.Text, "ibon")
	p.Code = &components.Row{Hook: "reference", Label: l.InstructionsRowCode(), Text: slipText, Copy: slipText, Big: true, Mono: true}
	p.Barcode = ptr(slipBars)
	p.Steps = []string{l.InstructionsStepsStore1("ibon"), l.InstructionsStepsStoreMenuOf("ibon", "代碼輸入"), l.InstructionsStepsStoreEnter(), l.InstructionsStepsStorePay()}
	p.Yours = []components.Row{
		{Hook: "phoneNumber", Label: l.InstructionsRowPhoneNumber(), Text: "+886 912 345 678", Bare: "+886912345678"},
		{Hook: "emailAddress", Label: l.InstructionsRowEmailAddress(), Text: "ming@example.com"},
	}
	p.Print = true
	return p
}

func cryptoPage(l *i18n.Locale) pages.InstructionsPage {
	a := amount(l, "12.5", "USDT")
	p := howTo(l, "CRYPTO_OFFLINE", "Tron", a)
	p.Heading, p.Steps = l.InstructionsHeadingCrypto(a.Text), steps(l, "crypto")
	p.QR = qrCard(l, addressCode, addressText, "", a)
	p.QR.First, p.QR.CopyLabel = false, ""
	p.Rows = []components.Row{
		{Hook: "paymentOperator", Label: l.InstructionsRowNetwork(), Text: "Tron"},
		{Hook: "accountNumber", Label: l.InstructionsRowAddress(), Text: addressText, Copy: addressText, Mono: true, Big: true},
		{Hook: "amount", Label: l.InstructionsRowAmount(), Text: a.Text, Copy: a.Bare, Big: true},
	}
	p.Warnings = []pages.Warning{{Text: l.InstructionsWarningNetwork("USDT", "Tron")}}
	return p
}
