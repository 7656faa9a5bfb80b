package e2e

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"image"
	_ "image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// promptparse is a parser of EMVCo codes that isn't ours (testdata/README.md).
//
//go:embed testdata/promptparse-1.6.0.global.js
var promptparse string

// code is a method whose page shows a code.
type code struct {
	amount, currency string
	choice
	// emv has, for an EMVCo code, the currency by its number, the country, and
	// the template's own name as "tag.sub-tag value".
	emv []string
	// link reads any other code by its own specification.
	link func(c code, payload string) error
}

// codes are all methods that show one.
var codes = []code{
	{"99.00", "THB", choice{method: "PROMPTPAY", fields: [][2]string{{"accountNumber", "0801234567"}}}, []string{"764", "TH", "30.00", "A000000677010112"}, nil},
	{"499.00", "INR", choice{method: "UPIQR"}, nil, readUPI},
	{"150000", "VND", choice{method: "OFFLINE"}, []string{"704", "VN", "38.00", "A000000727"}, nil},
	{"150000", "VND", choice{method: "VIETQR"}, []string{"704", "VN", "38.00", "A000000727"}, nil},
	{"250000", "LAK", choice{method: "OFFLINE"}, []string{"418", "LA", "38.00", "A005266284662577"}, nil},
	{"50000", "IDR", choice{method: "QRISPAY"}, []string{"360", "ID", "51.00", "ID.CO.QRIS.WWW"}, nil},
	{"25.50", "MYR", choice{method: "DUITNOW"}, []string{"458", "MY", "26.00", "A0000006150001"}, nil},
	{"1458.31", "PHP", choice{method: "QRPH"}, []string{"608", "PH", "28.00", "ph.ppmi.p2m"}, nil},
	{"123.45", "BRL", choice{method: "PIXQR"}, []string{"986", "BR", "26.00", "br.gov.bcb.pix"}, nil},
	{"349.99", "ZAR", choice{method: "ZAPPER_QR"}, nil, readZapper},
	{"25.5", "USDC", choice{method: "CRYPTO_OFFLINE", operator: "ETHEREUM"}, nil, readEIP681},
	{"25.5", "USDT", choice{method: "CRYPTO_OFFLINE", operator: "TRON"}, nil, readTron},
}

// Every code on a page can be scanned from the screen, light and dark, on a
// phone and on a desktop, and contains exactly what the gateway said. An
// independent parser, or a reader written from the scheme's own specification,
// understands it.
func TestQRCodesScan(t *testing.T) {
	for _, c := range codes {
		for _, d := range []device{phone, desktop} {
			t.Run(c.method+"_"+c.currency+"/"+d.name, func(t *testing.T) {
				begin(t)
				o := newOrder(t, c.amount, c.currency)
				b := open(t, customer{device: d})
				b.enter(o)
				b.pay(c.choice)
				b.want("instructions")
				b.wantWayOnOfCode()
				want := gatewayCode(o)
				for _, dark := range []bool{false, true} {
					b.light(!dark)
					if got, err := scan(b.shot("svg[data-qr]", d)); err != nil || got != want {
						t.Errorf("dark %t: the screen scans as %q (%v), want %q", dark, got, err, want)
					}
				}
				if got := b.row("qrCode"); got != want {
					t.Errorf("copying gives %q, want %q", got, want)
				}
				if got, err := scan(b.download(action("save-qr"))); err != nil || got != want {
					t.Errorf("the saved picture scans as %q (%v), want %q", got, err, want)
				}
				switch {
				case c.emv != nil:
					b.wantEMV(want, c)
				case worldOf(t).strict && c.method == "CRYPTO_OFFLINE": // the bare address
				default:
					c.wantLink(t, want)
				}
			})
		}
	}
}

// wantWayOnOfCode checks that exactly one button is primary. A phone can't scan
// its own screen, so its first screen must have that button: to open the app,
// or else to save or copy the code. A wallet uses the address below.
func (b *tab) wantWayOnOfCode() {
	b.t.Helper()
	filled := ask[[]string](b, `[...document.querySelectorAll("main .go, main .alt")]
		.filter(e => e.checkVisibility() && getComputedStyle(e).backgroundColor != "rgba(0, 0, 0, 0)").map(e => e.dataset.action)`)
	if len(filled) != 1 {
		b.t.Fatalf("filled are %q, want one button", filled)
	}
	if b.customer.device != phone {
		return
	}
	switch filled[0] {
	case "open-app", "save-qr", "copy":
		b.wantAboveTheFold("main " + action(filled[0]))
	case "continue":
		if got := ask[string](b, `document.querySelector("main").dataset.method`); got != "CRYPTO_OFFLINE" {
			b.t.Errorf("on a phone the way on of %s is to have paid", got)
		}
	default:
		b.t.Errorf("the way on is %s", filled[0])
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
	})()`, promptparse, quoted(payload), tag, sub))
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

// gatewayCode is the code's content by the gateway's answer.
func gatewayCode(o order) string {
	o.t.Helper()
	p := o.read().Method
	if p.UPIQRDeepLink != "" {
		return p.UPIQRDeepLink
	}
	if p.QRCode == "" && worldOf(o.t).strict && p.Code == "CRYPTO_OFFLINE" {
		return p.Account.Number // the application makes a code of it
	}
	if p.QRCode == "" {
		o.t.Fatal("the gateway gave no code")
	}
	return p.QRCode
}

// scan reads a QR code from a picture.
func scan(png []byte) (string, error) {
	img, _, err := image.Decode(bytes.NewReader(png))
	if err != nil {
		return "", err
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		return "", err
	}
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
	if err != nil {
		return "", err
	}
	return result.GetText(), nil
}

// shot is the element as the screen shows it, in device pixels. It must be
// large enough for a scanner.
func (b *tab) shot(selector string, d device) []byte {
	b.t.Helper()
	type box struct{ X, Y, Width, Height, Modules float64 }
	at := ask[box](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%s)
		e.scrollIntoView({block: "center", behavior: "instant"})
		const r = e.getBoundingClientRect()
		return {X: r.x + scrollX, Y: r.y + scrollY, Width: r.width, Height: r.height, Modules: e.viewBox.baseVal.width}
	})()`, quoted(selector)))
	if at.Width < 240 || at.Width != at.Height {
		b.t.Errorf("the code is %v × %v px, want a square of at least 240", at.Width, at.Height)
	}
	if module := at.Width * d.scale / at.Modules; module < 3 {
		b.t.Errorf("a module is %.1f device pixels, want at least 3", module)
	}
	var picture []byte
	b.do(func(ctx context.Context, s *chromedp.Target) error {
		shot, err := cdp.Call(ctx, s, page.CaptureScreenshot, page.CaptureScreenshotParams{
			// A larger viewport would no longer be a phone's, on which the code
			// is placed differently.
			Clip: &page.Viewport{X: at.X, Y: at.Y, Width: at.Width, Height: at.Height, Scale: 1},
		})
		picture = shot.Data
		return err
	})
	return picture
}

// download presses a link that saves a file, and reads the file.
func (b *tab) download(selector string) []byte {
	b.t.Helper()
	folder := b.t.TempDir()
	ctx, cancel := context.WithTimeout(b.root, patience)
	defer cancel()
	_, err := chromedp.CallBrowser(ctx, protocol.SetDownloadBehavior, protocol.SetDownloadBehaviorParams{
		Behavior: protocol.SetDownloadBehaviorBehaviorAllowAndName, BrowserContextID: chromedp.FromContext(b.root).BrowserContextID,
		DownloadPath: folder, EventsEnabled: new(true),
	})
	if err != nil {
		b.t.Fatal(err)
	}
	events := chromedp.BrowserEvents(ctx, protocol.DownloadProgress)
	b.click(selector)
	for ev, err := range events {
		if err != nil {
			b.t.Fatalf("%s: no download: %v", b.customer, err)
		}
		if ev.State == protocol.DownloadProgressStateCompleted {
			if data, err := os.ReadFile(filepath.Join(folder, ev.GUID)); err == nil { // otherwise it is another tab's
				return data
			}
		}
	}
	b.t.Fatal("no download")
	return nil
}
