package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
)

const changedNotice = "This payment changed, maybe in another tab."

// Pay creates what its page shows, also when another tab chose otherwise: here
// it creates nothing, says so, and shows what is due, with all that was typed.
func TestFault49_PayCreatesWhatIsSeen(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB")
	shown := b.Press(b.Enter(link).Want(200, "options"), "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	p := b.Press(b.Do(http.MethodPost, shown.URL.Path+"/change-method", url.Values{}), "continue", "paymentMethodCode", "OFFLINE")
	b.Press(p, "continue", "paymentOperatorCode", "006").WantHook("method", "OFFLINE")

	now := b.Press(shown, "pay", "accountNumber", "0801234567").WantHook("method", "OFFLINE")
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
		t.Fatalf("%d creations", n)
	}
	if !strings.Contains(now.Text(), changedNotice) {
		t.Errorf("nothing says why:\n%s", now.Words())
	}
	if strings.Contains(now.Body, "0801234567") {
		t.Error("what was typed for one method stands in another's field")
	}
	p = b.Do(http.MethodPost, now.URL.Path+"/change-method", url.Values{})
	p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	if got := browser.Attr(p.Input("accountNumber"), "value"); got != "0801234567" {
		t.Errorf("what was typed is %q", got)
	}
	if strings.Contains(p.Text(), changedNotice) {
		t.Error("the notice stays")
	}
	b.Press(p, "pay").Want(200, "instructions").WantHook("method", "PROMPTPAY")
}

// A link of the same token with another amount, opened in another tab, changes
// what Pay would create: the page that showed the first one creates nothing.
func TestFault49_PayDoesNotTakeAnotherLinksAmount(t *testing.T) {
	t.Parallel()
	for name, other := range map[string][]string{
		"amount":      {"amount", "250"},
		"returnUrl":   {"returnUrl", "https://other.example/"},
		"callbackUrl": {"callbackUrl", "http://127.0.0.1:9/other"},
		"data":        {"accountNumber", "0899999999"},
		"operator":    {"paymentMethodCode", "ONLINE", "paymentOperatorCode", "014"},
	} {
		t.Run(name, func(t *testing.T) {
			w := setup(t)
			b := w.browser()
			link := w.link("100", "THB", "paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567")
			link.Set("token", w.tokenWithoutMoney(link.Get("idPayin")))
			shown := b.Enter(link).Want(200, "review")
			b.Enter(with(link, other...)).Want(200, "review")
			now := b.Press(shown, "pay").Want(200, "review")
			if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 || !strings.Contains(now.Text(), changedNotice) {
				t.Errorf("%d creations, and:\n%s", n, now.Words())
			}
		})
	}
}

// The same link opened again in another tab changes nothing: the first tab's Pay
// is taken.
func TestPayAfterTheSameLinkAgain(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB", "paymentMethodCode", "PROMPTPAY")
	shown := b.Enter(link).Want(200, "details")
	b.Enter(link).Want(200, "details")
	b.Press(shown, "pay", "accountNumber", "0801234567").Want(200, "instructions")
}

// A form that doesn't say what its page showed, or says it of another payment,
// pays nothing and keeps what was typed.
func TestFault49_PayWithoutAMarkIsNoPay(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB", "paymentMethodCode", "PROMPTPAY")
	other := b.Enter(w.link("100", "THB", "paymentMethodCode", "PROMPTPAY")).Want(200, "details")
	p := b.Enter(link).Want(200, "details")
	mark := browser.Attr(p.Input("seen"), "value")
	for name, seen := range map[string][]string{
		"none": nil, "empty": {""}, "another payment's": {browser.Attr(other.Input("seen"), "value")},
		"cut": {mark[:len(mark)-1]}, "changed": {"AAAA" + mark[4:]}, "junk": {"%00<script>"}, "twice": {"x", mark},
	} {
		form := url.Values{"accountNumber": {"0801234567"}}
		if seen != nil {
			form["seen"] = seen
		}
		now := b.Do(http.MethodPost, p.URL.Path+"/pay", form).Want(200, "details")
		if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
			t.Fatalf("%s: %d creations", name, n)
		}
		if !strings.Contains(now.Text(), changedNotice) {
			t.Errorf("%s: nothing says why:\n%s", name, now.Words())
		}
		if got := browser.Attr(now.Input("accountNumber"), "value"); name == "none" && got != "0801234567" {
			t.Errorf("%s: what was typed is %q", name, got)
		}
	}
	b.Do(http.MethodPost, p.URL.Path+"/pay", url.Values{"accountNumber": {"0801234567"}, "seen": {mark}}).Want(200, "instructions")
}

// Marks of an older session key are taken as long as the key is.
func TestMarksOutliveANewKey(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB", "paymentMethodCode", "PROMPTPAY")
	p := b.Enter(link).Want(200, "details")
	w.keys = append([][]byte{randomKey()}, w.keys...)
	w.restart(discard())
	b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
}

// A second press on Pay leads to the payment without a word; one on a page of
// another method says that the payment has begun otherwise.
func TestPayOnceThePaymentHasBegun(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB")
	promptPay := b.Press(b.Enter(link), "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	offline := b.Press(b.Do(http.MethodPost, promptPay.URL.Path+"/change-method", url.Values{}), "continue", "paymentMethodCode", "OFFLINE")
	offline = b.Press(offline, "continue", "paymentOperatorCode", "006").WantHook("method", "OFFLINE")
	b.Press(offline, "pay", "accountNumber", "1234567890").Want(200, "instructions")
	again := b.Press(offline, "pay", "accountNumber", "1234567890").Want(200, "instructions")
	if text := again.Text(); strings.Contains(text, "already started") || strings.Contains(text, changedNotice) {
		t.Errorf("a second press isn't nothing:\n%s", browser.Short(text))
	}
	elsewhere := b.Press(promptPay, "pay", "accountNumber", "0801234567").Want(200, "instructions").WantHook("method", "OFFLINE")
	if !strings.Contains(elsewhere.Text(), "already started") {
		t.Errorf("nothing says that it is another method:\n%s", elsewhere.Words())
	}
	if n := w.calls.created(link.Get("idPayin")); n != 1 {
		t.Errorf("%d creations", n)
	}
}

// A number is given to the payment that its page showed. Where the amount to
// pay is another one meanwhile, the page says so once, and keeps the number.
func TestANumberIsForThePaymentSeen(t *testing.T) {
	w := setup(t)
	b := w.browser()
	link := w.link("100", "INR", "paymentMethodCode", "P2A_V2", "paymentOperatorCode", "HDFC")
	p := b.Press(b.Press(b.Enter(link), "pay").Want(200, "instructions"), "continue").Want(200, "reference")
	w.rewriteReads(func(payin map[string]any) {
		payin["moneyRequired"] = map[string]any{"amount": 101, "currencyCode": "INR"}
		if response, ok := payin["paymentMethodResponse"].(map[string]any); ok {
			response["moneyRequired"] = payin["moneyRequired"]
		}
	})
	w.restart(discard())
	now := b.Press(p, "submit-reference", "reference", "432112345678").Want(200, "reference")
	if !now.Has("data-amount", "101.00") || !strings.Contains(now.Text(), changedNotice) {
		t.Errorf("the other amount isn't told:\n%s", now.Words())
	}
	if got := browser.Attr(now.Input("reference"), "value"); got != "432112345678" {
		t.Errorf("the number is %q", got)
	}
	sent := func() int { return w.calls.count("POST /payins/" + link.Get("idPayin") + "/externalReference") }
	if sent() != 0 {
		t.Error("it was sent")
	}
	b.Press(now, "submit-reference").Want(200, "status")
	if sent() != 1 {
		t.Error("it wasn't sent")
	}
}

// Two tabs of one form: the second Pay, with another account than the first one
// sent, is told that the payment has started already.
func TestAnotherAccountInASecondTabIsTold(t *testing.T) {
	w := setup(t)
	b := w.browser()
	p := b.Enter(w.link("100", "THB", "paymentMethodCode", "PROMPTPAY")).Want(200, "details")
	first := b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	same := b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	other := b.Press(p, "pay", "accountNumber", "0899999999").Want(200, "instructions")
	const notice = "already"
	if strings.Contains(same.Text(), notice) != strings.Contains(first.Text(), notice) || !strings.Contains(other.Text(), notice) {
		t.Errorf("a second press:\n%s\n\nanother account:\n%s", same.Words(), other.Words())
	}
}
