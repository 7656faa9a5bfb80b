package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// interface.md, Common steps 4 and 5: the callback goes to the link's
// callbackUrl, exactly as the shop wrote it, and carries idPayin; the merchant
// reads the payment with a token of its own.
func TestCommonStep4Callback(t *testing.T) {
	w := setup(t)
	arrived := make(chan string, 10)
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived <- r.URL.Path + " " + r.URL.Query().Get("shop") + " " + r.PostFormValue("idPayin")
	}))
	defer shop.Close()
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY", "callbackUrl", shop.URL+"/a%20b?shop=x%26y")
	b := w.browser()
	b.Press(b.Enter(link), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	w.set(link.Get("idPayin"), "SUCCESS")
	if err := w.box.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	close(arrived)
	calls := 0
	for got := range arrived {
		calls++
		if want := "/a b x&y " + link.Get("idPayin"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if calls != 1 {
		t.Errorf("%d callbacks, want 1", calls)
	}
}
