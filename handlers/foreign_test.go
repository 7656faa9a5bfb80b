package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
)

// added is what banks, advertisers and mail programs add to addresses.
var added = []string{
	"name=%B8%B6%B8%EE", "msg=100%", "note=a;b", "utm_campaign=%E9t%E9", "x=%00", "%ff=%", "status=paid&status=%83%65", "amp;utm=1", "q=" + strings.Repeat("x", 20<<10),
}

// A bank's return leads to the payment and keeps the way back to the shop, whatever
// the bank adds, before and behind, by GET and by POST, whatever it posts.
func TestFault62_ReturnsWithWhatBanksAdd(t *testing.T) {
	w := setup(t)
	b := w.browser()
	link := w.link("1234.50", "THB", "paymentMethodCode", "ONLINE", "paymentOperatorCode", "004")
	b.Press(b.Enter(link), "pay")
	returnURL, _ := w.calls.creation(t, link.Get("idPayin"))["returnUrl"].(string)
	landing, err := url.Parse(returnURL)
	if err != nil || !strings.HasPrefix(landing.Path, "/return/") {
		t.Fatalf("returnUrl %q, %v", returnURL, err)
	}
	ours := landing.RawQuery
	for _, query := range append([]string{"", "sig=abc&to=https%3A%2F%2Fevil.example", "sig=%&to=%"}, added...) {
		for _, address := range []string{ours + "&" + query, query + "&" + ours, strings.ReplaceAll(ours, "&", "&amp;") + "&" + query, ours + "?" + query} {
			for kind, body := range map[string]string{
				"": "", "application/x-www-form-urlencoded": "name=%B8%B6&msg=100%;", "multipart/form-data; boundary=x": "--x\r\n", "application/json": "{",
				"text/plain": "\xb8\xb6", "text/xml": strings.Repeat("x", 70<<10),
			} {
				method := http.MethodPost
				if kind == "" {
					method = http.MethodGet
				}
				answer := w.serve(method, landing.Path+"?"+address, kind, body, "")
				to, err := url.Parse(answer.Header().Get("Location"))
				if err != nil || answer.Code != http.StatusSeeOther || !to.Query().Has("returned") || to.Query().Get("to") != link.Get("returnUrl") {
					t.Errorf("%s %.80s %.10q: got %d to %v", method, address, body, answer.Code, to)
				}
			}
		}
	}
	// In another browser that is the way back, in its own it is forgotten.
	p := w.browser().Get(landing.Path+"?"+ours+"&name=%B8%B6").Want(200, "problem").WantHook("problem", "session-missing")
	if p.Link("return") != link.Get("returnUrl") {
		t.Errorf("back to %q", p.Link("return"))
	}
	if p := b.Get(landing.Path + "?" + ours + "&name=%B8%B6&msg=100%"); p.URL.RawQuery != "" || p.Hook("page") == "problem" {
		t.Errorf("got %s %s", p.URL, p.Words())
	}
}

// A link works with whatever others add to it, by GET and by POST.
func TestFault62_LinksWithWhatOthersAdd(t *testing.T) {
	w := setup(t)
	const form = "application/x-www-form-urlencoded; charset=GBK"
	for _, foreign := range added {
		link := w.link("10", "THB").Encode()
		for what, answer := range map[string]string{
			"behind":      w.serve(http.MethodGet, "/?"+link+"&"+foreign, "", "", "").Header().Get("Location"),
			"before":      w.serve(http.MethodGet, "/?"+foreign+"&"+link, "", "", "").Header().Get("Location"),
			"beside":      w.serve(http.MethodPost, "/?"+foreign, form, link, "").Header().Get("Location"),
			"in a form":   w.serve(http.MethodPost, "/", form, foreign+"&"+link, "").Header().Get("Location"),
			"posted link": w.serve(http.MethodPost, "/?"+link+"&"+foreign, "application/json", "{", "").Header().Get("Location"),
			"a bare POST": w.serve(http.MethodPost, "/?"+link+"&"+foreign, "", "", "").Header().Get("Location"),
			"with a BOM":  w.serve(http.MethodPost, "/", form, "\ufeff"+foreign+"&"+link+"\r\n", "").Header().Get("Location"),
		} {
			if !strings.HasPrefix(answer, "/pay/") {
				t.Errorf("%.40s %s: leads to %q", foreign, what, answer)
			}
		}
		status := "idPayin=order-1&currencyCode=THB&token=a.b.c"
		for _, query := range []string{status + "&" + foreign, foreign + "&" + status} {
			if to := w.serve(http.MethodGet, "/status?"+query, "", "", "").Header().Get("Location"); !strings.HasPrefix(to, "/status/") {
				t.Errorf("%.40s of a status link: leads to %q", foreign, to)
			}
		}
		// A page's own address, and its forms.
		b := w.browser()
		p := b.Enter(w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")).Want(200, "details")
		if len(foreign) > 16<<10 {
			continue
		}
		b.Get(p.URL.Path+"?"+foreign).Want(200, "details")
		if p := b.Do(http.MethodPost, p.URL.Path+"/language?"+foreign, url.Values{"accountNumber": {"0812345678"}}).Want(200, "details"); browser.Attr(p.Input("accountNumber"), "value") != "0812345678" {
			t.Errorf("%.40s: what was typed is lost", foreign)
		}
	}
}

// What is wrong with a link is told to the shop's developer by name, also where the
// link is posted in another form.
func TestFault62_TheShopIsToldByName(t *testing.T) {
	w := setup(t)
	for name, c := range map[string]struct{ change, to, want string }{
		"HTML":       {"&token=", "&amp;token=", "token: missing &amp; → &"},
		"Latin-1":    {"returnUrl=", "accountName=%E9&returnUrl=", "accountName: not valid → UTF-8"},
		"a per cent": {"returnUrl=", "accountName=100%&returnUrl=", "accountName: not valid % → %25"},
		"a currency": {"currencyCode=THB", "currencyCode=thb", "currencyCode: not valid thb → THB"},
		"capitals":   {"merchantCode=", "MerchantCode=", "merchantCode: missing MerchantCode → merchantCode"},
		"the escape": {"token=", "x=%zz&token%3D", "token: missing %3D → ="},
	} {
		p := w.browser().Get("/?"+strings.Replace(w.link("10", "THB").Encode(), c.change, c.to, 1)).Want(400, "problem").WantHook("problem", "entry-invalid")
		if words := strings.Join(strings.Fields(p.Text()), " "); !strings.Contains(words, c.want) {
			t.Errorf("%s: isn't told %q:\n%s", name, c.want, p.Words())
		}
	}
	link := w.link("10", "THB")
	for kind, want := range map[string]string{
		"multipart/form-data; boundary=x": "multipart/form-data →", "application/json": "application/json →", "text/plain": "text/plain →", "": "? →", "<b>": "? →",
		"Application/JSON;charset=utf-8": "application/json →",
	} {
		answer := w.serve(http.MethodPost, "/", kind, link.Encode(), "")
		if body := answer.Body.String(); answer.Code != 400 || !strings.Contains(body, "Content-Type: not valid") || !strings.Contains(body, want+" application/x-www-form-urlencoded") {
			t.Errorf("%q: got %d", kind, answer.Code)
		}
	}
	// A + that became a space, in data that the shop locked and the method needs.
	p := w.browser().Enter(w.link("10", "TWD", "paymentMethodCode", "VAPAY", "accountName", "Mei", "phoneNumber", "0912345678", "emailAddress", "mei shop@example.tw")).
		Want(200, "problem").WantHook("problem", "locked-invalid")
	if !strings.Contains(p.Body, "emailAddress: not valid") || !strings.Contains(p.Body, "+ → %2B") {
		t.Errorf("the shop isn't told why:\n%s", p.Words())
	}
}

// A mail program's ending at a status link's last parameter isn't the customer's fault.
func TestFault63_StatusLinksFromMails(t *testing.T) {
	w := setup(t)
	token := w.token("DEMO", "order-1", "10", "THB")
	for _, ending := range []string{".", ")", ">", "%20", "%3E", "=E2=80=9D", "。", "%C2%AD"} {
		for _, query := range []string{
			"idPayin=order-1&currencyCode=THB&token=" + token, "idPayin=order-1&token=" + token + "&currencyCode=THB",
			"currencyCode=THB&token=" + token + "&idPayin=order-1", "idPayin=order-1&currencyCode=THB&token=" + token + "&end=1",
		} {
			answer := w.serve(http.MethodGet, "/status?"+query+ending, "", "", "")
			if to := answer.Header().Get("Location"); answer.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/status/") {
				t.Errorf("%q: got %d to %q", ending, answer.Code, to)
			}
		}
	}
}
