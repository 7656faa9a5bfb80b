package sandbox_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// An own method is offered with its operators, accepts any data that the
// interface has a name for, and is paid as its kind says.
func TestOwnMethodsArePaidByTheirKind(t *testing.T) {
	for kind, side := range map[sandbox.Kind]string{
		sandbox.Redirect: "bank", sandbox.Approve: "approve", sandbox.QR: "scan", sandbox.Transfer: "scan",
		sandbox.VirtualAccount: "scan", sandbox.StoreCode: "scan", sandbox.Crypto: "scan",
	} {
		f := setup(t, func(c *sandbox.Config) {
			c.Own = []sandbox.OwnMethod{{Code: "OWN_PAY", Currency: "SEK", Kind: kind, Operators: true}}
		})
		token := f.token("o-1")
		options := f.want(200, token, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":10,"currencyCode":"SEK"}}`)
		if !strings.Contains(options.raw, `{"paymentMethodCode":"OWN_PAY","paymentOperators":[{"code":"`) {
			t.Errorf("%s: the options are %s", kind, options.raw)
		}
		f.want(200, token, "POST", "/payins/o-1", f.payinBody("OWN_PAY", "SEK", "10", put("taxId", "123"), put("emailAddress", "a@b.se")))
		_, page := f.get("/console/payins/o-1")
		_, after, _ := strings.Cut(page, `data-action="`+side+`"`)
		if after == "" {
			t.Fatalf("%s: the console doesn't lead to %s", kind, side)
		}
		before := page[:len(page)-len(after)]
		address := before[strings.LastIndex(before, `href="`)+len(`href="`):]
		address, _, _ = strings.Cut(address, `"`)
		f.play(strings.ReplaceAll(address, "&amp;", "&"), "pay-stay")
		f.clock.advance(2 * time.Second)
		if got := f.status(token, "o-1"); got != "SUCCESS" {
			t.Errorf("%s: got %v after paying at %s", kind, got, address)
		}
		if order := f.order(url.Values{"scenario": {"4"}, "method": {"SEK/OWN_PAY"}}); !strings.Contains(order.RedirectURL, "paymentMethodCode=OWN_PAY") {
			t.Errorf("%s: the shop leads to %s", kind, order.RedirectURL)
		}
	}
}

// A payment by a method that is unknown at the next start can still be read and
// moved.
func TestPaymentsOutliveTheirOwnMethod(t *testing.T) {
	db := filepath.Join(t.TempDir(), "sandbox.db")
	first := setup(t, func(c *sandbox.Config) {
		c.DB, c.Own = db, []sandbox.OwnMethod{{Code: "OWN_PAY", Currency: "SEK", Kind: sandbox.Redirect}}
	})
	token := first.token("o-1")
	first.want(http.StatusOK, token, "POST", "/payins/o-1", first.payinBody("OWN_PAY", "SEK", "10"))

	second := setup(t, func(c *sandbox.Config) { c.DB = db })
	if r := second.want(http.StatusOK, token, "GET", "/payins/o-1", ""); r.at("process.status") != "PENDING" {
		t.Errorf("got %s", r.raw)
	}
	if response, _ := second.get("/console/payins/o-1"); response.StatusCode != http.StatusOK {
		t.Errorf("the console answers %d", response.StatusCode)
	}
	second.setStatus("o-1", "PROCESSING")
	second.setStatus("o-1", "SUCCESS")
	if got := second.status(token, "o-1"); got != "SUCCESS" {
		t.Errorf("got %v", got)
	}
}

func TestOwnMethodsThatCantBeAreRefused(t *testing.T) {
	for what, own := range map[string]sandbox.OwnMethod{
		"the interface has it": {Code: "PROMPTPAY", Currency: "THB", Kind: sandbox.QR},
		"no kind":              {Code: "OWN_PAY", Currency: "THB"},
		"another kind":         {Code: "OWN_PAY", Currency: "THB", Kind: "barter"},
	} {
		if s, err := sandbox.New(t.Context(), sandbox.Config{Own: []sandbox.OwnMethod{own}, Manual: true}); err == nil {
			t.Errorf("%s: taken", what)
			s.Close()
		}
	}
}

// The sandbox can stand in for a gateway that has the bank's address and the
// reference elsewhere.
func TestWhatTheInterfaceLeavesOpenCanBeElsewhere(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.RedirectProperty, c.ReferencePath = "account.link.url", "utr" })
	token := f.token("o-1")
	f.create(token, "o-1", "ONLINE", "INR", "10")
	read := f.want(http.StatusOK, token, "GET", "/payins/o-1", "")
	if address, _ := read.at("paymentMethodResponse.account.link.url").(string); !strings.HasPrefix(address, f.url+"/bank/") {
		t.Errorf("the address isn't there: %s", read.raw)
	}
	if read.at("paymentMethodResponse.redirectUrl") != nil || read.at("paymentMethodResponse.account.accountNumber") == nil || !strings.Contains(read.raw, `"amount":10.00,`) {
		t.Errorf("the rest isn't as it was: %s", read.raw)
	}
	token = f.token("o-2")
	f.create(token, "o-2", "P2A_V2", "INR", "10")
	f.want(http.StatusOK, token, "POST", "/payins/o-2/utr", `{"reference":"432112345678"}`)
	if got := f.want(http.StatusOK, token, "GET", "/payins/o-2", "").at("paymentMethodResponse.externalReference.reference"); got != "432112345678" {
		t.Errorf("the reference is %v", got)
	}
}
