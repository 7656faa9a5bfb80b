package handlers_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
	"payapp/methods"
	"payapp/views/components"
)

// Beside the button of the form stands what it leads to, as on the review.
func TestDetailsSayWhatIsNext(t *testing.T) {
	w := setup(t)
	for code, want := range map[string]string{
		"PROMPTPAY": "Next, you see how to pay.\nNothing is charged yet.",
		"BANKB_PAY": "Next, you approve the payment in the app.\nNothing is charged yet.",
	} {
		m, _ := methods.Default().Find(code, map[string]string{"PROMPTPAY": "THB", "BANKB_PAY": "ZAR"}[code])
		_, p, _ := w.start(m, "paymentOperatorCode", operatorOf(m, true))
		if text := p.Want(200, "details").Body; !strings.Contains(strings.ReplaceAll(text, "&#39;", "'"), want) {
			t.Errorf("%s: %q is missing:\n%s", code, want, p.Words())
		}
	}
}

// What is missing is told in a sentence at its field, to which a link in the
// summary leads by the field's name; fields say why they are asked.
func TestMissingFieldsAreNamed(t *testing.T) {
	w := setup(t)
	m, _ := methods.Default().Find("CODE_PAYMENT", "TWD")
	for lang, want := range map[string][]string{
		"en":      {"Fill this in to continue.", "Needed to take your payment."},
		"zh-Hant": {"請填寫此欄以繼續。", "辦理這筆付款需要此資料。"},
	} {
		b, p, _ := w.start(m, "lang", lang)
		p = b.Press(p, "pay", "accountName", "", "paymentLocation.street", "").Want(200, "details")
		text := p.Text()
		for _, words := range want {
			if n := strings.Count(text, words); n == 0 {
				t.Errorf("%s: %q is there %d times:\n%s", lang, words, n, browser.Short(text))
			}
		}
		for _, name := range []string{"accountName", "paymentLocation.street"} {
			if p.Find(func(n *html.Node) bool {
				return n.Data == "a" && browser.Attr(n, "href") == "#"+components.FieldID(name)
			}) == nil {
				t.Errorf("%s: no link leads to %s", lang, name)
			}
		}
		if strings.Contains(text, "Your name: ") || strings.Contains(text, "您的姓名：") {
			t.Errorf("the label is there twice:\n%s", browser.Short(text))
		}
	}
}

// A doubt is told at its field alone; above stands where to look, and the button
// still says how much.
func TestDoubtIsToldOnce(t *testing.T) {
	w := setup(t)
	m, _ := methods.Default().Find("BANKB_PAY", "ZAR")
	b, p, _ := w.start(m)
	text := b.Press(p, "pay", "accountNumber", "123").Want(200, "details").Text()
	if n := strings.Count(strings.Join(strings.Fields(text), " "), "usually have 7 to 13 digits. You entered 3"); n != 1 {
		t.Errorf("the doubt is there %d times:\n%s", n, browser.Short(text))
	}
	if text = strings.ReplaceAll(text, "\u00a0", " "); !strings.Contains(text, "Send the request anyway") {
		t.Errorf("the button says something else:\n%s", browser.Short(text))
	}
}
