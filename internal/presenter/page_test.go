package presenter

import (
	"strings"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/site"
	"payapp/internal/testing/golden"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// noon is the time of all pages here.
var noon = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

// moment is one moment of a payment: what the gateway said, and what the
// customer did before.
type moment struct {
	amount   string
	payin    apiclient.Payin // Money and IDPayin are filled in
	progress scenarios.Progress
	status   bool // by a status link
	change   func(*scenarios.Facts)
}

var (
	paid    = scenarios.Progress{PaidAt: noon.Add(-5 * time.Minute), SaidPaidAt: noon.Add(-time.Minute)}
	leaving = scenarios.Progress{Leaving: true}
)

// sent: this browser created the payment with this choice.
func sent(method string, operator apiclient.Operator) func(*scenarios.Facts) {
	return func(f *scenarios.Facts) {
		f.Known = withSent(f.Known, known.Sent{Method: method, Operator: operator, At: noon})
	}
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
			page := read(t, s.page(t, moment{amount: "100 THB", status: row.link, change: way, progress: row.progress, payin: apiclient.Payin{
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
		t.Errorf("no quiet way back to the shop in\n%s", read(t, page))
	}
}

// Fault 81: a link into an app is pressed by its customer, however the app is called, and
// the page says what it may be if nothing opens, and how else to pay. A bank's page is
// gone on to.
func TestFault81_ALinkIntoAnAppIsPressedByItsCustomer(t *testing.T) {
	for address, app := range map[string]bool{
		"gojek://pay?id=1": true, "gopay://pay?id=1": true, "shopeeid://pay": true, "shopeepay:pay": true, "dana://x": true, "ovo://x": true, "linkaja://x": true,
		"https://wallet.example/pay?id=1": false, "HTTPS://wallet.example/pay": false, "https://wallet.example/" + strings.Repeat("a", 3000): false,
	} {
		page := presenting(t).page(t, moment{amount: "50000 IDR", progress: leaving, payin: apiclient.Payin{MethodCode: "EWALLET", RedirectURL: address}})
		for what, has := range map[string]bool{
			"data-after=\"": !app, "Nothing opens?": app, "To pay another way, return to": app, "data-action=\"proceed\"": true, "data-action=\"return\"": true,
		} {
			if strings.Contains(page, what) != has {
				t.Errorf("%.40s: want %q %t, got\n%s", address, what, has, read(t, page))
			}
		}
	}
	for address, app := range map[string]bool{"upi://pay?pa=a@b&am=100.00": true, "phonepe://pay?pa=a@b": true, "https://upi.example/pay": false} {
		page := presenting(t).page(t, moment{amount: "100 INR", payin: apiclient.Payin{MethodCode: "UPIQR", Status: "PENDING", DeepLink: address, QRCode: "upi://pay?pa=a@b&am=100.00"}})
		for what, has := range map[string]bool{"data-after=\"": false, "Nothing opens?": app, "data-action=\"open-app\"": true, "data-qr": true} {
			if strings.Contains(page, what) != has {
				t.Errorf("%s: want %q %t, got\n%s", address, what, has, read(t, page))
			}
		}
	}
}

// A page that is still sending the customer's number leads nowhere else, by any
// link: leaving it loses the number.
func TestAPageThatSendsANumberLeadsNowhere(t *testing.T) {
	for state, away := range map[scenarios.ReferenceState]bool{scenarios.ReferenceInLine: false, scenarios.ReferenceSent: true} {
		progress := paid
		progress.Reference, progress.ReferenceState, progress.ReferenceAt = "432112345678", state, noon
		s := presenting(t)
		s.settings.Operator.Privacy = "https://pay.example/privacy"
		page := s.page(t, moment{amount: "100 INR", progress: progress, payin: apiclient.Payin{
			MethodCode: "P2A_V2", Status: "PENDING", Account: apiclient.Account{Number: "1234567"},
		}})
		for _, link := range []string{`href="https://pay.example/privacy"`, `data-action="return"`} {
			if strings.Contains(page, link) != away {
				t.Errorf("%s: want %s %t, got\n%s", state, link, away, page)
			}
		}
	}
}

// What was ordered stands beside another amount that was paid, so that whoever keeps
// the page has both.
func TestAReceiptHasBothAmounts(t *testing.T) {
	another := func(f *scenarios.Facts) { f.Order.Money = money.MustParse("250", "THB") }
	for amount, orders := range map[string]int{"100 THB": 1, "250 THB": 0} {
		page := presenting(t).page(t, moment{amount: amount, change: another, payin: apiclient.Payin{MethodCode: "PROMPTPAY", Status: "SUCCESS"}})
		if strings.Count(page, `data-row="money"`) != orders || orders > 0 && !strings.Contains(read(t, page), "250.00") {
			t.Errorf("%s paid of 250 THB, want %d rows of the order's amount in\n%s", amount, orders, read(t, page))
		}
	}
}

// A code that can't be drawn can't be scanned or saved: the page says to paste
// it.
func TestCodeTooLongForAPicture(t *testing.T) {
	for method, currency := range map[string]string{"PROMPTPAY": "THB", "ZAPPER_QR": "ZAR", "PIXQR": "BRL"} {
		page := read(t, presenting(t).page(t, moment{amount: "99 " + currency, payin: apiclient.Payin{MethodCode: method, QRCode: "000201" + strings.Repeat("9", 3000)}}))
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

// read is the page as a person reads it, from its header to its own end.
func read(t *testing.T, page string) (text string) {
	t.Helper()
	root, err := golden.Parse(page)
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Data == "header" || n.Data == "main" {
			text += golden.Outline(n)
		}
	}
	return text
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
		Known:     known.Read(m.payin, noon).View(),
		Catalogue: methods.Default(),
		Now:       noon,
		Verified:  true,
	}
	in := Input{Now: noon, Locale: english(t), Path: "/pay/ref", SupportCode: "AAAA-BBBB-CCCC", PollAfter: 2 * time.Second}
	f.Progress.Payee = "Demo Shop"
	if m.status {
		in.Path, f.ReadOnly, f.Order.CurrencyCode = "/status/ref", true, currency
		f.Order.Money, f.Order.ReturnURL = money.Money{}, ""
	}
	if m.change != nil {
		m.change(&f)
	}
	if f.Known.Existence == known.Described && len(f.Known.Sent) == 0 { // unless it says otherwise, it was started here
		sent(m.payin.MethodCode, m.payin.Operator)(&f)
	}
	f = f.Settled()
	in.Due, in.ReturnURL = scenarios.Decide(f), f.Order.ReturnURL
	if _, forms := f.Seen(in.Step); forms {
		in.Mark = "sealed"
	}
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

// withSent is what is known once this was sent, too.
func withSent(v known.View, s known.Sent) known.View {
	v.Sent = append([]known.Sent{s}, v.Sent...)
	if o := &v.Payin.Operator; s.Method == v.Payin.MethodCode && (o.Code == "" || o.Code == s.Operator.Code) {
		*o = s.Operator
	}
	return v
}
