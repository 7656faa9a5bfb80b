package methods

import (
	"net/url"
	"strings"
	"testing"
)

// Fault 12: what a link from the gateway may be depends on the method in its schemes
// alone; internal/links has what may be none at all.
func TestFault12_LinksOfAnswers(t *testing.T) {
	find := func(code, currency string) Method {
		m, ok := Default().Find(code, currency)
		if !ok {
			t.Fatalf("no row %s %s", code, currency)
		}
		return m
	}
	online, upi, wallet, zapper := find("ONLINE", "THB"), find("UPIQR", "INR"), find("EWALLET", "IDR"), find("ZAPPER_QR", "ZAR")
	for _, c := range []struct {
		method Method
		raw    string
		http   bool
		want   bool
	}{
		{online, "https://bank.example.com/pay?id=1&x=%20y", false, true},
		{online, "http://bank.example.com/", false, false},
		{online, "http://127.0.0.1:8081/bank/x", true, true},
		{online, "upi://pay?pa=a@b", false, false},
		{upi, "upi://pay?pa=merchant.1001@examplebank&pn=Example%20Store&am=499.00&cu=INR", false, true},
		{upi, "phonepe://pay?pa=a@b", false, true},
		{upi, "gojek://x", false, false},
		{upi, "intent://pay#Intent;scheme=upi;end", true, false},
		{wallet, "gojek://gopay/merchanttransfer?tref=1", false, true},
		{wallet, "shopeeid://main?apprl=x", false, true},
		{zapper, "zapper://payment?x=1", false, true},
		{zapper, "https://zapper.example.com/x", false, true},
		{online, "javascript:alert(1)", true, false},
	} {
		if got := c.method.LinkAllowed(c.raw, c.http); got != c.want {
			t.Errorf("%s %q (http %v): got %v", c.method.Code, c.raw, c.http, got)
		}
	}
}

func FuzzLinkAllowed(f *testing.F) {
	for _, seed := range []string{"https://a.b/", "upi://pay?pa=a@b", "javascript:alert(1)", "https://a@b", "\\\\x"} {
		f.Add(seed)
	}
	m, _ := Default().Find("UPIQR", "INR")
	f.Fuzz(func(t *testing.T, raw string) {
		if !m.LinkAllowed(raw, false) {
			return
		}
		u, err := url.Parse(raw)
		if err != nil || u.User != nil {
			t.Fatalf("%q is allowed", raw)
		}
		lower := strings.ToLower(raw)
		for _, scheme := range append([]string{"https"}, upiSchemes...) {
			if strings.HasPrefix(lower, scheme+":") {
				return
			}
		}
		t.Fatalf("%q is allowed", raw)
	})
}
