package links

import "testing"

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
