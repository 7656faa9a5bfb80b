package sandbox_test

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"payapp/sandbox"
)

// parameters are those of the RedirectURL that the shop makes from a form.
func (f *fixture) parameters(form url.Values) url.Values {
	f.t.Helper()
	redirect, err := url.Parse(f.order(form).RedirectURL)
	if err != nil {
		f.t.Fatal(err)
	}
	return redirect.Query()
}

// Every parameter can be set freely in every scenario.
func TestShopSendsWhatIsTyped(t *testing.T) {
	f := setup(t)
	for _, scenario := range []string{"1", "2", "3", "4", "4+2", "5", "5+3"} {
		q := f.parameters(url.Values{
			"scenario": {scenario}, "paymentOperatorCode": {"004"}, "paymentMethodCode": {"online"}, "optionsAvailable": {"false"},
			"allowCustomerDataChange": {"false"}, "data.accountName": {"Alex"},
		})
		for name, want := range map[string]string{
			"paymentOperatorCode": "004", "paymentMethodCode": "online", "optionsAvailable": "false", "allowCustomerDataChange": "false", "accountName": "Alex", "accountNumber": "",
		} {
			if got := q.Get(name); got != want {
				t.Errorf("scenario %s: %s is %q, want %q", scenario, name, got, want)
			}
		}
	}
	for _, name := range []string{"optionsAvailable", "allowCustomerDataChange"} {
		if q := f.parameters(url.Values{name: {"true"}}); q.Get(name) != "true" || len(q) != 8 {
			t.Errorf("%s alone: got %v", name, q)
		}
	}
	if q := f.parameters(url.Values{"scenario": {"4"}, "method": {"THB/ONLINE"}, "paymentOperatorCode": {"004"}, "operatorOnly": {"1"}}); q.Has("paymentMethodCode") || q.Get("paymentOperatorCode") != "004" {
		t.Errorf("operator alone: got %v", q)
	}
}

// Interface, Authentication 9: "Without it the name is not displayed." The status
// link in the shop's e-mail has the grant, unless the order's token leaves it out.
func TestStatusLinkMayShowTheName(t *testing.T) {
	f := setup(t)
	for noName, want := range map[string]int{"": 200, "1": 403} {
		link, err := url.Parse(f.order(url.Values{"noName": {noName}}).StatusURL)
		if err != nil {
			t.Fatal(err)
		}
		token := link.Query().Get("token")
		f.want(want, token, "GET", "/merchant-info", "")
		f.want(404, token, "GET", "/payins/"+link.Query().Get("idPayin"), "")
		f.want(403, token, "POST", "/payins/"+link.Query().Get("idPayin"), "{}")
	}
}

func TestShopPutsSteeringIntoTheID(t *testing.T) {
	f := setup(t)
	for _, form := range []url.Values{
		{"steering": {"lost~success@2s"}}, {"steering": {"~lost~success@2s"}}, {"outcome": {"~lost"}, "steering": {"success@2s"}}, {"outcome": {"~lost~success@2s"}},
	} {
		form.Set("idPayin", "o")
		if id := f.order(form).IDPayin; id != "o~lost~success@2s" {
			t.Errorf("%v: got the id %s", form, id)
		}
	}
}

// postShop posts the shop's form as a browser does.
func (f *fixture) postShop(form url.Values) (int, string) {
	f.t.Helper()
	response, body := f.submit("/shop", form)
	return response.StatusCode, body
}

// Errors are shown beside their fields, and nothing typed is lost.
func TestShopKeepsAFaultyForm(t *testing.T) {
	f := setup(t)
	status, page := f.postShop(url.Values{"method": {"KRW/VAPAY"}, "amount": {"77.55"}, "steering": {"~vat"}, "scenario": {"4+2"}, "lang": {"ko"}, "data.accountName": {"홍길동"}})
	if status != 400 {
		t.Errorf("got %d, want 400", status)
	}
	for _, part := range []string{
		`data-error="amount">KRW takes whole amounts above zero, without decimals: 25000, for example.<`, `value="77.55" aria-invalid="true" aria-describedby="fault-amount"`,
		`<option value="KRW/VAPAY" selected>`, `value="~vat"`, `value="ko"`, `value="홍길동"`, "<details open>", "see the field marked below",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	if n := strings.Count(page, "aria-invalid"); n != 1 {
		t.Errorf("%d fields are marked", n)
	}
	for field, form := range map[string]url.Values{
		"amount": {"amount": {"1.005"}}, "method": {"method": {"THB/PIXQR"}}, "validity": {"validity": {"9000h"}}, "steering": {"steering": {"~ä"}},
		"idPayin": {"idPayin": {"a/b"}}, "merchantCode": {"merchantCode": {"NOBODY"}}, "paymentOperatorCode": {"operatorOnly": {"1"}, "scenario": {"4"}},
	} {
		if status, page := f.postShop(form); status != 400 || !strings.Contains(page, `data-error="`+field+`"`) {
			t.Errorf("%v: got %d, or nothing beside %s", form, status, field)
		}
	}
}

// If the gateway issues no token, the page says so and keeps the form.
func TestShopWithoutAToken(t *testing.T) {
	for kind, words := range map[string]string{"503": "The gateway gave no token (503)", "reset": "The gateway gave no answer", "malformed": "The gateway gave no answer"} {
		f := setup(t, always)
		f.fault(kind, "token", "100", "")
		status, page := f.postShop(url.Values{"amount": {"77.55"}})
		if status != 502 || !strings.Contains(page, words) || !strings.Contains(page, `value="77.55"`) || strings.Contains(page, "UNAVAILABLE") {
			t.Errorf("%s: got %d %s", kind, status, page)
		}
	}
}

// The order's page says which key signs, and for how long a signature is valid.
func TestOrderPageSaysWhereTheKeyLies(t *testing.T) {
	folder := t.TempDir()
	for db, want := range map[string]string{
		filepath.Join(folder, "sandbox.db"): "-sign &#39;" + filepath.Join(folder, "demo-key.pem") + "&#39;", ":memory:": "has it in memory alone",
	} {
		f := setup(t, func(c *sandbox.Config) { c.DB = db })
		if _, page := f.get("/shop/orders/" + f.order(url.Values{}).IDPayin); !strings.Contains(page, want) || !strings.Contains(page, "good for 5 minutes") {
			t.Errorf("%s: the page doesn't say %q", db, want)
		}
	}
	own := filepath.Join(folder, "merchant.pem")
	f := setup(t, func(c *sandbox.Config) { c.KeyPath = own })
	if _, page := f.get("/shop/orders/" + f.order(url.Values{}).IDPayin); !strings.Contains(page, own) {
		t.Errorf("the page doesn't say %s", own)
	}
}

// bought is the page of an order that a customer made of a product.
func (f *fixture) bought(form url.Values) (id, path string) {
	f.t.Helper()
	form.Set("go", "order")
	response, _ := f.submit("/shop", form)
	path = response.Header.Get("Location")
	id = strings.TrimPrefix(path, "/shop/orders/")
	return id, path
}

// The shop sells at prices of the chosen currency; what is for developers is
// folded until they used it.
func TestShopSellsProducts(t *testing.T) {
	f := setup(t)
	_, page := f.get("/shop?currency=JPY")
	for _, part := range []string{`<p class="price">¥280<`, `<p class="price">¥3,200<`, `name="method" value="JPY/OFFLINE"`, `data-developers><summary>`} {
		if !strings.Contains(page, part) {
			t.Errorf("the shop lacks %s", part)
		}
	}
	if status, page := f.postShop(url.Values{"item": {"Gift card"}, "method": {"JPY/OFFLINE"}, "amount": {"1.5"}}); status != 400 ||
		strings.Count(page, `data-error="amount"`) != 1 || !strings.Contains(page, `data-developers><summary>`) {
		t.Errorf("a gift card of 1.5 yen: got %d\n%s", status, page)
	}
	first, path := f.bought(url.Values{"item": {"Bookmark"}, "method": {"THB/PROMPTPAY"}, "amount": {"89.00"}})
	second, _ := f.bought(url.Values{})
	if !regexp.MustCompile(`^A-1001-[a-z2-7]{6} A-1002-[a-z2-7]{6}$`).MatchString(first + " " + second) {
		t.Errorf("the orders are %s and %s", first, second)
	}
	if _, page := f.get(path); !strings.Contains(page, "<dd>Bookmark</dd>") || !strings.Contains(page, "<details class=\"part\" data-developers>") {
		t.Errorf("the customer's page of the order: %s", page)
	}
}

// The order's page says what the shop knows of the money, and offers another
// attempt, under an id of its own, once the payment has ended without success.
func TestOrderPageTellsTheCustomer(t *testing.T) {
	f := setup(t)
	for steering, want := range map[string]string{
		"~success@1s": "Thank you! It is paid", "~paid-partial@1s": "We asked for ฿1,234.50, and got ฿617.25.",
		"~refused@1s": "The payment didn&#39;t succeed", "~processing": "We wait for your payment",
	} {
		id, path := f.bought(url.Values{"item": {"Three novels"}, "amount": {"1234.50"}, "steering": {steering}})
		if _, page := f.get(path); !strings.Contains(page, "It is not paid yet.") {
			t.Errorf("%s, before: %s", steering, page)
		}
		f.create(f.token(id), id, "PROMPTPAY", "THB", "1234.50")
		f.clock.advance(2e9)
		_, page := f.get(path)
		if !strings.Contains(page, want) || strings.Contains(page, `data-action="again"`) != (steering == "~refused@1s") {
			t.Errorf("%s: the page doesn't say %q, or offers the wrong thing:\n%s", steering, want, page)
		}
	}
	again, _ := f.bought(url.Values{"item": {"Three novels"}, "method": {"THB/PROMPTPAY"}, "amount": {"1234.50"}, "merchantCode": {"DEMO"}, "scenario": {"1"}})
	if f.want(404, f.token(again), "GET", "/payins/"+again, ""); strings.Contains(again, "~") {
		t.Errorf("the other attempt is %s", again)
	}
}
