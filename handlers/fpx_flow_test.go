package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
)

// banks lists what stands on the page of banks, headings and codes.
func banks(p *browser.Page) (list []string) {
	p.Find(func(n *html.Node) bool {
		switch {
		case n.Data == "h2" && n.FirstChild != nil:
			list = append(list, n.FirstChild.Data)
		case browser.Attr(n, "name") == "paymentOperatorCode":
			list = append(list, browser.Attr(n, "value"))
		}
		return false
	})
	return list
}

// fpx is a gateway whose FPX has banks of both lists, and one of neither.
func fpx(codes ...string) func(*http.Request) (int, string) {
	var list []string
	for _, code := range codes {
		list = append(list, `{"code":"`+code+`","name":"Bank `+code+`"}`)
	}
	options := `{"data":[{"paymentMethodCode":"FPX","paymentOperators":[` + strings.Join(list, ",") + `]},{"paymentMethodCode":"DUITNOW"}]}`
	return func(r *http.Request) (int, string) {
		if r.URL.Path == "/payins/!availablePaymentOptions" {
			return 200, options
		}
		return 0, ""
	}
}

// FPX's banks for people and for companies stand under their own headings; the
// bank that is chosen settles the type of account, and a form with nothing to
// answer is no page.
func TestFPXBanksOfBothLists(t *testing.T) {
	const personal, corporate, other = "Banks for personal accounts", "Banks for corporate accounts", "Other banks"
	w := setup(t)
	w.gatewayAnswers(fpx("MBB0228", "MB2U0227", "NEW0001", "PBB0233", "PBB0234"))
	link := w.link("10", "MYR", "paymentMethodCode", "FPX")
	b := w.browser()
	p := b.Enter(link).Want(200, "options")
	want := []string{personal, "MB2U0227", "PBB0233", corporate, "MBB0228", "PBB0234", other, "NEW0001"}
	if got := banks(p); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := banks(b.Get(p.URL.Path + "?q=pbb")); !slices.Equal(got, []string{personal, "PBB0233", corporate, "PBB0234"}) {
		t.Errorf("a search gives %v", got)
	}
	for bank, settled := range map[string]string{"PBB0234": "corporate", "MB2U0227": "personal"} {
		p = b.Press(p, "continue", "paymentOperatorCode", bank).Want(200, "review")
		row := p.Find(func(n *html.Node) bool { return browser.Attr(n, "data-row") == "accountType" })
		if row == nil || browser.Attr(row, "data-value") != settled || p.Has("name", "accountType") {
			t.Errorf("%s doesn't settle %s:\n%s", bank, settled, p.Words())
		}
		p = b.Press(p, "change-method").Want(200, "options")
	}
	p = b.Press(p, "continue", "paymentOperatorCode", "NEW0001").Want(200, "details")
	if p.Has("checked", "") {
		t.Error("a bank of neither list answers for the customer")
	}
	p = b.Press(p, "pay").Want(200, "details")
	if !p.Has("data-error", "accountType") || w.calls.count("POST /payins/"+link.Get("idPayin")) != 0 {
		t.Errorf("paid without an answer:\n%s", p.Words())
	}

	locked := w.browser().Enter(w.link("10", "MYR", "paymentMethodCode", "FPX", "accountType", "corporate")).Want(200, "options")
	if got := banks(locked); !slices.Equal(got, []string{corporate, "MBB0228", "PBB0234", other, "NEW0001"}) {
		t.Errorf("locked to companies: %v", got)
	}
}

// The shop's suggestion and the list that it is in come first.
func TestFPXSuggestedBank(t *testing.T) {
	w := setup(t)
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if r.URL.Path != "/payins/!availablePaymentOptions" {
			return 0, ""
		}
		return 200, `{"data":[{"paymentMethodCode":"FPX","paymentOperators":[{"code":"MB2U0227"},{"code":"MBB0228"},{"code":"PBB0233"},{"code":"PBB0234"},{"code":"NEW0001"}]}]}`
	})
	p := w.browser().Enter(w.link("10", "MYR", "paymentOperatorCode", "PBB0234", "optionsAvailable", "true")).Want(200, "options")
	want := []string{"Banks for corporate accounts", "PBB0234", "MBB0228", "Banks for personal accounts", "MB2U0227", "PBB0233", "Other banks", "NEW0001"}
	if got := banks(p); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Few banks stand inside the method's row, under the same headings; banks
// without lists have none.
func TestFPXBanksInsideTheRow(t *testing.T) {
	w := setup(t)
	w.gatewayAnswers(fpx("MBB0228", "MB2U0227"))
	text := w.browser().Enter(w.link("10", "MYR")).Want(200, "options").Text()
	if before, after, ok := strings.Cut(text, "Banks for corporate accounts"); !ok || !strings.Contains(before, "Bank MB2U0227") || !strings.Contains(after, "Bank MBB0228") {
		t.Errorf("the lists aren't told apart:\n%s", browser.Short(text))
	}
	w = setup(t)
	w.gatewayAnswers(fpx("NEW0001", "NEW0002"))
	if text := w.browser().Enter(w.link("10", "MYR")).Want(200, "options").Text(); strings.Contains(text, "Other banks") {
		t.Errorf("other than which?\n%s", browser.Short(text))
	}
}
