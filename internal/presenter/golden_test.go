package presenter

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/internal/testing/golden"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// noon is the time of all golden pages.
var noon = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

// moment is one moment of a payment: what the gateway said, and what the
// customer did before.
type moment struct {
	name     string
	amount   string
	payin    apiclient.Payin // Money and IDPayin are filled in
	progress scenarios.Progress
	status   bool // by a status link
	fresh    bool // the gateway hasn't accepted the token yet
	change   func(*scenarios.Facts)
}

var (
	toAccount = apiclient.Account{Name: "Sandbox Shop", Number: "0123456789", BankCode: "006", BankName: "Krungthai Bank"}
	payer     = apiclient.Account{Name: "Somchai Jaidee", Number: "9876543210"}
	paid      = scenarios.Progress{PaidAt: noon.Add(-5 * time.Minute), SaidPaidAt: noon.Add(-time.Minute)}
	leaving   = scenarios.Progress{Leaving: true}
)

func deep(s string) apiclient.Payin { return apiclient.Payin{MethodCode: "UPIQR", DeepLink: s} }

// moments are all presentations and all outcomes, with everything that a
// payment of each kind can have.
var moments = []moment{
	{name: "leaving", amount: "1234.5 THB", progress: leaving, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", Operator: apiclient.Operator{Code: "004", Name: "Kasikornbank"}}},
	{name: "leaving-other-amount", amount: "100 THB", progress: leaving, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", MoneyRequired: money.MustParse("100.37", "THB"), VAT: money.MustParse("7", "THB"), ExpireAt: noon.Add(30 * time.Minute)}},
	{name: "leaving-app", amount: "50000 IDR", progress: leaving, payin: apiclient.Payin{MethodCode: "EWALLET", RedirectURL: "gojek://pay?id=1", Operator: apiclient.Operator{Code: "GOPAY", Name: "GoPay"}}},
	{name: "leaving-nowhere", amount: "1234.5 THB", progress: leaving, payin: apiclient.Payin{MethodCode: "ONLINE"}},
	{name: "qr", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", QRName: "SANDBOX SHOP", AccountCustomer: payer, ExpireAt: noon.Add(15 * time.Minute), CreatedAt: noon.Add(-time.Minute)}},
	{name: "qr-other-amount", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", MoneyRequired: money.MustParse("99.02", "THB"), VAT: money.MustParse("6.48", "THB")}},
	{name: "qr-without-code", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Account: toAccount, Reference: "SB1"}},
	{name: "qr-with-nothing", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Reference: "SB1"}},
	{name: "qr-payee", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "00020101021253037645802TH5912SANDBOX SHOP6007BANGKOK63041234", QRName: "Sandbox Shop", ExpireAt: noon.Add(26 * time.Hour)}},
	{name: "qr-unreadable", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST"}, change: func(f *scenarios.Facts) { f.Trouble, f.Known.At = scenarios.GatewayDown, noon.Add(-2*time.Minute) }},
	{name: "qr-started-elsewhere", amount: "99 THB", progress: scenarios.Progress{Notice: scenarios.AlreadyStarted}, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST"}},
	{name: "upi", amount: "499 INR", payin: deep("upi://pay?pa=shop@bank&am=499.00")},
	{name: "pix", amount: "123.45 BRL", payin: apiclient.Payin{MethodCode: "PIXQR", QRCode: "000201PIX", TaxID: "12345678909"}},
	{name: "zapper", amount: "349.99 ZAR", payin: apiclient.Payin{MethodCode: "ZAPPER_QR", QRCode: "http://2.zap.pe?t=6"}},
	{name: "zapper-app", amount: "349.99 ZAR", payin: apiclient.Payin{MethodCode: "ZAPPER_QR", QRCode: "http://2.zap.pe?t=6", DeepLink: "zapper://pay?t=6"}},
	{name: "duitnow", amount: "25.5 MYR", payin: apiclient.Payin{MethodCode: "DUITNOW", QRCode: "000201DUIT", AccountCustomer: payer}},
	{name: "transfer", amount: "5000 THB", payin: apiclient.Payin{MethodCode: "OFFLINE", Account: toAccount, Reference: "SB4313926872", AccountCustomer: payer, Operator: apiclient.Operator{Code: "006", Name: "Krungthai Bank"}}},
	{name: "transfer-locked-by-the-shop", amount: "5000 THB", payin: apiclient.Payin{MethodCode: "OFFLINE", Account: toAccount}, change: func(f *scenarios.Facts) { f.Order.MethodCode = "OFFLINE" }},
	{name: "transfer-and-qr", amount: "150000 VND", payin: apiclient.Payin{MethodCode: "OFFLINE", Account: toAccount, Reference: "SB2", QRCode: "000201VIET", QRName: "VietQR", PhoneNumber: "+84912345678", EmailAddress: "lan@example.com"}},
	{name: "transfer-imps", amount: "499 INR", payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount, Reference: "SB3", PaymentAddress: apiclient.PaymentAddress{Name: "Fort Mumbai", ID: "HDFC0999999"}}},
	{name: "transfer-address", amount: "499 INR", payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount, PaymentAddress: apiclient.PaymentAddress{Name: "Shop", ID: "919876543210"}}},
	{name: "virtual-account", amount: "800 TWD", payin: apiclient.Payin{
		MethodCode: "VAPAY", Account: toAccount, EmailAddress: "ming@example.com",
		InstructionList: []apiclient.InstructionSection{{Title: "ATM", Steps: []string{"Insert your card.", "Confirm."}}, {Steps: []string{"Without a title."}}},
	}},
	{name: "virtual-account-plain", amount: "150000 IDR", payin: apiclient.Payin{
		MethodCode: "VAPAY", Account: apiclient.Account{Number: "8808123456789012", BankCode: "BCA"}, Operator: apiclient.Operator{Code: "BCA", Name: "BCA"},
		AccountCustomer: apiclient.Account{Name: "Somchai Jaidee"},
	}},
	{name: "store", amount: "800 TWD", payin: apiclient.Payin{MethodCode: "CODE_PAYMENT", Reference: "LLB44041758771", Operator: apiclient.Operator{Code: "FamiPort", Name: "FamiPort (FamilyMart)"}, Location: map[string]string{"street": "1 Main St", "city": "Taipei", "zipCode": "100", "country": "TW"}}},
	{name: "store-unknown", amount: "800 TWD", payin: apiclient.Payin{MethodCode: "CODE_PAYMENT", Reference: "LLB44041758771"}},
	{name: "crypto", amount: "25.5 USDT", payin: apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Account: apiclient.Account{Number: "TJRab"}, Operator: apiclient.Operator{Code: "TRON", Name: "Tron"}}},
	{name: "crypto-chosen-network", amount: "25.5 USDT", payin: apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Account: apiclient.Account{Number: "TJRab"}}, change: sent("CRYPTO_OFFLINE", apiclient.Operator{Code: "TRON", Name: "Tron"})},
	{name: "crypto-unknown-network", amount: "25.5 USDT", payin: apiclient.Payin{MethodCode: "CRYPTO_OFFLINE", Account: apiclient.Account{Number: "TJRab"}}},
	{name: "approve", amount: "349.99 ZAR", payin: apiclient.Payin{MethodCode: "BANKA_PAY", AccountCustomer: apiclient.Account{Name: "Thandi Nkosi"}}},
	{name: "approve-upi", amount: "499 INR", payin: apiclient.Payin{MethodCode: "UPI_COLLECT", AccountCustomer: apiclient.Account{Number: "a@okaxis"}}},
	{name: "phone", amount: "1500 KES", payin: apiclient.Payin{MethodCode: "MOBILE_MONEY", PhoneNumber: "+254712345678", Operator: apiclient.Operator{Code: "MPESA", Name: "M-PESA"}}},
	{name: "reference", amount: "499 INR", progress: paid, payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount}},
	{name: "reference-unsent", amount: "499 INR", progress: with(paid, func(w *scenarios.Progress) { w.Reference, w.ReferenceState = "432112345678", scenarios.ReferenceUnsent }), payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount}},
	{name: "reference-faulty", amount: "499 INR", progress: with(paid, func(w *scenarios.Progress) { w.Reference, w.ReferenceState = "4321", scenarios.ReferenceFaulty }), payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount}},
	{name: "pending", amount: "99 THB", progress: paid, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", CreatedAt: noon.Add(-5 * time.Minute)}},
	{name: "pending-not-at-bank-yet", amount: "100 THB", progress: scenarios.Progress{}, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", ExpireAt: noon.Add(30 * time.Minute)}},
	{name: "pending-at-bank", amount: "100 THB", progress: scenarios.Progress{Returned: true}, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", MoneyRequired: money.MustParse("100.37", "THB"), VAT: money.MustParse("7", "THB")}},
	{name: "reference-doubted", amount: "499 INR", progress: with(paid, func(w *scenarios.Progress) { w.Reference, w.ReferenceState = "4321", scenarios.ReferenceFaulty }), payin: deep("upi://pay?pa=shop@bank&am=499.00")},
	{name: "pending-reference-kept", amount: "499 INR", progress: with(paid, func(w *scenarios.Progress) { w.Reference, w.ReferenceState = "432112345678", scenarios.ReferenceKept }), payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount}},
	{name: "pending-reference-sent", amount: "499 INR", progress: paid, payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount, ExternalReference: "432112345678"}},
	{name: "pending-not-readable-yet", amount: "99 THB", progress: paid, change: func(f *scenarios.Facts) { f.Known = known.Taken(noon) }},
	{name: "unknown-never-described", amount: "99 THB", progress: paid, change: func(f *scenarios.Facts) { f.Known = known.Taken(noon.Add(-time.Hour)) }},
	{name: "pending-reference-in-line", amount: "499 INR", progress: with(paid, func(w *scenarios.Progress) {
		w.Reference, w.ReferenceState, w.ReferenceAt = "432112345678", scenarios.ReferenceInLine, noon
	}), payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount}},
	{name: "pending-read-yesterday", amount: "99 THB", progress: paid, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST"}, change: func(f *scenarios.Facts) {
		f.Trouble, f.Known.At = scenarios.InLine, noon.Add(-24*time.Hour)
	}},
	{name: "waiting", amount: "99 THB", change: inLine},
	{name: "waiting-fresh", amount: "99 THB", fresh: true, change: inLine},
	{name: "waiting-for-options", amount: "99 THB", change: func(f *scenarios.Facts) {
		f.Known, f.Trouble = known.Missing(noon), scenarios.InLine
	}},
	{name: "waiting-creating", amount: "99 THB", progress: paidInLine, change: inLine},
	{name: "waiting-creating-fresh", amount: "99 THB", progress: paidInLine, fresh: true, change: inLine},
	{name: "waiting-status-link", amount: "99 THB", status: true, change: inLine},
	{name: "unknown", amount: "99 THB", progress: paid, change: func(f *scenarios.Facts) {
		f.Known, f.Trouble = known.Taken(noon.Add(-time.Minute)), scenarios.GatewayDown
	}},
	{name: "qr-link-over", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST"}, change: linkOver},
	{name: "reference-link-over", amount: "499 INR", progress: paid, payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount}, change: linkOver},
	{name: "pending-link-over", amount: "99 THB", progress: paid, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", CreatedAt: noon.Add(-5 * time.Minute)}, change: linkOver},
	{name: "overdue", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", ExpireAt: noon.Add(-2 * time.Minute)}},
	{name: "overdue-asks-number", amount: "499 INR", payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount, ExpireAt: noon.Add(-2 * time.Minute)}},
	{name: "overdue-said-paid", amount: "99 THB", progress: paid, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", ExpireAt: noon.Add(-2 * time.Minute)}},
	{name: "overdue-back-from-bank", amount: "99 THB", progress: scenarios.Progress{Returned: true}, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", ExpireAt: noon.Add(-2 * time.Minute)}},
	{name: "overdue-status-link", amount: "99 THB", status: true, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", ExpireAt: noon.Add(-2 * time.Minute)}},
	{name: "back-from-bank-no-way", amount: "99 THB", progress: scenarios.Progress{Returned: true}, payin: apiclient.Payin{MethodCode: "ONLINE"}},
	{name: "expired", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "EXPIRED", ProcessedAt: noon}},
	{name: "success", amount: "100 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "SUCCESS", MoneyRequired: money.MustParse("100.37", "THB"), VAT: money.MustParse("7", "THB"), Reference: "SB1", AccountCustomerUsed: payer, CreatedAt: noon.Add(-5 * time.Minute), ProcessedAt: noon}},
	{name: "success-bank", amount: "150000 VND", payin: apiclient.Payin{MethodCode: "ONLINE", Status: "SUCCESS", Operator: apiclient.Operator{Code: "VCB", Name: "Vietcombank"}, PhoneNumber: "+84912345678", EmailAddress: "lan@example.com", ProcessedAt: noon}},
	{name: "refused", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "REFUSED", ProcessedAt: noon}},
	{name: "canceled", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "CANCELED"}},
	{name: "failed-inactivity", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "FAILED", FailureReason: "CUSTOMER_VERIFICATION_INACTIVITY"}},
	{name: "link-refused", amount: "1234.5 THB", progress: leaving, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "javascript:alert(1)"}},
	{name: "amount-mismatch", amount: "1234.5 THB", payin: apiclient.Payin{MethodCode: "ONLINE", Requested: money.MustParse("1", "THB")}},
	{name: "status-link", amount: "99 THB", status: true, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST"}},
	{name: "status-link-transfer", amount: "499 INR", status: true, payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount, Reference: "SB3", MoneyRequired: money.MustParse("499.02", "INR"), ExpireAt: noon.Add(26 * time.Hour)}},
	{name: "status-link-over", amount: "800 TWD", status: true, payin: apiclient.Payin{MethodCode: "CODE_PAYMENT", Reference: "LLB44041758771", ExpireAt: noon.Add(9 * 24 * time.Hour)}, change: linkOver},
	{name: "test-qr", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", IsTest: true}},
	{name: "test-leaving", amount: "1234.5 THB", progress: leaving, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", IsTest: true}},
	{name: "test-reference", amount: "499 INR", progress: paid, payin: apiclient.Payin{MethodCode: "P2A_V2", Account: toAccount, IsTest: true}},
	{name: "test-receipt", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "SUCCESS", IsTest: true, ProcessedAt: noon}},
	{name: "test-refused", amount: "99 THB", payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "REFUSED", IsTest: true}},
	{name: "test-status-link", amount: "99 THB", status: true, payin: apiclient.Payin{MethodCode: "PROMPTPAY", QRCode: "000201TEST", IsTest: true}},
	{name: "test-unreadable", amount: "99 THB", progress: paid, change: func(f *scenarios.Facts) {
		f.Known, f.Trouble = known.Taken(noon.Add(-time.Minute)), scenarios.GatewayDown
		f.Known.Test = true
	}},
	{name: "test-problem", amount: "1234.5 THB", payin: apiclient.Payin{MethodCode: "ONLINE", Requested: money.MustParse("1", "THB"), IsTest: true}},
	{name: "status-link-unknown", amount: "99 THB", status: true, change: func(f *scenarios.Facts) { f.Known, f.Trouble = known.Payment{}, scenarios.GatewayDown }},
	{name: "status-link-too-early", amount: "99 THB", status: true, change: func(f *scenarios.Facts) { f.Known = known.Missing(noon) }},
}

// linkOver: the gateway doesn't accept the token any more; everything was read
// before.
func linkOver(f *scenarios.Facts) {
	f.Trouble, f.Known.At = scenarios.TokenRejected, noon.Add(-2*time.Minute)
}

// sent: this browser created the payment with this choice.
func sent(method string, operator apiclient.Operator) func(*scenarios.Facts) {
	return func(f *scenarios.Facts) {
		f.Known = f.Known.WithSent(known.Sent{Method: method, Operator: operator, At: noon})
	}
}

// inLine: nothing is known, and the read waits for its turn.
func inLine(f *scenarios.Facts) { f.Known, f.Trouble = known.Payment{}, scenarios.InLine }

// paidInLine: Pay was pressed, and waits for its turn.
var paidInLine = with(scenarios.Progress{PaidAt: noon.Add(-12 * time.Second)}, func(w *scenarios.Progress) {
	w.InLine = &scenarios.Submitted{Method: "ONLINE", Operator: "004", Since: w.PaidAt}
})

func with(w scenarios.Progress, change func(*scenarios.Progress)) scenarios.Progress {
	change(&w)
	return w
}

// receiptRows are the rows below the receipt's heading. The pages' files leave them
// out and one file has those of all moments, so that a changed row changes one file.
var receiptRows = regexp.MustCompile(`(?s)(<section class="receipt"><h2>[^<]*</h2>)(<dl.*?</dl>)`)

const receiptsFile = "testdata/receipts.txt"

// What customers see at each moment, through the real decisions, presenters and
// templates.
func TestPagesAsCustomersSeeThem(t *testing.T) {
	s := presenting(t)
	ours := map[string]bool{receiptsFile: true}
	for _, m := range moments {
		file := filepath.Join("testdata", m.name+".txt")
		ours[file] = true
		t.Run(m.name, func(t *testing.T) {
			page := receiptRows.ReplaceAllString(s.page(t, m), "$1[receipt]")
			golden.Compare(t, file, outline(page), "make golden")
		})
	}
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !ours[file] {
			t.Errorf("%s belongs to no moment", file)
		}
	}
}

// The receipt's rows at each moment that has one.
func TestReceiptsAsCustomersSeeThem(t *testing.T) {
	s := presenting(t)
	var receipts strings.Builder
	for _, m := range moments {
		if found := receiptRows.FindStringSubmatch(s.page(t, m)); found != nil {
			receipts.WriteString(m.name + "\n" + outline(found[2]) + "\n")
		}
	}
	golden.Compare(t, receiptsFile, receipts.String(), "make golden")
}

// Ours: who comes back from the bank unpaid is told until when to pay and how to
// pay another way, and not that the page may be closed. Who may have paid isn't
// asked to pay.
func TestBackFromTheBank(t *testing.T) {
	s := presenting(t)
	for name, row := range map[string]struct {
		progress    scenarios.Progress
		link        bool // a status link, which doesn't know whether its customer has paid
		wants, lack []string
	}{
		"unpaid":                 {wants: []string{"Pay before 12:30 on 21 November", "To pay another way, return to Demo Shop."}, lack: []string{"close this page"}},
		"unpaid, from elsewhere": {progress: scenarios.Progress{Notice: scenarios.AlreadyStarted}, wants: []string{"Pay before 12:30 on 21 November", "To pay another way, return to Demo Shop."}, lack: []string{"close this page"}},
		"returned by the bank":   {progress: scenarios.Progress{Returned: true}, wants: []string{"Not paid yet?"}, lack: []string{"Pay before", "another way", "close this page"}},
		"at a status link":       {link: true, wants: []string{"Waiting for your payment"}, lack: []string{"Pay before", "another way", "close this page"}},
		"said to have paid":      {progress: paid, wants: []string{"close this page"}, lack: []string{"Pay before", "another way"}},
	} {
		t.Run(name, func(t *testing.T) {
			way := func(f *scenarios.Facts) {
				f.Order.ReturnURL = "https://shop.example/back"
				sent("ONLINE", apiclient.Operator{})(f)
			}
			page := outline(s.page(t, moment{amount: "100 THB", status: row.link, change: way, progress: row.progress, payin: apiclient.Payin{
				MethodCode: "ONLINE", RedirectURL: "https://bank.example/1", ExpireAt: noon.Add(30 * time.Minute),
			}}))
			for _, want := range row.wants {
				if !strings.Contains(page, want) {
					t.Errorf("no %q in\n%s", want, page)
				}
			}
			for _, never := range row.lack {
				if strings.Contains(page, never) {
					t.Errorf("%q in\n%s", never, page)
				}
			}
		})
	}
}

// Ours: the page that leads to the bank by itself has the way back to the shop as
// well, and it isn't primary.
func TestLeavingLeadsBackToo(t *testing.T) {
	page := presenting(t).page(t, moment{amount: "100 THB", progress: leaving, payin: apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "https://bank.example/1"}})
	if back := `<a class="text" href="https://shop.example/back" data-action="return"`; strings.Count(page, back) != 1 {
		t.Errorf("no quiet way back to the shop in\n%s", outline(page))
	}
}

// One button at most is primary, and one is where the page doesn't watch by itself; on
// a phone, which can't scan its own screen, it saves the code. It never leads to paying
// once the customer has paid.
func TestOneFilledButton(t *testing.T) {
	s := presenting(t)
	for _, m := range moments {
		t.Run(m.name, func(t *testing.T) {
			page := s.page(t, m)
			filled := strings.Count(page, `class="go"`)
			if filled > 1 {
				t.Errorf("%d buttons are filled", filled)
			}
			if first := strings.Count(page, `class="acts first"`); first+filled > 1 {
				t.Errorf("on phones %d buttons are filled beside %d that always are", first, filled)
			}
			if filled == 0 && !mayHaveNone.MatchString(page) {
				t.Error("no button is filled")
			}
			m.progress.Returned = true
			if page := s.page(t, m); strings.Contains(page, `data-page="status"`) && strings.Contains(page, `class="go" href="https://bank`) {
				t.Error("after paying the filled button leads to the bank")
			}
		})
	}
}

// mayHaveNone are the pages that watch, and those on which nothing is left to press.
var mayHaveNone = regexp.MustCompile(`data-(news="|problem="|page="status"|page="waiting"|page="instructions")`)

// A code that can't be drawn can't be scanned or saved: the page says to paste
// it.
func TestCodeTooLongForAPicture(t *testing.T) {
	for method, currency := range map[string]string{"PROMPTPAY": "THB", "ZAPPER_QR": "ZAR", "PIXQR": "BRL"} {
		page := outline(presenting(t).page(t, moment{amount: "99 " + currency, payin: apiclient.Payin{MethodCode: method, QRCode: strings.Repeat("9", 3000)}}))
		for _, want := range []string{"[h1] Pay ", "[li] Open your bank's app and paste it.", `data-action="copy"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %q in\n%s", method, want, page)
			}
		}
		for _, never := range []string{"Scan", "save the picture", "save-qr", "data-qr"} {
			if strings.Contains(page, never) {
				t.Errorf("%s: %q in\n%s", method, never, page)
			}
		}
	}
}

func presenting(t *testing.T) *Presenter {
	t.Helper()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(bundle, methods.Default(), site.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// page is what the browser gets at the moment.
func (s *Presenter) page(t *testing.T, m moment) string {
	t.Helper()
	amount, currency, _ := strings.Cut(m.amount, " ")
	m.payin.IDPayin, m.payin.Money = "order-1", money.MustParse(amount, currency)
	f := scenarios.Facts{
		Order: entry.Order{
			MerchantCode: "DEMO", IDPayin: "order-1", Money: m.payin.Money,
			CallbackURL: "https://shop.example/callback", ReturnURL: "https://shop.example/back",
		},
		Progress:  m.progress,
		Known:     known.Answered(m.payin, noon),
		Catalogue: methods.Default(),
		Now:       noon,
		Verified:  !m.fresh,
		Payee:     "Demo Shop",
	}
	in := Input{Now: noon, Locale: english(t), Path: "/pay/ref", SupportCode: "AAAA-BBBB-CCCC", PollAfter: 2 * time.Second}
	if m.status {
		in.Path, f.ReadOnly, f.Currency = "/status/ref", true, currency
		f.Order.Money, f.Order.ReturnURL = money.Money{}, ""
	}
	if m.change != nil {
		m.change(&f)
	}
	if f.Known.State == known.Created && len(f.Known.Sent) == 0 { // unless it says otherwise, it was started here
		sent(m.payin.MethodCode, m.payin.Operator)(&f)
	}
	f = f.Settled()
	in.Due, in.ReturnURL = scenarios.Decide(f), f.Order.ReturnURL
	in.Mark = markOf(t, f, in.Step)
	page, err := s.Page(in)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := page.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// markOf is what the forms of the page carry, as handlers sign it.
func markOf(t *testing.T, f scenarios.Facts, step scenarios.Step) string {
	t.Helper()
	sealer, err := session.New(session.Config{Keys: [][]byte{[]byte("the same key for each golden page")}})
	if err != nil {
		t.Fatal(err)
	}
	seen, ok := f.Seen(step)
	if !ok {
		return ""
	}
	var b strings.Builder
	for part, value := range seen {
		b.WriteString(sealer.Mark("seen", "ref", strconv.Itoa(part), value))
	}
	return b.String()
}
