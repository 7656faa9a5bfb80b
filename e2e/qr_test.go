package e2e

import (
	_ "embed"
	_ "image/png"
	"payapp/e2e/kit"
	"strings"
	"testing"
)

// code is a method whose page shows a code.
type code struct {
	amount, currency string
	kit.Choice
}

// codes are all methods that show one.
var codes = []code{
	{"99.00", "THB", choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}}},
	{"499.00", "INR", choice{Method: "UPIQR"}},
	{"150000", "VND", choice{Method: "OFFLINE"}},
	{"150000", "VND", choice{Method: "VIETQR"}},
	{"250000", "LAK", choice{Method: "OFFLINE"}},
	{"50000", "IDR", choice{Method: "QRISPAY"}},
	{"25.50", "MYR", choice{Method: "DUITNOW"}},
	{"1458.31", "PHP", choice{Method: "QRPH"}},
	{"123.45", "BRL", choice{Method: "PIXQR"}},
	{"349.99", "ZAR", choice{Method: "ZAPPER_QR"}},
	{"25.5", "USDC", choice{Method: "CRYPTO_OFFLINE", Operator: "ETHEREUM"}},
	{"25.5", "USDT", choice{Method: "CRYPTO_OFFLINE", Operator: "TRON"}},
}

// Every code on a page can be scanned from the screen, light and dark, on a
// phone and on a desktop, and contains exactly what the gateway said. What schemes
// have in their codes, sandbox/internal/payload tests.
func TestQRCodesScan(t *testing.T) {
	begin(t)
	for _, c := range codes {
		for _, d := range []device{phone, desktop} {
			t.Run(c.Method+"_"+c.currency+"/"+d.Name, func(t *testing.T) {
				begin(t)
				o := newOrder(t, c.amount, c.currency)
				b := open(t, customer{Device: d})
				b.Enter(o)
				b.Pay(c.Choice)
				b.Want("instructions")
				b.wantWayOnOfCode()
				want := o.Code()
				for _, dark := range []bool{false, true} {
					b.Light(!dark)
					if got, err := kit.Scan(b.Shot("svg[data-qr]")); err != nil || got != want {
						t.Errorf("dark %t: the screen scans as %q (%v), want %q", dark, got, err, want)
					}
				}
				if got := b.Row("qrCode"); got != want {
					t.Errorf("copying gives %q, want %q", got, want)
				}
				if got, err := kit.Scan(b.Download(action("save-qr"))); err != nil || got != want {
					t.Errorf("the saved picture scans as %q (%v), want %q", got, err, want)
				}
			})
		}
	}
}

// wantWayOnOfCode checks that one button at most is primary. The page watches by
// itself, so it isn't the one that says to have paid, unless a number must be given
// then. A phone can't scan its own screen, so its first screen must have a primary
// one: to open the app, or else to save or copy the code. A wallet uses the address
// below, and a transfer the account above.
func (b *tab) wantWayOnOfCode() {
	b.t.Helper()
	filled := ask[[]string](b, `[...document.querySelectorAll("main .go, main .alt")]
		.filter(e => e.checkVisibility() && getComputedStyle(e).backgroundColor != "rgba(0, 0, 0, 0)").map(e => e.dataset.action)`)
	if len(filled) > 1 {
		b.t.Fatalf("filled are %q, want one button at most", filled)
	}
	if b.Customer.Device != phone {
		return
	}
	switch first := strings.Join(filled, ""); first {
	case "open-app", "save-qr", "copy":
		b.WantAboveTheFold("main " + action(first))
	case "":
		if got := ask[string](b, `document.querySelector("main").dataset.method`); !strings.HasSuffix(got, "OFFLINE") { // its rows come first
			b.t.Errorf("on a phone %s has no way on", got)
		}
	default:
		b.t.Errorf("the way on is %s", first)
	}
}
