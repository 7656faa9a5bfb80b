package handlers_test

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/internal/testing/await"
	"payapp/internal/testing/racing"
	"payapp/methods"
)

// Fault 12: an address that can't be trusted is no link: stop, page, log.
func TestFault12_UntrustedAddress(t *testing.T) {
	for method, spoil := range map[string]struct{ currency, property, address string }{
		"ONLINE": {"THB", "redirectUrl", "javascript:alert(1)"},
		"UPIQR":  {"INR", "upiQrDeepLink", "javascript:alert(1)"},
	} {
		w := setup(t)
		b, p, _ := w.start(mustFind(t, method, spoil.currency))
		p = b.Press(p, "pay")
		operator := p.Hook("operator")
		w.rewriteReads(func(payin map[string]any) {
			payin["paymentMethodResponse"].(map[string]any)[spoil.property] = spoil.address
		})
		w.clock.advance(time.Minute)
		p = b.Get(p.URL.Path).Want(200, "problem").WantHook("problem", "link-refused").WantHook("method", method).WantHook("operator", operator)
		if strings.Contains(p.Body, "javascript:") {
			t.Errorf("%s: the address is on the page", method)
		}
		if !strings.Contains(w.log.String(), "level=ERROR") {
			t.Errorf("%s: nobody is told", method)
		}
	}
}

// Fault 24: whatever the line or the gateway did meanwhile, the right status is
// there within the wait that the page was told.
func TestFault24_TroubleMeanwhile(t *testing.T) {
	for _, trouble := range racing.Part(2, []int{http.StatusServiceUnavailable, http.StatusTooManyRequests}) { // the latter is repeated for as long as a read may take
		w := setup(t)
		link := w.link("10", "THB")
		b, p := w.pay(link)
		version := func() (of string, wait time.Duration) {
			news := b.Get(p.URL.Path + "/events?once=1").Body
			lines := strings.Fields(strings.NewReplacer("retry:", "", "data:", "").Replace(news))
			if len(lines) != 2 {
				t.Fatalf("news: %q", news)
			}
			wait, err := time.ParseDuration(lines[0] + "ms")
			if err != nil {
				t.Fatal(err)
			}
			return lines[1], wait
		}
		before, _ := version()
		w.gatewayAnswers(func(*http.Request) (int, string) { return trouble, "" })
		w.clock.advance(40 * time.Second)
		during, wait := version()
		w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
		w.set(link.Get("idPayin"), "SUCCESS")
		w.clock.advance(wait)
		after, _ := version()
		if after == before || after == during {
			t.Errorf("%d: the news after %v are %q; before %q, during %q", trouble, wait, after, before, during)
		}
		b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	}
}

// Fault 27: the gateway says 409, and what it has under the id is for another
// amount or in another currency: both amounts are shown, and nothing to pay by.
func TestFault27_ConflictWithOtherMoney(t *testing.T) {
	for _, other := range [][2]string{{"99", "THB"}, {"10", "INR"}} {
		w := setup(t)
		link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
		b := w.browser()
		p := b.Enter(link).Want(200, "details")
		w.createElsewhere(link.Get("idPayin"), other[0], other[1])
		p = b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "problem").WantHook("problem", "amount-mismatch")
		want := []string{"10.00 THB", "money=10.00", "amount=" + other[0] + ".00"} // the order's above, then both
		if shown := shownToPayBy(p); !slices.Equal(shown, want) {
			t.Errorf("%v: the page shows %q, want %q", other, shown, want)
		}
		if !strings.Contains(w.log.String(), "level=ERROR") {
			t.Errorf("%v: nobody is told", other)
		}
	}
}

// createElsewhere creates the payment past the application.
func (w *world) createElsewhere(idPayin, amount, currency string) {
	w.t.Helper()
	ways := map[string]string{"THB": `{"paymentMethodCode":"ONLINE","paymentOperatorCode":"004"}`, "INR": `{"paymentMethodCode":"P2A_V2"}`}
	body := `{"paymentRequested":{"money":{"amount":` + amount + `,"currencyCode":"` + currency + `"}},"paymentMethod":` + ways[currency] +
		`,"callbackUrl":"https://shop.example/callback","returnUrl":"https://shop.example/back"}`
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.gateway.URL+"/payins/"+url.PathEscape(idPayin), strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header = http.Header{
		"Authorization": {"Bearer " + w.token("DEMO", idPayin, amount, currency)}, "X-Api-Version": {"2"}, "Content-Type": {"application/json"}, "Accept": {"application/json"},
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(response.Body)
		w.t.Fatalf("create elsewhere: %s %s", response.Status, said)
	}
}

// Fault 28: where the shop locked the method, none other is offered.
func TestFault28_NoOtherMethodWhereItIsLocked(t *testing.T) {
	w := setup(t)
	_, p := w.pay(w.steered("10", "THB", "~refuse-security")) // fixes PromptPay
	p.Want(200, "problem").WantHook("problem", "SECURITY_CHECK_FAILED")
	if p.Has("data-action", "change-method") {
		t.Error("another method is offered")
	}
	if !p.Has("data-action", "back") || p.Link("return") == "" {
		t.Error("there is no way on")
	}
	if filled := strings.Count(p.Body, `class="go"`); filled != 1 || !strings.Contains(p.Body, `class="go" href="https://shop.example/`) {
		t.Errorf("of %d filled buttons none leads to the shop, which alone has another way", filled)
	}
}

// Fault 30: a gateway that hangs over one payment holds up no other page.
func TestFault30_OtherPagesStayFast(t *testing.T) {
	w := setup(t)
	slow, quick := w.link("10", "THB"), w.link("11", "THB")
	w.pay(slow)
	other, p := w.pay(quick)
	hanging, release := make(chan struct{}, 10), make(chan struct{})
	goOn := sync.OnceFunc(func() { close(release) })
	t.Cleanup(goOn)
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, slow.Get("idPayin")) {
			hanging <- struct{}{}
			<-release
		}
		return 0, ""
	})
	w.clock.advance(time.Minute)
	done := make(chan struct{})
	impatient := w.browser()
	go func() {
		defer close(done)
		impatient.Get("/?" + slow.Encode())
	}()
	await.For(t, "the call that hangs", hanging)
	other.Get(p.URL.Path).Want(200, "instructions") // while the first still waits
	select {
	case <-done:
		t.Error("the gateway didn't hang")
	default:
	}
	goOn()
	await.For(t, "the page of the call that hung", done)
}

func mustFind(t *testing.T, method, currency string) methods.Method {
	t.Helper()
	m, ok := methods.Default().Find(method, currency)
	if !ok {
		t.Fatalf("no %s in %s", method, currency)
	}
	return m
}
