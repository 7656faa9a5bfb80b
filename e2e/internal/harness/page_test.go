package harness

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const aPage = `<!doctype html><html><head><noscript><meta http-equiv="refresh" content="2; url=/pay/x?n=1"></noscript></head><body>
<form action="/pay/x/language"><button data-action="language">th</button></form>
<main data-page="details" data-status="pending" data-news="/pay/x/events" data-version="v1">
<form method="post" action="/pay/x/pay">
 <input type="hidden" name="token" value="t"><input name="accountNumber" value="old"><input name="kept" value="as it was">
 <input type="radio" name="paymentMethodCode" value="A"><input type="radio" name="paymentMethodCode" value="B" checked>
 <input type="checkbox" name="terms" value="yes">
 <button data-action="continue" name="bank" value="another">Another bank</button> <button data-action="pay" name="go" value="now">Pay</button><button name="other" value="x">Other</button>
</form></main></body></html>`

func parsed(t *testing.T, text string) *Page {
	t.Helper()
	address, _ := url.Parse("http://app/pay/x")
	p, err := parsePage(address, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPage(t *testing.T) {
	p := parsed(t, aPage)
	got := []string{p.Kind, p.Status, p.Events, p.Version, p.Refresh.String(), p.RefreshTo}
	want := []string{"details", "pending", "/pay/x/events", "v1", "2s", "/pay/x?n=1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !p.Real() || parsed(t, `<main data-page="waiting">`).Real() || parsed(t, `<main data-page="problem">`).Real() || parsed(t, "502").Real() {
		t.Error("a real page is a step of the payment, and nothing else")
	}
}

func TestRefresh(t *testing.T) {
	for content, want := range map[string]time.Duration{"15": 15 * time.Second, "0.5;URL='/x'": time.Second / 2, "soon": -1, "-1": -1} {
		p := parsed(t, `<meta http-equiv="Refresh" content="`+content+`"><main data-page="waiting">`)
		if !p.Refreshes {
			p.Refresh = -1
		}
		if p.Refresh != want {
			t.Errorf("%q: got %v, want %v", content, p.Refresh, want)
		}
	}
}

// A form is sent as the page has it, with what was filled in and the button
// pressed.
func TestForm(t *testing.T) {
	p := parsed(t, aPage)
	f, pressed, ok := p.withAction("pay", "continue")
	if !ok {
		t.Fatal("no such button")
	}
	got := f.values(pressed, map[string]string{"accountNumber": "0812345678", "paymentMethodCode": "A", "unknown": "x"})
	want := url.Values{
		"token": {"t"}, "accountNumber": {"0812345678"}, "kept": {"as it was"}, "paymentMethodCode": {"A"},
		"go": {"now"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := f.values(pressed, nil).Get("paymentMethodCode"); got != "B" {
		t.Errorf("nothing chosen: got %q, want the checked B", got)
	}
	if _, _, ok := p.withAction("submit-reference"); ok {
		t.Error("there is a button that isn't there")
	}
}
