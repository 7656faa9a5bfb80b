package token

import "testing"

// The payment of a token, for directives on the option list.
func TestPayment(t *testing.T) {
	for name, c := range map[string]struct {
		operations []string
		want       string
	}{
		"by action":         {Granted("order-1~success@2s", ""), "order-1~success@2s"},
		"quoted":            {Granted("o.1+2", ""), "o.1+2"},
		"info":              {InfoOperations("o.1"), "o.1"},
		"bare":              {[]string{"POST /payins/!availablePaymentOptions", "POST /payins/o.1", "GET /payins/o.1"}, "o.1"},
		"with other things": {append(Granted("o-1", ""), "GET /merchant-info"), "o-1"},
		"two payments":      {[]string{"GET /payins/a", "GET /payins/b"}, ""},
		"general":           {[]string{"POST /payins/.*", "GET /payins/.*"}, ""},
		"at least one":      {[]string{"GET /payins/.+"}, ""},
		"pattern":           {[]string{"GET /payins/o-[0-9]"}, ""},
		"none":              {[]string{"GET /merchant-info"}, ""},
	} {
		if got := Payment(c.operations); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestAllowsIsAnchored(t *testing.T) {
	for _, c := range []struct {
		operation, method, path string
		want                    bool
	}{
		{"GET /payins/a", "GET", "/payins/a", true},
		{"GET /payins/a", "POST", "/payins/a", false},
		{"GET /payins/a", "GET", "/payins/ab", false},
		{"GET /payins/a", "GET", "/x/payins/a", false},
		{"GET /payins/.*", "GET", "/payins/a/accounts", true},
		{"GET /a|/b", "GET", "/xb", false},
		{"GET (?m)/a", "GET", "/a\n", false},
		{"GET /(", "GET", "/(", false},
	} {
		if got := Allows([]string{c.operation}, c.method, c.path); got != c.want {
			t.Errorf("%q on %s %q: got %v", c.operation, c.method, c.path, got)
		}
	}
}
