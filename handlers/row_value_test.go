package handlers_test

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
	"payapp/methods"
)

// rowsOfWords may have numbers among their words; everywhere else a number
// stands alone, with nothing that is there for the eye.
var rowsOfWords = map[string]bool{
	"merchant": true, "accountName": true, "bankName": true, "paymentOperator": true, "paymentAddress.name": true, "qrName": true,
	"paymentLocationCustomer": true, "qrCode": true, // byte for byte as the gateway has it
}

// rowsOfMoney have an amount.
var rowsOfMoney = map[string]bool{"amount": true, "money": true, "moneyRequired": true, "vat": true}

// checkRows sees that each row's value is bare, as suites and merchants' scripts
// read it.
func checkRows(t testing.TB, p *browser.Page) {
	t.Helper()
	p.Find(func(n *html.Node) bool {
		name, value := browser.Attr(n, "data-row"), browser.Attr(n, "data-value")
		switch {
		case !browser.HasAttr(n, "data-row"):
		case value == "":
			t.Errorf("row %s has no value", name)
		case strings.ContainsAny(value, "\u00a0\u2011\u2060"),
			!rowsOfWords[name] && strings.ContainsAny(value, "0123456789") && strings.ContainsAny(value, " ,"),
			rowsOfMoney[name] && strings.Trim(value, "0123456789.") != "":
			t.Errorf("row %s has %q, which isn't bare", name, value)
		}
		return false
	})
}

// Rows that not every answer has, and that are grouped for the eye.
func TestRowsOfTheCustomersAccount(t *testing.T) {
	for _, c := range []struct{ code, currency, number, name, want, shown string }{
		{"PROMPTPAY", "THB", "0812345678", "", "0812345678", "081 234 5678"},
		{"PROMPTPAY", "THB", "1234567890121", "", "1234567890121", "1234 5678 9012 1"},
		{"OFFLINE", "THB", "0812345678", "Somchai Jaidee", "0812345678", "0812 3456 78, Somchai Jaidee"},
		{"VAPAY", "IDR", "", "Budi Santoso", "Budi Santoso", "Budi Santoso"},
	} {
		t.Run(c.code+"_"+c.number, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			account := map[string]any{"accountNumber": c.number, "accountName": c.name}
			w.rewriteReads(func(payin map[string]any) {
				response := payin["paymentMethodResponse"].(map[string]any)
				response["accountCustomer"], response["accountCustomerUsedForPayment"] = account, account
				response["moneyRequired"] = map[string]any{"amount": 1234.5, "currencyCode": c.currency}
				response["vat"] = map[string]any{"amount": 1.5, "currencyCode": c.currency}
			})
			m, _ := methods.Default().Find(c.code, c.currency)
			b, p, link := w.start(m)
			form := requiredOf(t, m)
			b.Press(p, "pay", form...).Want(200, "instructions")
			w.clock.advance(3 * time.Second) // older than any answer that is reused
			check := func(p *browser.Page, row string) {
				checkRows(t, p)
				if got, ok := p.Row(row); !ok || got != c.want {
					t.Errorf("%s is %q, want %q", row, got, c.want)
				}
				if text := strings.ReplaceAll(p.Text(), "\u00a0", " "); !strings.Contains(text, c.shown) {
					t.Errorf("%q isn't shown:\n%s", c.shown, browser.Short(text))
				}
			}
			check(b.Get(p.URL.Path).Want(200, "instructions"), "accountCustomer")
			w.set(link.Get("idPayin"), "SUCCESS")
			w.clock.advance(3 * time.Second)
			check(b.Get(p.URL.Path).Want(200, "status"), "accountCustomerUsedForPayment")
		})
	}
}
