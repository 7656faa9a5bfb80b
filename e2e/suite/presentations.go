package suite

import (
	"payapp/e2e/kit"
)

// Presentation is how a payment is shown after its creation, and how the customer
// then pays.
type Presentation struct {
	Name             string
	Kind             string // redirect, qr, transfer, app, crypto or code
	Amount, Currency string
	kit.Choice
	Then     func(t kit.T, b *kit.Tab, o kit.Order) // from the page after Pay to the status
	rows     []string                               // rows that must be there to copy
	deadline bool
}

// Name and location of a customer in Taiwan.
var taiwan = [][2]string{
	{"accountName", "王小明"}, {"phoneNumber", "0912345678"}, {"emailAddress", "ming@example.com"},
	{"paymentLocation.city", "台北市"}, {"paymentLocation.street", "忠孝東路一段1號"}, {"paymentLocation.zipCode", "100"},
}

// Presentations are all ways in which a payment is shown.
var Presentations = []Presentation{
	{
		Name: "ONLINE, back by a link", Kind: "redirect", Amount: "1234.50", Currency: "THB",
		Choice: kit.Choice{Method: "ONLINE", Operator: "014"},
		Then:   atBank("pay"),
	},
	{
		Name: "ONLINE, back by a cross-site POST", Kind: "redirect", Amount: "150000", Currency: "VND",
		Choice: kit.Choice{Method: "ONLINE", Operator: "970436"},
		Then: func(t kit.T, b *kit.Tab, o kit.Order) {
			atBankStays(b, "pay-stay")
			b.Press(kit.Action("return-post"))
		},
	},
	{
		Name: "PROMPTPAY", Kind: "qr", Amount: "99.00", Currency: "THB",
		Choice: kit.Choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}},
		rows:   []string{"qrCode"}, Then: transferred("/scan/"), deadline: true,
	},
	{
		Name: "UPIQR with a UPI id", Kind: "qr", Amount: "499.00", Currency: "INR",
		Choice: kit.Choice{Method: "UPIQR", Fields: [][2]string{{"accountNumber", "customer.1001@okaxis"}}},
		rows:   []string{"qrCode"}, Then: transferred("/scan/"), deadline: true,
	},
	{
		Name: "UPIQR without one", Kind: "qr", Amount: "499.00", Currency: "INR",
		Choice: kit.Choice{Method: "UPIQR"},
		rows:   []string{"qrCode"}, Then: referenced("/scan/"), deadline: true,
	},
	{
		Name: "OFFLINE in THB", Kind: "transfer", Amount: "5000.00", Currency: "THB",
		Choice: kit.Choice{Method: "OFFLINE", Operator: "006"},
		rows:   []string{"accountNumber", "accountName", "amount", "reference"}, Then: transferred("/scan/"), deadline: true,
	},
	{
		Name: "OFFLINE in VND", Kind: "transfer", Amount: "150000", Currency: "VND",
		Choice: kit.Choice{Method: "OFFLINE"},
		rows:   []string{"accountNumber", "amount", "reference", "qrCode"}, Then: transferred("/scan/"), deadline: true,
	},
	{
		Name: "OFFLINE in JPY", Kind: "transfer", Amount: "3200", Currency: "JPY",
		Choice: kit.Choice{Method: "OFFLINE", Fields: [][2]string{{"emailAddress", "taro@example.com"}, {"accountName", "ﾔﾏﾀﾞ ﾀﾛｳ"}}},
		rows:   []string{"accountNumber", "amount"}, Then: transferred("/scan/"), deadline: true,
	},
	{
		Name: "P2A_V2", Kind: "transfer", Amount: "499.00", Currency: "INR",
		Choice: kit.Choice{Method: "P2A_V2", Operator: "HDFC"},
		rows:   []string{"accountNumber", "amount"}, Then: referenced("/scan/"), deadline: true,
	},
	{
		Name: "BANKA_PAY", Kind: "app", Amount: "349.99", Currency: "ZAR",
		Choice: kit.Choice{Method: "BANKA_PAY", Fields: [][2]string{{"accountName", "Thandi Nkosi"}, {"customerName.lastName", "Nkosi"}}},
		Then:   transferred("/approve/"), deadline: true,
	},
	{
		Name: "MOBILE_MONEY", Kind: "app", Amount: "1500.00", Currency: "KES",
		Choice: kit.Choice{Method: "MOBILE_MONEY", Operator: "MPESA",
			Fields: [][2]string{{"phoneNumber", "0712345678"}, {"accountName", "Wanjiru Kamau"}}},
		Then: transferred("/approve/"), deadline: true,
	},
	{
		Name: "CRYPTO_OFFLINE", Kind: "crypto", Amount: "25.5", Currency: "USDT",
		Choice: kit.Choice{Method: "CRYPTO_OFFLINE", Operator: "TRON"},
		rows:   []string{"accountNumber", "amount", "qrCode"}, Then: transferred("/scan/"), deadline: true,
	},
	{
		Name: "VAPAY in TWD", Kind: "transfer", Amount: "800", Currency: "TWD",
		Choice: kit.Choice{Method: "VAPAY", Fields: [][2]string{{"emailAddress", "ming@example.com"}, {"phoneNumber", "0912 345 678"}}},
		rows:   []string{"accountNumber", "amount"}, Then: transferred("/scan/"), deadline: true,
	},
	{
		Name: "CODE_PAYMENT", Kind: "code", Amount: "800", Currency: "TWD",
		Choice: kit.Choice{Method: "CODE_PAYMENT", Operator: "ibon", Fields: taiwan},
		rows:   []string{"reference"}, Then: transferred("/scan/"), deadline: true,
	},
}

// AnsweredOtherwise are the presentations that a strict gateway answers
// differently: without assumed properties, or without accepting a reference.
var AnsweredOtherwise = []string{"ONLINE, back by a link", "UPIQR without one", "P2A_V2", "CRYPTO_OFFLINE", "VAPAY in TWD"}

// StrictPresentations exist only with a strict gateway: methods that usually
// open an app, by an assumed redirectUrl, are paid another way.
var StrictPresentations = []Presentation{
	{
		Name: "EWALLET without a link into its app", Kind: "redirect", Amount: "150000", Currency: "IDR",
		Choice: kit.Choice{Method: "EWALLET", Operator: "GOPAY"}, Then: atBank("pay"),
	},
	{
		Name: "PAY_ME without an address", Kind: "app", Amount: "349.99", Currency: "ZAR",
		Choice: kit.Choice{Method: "PAY_ME"}, Then: transferred("/approve/"), deadline: true,
	},
	{
		Name: "ZAPPER_QR without a link into its app", Kind: "qr", Amount: "349.99", Currency: "ZAR",
		Choice: kit.Choice{Method: "ZAPPER_QR"}, rows: []string{"qrCode"}, Then: transferred("/scan/"), deadline: true,
	},
}

// Walk pays from the options to success, and returns to the shop.
func (p Presentation) Walk(t kit.T, w *kit.World, who kit.Customer, pairs ...string) {
	t.Helper()
	o := kit.NewOrder(t, w, p.Amount, p.Currency, pairs...)
	b := kit.Open(t, w, who)
	b.OpenAlbum(p.Name)
	b.Enter(o)
	b.Want("options")
	b.WantAboveTheFold()
	wantAmount(t, b, o)
	b.Pay(p.Choice)
	if p.Kind == "redirect" {
		b.Want("leaving")
		b.WantAboveTheFold(kit.Action("proceed"))
	} else {
		b.Want("instructions")
		b.WantAboveTheFold()
	}
	for _, row := range p.rows {
		if b.Row(row) == "" {
			t.Errorf("row %s has nothing to copy: %s", row, b.Describe())
		}
	}
	if p.deadline && !b.Has("time[data-deadline]") {
		t.Errorf("no deadline is shown: %s", b.Describe())
	}
	wantAmount(t, b, o)
	p.Then(t, b, o)
	b.Want("status")
	b.WaitStatus("success")
	wantAmount(t, b, o)
	b.Photograph("status")
	if got, want := b.Link("return"), o.Link.Get("returnUrl"); got != want {
		t.Errorf("return leads to %q, want %q", got, want)
	}
	b.Press("a" + kit.Action("return"))
	b.InSandbox()
}

// wantAmount compares the page's first amount with the order. The kit compares what is
// shown with the hook, on every page.
func wantAmount(t kit.T, b *kit.Tab, o kit.Order) {
	t.Helper()
	const asked = `(e => e?.dataset.amount + " " + e?.dataset.currency)(document.querySelector("[data-amount]"))`
	if got, want := kit.Ask[string](b, asked), o.Link.Get("amount")+" "+o.Link.Get("currencyCode"); got != want {
		t.Errorf("the amount on %s is %q, want %s", b.Page(), got, want)
	}
}

// atBank goes on to the bank and presses a button there that leads back.
func atBank(button string) func(kit.T, *kit.Tab, kit.Order) {
	return func(t kit.T, b *kit.Tab, _ kit.Order) {
		t.Helper()
		atBankStays(b, button)
	}
}

func atBankStays(b *kit.Tab, button string) {
	b.Want("leaving")
	b.Proceed()
	b.Press(kit.Action(button))
}

// transferred says to have paid and then pays, on the sandbox's page at the
// path. In the other order the page could notice first, and the button would be
// gone.
func transferred(path string) func(kit.T, *kit.Tab, kit.Order) {
	return func(t kit.T, b *kit.Tab, o kit.Order) {
		t.Helper()
		b.Want("instructions")
		b.Press("main " + kit.Action("continue"))
		b.Play(path+o.ID, "pay")
	}
}

// referenced does the same with a reference, and gives a wrong one first.
func referenced(path string) func(kit.T, *kit.Tab, kit.Order) {
	return func(t kit.T, b *kit.Tab, o kit.Order) {
		t.Helper()
		b.Want("instructions")
		b.Press("main " + kit.Action("continue"))
		b.Want("reference")
		b.Photograph("reference")
		b.Fill("reference", "4321 1234 567")
		b.Press(kit.Action("submit-reference"))
		b.Want("reference")
		if b.Has(`main[data-method=P2A_V2]`) {
			if !b.Has(`input[name=reference][aria-invalid=true]`) || !b.Has(`[data-error=reference]`) {
				t.Errorf("a reference of 11 digits is no fault: %s", b.Describe())
			}
		} else if b.Has(`[data-error=reference]`) || !b.Has(".doubt") {
			t.Errorf("a reference of 11 digits is no doubt: %s", b.Describe())
		}
		b.Fill("reference", "4321 1234 5678")
		b.Press(kit.Action("submit-reference"))
		b.Want("status")
		if b.World.Strict {
			if got := b.Row("externalReference"); got != "432112345678" {
				t.Errorf("the number that couldn't be sent is shown as %q: %s", got, b.Describe())
			}
			o.Tell("reference", "432112345678") // to the support desk
		}
		b.Play(path+o.ID, "pay")
	}
}
