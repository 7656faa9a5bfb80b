package e2e

import (
	"html/template"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"payapp/e2e/kit"
)

// opening is a shop's page that opens the payment's in a window, and its way back, which
// tells that page and closes itself, as plugins do.
var opening = template.Must(template.New("").Parse(`<!DOCTYPE html><html lang="en"><title>Shop</title><link rel="icon" href="data:,">
<button onclick="shop = window.open({{.}})">Pay</button><script>
onmessage = event => document.title = event.data
if (opener) { opener.postMessage("back", "*"); close() }
</script></html>`))

// A shop that opens the page in a window sees it open for as long as it is, on every
// page of a payment, and its way back in that window reaches the page behind it
// (docs/adr/0036).
func TestAShopsWindowIsOpenAsLongAsItIs(t *testing.T) {
	begin(t)
	var link string
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if err := opening.Execute(w, link); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(shop.Close)
	o := newOrder(t, "99.00", "THB", "paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567", "returnUrl", shop.URL+"/back")
	link = o.URL()

	b := open(t, customer{Device: desktop})
	b.Observer.Belongs(theWorld.App, shop.URL)
	b.Visit(shop.URL)
	opened := chromedp.WaitNewTarget(b.Root, func(i *target.Info) bool { return i.OpenerID != "" })
	b.Click("button")
	window, close := chromedp.NewContext(b.Root, chromedp.WithTargetID(<-opened))
	t.Cleanup(close)
	step := func(page, press string) {
		t.Helper()
		ready := `document.readyState == "complete" && !!document.querySelector("[data-page=` + page + `]")`
		for guard := time.Now().Add(kit.Patience); ; <-time.After(kit.PollEvery) {
			there, err := chromedp.Run(window, chromedp.Evaluate[bool](ready))
			if err == nil && there {
				break
			}
			if time.Now().After(guard) {
				t.Fatalf("%s: the window doesn't come there: %v", page, err)
			}
		}
		if ask[bool](b, "shop.closed") {
			t.Errorf("%s: the shop is told that its window was closed", page)
		}
		if press != "" { // the page may go away before it answers
			_, _ = chromedp.Run(window, chromedp.Evaluate[any](`document.querySelector("`+press+`").click()`))
		}
	}
	step("review", "[data-action=pay]")
	step("instructions", "")
	o.Set("SUCCESS")
	step("status][data-status=success", "[data-action=return]")
	b.Until("the way back has told the shop's page", `document.title == "back"`)
}
