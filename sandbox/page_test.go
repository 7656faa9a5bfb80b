package sandbox_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestFault44_PagesAreMarkedAndLockedDown(t *testing.T) {
	f := setup(t)
	id := "order-1~success@0s"
	f.create(f.token(id), id, "PROMPTPAY", "THB", "100")
	for path, status := range map[string]int{
		"/shop": 200, "/phone": 200, "/about": 200, "/console": 200, "/console?q=order": 200, "/console/payins/" + id: 200, "/console/panel": 200, "/interface": 200, "/interface/try": 200, "/approve/" + id: 200, "/scan/" + id: 200,
		"/console/payins/nobody": 404, "/scan/nobody": 404, "/bank/nobody": 404, "/shop/orders/nobody": 404,
	} {
		response, body := f.get(path)
		if response.StatusCode != status {
			t.Errorf("%s: got %d, want %d", path, response.StatusCode, status)
		}
		policy := response.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if path != "/interface/try" && !strings.Contains(body, "<strong>Sandbox</strong>") || strings.Contains(body, "style=") || strings.Contains(body, "<script>") {
			t.Errorf("%s: not marked, or with inline code", path)
		}
	}
}

func TestRootLeadsToTheShop(t *testing.T) {
	f := setup(t)
	if response, _ := f.get("/"); response.StatusCode != http.StatusSeeOther || response.Header.Get("Location") != "/shop" {
		t.Errorf("got %d %q", response.StatusCode, response.Header.Get("Location"))
	}
}

// The nine combinations of the two axes differ only in these parameters.
func TestShopMakesRedirectURLs(t *testing.T) {
	for scenario, want := range map[string]string{
		"1": "", "2": "data", "3": "data editable", "4": "given", "4+2": "given data", "4+3": "given data editable",
		"5": "given options", "5+2": "given options data", "5+3": "given options data editable",
	} {
		f := setup(t)
		f.SetPaymentAppURL("https://pay.example.com")
		order := f.order(url.Values{"scenario": {scenario}, "method": {"THB/PROMPTPAY"}, "amount": {"10"}, "steering": {"~vat"}})
		redirect, err := url.Parse(order.RedirectURL)
		if err != nil {
			t.Fatal(err)
		}
		q := redirect.Query()
		for mark, there := range map[string]bool{
			"given": q.Get("paymentMethodCode") == "PROMPTPAY", "options": q.Get("optionsAvailable") == "true",
			"data": q.Get("accountNumber") == "0801234567", "editable": q.Get("allowCustomerDataChange") == "true",
		} {
			if there != strings.Contains(want, mark) {
				t.Errorf("scenario %s: %s is %v", scenario, mark, there)
			}
		}
		if redirect.Host != "pay.example.com" || redirect.Path != "/" || !strings.HasSuffix(order.IDPayin, "~vat") || q.Get("idPayin") != order.IDPayin || q.Get("amount") != "10.00" || q.Get("currencyCode") != "THB" {
			t.Errorf("scenario %s: got %s", scenario, order.RedirectURL)
		}
		// The token is valid for this payment and amount.
		f.want(200, order.Token, "GET", "/merchant-info", "")
		f.want(403, order.Token, "POST", "/payins/"+order.IDPayin, f.payinBody("PROMPTPAY", "THB", "11"))
		f.create(order.Token, order.IDPayin, "PROMPTPAY", "THB", "10")
		if _, page := f.get("/shop/orders/" + order.IDPayin); !strings.Contains(page, `data-status="PENDING"`) {
			t.Errorf("scenario %s: the order's page doesn't show the payment's status", scenario)
		}
	}
}

// A browser is redirected to the payment, or to the order; the next visit shows
// the last order.
func TestShopLeadsOnAndRemembers(t *testing.T) {
	f := setup(t)
	f.SetPaymentAppURL("https://pay.example.com/")
	for choice, prefix := range map[string]string{"": "https://pay.example.com/?", "order": "/shop/orders/"} {
		response, _ := f.submit("/shop", url.Values{"scenario": {"4+3"}, "method": {"VND/VIETQR"}, "amount": {"77777"}, "go": {choice}})
		if got := response.Header.Get("Location"); response.StatusCode != http.StatusSeeOther || !strings.HasPrefix(got, prefix) {
			t.Errorf("go=%q: got %d %q", choice, response.StatusCode, got)
		}
		request := f.request("GET", "/shop", "")
		for _, cookie := range response.Cookies() {
			request.AddCookie(cookie)
		}
		_, page := f.do(request)
		for _, part := range []string{`<option value="VND/VIETQR" selected>`, `value="77777"`, `data-action="last-order"`, `data-action="scenario-4&#43;3" aria-label="4&#43;3: Method given, data, editable" class="last"`} {
			if !strings.Contains(page, part) {
				t.Errorf("the shop forgot %s", part)
			}
		}
	}
}

// Browsers may post to these pages from the same origin only; callbacks and a
// bank's return come from elsewhere.
func TestPagesRefuseOtherOrigins(t *testing.T) {
	f := setup(t)
	id := "order-1"
	f.create(f.token(id), id, "PROMPTPAY", "THB", "100")
	response, _ := f.submit("/shop", url.Values{"go": {"order"}})
	order := response.Header.Get("Location")
	for path, want := range map[string]int{
		"/console/payins/" + id: 403, "/scan/" + id: 403, "/shop": 403, "/console/clock": 403, order: 200, "/shop/callback?idPayin=x": 204,
	} {
		response, _ := f.do(f.request("POST", path, "status=SUCCESS&action=pay-stay", "Origin", "https://elsewhere.example.com", "Sec-Fetch-Site", "cross-site"))
		if response.StatusCode != want {
			t.Errorf("%s: got %d, want %d", path, response.StatusCode, want)
		}
	}
}

// The order's page shows callbacks and the payment; what a return claims is
// shown and changes nothing.
func TestOrderPageShowsWhatCameBack(t *testing.T) {
	f := setup(t)
	response, _ := f.submit("/shop", url.Values{"go": {"order"}, "steering": {"~success@1s"}})
	path := response.Header.Get("Location")
	id := strings.TrimPrefix(path, "/shop/orders/")
	if _, page := f.get(path); !strings.Contains(page, "not paid yet") || !strings.Contains(page, "X-SIGNATURE: ") {
		t.Error("before: no sign that it isn't paid, or no signed request")
	}
	body := strings.Replace(f.payinBody("PROMPTPAY", "THB", "1234.5"), "http://127.0.0.1:1/callback", f.url+"/shop/callback", 1)
	f.want(200, f.token(id), "POST", "/payins/"+id, body)
	if _, page := f.get(path + "?status=paid"); !strings.Contains(page, `data-status="PENDING"`) || !strings.Contains(page, "<dd>paid </dd>") {
		t.Error("a claimed status was believed, or isn't shown")
	}
	f.clock.advance(2e9)
	f.deliver()
	if _, page := f.get(path); !strings.Contains(page, `data-status="SUCCESS"`) || !strings.Contains(page, "data-callback") {
		t.Error("after: no success or no callback")
	}
}

func TestConsoleFindsPayments(t *testing.T) {
	f := setup(t)
	reference, _ := f.create(f.token("apple"), "apple", "PROMPTPAY", "THB", "100").at("paymentMethodResponse.reference").(string)
	f.create(f.token("pear_1"), "pear_1", "PIXQR", "BRL", "77.5")
	f.setStatus("pear_1", "SUCCESS")
	f.want(200, f.general("DEMO"), "POST", "/payouts/plum", payout("10", "THB", thaiTransfer))
	for query, want := range map[string]string{
		"": "apple pear_1 plum", "?q=app": "apple", "?q=PIXQR": "pear_1", "?q=77.5+BRL": "pear_1", "?q=77.50": "pear_1", "?q=77.50+BRL": "pear_1", "?q=+100.00+THB+": "apple",
		"?q=0801234567": "apple", "?q=1234567890": "plum", "?q=Alex": "plum", "?q=accountNumber": "", "?q=" + reference: "apple", "?q=shop.example.com": "", "?q=r_1": "pear_1", "?q=%25": "", "?status=SUCCESS": "pear_1",
		"?kind=payout": "plum", "?merchant=DEMO-BANKS": "", "?q=100&status=PENDING": "apple",
	} {
		_, page := f.get("/console" + query)
		for _, id := range []string{"apple", "pear_1", "plum"} {
			if got := strings.Contains(page, "s/"+id+"?merchant="); got != strings.Contains(want, id) {
				t.Errorf("%q: %s listed: %v", query, id, got)
			}
		}
	}
	if _, page := f.get("/console/payins/pear_1"); !strings.Contains(page, `data-amount="77.50" data-currency="BRL">R$77.50<`) {
		t.Error("the payment's page shows another amount")
	}
	response, _ := f.get("/console/payins/apple/status")
	if got := response.Header.Get("Location"); !strings.HasPrefix(got, "http://localhost:8080/status?amount=100.00&currencyCode=THB&idPayin=apple&token=") {
		t.Errorf("status page: got %q", got)
	}
}

// What a payment will do by itself is said beside it, and when, until it is done.
func TestWhatFollowsByItselfIsSaid(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1~success@10m"), "o-1~success@10m", "PROMPTPAY", "THB", "10")
	for path, want := range map[string]string{
		"/console": "<small>SUCCESS in 10 min</small>", "/phone": "SUCCESS by itself in 10 min", "/console/payins/o-1~success@10m": "<b>SUCCESS</b> by itself in 10 min",
		"/scan/o-1~success@10m": "and SUCCESS by itself in 10 min",
	} {
		if _, page := f.get(path); !strings.Contains(page, want) {
			t.Errorf("%s doesn't say %q:\n%s", path, want, page)
		}
	}
	f.clock.advance(11 * time.Minute)
	for _, path := range []string{"/console", "/console/payins/o-1~success@10m"} {
		if _, page := f.get(path); strings.Contains(page, " in 10 min") || strings.Contains(page, "by itself") {
			t.Errorf("%s still promises:\n%s", path, page)
		}
	}
}

func TestConsoleHasPages(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO-BANKS")
	body := f.payinBody("PROMPTPAY", "THB", "100")
	for i := range 201 {
		f.want(200, token, "POST", fmt.Sprintf("/payins/o-%d", i), body)
	}
	rows := func(page string) int { return strings.Count(page, `<td class="soft">DEMO-BANKS</td>`) }
	_, first := f.get("/console?merchant=DEMO-BANKS&q=o-")
	older := regexp.MustCompile(`href="([^"]+)" data-action="older"`).FindStringSubmatch(first)
	if rows(first) != 200 || older == nil || strings.Contains(first, `data-action="newest"`) {
		t.Fatalf("the first page has %d payments and leads to %q", rows(first), older)
	}
	if _, second := f.get(html.UnescapeString(older[1])); rows(second) != 1 || !strings.Contains(second, "o-0<") || !strings.Contains(second, `href="/console?merchant=DEMO-BANKS&amp;q=o-" data-action="newest"`) || strings.Contains(second, `data-action="older"`) {
		t.Errorf("the second page has %d payments", rows(second))
	}
}

// Buttons of the console's list act and lead back to it; nobody is led
// elsewhere.
func TestTheListsButtonsLeadBack(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	for at, want := range map[string]string{
		"/console?status=PENDING": "/console?status=PENDING", "//elsewhere.example": "/console/payins/o-1", "/console/../x": "/console/payins/o-1",
	} {
		response, _ := f.submit("/console/payins/o-1", url.Values{"status": {"SUCCESS"}, "back": {at}})
		if got := response.Header.Get("Location"); got != want {
			t.Errorf("from %s to %s, want %s", at, got, want)
		}
	}
	f.deliver()
	if _, page := f.get("/console"); !strings.Contains(page, "no answer") || strings.Contains(page, `data-action="resend"`) || strings.Contains(page, `data-action="status-SUCCESS"`) {
		t.Errorf("the list of a paid payment:\n%s", page)
	}
	if _, page := f.get("/console/payins/o-1"); !strings.Contains(page, `data-action="resend"`) {
		t.Errorf("its page doesn't send the callback again:\n%s", page)
	}
}

// What was paid stands beside what was ordered, where they differ.
func TestWhatWasPaidIsTold(t *testing.T) {
	f := setup(t)
	for id, want := range map[string]string{"order-1~paid-partial": "฿617.25", "order-2~paid-wrong": "฿1,234.51", "order-3": ""} {
		f.create(f.token(id), id, "PROMPTPAY", "THB", "1234.50")
		f.setStatus(id, "SUCCESS")
		for _, path := range []string{"/console?q=" + url.QueryEscape(id), "/console/payins/" + id} {
			if _, body := f.get(path); strings.Contains(body, "data-paid") != (want != "") || !strings.Contains(body, want) || !strings.Contains(body, "฿1,234.50") {
				t.Errorf("%s doesn't tell %q beside what was ordered", path, want)
			}
		}
	}
}

// Somebody who looks for a page is told so on one, and it is no call of a merchant's.
func TestUnknownAddressesInABrowser(t *testing.T) {
	f := setup(t)
	for path, want := range map[string]int{"/nowhere": 404, "/console/nowhere": 404, "/favicon.ico": http.StatusMovedPermanently} {
		response, body := f.do(f.request("GET", path, "", "Accept", "text/html,*/*;q=0.8"))
		if response.StatusCode != want || want == 404 && !strings.Contains(body, "<nav") {
			t.Errorf("%s: got %d:\n%.300s", path, response.StatusCode, body)
		}
	}
	if _, body := f.get("/console/calls"); strings.Contains(body, "nowhere") || strings.Contains(body, "favicon") {
		t.Error("the calls have what a browser looked for")
	}
	if response, body := f.get("/nowhere"); response.StatusCode != 404 || !strings.Contains(body, `"NOT_FOUND"`) {
		t.Errorf("a program got %d:\n%s", response.StatusCode, body)
	}
}
