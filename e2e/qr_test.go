package e2e

import (
	_ "embed"
	"fmt"
	_ "image/png"
	"payapp/e2e/kit"
	"strings"
	"testing"
)

// promptparse is a parser of EMVCo codes that isn't ours (testdata/README.md).
//
//go:embed testdata/promptparse-1.6.0.global.js
var promptparse string

// code is a method whose page shows a code.
type code struct {
	amount, currency string
	kit.Choice
	// emv has, for an EMVCo code, the currency by its number, the country, and
	// the template's own name as "tag.sub-tag value".
	emv []string
	// link reads any other code by its own specification.
	link func(c code, payload string) error
}

// codes are all methods that show one.
var codes = []code{
	{"99.00", "THB", choice{Method: "PROMPTPAY", Fields: [][2]string{{"accountNumber", "0801234567"}}}, []string{"764", "TH", "30.00", "A000000677010112"}, nil},
	{"499.00", "INR", choice{Method: "UPIQR"}, nil, readUPI},
	{"150000", "VND", choice{Method: "OFFLINE"}, []string{"704", "VN", "38.00", "A000000727"}, nil},
	{"150000", "VND", choice{Method: "VIETQR"}, []string{"704", "VN", "38.00", "A000000727"}, nil},
	{"250000", "LAK", choice{Method: "OFFLINE"}, []string{"418", "LA", "38.00", "A005266284662577"}, nil},
	{"50000", "IDR", choice{Method: "QRISPAY"}, []string{"360", "ID", "51.00", "ID.CO.QRIS.WWW"}, nil},
	{"25.50", "MYR", choice{Method: "DUITNOW"}, []string{"458", "MY", "26.00", "A0000006150001"}, nil},
	{"1458.31", "PHP", choice{Method: "QRPH"}, []string{"608", "PH", "28.00", "ph.ppmi.p2m"}, nil},
	{"123.45", "BRL", choice{Method: "PIXQR"}, []string{"986", "BR", "26.00", "br.gov.bcb.pix"}, nil},
	{"349.99", "ZAR", choice{Method: "ZAPPER_QR"}, nil, readZapper},
	{"25.5", "USDC", choice{Method: "CRYPTO_OFFLINE", Operator: "ETHEREUM"}, nil, readEIP681},
	{"25.5", "USDT", choice{Method: "CRYPTO_OFFLINE", Operator: "TRON"}, nil, readTron},
}

// Every code on a page can be scanned from the screen, light and dark, on a
// phone and on a desktop, and contains exactly what the gateway said. An
// independent parser, or a reader written from the scheme's own specification,
// understands it.
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
				switch {
				case c.emv != nil:
					b.wantEMV(want, c)
				case worldOf(t).Strict && c.Method == "CRYPTO_OFFLINE": // the bare address
				default:
					c.wantLink(t, want)
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

// wantEMV has the independent parser read a code, checksum included.
func (b *tab) wantEMV(payload string, c code) {
	b.t.Helper()
	tag, sub, _ := strings.Cut(c.emv[2], ".")
	got := ask[[]string](b, fmt.Sprintf(`(() => {
		%s
		const read = promptparse.parse(%s, true)
		return read ? ["53", "58"].map(t => read.getTagValue(t)).concat(read.getTagValue(%q, %q), read.getTagValue("54") || "") : []
	})()`, promptparse, kit.Quoted(payload), tag, sub))
	want := []string{c.emv[0], c.emv[1], c.emv[3], c.amount}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] || number(got[3]) != number(want[3]) {
		b.t.Errorf("promptparse reads %v of %q, want %v", got, payload, want)
	}
}

// number is an amount without insignificant zeros.
func number(amount string) string {
	if strings.Contains(amount, ".") {
		amount = strings.TrimRight(strings.TrimRight(amount, "0"), ".")
	}
	return amount
}
