package e2e

import (
	"slices"
	"testing"
)

// presentation is how a payment is shown after its creation, and how the
// customer then pays.
type presentation struct {
	name             string
	amount, currency string
	choice
	rows     []string                            // rows that must be there to copy
	then     func(t *testing.T, b *tab, o order) // from the page after Pay to the status
	deadline bool
}

// Name and location of a customer in Taiwan.
var taiwan = [][2]string{
	{"accountName", "王小明"}, {"phoneNumber", "0912345678"}, {"emailAddress", "ming@example.com"},
	{"paymentLocation.city", "台北市"}, {"paymentLocation.street", "忠孝東路一段1號"}, {"paymentLocation.zipCode", "100"},
}

var presentations = []presentation{
	{
		name: "ONLINE, back by a link", amount: "1234.50", currency: "THB",
		choice: choice{method: "ONLINE", operator: "014"},
		then:   atBank("pay"),
	},
	{
		name: "ONLINE, back by a cross-site POST", amount: "150000", currency: "VND",
		choice: choice{method: "ONLINE", operator: "970436"},
		then: func(t *testing.T, b *tab, o order) {
			atBankStays(b, "pay-stay")
			b.press(action("return-post"))
		},
	},
	{
		name: "PROMPTPAY", amount: "99.00", currency: "THB",
		choice: choice{method: "PROMPTPAY", fields: [][2]string{{"accountNumber", "0801234567"}}},
		rows:   []string{"qrCode"}, then: transferred("/scan/"), deadline: true,
	},
	{
		name: "UPIQR with a UPI id", amount: "499.00", currency: "INR",
		choice: choice{method: "UPIQR", fields: [][2]string{{"accountNumber", "customer.1001@okaxis"}}},
		rows:   []string{"qrCode"}, then: transferred("/scan/"), deadline: true,
	},
	{
		name: "UPIQR without one", amount: "499.00", currency: "INR",
		choice: choice{method: "UPIQR"},
		rows:   []string{"qrCode"}, then: referenced("/scan/"), deadline: true,
	},
	{
		name: "OFFLINE in THB", amount: "5000.00", currency: "THB",
		choice: choice{method: "OFFLINE", operator: "006"},
		rows:   []string{"accountNumber", "accountName", "amount", "reference"}, then: transferred("/scan/"), deadline: true,
	},
	{
		name: "OFFLINE in VND", amount: "150000", currency: "VND",
		choice: choice{method: "OFFLINE"},
		rows:   []string{"accountNumber", "amount", "reference", "qrCode"}, then: transferred("/scan/"), deadline: true,
	},
	{
		name: "OFFLINE in JPY", amount: "3200", currency: "JPY",
		choice: choice{method: "OFFLINE", fields: [][2]string{{"emailAddress", "taro@example.com"}, {"accountName", "ﾔﾏﾀﾞ ﾀﾛｳ"}}},
		rows:   []string{"accountNumber", "amount"}, then: transferred("/scan/"), deadline: true,
	},
	{
		name: "P2A_V2", amount: "499.00", currency: "INR",
		choice: choice{method: "P2A_V2", operator: "HDFC"},
		rows:   []string{"accountNumber", "amount"}, then: referenced("/scan/"), deadline: true,
	},
	{
		name: "BANKA_PAY", amount: "349.99", currency: "ZAR",
		choice: choice{method: "BANKA_PAY", fields: [][2]string{{"accountName", "Thandi Nkosi"}, {"customerName.lastName", "Nkosi"}}},
		then:   transferred("/approve/"), deadline: true,
	},
	{
		name: "MOBILE_MONEY", amount: "1500.00", currency: "KES",
		choice: choice{method: "MOBILE_MONEY", operator: "MPESA", fields: [][2]string{{"phoneNumber", "0712345678"}, {"accountName", "Wanjiru Kamau"}}},
		then:   transferred("/approve/"), deadline: true,
	},
	{
		name: "CRYPTO_OFFLINE", amount: "25.5", currency: "USDT",
		choice: choice{method: "CRYPTO_OFFLINE", operator: "TRON"},
		rows:   []string{"accountNumber", "amount", "qrCode"}, then: transferred("/scan/"), deadline: true,
	},
	{
		name: "VAPAY in TWD", amount: "800", currency: "TWD",
		choice: choice{method: "VAPAY", fields: [][2]string{{"emailAddress", "ming@example.com"}, {"phoneNumber", "0912 345 678"}}},
		rows:   []string{"accountNumber", "amount"}, then: transferred("/scan/"), deadline: true,
	},
	{
		name: "CODE_PAYMENT", amount: "800", currency: "TWD",
		choice: choice{method: "CODE_PAYMENT", operator: "ibon", fields: taiwan},
		rows:   []string{"reference"}, then: transferred("/scan/"), deadline: true,
	},
}

// Every presentation, from the options to success, as two customers who have
// little in common.
func TestPresentations(t *testing.T) {
	pairs := [][]customer{
		{{device: phone}, {device: desktop, noScript: true}},
		{{device: desktop}, {device: phone, noScript: true}},
	}
	for i, p := range presentations {
		for _, who := range pairs[i%2] {
			t.Run(p.name+"/"+who.String(), func(t *testing.T) {
				begin(t)
				walkPresentation(t, p, who)
			})
		}
	}
}

// answeredOtherwise are the presentations that a strict gateway answers
// differently: without assumed properties, or without accepting a reference.
var answeredOtherwise = []string{"ONLINE, back by a link", "UPIQR without one", "P2A_V2", "CRYPTO_OFFLINE", "VAPAY in TWD"}

// strictPresentations exist only with a strict gateway: methods that usually
// open an app, by an assumed redirectUrl, are paid another way.
var strictPresentations = []presentation{
	{
		name: "EWALLET without a link into its app", amount: "150000", currency: "IDR",
		choice: choice{method: "EWALLET", operator: "GOPAY"}, then: atBank("pay"),
	},
	{
		name: "PAY_ME without an address", amount: "349.99", currency: "ZAR",
		choice: choice{method: "PAY_ME"}, then: transferred("/approve/"), deadline: true,
	},
	{
		name: "ZAPPER_QR without a link into its app", amount: "349.99", currency: "ZAR",
		choice: choice{method: "ZAPPER_QR"}, rows: []string{"qrCode"}, then: transferred("/scan/"), deadline: true,
	},
}

// The presentations that differ with a gateway that grants and answers only
// what the interface shows. A customer who has to give a reference can't, and
// is told whom to ask.
func TestPresentationsBesideAStrictGateway(t *testing.T) {
	customers := []customer{{device: phone}, {device: desktop, noScript: true}}
	differ := slices.DeleteFunc(slices.Clone(presentations), func(p presentation) bool { return !slices.Contains(answeredOtherwise, p.name) })
	if len(differ) != len(answeredOtherwise) {
		t.Errorf("%d of %v are there", len(differ), answeredOtherwise)
	}
	for i, p := range append(differ, strictPresentations...) {
		t.Run(p.name, func(t *testing.T) {
			beginStrict(t)
			walkPresentation(t, p, customers[i%2])
		})
	}
}

func walkPresentation(t *testing.T, p presentation, who customer) {
	o := newOrder(t, p.amount, p.currency)
	b := open(t, who)
	if !worldOf(t).strict { // its pictures would replace the others'
		b.openAlbum(p.name)
	}
	b.enter(o)
	b.wantAboveTheFold()
	b.pay(p.choice)
	if b.page() == "leaving" {
		b.wantAboveTheFold(action("proceed"))
	} else {
		b.wantAboveTheFold()
	}
	for _, row := range p.rows {
		if b.row(row) == "" {
			t.Errorf("row %s has nothing to copy: %s", row, b.describe())
		}
	}
	if p.deadline && !b.has("time[data-deadline]") {
		t.Errorf("no deadline is shown: %s", b.describe())
	}
	if got := ask[string](b, `document.querySelector("[data-amount]").dataset.amount + " " + document.querySelector("[data-amount]").dataset.currency`); got != p.amount+" "+p.currency {
		t.Errorf("the amount is %q, want %s %s", got, p.amount, p.currency)
	}
	p.then(t, b, o)
	b.want("status")
	b.wantStatus("success")
	b.photograph("status")
	if got, want := b.link("return"), o.link.Get("returnUrl"); got != want {
		t.Errorf("return leads to %q, want %q", got, want)
	}
	b.press("a" + action("return"))
	b.inSandbox()
}

// atBank goes on to the bank and presses a button there that leads back.
func atBank(button string) func(*testing.T, *tab, order) {
	return func(_ *testing.T, b *tab, _ order) {
		atBankStays(b, button)
	}
}

func atBankStays(b *tab, button string) {
	b.t.Helper()
	b.want("leaving")
	b.proceed()
	b.press(action(button))
}

// transferred says to have paid and then pays, on the sandbox's page at the
// path. In the other order the page could notice first, and the button would be
// gone.
func transferred(path string) func(*testing.T, *tab, order) {
	return func(_ *testing.T, b *tab, o order) {
		b.want("instructions")
		b.press("main " + action("continue"))
		b.play(path+o.id, "pay")
	}
}

// referenced does the same with a reference, and gives a wrong one first.
func referenced(path string) func(*testing.T, *tab, order) {
	return func(t *testing.T, b *tab, o order) {
		b.want("instructions")
		b.press("main " + action("continue"))
		b.want("reference")
		b.photograph("reference")
		b.fill("reference", "4321 1234 567")
		b.press(action("submit-reference"))
		b.want("reference")
		if b.has(`main[data-method=P2A_V2]`) {
			if !b.has(`input[name=reference][aria-invalid=true]`) || !b.has(`[data-error=reference]`) {
				t.Errorf("a reference of 11 digits is no fault: %s", b.describe())
			}
		} else if b.has(`[data-error=reference]`) || !b.has(".doubt") {
			t.Errorf("a reference of 11 digits is no doubt: %s", b.describe())
		}
		b.fill("reference", "4321 1234 5678")
		b.press(action("submit-reference"))
		b.want("status")
		if worldOf(t).strict {
			if got := b.row("externalReference"); got != "432112345678" {
				t.Errorf("the number that couldn't be sent is shown as %q: %s", got, b.describe())
			}
			o.tell("reference", "432112345678") // to the support desk
		}
		b.play(path+o.id, "pay")
	}
}
