package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
)

// A country is shown by its name in the page's language and sent as its code,
// whichever language the name is in; what was typed stays as it was.
func TestACountryIsReadByNameAndSentByCode(t *testing.T) {
	const field = "paymentLocation.country"
	details := []string{
		"accountName", "Ming Chen", "phoneNumber", "0912345678", "emailAddress", "a@b.co",
		"paymentLocation.city", "Taipei", "paymentLocation.street", "Zhongxiao Rd 1", "paymentLocation.zipCode", "100",
	}
	for _, name := range []string{"", "TW", "taiwan", "台灣", "Elbonia"} {
		w := setup(t)
		link := w.link("800", "TWD", "paymentMethodCode", "CODE_PAYMENT", "paymentOperatorCode", "ibon", "lang", "th")
		b := w.browser()
		p := b.Enter(link).Want(200, "details")
		if got := browser.Attr(p.Input(field), "value"); got != "ไต้หวัน" {
			t.Fatalf("the country's field has %q", got)
		}
		if first := p.Find(func(n *html.Node) bool { return n.Data == "option" }); first == nil || browser.Attr(first, "value") != "ไต้หวัน" {
			t.Error("the country isn't the first of those to choose from")
		}
		want := name
		switch name {
		case "":
			want = "TW"
		case "taiwan", "台灣":
			want = "TW"
		}
		pairs := details
		if name != "" {
			pairs = append([]string{field, name}, details...)
		}
		p = b.Press(p, "pay", pairs...).Want(200, "instructions")
		location := w.read(link.Get("idPayin"))["paymentMethodResponse"].(map[string]any)["paymentLocationCustomer"].(map[string]any)
		if location["country"] != want {
			t.Errorf("%q was sent as %v, want %s", name, location["country"], want)
		}
		if want == "TW" && !strings.Contains(p.Text(), "ไต้หวัน") {
			t.Errorf("the instructions don't name the country:\n%s", p.Words())
		}
	}
}

// Another language keeps what was typed into a half-filled form, and says
// nothing of what is still missing.
func TestAnotherLanguageKeepsWhatWasTyped(t *testing.T) {
	w := setup(t)
	b := w.browser()
	p := b.Enter(w.link("800", "TWD", "paymentMethodCode", "CODE_PAYMENT", "paymentOperatorCode", "ibon")).Want(200, "details")
	button := p.Find(func(n *html.Node) bool { return n.Data == "button" && browser.Attr(n, "lang") == "zh-Hant" })
	if button == nil || browser.Attr(button, "data-action") != "language" {
		t.Fatalf("the form has no button of another language:\n%s", browser.Short(p.Body))
	}
	p = b.Do(http.MethodPost, browser.Attr(button, "formaction"), url.Values{
		"accountName": {"Ming Chen"}, "paymentLocation.city": {"Taipei"}, "paymentLocation.country": {browser.Attr(p.Input("paymentLocation.country"), "value")},
	}).Want(200, "details")
	if got := browser.Attr(p.Input("accountName"), "value"); got != "Ming Chen" {
		t.Errorf("the name is %q", got)
	}
	if got := browser.Attr(p.Input("paymentLocation.country"), "value"); got != "台灣" {
		t.Errorf("the country is %q", got)
	}
	if strings.Contains(p.Body, `aria-invalid="true"`) {
		t.Error("fields are at fault that nobody has sent yet")
	}
	if !strings.Contains(p.Body, `<html lang="zh-Hant"`) {
		t.Error("the language isn't the chosen one")
	}
}
