package handlers_test

import (
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/methods"
)

// Banks' fields refuse spaces in numbers and codes, and the gateway may have
// set some for the eye: what is copied has none. A transfer's reference is matched
// by whoever receives it: letter by letter.
func TestNumbersAreCopiedBare(t *testing.T) {
	for _, c := range []struct{ code, currency, row, object, property, given, want string }{
		{"OFFLINE", "CNY", "accountNumber", "account", "accountNumber", "6222 0000 1111 2222", "6222000011112222"},
		{"OFFLINE", "CNY", "bankCode", "account", "bankCode", "1021\u00a00000", "10210000"},
		{"VAPAY", "IDR", "accountNumber", "account", "accountNumber", "8808 1234 5678", "880812345678"},
		{"P2A_V2", "INR", "paymentAddress.idAddress", "paymentAddress", "idAddress", "HDFC 0000001", "HDFC0000001"},
		{"CRYPTO_OFFLINE", "USDT", "accountNumber", "account", "accountNumber", "T9yD 14Nj9", "T9yD14Nj9"},
		{"CODE_PAYMENT", "TWD", "reference", "", "reference", "GHL 1234 5678", "GHL12345678"},
		{"OFFLINE", "CNY", "reference", "", "reference", "INV 12/34 A", "INV 12/34 A"},
	} {
		t.Run(c.code+"_"+c.currency+"_"+c.row, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			w.rewriteReads(func(payin map[string]any) {
				response := payin["paymentMethodResponse"].(map[string]any)
				if c.object != "" {
					if response[c.object] == nil {
						response[c.object] = map[string]any{}
					}
					response = response[c.object].(map[string]any)
				}
				response[c.property] = c.given
			})
			m, _ := methods.Default().Find(c.code, c.currency)
			b, p, _ := w.start(m)
			form := requiredOf(t, m)
			p = b.Press(p, "pay", form...).Want(200, "instructions")
			w.clock.advance(3 * time.Second) // older than any answer that is reused
			p = b.Get(p.URL.Path).Want(200, "instructions")
			if got, ok := p.Row(c.row); !ok || got != c.want {
				t.Errorf("copies %q, want %q", got, c.want)
			}
			if text := p.Text(); !strings.Contains(text, c.given) && !strings.Contains(text, c.want) {
				t.Errorf("%q isn't shown:\n%s", c.given, browser.Short(text))
			}
		})
	}
}
