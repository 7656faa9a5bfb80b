package relay

import (
	"net/url"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	const ours = "order=o%26+1&to=https%3A%2F%2Fshop.example%2Fcb%3Fa%3Db%26c&sig=s-_1"
	address := Address{Order: "o& 1", To: "https://shop.example/cb?a=b&c", Sig: "s-_1"}
	if got := address.Query(); got != ours {
		t.Errorf("got %q, want %q", got, ours)
	}
	for raw, rest := range map[string]string{
		ours:                      "",
		ours + "&idPayin=order-1": "idPayin=order-1",
		"idPayin=order-1&" + ours: "idPayin=order-1",
		"sig=s-_1&idPayin=a&b=&&=c&to=https%3A%2F%2Fshop.example%2Fcb%3Fa%3Db%26c&order=o%26+1": "idPayin=a&b=&&=c",
		ours + "&To=x&SIG=y&t%6f=z":            "To=x&SIG=y&t%6f=z",            // other names
		ours + "&to=https://evil.example&sig=": "to=https://evil.example&sig=", // the gateway's own
		ours + "&a=%20+%2B%zz&ä=%E4":           "a=%20+%2B%zz&ä=%E4",           // as it was written
	} {
		found, got, ok := Split(raw)
		if found != address || got != rest || !ok {
			t.Errorf("%s: got %q, %q, %v; want the rest %q", raw, found, got, ok, rest)
		}
	}
	for _, raw := range []string{
		"", "&", "order=o&to=x", "order=o&sig=x", "to=x&sig=y", "order=o&to=%zz&sig=x", "order=o&to=x&sig=%", "order=%&to=x&sig=y",
		"ORDER=o&TO=x&SIG=y", "order=o&t%6f=x&sig=y",
	} {
		if found, rest, ok := Split(raw); ok {
			t.Errorf("%s: got %q, %q", raw, found, rest)
		}
	}
}

// FuzzSplit: our part is found whatever surrounds it, and the rest is
// unchanged. The gateway's parameters change neither the host nor the path nor
// the merchant's own parameters.
func FuzzSplit(f *testing.F) {
	f.Add("order-1", "https://shop.example/cb?a=b", "sig", "idPayin=1", "event=new")
	f.Add("", "http://127.0.0.1:8081/shop/callback", "", "", "to=https://evil.example&sig=x")
	f.Add("a&b=c", "https://shop.example/?a;b#c", "x&y=z", "%zz", "=&&=")
	f.Add("#", "https://user@shop.example", "", "#", "?/@evil.example")
	f.Fuzz(func(t *testing.T, order, to, sig, before, after string) {
		address := Address{Order: order, To: to, Sig: sig}
		raw := address.Query() + "&" + after
		if _, _, ours := Split(before + "&order=&to=&sig="); ours && !strings.Contains("&"+before, "&order") &&
			!strings.Contains("&"+before, "&to") && !strings.Contains("&"+before, "&sig") {
			raw = before + "&" + raw
			after = before + "&" + after
		}
		got, rest, ok := Split(raw)
		if !ok || got != address || rest != after {
			t.Fatalf("%q: got %q, %q, %v", raw, got, rest, ok)
		}
		u, err := target(to, rest, true)
		if err != nil {
			return
		}
		plain, err := url.Parse(to)
		if err != nil || u.Host != plain.Host || u.Scheme != plain.Scheme || u.EscapedPath() != plain.EscapedPath() ||
			!strings.HasPrefix(u.RawQuery, plain.RawQuery) || !strings.HasSuffix(u.RawQuery, rest) {
			t.Errorf("%q with %q became %q", to, rest, u)
		}
		if strings.ContainsAny(u.RequestURI(), " \r\n\x00") {
			t.Errorf("%q with %q makes the request line %q", to, rest, u.RequestURI())
		}
		if hostOf(u) == "" {
			t.Errorf("%q has no host to count by", to)
		}
	})
}
