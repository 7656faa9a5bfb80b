package links

import (
	"strings"
	"testing"
)

// wrong are addresses that are no web address, whoever wrote them.
var wrong = []string{
	"", "javascript:alert(1)", "data:text/html,x", "//evil.example", `/\evil.example`, "https://evil.example\t/", "https://a\n.example",
	"https://user:pw@evil.example/", "https://user@evil.example/", "ftp://shop.example", "https:///path", "https:shop.example", "shop.example",
	`https://shop.example\@evil.example`, "https://shop.example/\x00", "https://shop.example/\r\nSet-Cookie: a=b", "https://shop%zz.example/", "https://shop .example/", "https ://shop.example/",
	"JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "\u0001javascript:alert(1)", "vbscript:x", "file:///etc/passwd", "blob:https://shop.example/x",
	"https://", "https://:443/", "/pay", "\u00a0https://shop.example", " https://shop.example/", "https://shop.example/ ", "https://shop.example%20@evil.example/", "https:// /", "javascript://shop.example/%0aalert(1)",
}

// A merchant's address may have a port, a query and a fragment; http is a setting's to
// allow. Its host is one that a browser would look up.
func TestWeb(t *testing.T) {
	for address, want := range map[string]bool{
		"https://shop.example/back?a=1#b": true, "https://shop.example.": true, "https://shop.example:65535": true, "https://[::1]:8080/": true,
		"https://192.0.2.1/": true, "https://bücher.example/": true, "http://localhost:8081/shop": false, "myshop://back": false,
		"https://shop.example:99999/": false, "https://shop.example:0/": false, "https://.": false, "https://shop..example/": false,
		"https://.example": false, "https://[]/": false, "https://shop.example/ x": false, "https://shop.example/?a=\uFFFD": false,
		"https://my_shop.example/": true, "https://_dev.local:8443/": true, "https://ab--shop.netlify.example/": true, "https://shop-.example/": true,
		"https://my_büro.example/": true, "https://xn--bcher-kva.example/": true, "https://sh|op.example/": false, "https://shop*.example/": false, "https://shop'.example/": false,
		"https://shop(1).example/": false, "https://shop.example/50%": true, "https://shop.example/%zz?a=5%#%": true, "https://😀.example/": true,
		"https://shop.example/" + strings.Repeat("a", 2048-21): true, "https://shop.example/" + strings.Repeat("a", 2049-21): false,
	} {
		if got := Web(address, false); got != want {
			t.Errorf("%.80q: got %v", address, got)
		}
	}
	for _, address := range wrong {
		if Web(address, true) {
			t.Errorf("%q: it is taken", address)
		}
	}
	if !Web("http://localhost:8081/shop", true) {
		t.Error("http isn't allowed where a setting allows it")
	}
}

// The gateway knows its banks' hosts, and its links into apps have spaces in their
// query. What a browser would read otherwise than we do is refused.
func TestAnswer(t *testing.T) {
	for address, want := range map[string]bool{
		"https://bank.example/pay?id=1": true, "https://bank_1.example:99/": true, "upi://pay?pa=a@b&pn=A Shop&am=1.00": true, "upi:pay?pa=a@b": true,
		"https://bank.example/?next=a b": true, "https://bank.example/a b": true, "https://bank.example/a b?c=50%&d=%zz": true, "https://bank.example/?a#b c": true, "https://bank .example/": false,
		"https://bank.example /": false, "https://bank.example?a b": true, "https://a b@bank.example/": false, "https://bank.example/a b ": false,
		"https://bank.example/a\u00a0b": false, "https://bank.example/{a}|\"b\"<c>^`": true, "https://ธนาคาร.example/จ่าย": true, `https://bank.example/\evil`: false, "upi://pay?pa=a@b ": false, "upi ://pay": false,
		"http://bank.example/": false, "UPI://pay?pa=a@b": true, "HTTPS://bank.example/": true, "upi://user@pay?pa=a@b": false, "upi://pay?pa=a@b\n": false, "intent://pay": false, "upi://pay?pa=a\u200bb": false, "upi://pay?pa=a\u202eb": false,
		"https://bank.example/\xff": false, "https://bank.example/" + strings.Repeat("a", 4096-21): true, "https://bank.example/" + strings.Repeat("a", 4097-21): false,
	} {
		if got := Answer(address, false, []string{"upi"}); got != want {
			t.Errorf("%.80q: got %v", address, got)
		}
	}
	for _, address := range wrong {
		if Answer(address, true, []string{"upi"}) {
			t.Errorf("%q: it is taken", address)
		}
	}
	if !Answer("http://bank.example/", true, nil) || Answer("upi://pay?pa=a@b", true, nil) {
		t.Error("http is a setting's to allow, an app the method's")
	}
}

// A host is shown as what a browser looks up: letters of other scripts that look alike
// are seen to be others.
func TestHost(t *testing.T) {
	for address, want := range map[string]string{
		"https://shop.example:8443/x": "shop.example", "http://shop.example/": "shop.example", "https://[2001:db8::1]/": "2001:db8::1",
		"https://аpple.example/": "xn--pple-43d.example", "https://bücher.example": "xn--bcher-kva.example", "https://xn--pple-43d.example": "xn--pple-43d.example",
		"https://аpple_1.example/": "xn--pple_1-2nf.example", "https://shop.example/50%": "shop.example",
		"myshop://back": "", "javascript:alert(1)": "", "https://%": "", "": "",
	} {
		if got := Host(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// Of where somebody comes from, a page has the site alone: a shop's own address of a link
// may have a token in it.
func TestSite(t *testing.T) {
	for address, want := range map[string]string{
		"https://shop.example:8443/go?to=token#x": "https://shop.example:8443/", "https://shop.example?a": "https://shop.example/", "http://shop.example/": "",
		"https://a@shop.example/": "", "myshop://back": "", "javascript:alert(1)": "", "": "",
	} {
		if got := Site(address, false); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// An address that would run as script or hold a document of its own is in no
// page, however it is written and wherever it comes from.
func TestHarmless(t *testing.T) {
	for address, want := range map[string]bool{
		"https://bank.example/pay": true, "upi://pay?pa=a@b": true, "gojek://pay": true, "/pay/x": true, "?lang=th": true, "data": true, "": true,
		"mailto:help@shop.example": true, "tel:+6621234567": true,
		"javascript:alert(1)": false, " JavaScript:alert(1)": false, "data:text/html,x": false, "vbscript:x": false,
		"blob:https://bank.example/x": false, "file:///etc/passwd": false, "about:blank": false, "filesystem:https://bank.example/x": false,
	} {
		if got := Harmless(address); got != want {
			t.Errorf("%q: got %v", address, got)
		}
	}
}

// A merchant's address has a host that a browser would look up. An app's
// address is allowed only if the operator lists its scheme.
func TestReturnTakesTheSchemesOfTheOperator(t *testing.T) {
	for address, want := range map[string]bool{
		"https://shop.example/back": true, "myshop://back?order=1": true, "MyShop://back": true,
		"othershop://back": false, "myshop:back": false, "http://shop.example/": false, "javascript:alert(1)": false,
	} {
		if got := Return(address, false, []string{"myshop"}); got != want {
			t.Errorf("%q: got %v", address, got)
		}
	}
}

// An app may be opened, and never what a browser reads or runs itself.
func TestAppScheme(t *testing.T) {
	for scheme, want := range map[string]bool{
		"myshop": true, "com.shop.app": true, "upi": true, "javascript": false, "intent": false, "view-source": false, "https": false, "ws": false,
		"": false, "a": false, "My": false, "my shop": false, "1x": false,
	} {
		if got := AppScheme(scheme); got != want {
			t.Errorf("%q: got %v, want %v", scheme, got, want)
		}
	}
}
