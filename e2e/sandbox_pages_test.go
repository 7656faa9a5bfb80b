package e2e

import (
	"net/http"
	"net/url"
	"testing"
)

// The sandbox's own pages are judged as those of the customers are: conforming
// HTML, axe in light and dark, nothing wider than a phone.
func TestSandboxPages(t *testing.T) {
	for _, c := range []customer{{device: narrow}, {device: desktop}} {
		t.Run(c.String(), func(t *testing.T) {
			begin(t)
			box := worldOf(t).sandbox
			var orders [2]order // the first is paid, the second open
			for i := range orders {
				orders[i] = newOrder(t, "99.00", "THB")
				orders[i].call(http.MethodPost, "/payins/"+orders[i].id, map[string]any{
					"paymentRequested": map[string]any{"money": map[string]any{"amount": 99, "currencyCode": "THB"}},
					"paymentMethod":    map[string]any{"paymentMethodCode": "PROMPTPAY", "account": map[string]any{"accountNumber": "0801234567"}},
					"callbackUrl":      box + "/shop/callback", "returnUrl": box + "/shop",
				}, &payin{})
			}
			o := orders[0]
			o.set("SUCCESS")
			source(t, box+"/payins/"+o.id) // refused: there is no token
			for path, form := range map[string]url.Values{
				"/console/steering": {"steering": {"~refused ~success@5s"}, "idPayin": {o.id + "-*"}, "times": {"3"}},
				"/console/faults":   {"kind": {"latency"}, "percent": {"10"}, "delay": {"1ms"}, "idPayin": {o.id}},
			} {
				response, err := http.PostForm(box+path, form)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
			}
			b := open(t, c)
			b.visit(box + "/about")
			judge := b.worldWith("html-validate", htmlValidate+judge)
			pages := []string{
				"/shop", "/about", "/console", "/console/calls", "/console/calls?order=" + o.id, "/console/calls/1", "/console/steering",
				"/console/panel", "/console/merchants", "/console/payins/" + o.id, "/scan/" + o.id, "/scan/" + orders[1].id, "/approve/" + orders[1].id, "/console/payins/nobody",
			}
			for _, path := range pages {
				for _, fault := range b.conform(judge, source(t, box+path)) {
					t.Errorf("%s: %s: %s (%s, line %d)", path, fault.Rule, fault.Message, fault.Selector, fault.Line)
				}
			}
			b.seen.expect(404)
			for _, path := range pages {
				b.visit(box + path)
				b.inspectAll()
				if wide := ask[int](b, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
					t.Errorf("%s: scrolls to the side by %d px", path, wide)
				}
			}
		})
	}
}
