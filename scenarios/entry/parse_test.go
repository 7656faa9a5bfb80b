package entry

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"payapp/apiclient"
	"payapp/internal/links"
	"payapp/internal/testing/cost"
	"payapp/money"
)

func faultsOf(t *testing.T, v url.Values) string {
	t.Helper()
	_, err := Parse(Rules{IsField: isField}, v.Encode())
	var invalid *InvalidError
	if err == nil {
		return ""
	}
	if !errors.As(err, &invalid) {
		t.Fatalf("got %T", err)
	}
	var all []string
	for _, f := range invalid.Faults {
		all = append(all, f.Param+" "+string(f.Reason))
	}
	return strings.Join(all, ", ")
}

func TestParse(t *testing.T) {
	v := link("accountName", "Somchai", "customerName.lastName", "J", "utm_source", "x", "emailAddress", "", "optionsAvailable", "true", "lang", "th")
	v["unknown"] = []string{"a", "b"}
	i, err := Parse(Rules{IsField: isField}, v.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if i.Money != money.MustParse("1234.5", "THB") || !i.OptionsAvailable || i.DataEditable || i.Token.Reveal() != "a.b.c" {
		t.Errorf("got %+v", i)
	}
	if len(i.Data) != 2 || i.Data["accountName"] != "Somchai" {
		t.Errorf("data %v", i.Data)
	}
}

// Fault 1: each mandatory parameter, missing or empty.
func TestFault01_Missing(t *testing.T) {
	for _, name := range []string{"merchantCode", "idPayin", "token", "amount", "currencyCode", "callbackUrl", "returnUrl"} {
		v := link()
		v.Del(name)
		if got := faultsOf(t, v); got != name+" missing" {
			t.Errorf("without %s: %q", name, got)
		}
		if got := faultsOf(t, link(name, "")); got != name+" missing" {
			t.Errorf("with empty %s: %q", name, got)
		}
	}
	if got := faultsOf(t, url.Values{}); strings.Count(got, "missing") != 7 {
		t.Errorf("all at once: %q", got)
	}
}

// Fault 2: twice is refused, never first-wins.
func TestFault02_Twice(t *testing.T) {
	for _, name := range []string{"token", "amount", "paymentMethodCode", "accountName", "optionsAvailable", "lang"} {
		v := link(name, "1")
		v[name] = []string{link().Get(name), link().Get(name) + "1"}
		if got := faultsOf(t, v); got != name+" twice" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestFault04a_OrderIDs(t *testing.T) {
	for _, bad := range []string{"../payouts/x", "!availablePaymentOptions", ".", "..", "a/../b", `a\..\b`, "%2e%2e", "a%2f..", strings.Repeat("a", 129), " a", "a ", "a\n", "a%0a", "a\u202eb", "\xff"} {
		if got := faultsOf(t, link("idPayin", bad)); got != "idPayin malformed" {
			t.Errorf("%q: %q", bad, got)
		}
	}
	for _, good := range []string{"a", "...", "order-17~success@2s", "A.b_c~d@e:f+g-h", strings.Repeat("a", 128), "2026/11/00017", "a b", "100%", "a=b,c#d?", "é", "注文-17"} {
		if got := faultsOf(t, link("idPayin", good)); got != "" {
			t.Errorf("%q: %q", good, got)
		}
	}
}

// Fault 9: addresses that must never be an href; internal/links has them all.
func TestFault09_Addresses(t *testing.T) {
	for _, bad := range []string{"javascript:alert(1)", "http://shop.example/", "shop.example", `https://shop.example\@evil.example`} {
		for _, name := range []string{"returnUrl", "callbackUrl"} {
			if got := faultsOf(t, link(name, bad)); got != name+" malformed" {
				t.Errorf("%s=%q: %q", name, bad, got)
			}
		}
	}
}

// Fault 10: a line break is no data.
func TestFault10_Hosts(t *testing.T) {
	if got := faultsOf(t, link("accountName", "a\r\nSet-Cookie: x")); got != "accountName malformed" {
		t.Errorf("got %q", got)
	}
}

func TestFault13_Amounts(t *testing.T) {
	for _, bad := range []string{"1e9999", "-1", "0", "10,00", "NaN", "+1", "0x10", "1234567890123456789012345678901234567890", "1.234"} {
		if got := faultsOf(t, link("amount", bad)); got != "amount malformed" {
			t.Errorf("%q: %q", bad, got)
		}
	}
	for _, bad := range []string{"thb", "XXX9", "THBB"} {
		if got := faultsOf(t, link("currencyCode", bad)); got != "currencyCode malformed" {
			t.Errorf("%q: %q", bad, got)
		}
	}
}

func TestBooleansAreExact(t *testing.T) {
	for _, bad := range []string{"True", "1", "yes", " "} {
		if got := faultsOf(t, link("optionsAvailable", bad)); got != "optionsAvailable malformed" {
			t.Errorf("%q: %q", bad, got)
		}
	}
}

// "no | Boolean. With true, other options are still offered." A shop's template
// without a value sends an empty one; any optional parameter may be empty.
func TestAnEmptyBooleanIsAnAbsentOne(t *testing.T) {
	for _, name := range []string{"optionsAvailable", "allowCustomerDataChange"} {
		i, err := Parse(Rules{}, link(name, "", "paymentMethodCode", "", "paymentOperatorCode", "", "lang", "").Encode())
		if err != nil || i.OptionsAvailable || i.DataEditable {
			t.Errorf("%s: got %+v, %v", name, i, err)
		}
	}
}

// Fault 3 and the claims: a token of another payment is refused at entry.
func TestFault03_Claims(t *testing.T) {
	i := parsed(t)
	own := apiclient.Claims{MerchantCode: "DEMO", Money: thb("1234.5"), Operations: []string{"POST /payins/order-1", "GET /payins/order-1"}}
	if err := CheckClaims(i, own); err != nil {
		t.Errorf("own token: %v", err)
	}
	if err := CheckClaims(i, apiclient.Claims{}); err != nil {
		t.Errorf("a token that says nothing is the gateway's to judge: %v", err)
	}
	for name, change := range map[string]func(*apiclient.Claims){
		"amount":  func(c *apiclient.Claims) { c.Money = thb("1") },
		"payment": func(c *apiclient.Claims) { c.Operations = []string{"POST /payins/order-2", "GET /payins/order-2"} },
		"id":      func(c *apiclient.Claims) { c.IDPayment = "order-2" },
		"base path and payment": func(c *apiclient.Claims) {
			c.Operations = []string{"POST /api/payins/!availablePaymentOptions", "POST /api/payins/order-2"}
		},
		"quoted id": func(c *apiclient.Claims) { c.Operations = []string{`GET /payins/order\.2`} },
	} {
		c := own
		change(&c)
		if CheckClaims(i, c) == nil {
			t.Errorf("another %s is accepted", name)
		}
	}
}

// interface.md shows no claim of a token, and "the path part may be a regular
// expression" (Authentication 6): only certain contradictions are refused here,
// the gateway decides about the rest.
func TestClaimsThatCannotBeComparedAreTheGatewaysToJudge(t *testing.T) {
	i := parsed(t)
	for name, c := range map[string]apiclient.Claims{
		"base path":                {Operations: []string{"POST /api/v2/payins/order-1", "GET /api/v2/payins/order-1"}},
		"lookahead":                {Operations: []string{"GET /payins/(?!other)order-1"}},
		"alternating verbs":        {Operations: []string{"(GET|POST) /payins/order-1"}},
		"pattern of another":       {Operations: []string{"GET /payins/order-2.*"}},
		"merchant in another case": {MerchantCode: "demo"},
		"merchant's internal id":   {MerchantCode: "7f3a"},
		"amount without currency":  {Money: amountAlone(t, "1")},
		"amount in another one":    {Money: money.MustParse("1", "MYR")},
		"actions for operations":   {Operations: []string{"PAYIN_CREATE"}},
		"nothing of payments":      {Operations: []string{"GET /merchant-info"}},
		"escaped id":               {Operations: []string{"GET /payins/order%2D1"}},
		"operations as objects":    {Operations: []string{""}},
	} {
		if err := CheckClaims(i, c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := CheckClaims(Order{IDPayin: i.IDPayin, CurrencyCode: "THB", Money: money.MustParse("1", "THB")}, c); err != nil {
			t.Errorf("%s, status link: %v", name, err)
		}
	}
}

// amountAlone is money in a token without its currency.
func amountAlone(t *testing.T, amount string) (m money.Money) {
	t.Helper()
	if err := m.UnmarshalJSON([]byte(`{"amount":` + amount + `}`)); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestParseStatus(t *testing.T) {
	s, err := ParseStatus("idPayin=o&token=t&currencyCode=THB")
	if err != nil || s.IDPayin != "o" || s.CurrencyCode != "THB" {
		t.Errorf("got %+v, %v", s, err)
	}
	for amount, want := range map[string]string{"": "", "1234.50": "1234.5"} {
		s, err := ParseStatus("idPayin=o&token=t&currencyCode=THB&amount=" + amount)
		if err != nil || s.Money.Amount() != want {
			t.Errorf("amount %q: got %+v, %v", amount, s, err)
		}
	}
	for amount, want := range map[string]string{"1.234": "amount malformed", "0": "amount malformed", "1&amount=1": "amount twice"} {
		link := "idPayin=o&token=t&currencyCode=THB&amount=" + amount
		if _, err := CheckStatus(link); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("amount %q: got %v, want %s", amount, err, want)
		}
		if s, err := ParseStatus(link); err != nil || s.IDPayin != "o" || !s.Money.IsZero() {
			t.Errorf("amount %q: got %+v, %v; want the order without a total", amount, s, err)
		}
	}
	if _, err := ParseStatus("idPayin=..&token=t"); err == nil || !strings.Contains(err.Error(), "currencyCode missing") {
		t.Errorf("got %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("merchantCode=DEMO&idPayin=a&token=t&amount=1&currencyCode=THB&callbackUrl=https://a.b&returnUrl=https://a.b")
	f.Add("returnUrl=%00&amount=1e9")
	f.Fuzz(func(t *testing.T, query string) {
		cost.Bytes(t, len(query), func() { _, _ = Parse(Rules{IsField: isField, AllowHTTP: true}, query) })
		i, err := Parse(Rules{IsField: isField, AllowHTTP: true}, query)
		if err != nil {
			return
		}
		if !i.Money.IsPositive() || !links.Web(i.ReturnURL, true) || !IsOrderID(i.IDPayin) || strings.ContainsAny(i.Token.Reveal(), "\r\n ") {
			t.Fatalf("accepted %+v", i)
		}
	})
}

// Faults come in the order of the interface's table, always the same.
func TestParseFaultsInOrder(t *testing.T) {
	v := link("merchantCode", "", "amount", "1.234", "callbackUrl", "x", "returnUrl", "y", "paymentMethodCode", "\n", "optionsAvailable", "maybe")
	v["currencyCode"] = []string{"THB"}
	v["token"] = []string{"a", "b"}
	data := []string{"accountName", "accountNumber", "customerName.firstName", "emailAddress", "phoneNumber", "taxId"}
	for _, name := range data {
		v.Set(name, "\x00")
	}
	want := "merchantCode missing, token twice, amount malformed, callbackUrl malformed, returnUrl malformed, paymentMethodCode malformed, optionsAvailable malformed, " +
		strings.Join(data, " malformed, ") + " malformed"
	if got := faultsOf(t, v); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := faultsOf(t, link("amount", "1.234", "currencyCode", "XYZ")); got != "currencyCode malformed" {
		t.Errorf("an amount of no currency: %s", got)
	}
	if got := faultsOf(t, link("amount", "", "currencyCode", "XYZ")); got != "amount missing, currencyCode malformed" {
		t.Errorf("got %s", got)
	}
}

// FuzzParseStatus: whatever a status link contains, accepted values fit into
// the gateway's address and header.
func FuzzParseStatus(f *testing.F) {
	f.Add("idPayin=order-1&token=a.b.c&currencyCode=THB&lang=th")
	f.Add("idPayin=..&token=%0d%0aX:%20y&currencyCode=thb")
	f.Add("idPayin=a&idPayin=b&token=&currencyCode=XXX&currencyCode=THB")
	f.Fuzz(func(t *testing.T, query string) {
		cost.Bytes(t, len(query), func() { _, _ = ParseStatus(query) })
		s, err := ParseStatus(query)
		if err != nil {
			if len(err.Error()) > 600 {
				t.Errorf("a fault of %d bytes", len(err.Error()))
			}
			return
		}
		if !IsOrderID(s.IDPayin) || url.PathEscape(s.IDPayin) != s.IDPayin || !money.Known(s.CurrencyCode) ||
			s.Token.IsZero() || strings.ContainsAny(s.Token.Reveal(), "\r\n ,;\"") {
			t.Errorf("took %+v", s)
		}
		values, _ := url.ParseQuery(query)
		if len(values["idPayin"]) > 1 || len(values["token"]) > 1 || len(values["currencyCode"]) > 1 {
			t.Errorf("took one of several: %q", query)
		}
	})
}

// lang may be given once, like every parameter: two are refused.
func TestTwoLanguagesAreRefused(t *testing.T) {
	v := link()
	v["lang"] = []string{"en", "th"}
	if got := faultsOf(t, v); got != "lang twice" {
		t.Errorf("got %q", got)
	}
}

// Shops print two decimals, and so do gateways: a payment of ¥1000.00 is one of
// ¥1000. An amount that can't be paid to the last digit isn't asked for.
func TestIdleZerosOfAmounts(t *testing.T) {
	for _, c := range []struct{ amount, currency, want string }{
		{"1000.00", "JPY", "1000"}, {"15000.00", "KRW", "15000"}, {"150000.00", "VND", "150000"}, {"100.000", "THB", "100.00"},
	} {
		if got := parsed(t, "amount", c.amount, "currencyCode", c.currency).Money.Bare(); got != c.want {
			t.Errorf("%s %s became %s", c.amount, c.currency, got)
		}
	}
	for currency, amount := range map[string]string{"JPY": "1000.50", "VND": "0.5", "THB": "100.001", "USDT": "1.0000001"} {
		if got := faultsOf(t, link("amount", amount, "currencyCode", currency)); got != "amount malformed" {
			t.Errorf("%s %s: %q", amount, currency, got)
		}
	}
}
