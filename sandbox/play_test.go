package sandbox_test

import (
	"cmp"
	"regexp"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
	"payapp/sandbox/internal/rules"
)

// A customer pays half, another amount, or too late, and reads say so.
func TestTheCustomerPaysOtherwise(t *testing.T) {
	f := setup(t)
	for action, want := range map[string][]string{
		"pay-stay": {"PROCESSING", "SUCCESS", "100.00"}, "pay-partial": {"PROCESSING", "SUCCESS", "50.00"},
		"pay-wrong": {"PROCESSING", "SUCCESS", "100.01"}, "pay-late": {"EXPIRED", "SUCCESS", "100.00"},
	} {
		id := "o-" + action
		f.create(f.token(id), id, "PROMPTPAY", "THB", "100")
		f.ask(200, "/scan/"+id, map[string]any{"action": action}, nil)
		before := f.status(f.token(id), id)
		f.clock.advance(10 * time.Second)
		r := f.want(200, f.token(id), "GET", "/payins/"+id, "")
		if before != want[0] || r.at("process.status") != want[1] || asJSON(t, r.at("paymentMethodResponse.money.amount")) != want[2] {
			t.Errorf("%s: got %v, then %s", action, before, r.raw)
		}
	}
}

// A person who has played the customer sees the result and the way back.
func TestAfterPlaying(t *testing.T) {
	for _, c := range []struct{ code, currency, path, want string }{
		{"BANKA_PAY", "ZAR", "/approve/o-1", "Approved. The gateway will say so in a moment."},
		{"PROMPTPAY", "THB", "/scan/o-1", "Paid. The gateway will say so in a moment."},
		{"P2A_V2", "INR", "/scan/o-1", "Paid. The gateway will say so in a moment, once it has the number"},
	} {
		t.Run(c.code, func(t *testing.T) {
			f := setup(t)
			f.create(f.token("o-1"), "o-1", c.code, c.currency, "100")
			f.play(c.path, "pay-stay")
			_, page := f.get(c.path)
			if !strings.Contains(page, c.want) || !strings.Contains(page, `href="https://shop.example.com/back"`) || strings.Contains(page, "<form") {
				t.Errorf("got:\n%s", page)
			}
			f.clock.advance(time.Minute)
			if _, page = f.get(c.path); c.code != "P2A_V2" && !strings.Contains(page, "Nothing is left to do here.") {
				t.Errorf("later:\n%s", page)
			}
		})
	}
}

// The customer's phone has what waits, and leads to where it is paid.
func TestPhoneShowsWhatWaits(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "1234.5")
	f.create(f.token("o-2"), "o-2", "BANKA_PAY", "ZAR", "10")
	f.create(f.token("o-3"), "o-3", "EWALLET", "IDR", "10000")
	f.setStatus("o-2", "SUCCESS")
	_, page := f.get("/phone")
	if strings.Count(page, `data-action="notice"`) != 2 || !strings.Contains(page, "฿1,234.50 to Demo Shop") || strings.Contains(page, "o-2") {
		t.Errorf("got\n%s", page)
	}
	var list struct {
		Payments []struct{ IDPayin, Link string }
	}
	f.ask(200, "/phone", nil, &list)
	for _, p := range list.Payments {
		f.ask(200, strings.TrimPrefix(p.Link, f.url), map[string]any{"action": "pay"}, nil)
	}
	if f.ask(200, "/phone", nil, &list); len(list.Payments) != 0 {
		t.Errorf("left: %+v", list)
	}
}

// Each kind looks like its kind.
func TestTheOtherSideLooksLikeItsKind(t *testing.T) {
	f := setup(t)
	for method, want := range map[string]string{
		"THB/PROMPTPAY": "bank", "KES/MOBILE_MONEY": "wallet", "TWD/CODE_PAYMENT": "counter", "USDT/CRYPTO_OFFLINE": "crypto",
	} {
		currency, code, _ := strings.Cut(method, "/")
		id := "o-" + code
		f.create(f.token(id), id, code, currency, sandbox.SampleAmount(currency))
		if _, page := f.get("/scan/" + id); !strings.Contains(page, `<div class="phone `+want+`">`) || !strings.Contains(page, `<dt>Order</dt><dd>`+id+`</dd>`) {
			t.Errorf("%s: no %s:\n%s", method, want, page)
		}
	}
}

// Whom the code and the account name is whom the customer's bank shows, and
// whose name the shop has: customers are told to compare them. The console leads to
// the page on which a payment of the method is played.
func TestEverywhereTheMerchantIsPaid(t *testing.T) {
	sides := map[rules.Kind]string{
		rules.Redirect: "bank", rules.Wallet: "bank", rules.Approve: "approve", rules.ApproveOrRedirect: "approve",
	}
	for _, m := range rules.Payins.All() {
		t.Run(m.Code+"/"+m.Currency, func(t *testing.T) {
			f := setup(t)
			r := f.create(f.token("o-1"), "o-1", m.Code, m.Currency, sandbox.SampleAmount(m.Currency))
			if named := r.at("paymentMethodResponse.account.accountName"); named != nil && named != "Demo Shop" {
				t.Errorf("the account is of %v", named)
			}
			if code, _ := r.at("paymentMethodResponse.qrCode").(string); strings.HasPrefix(code, "0002") && m.Code != "VIETQR" && m.Currency != "VND" && !strings.Contains(code, "5909Demo Shop") {
				t.Errorf("the code doesn't name the merchant: %s", code)
			}
			_, console := f.get("/console/payins/o-1")
			found := side.FindStringSubmatch(console)
			if found == nil || found[1] != cmp.Or(sides[m.Kind], "scan") {
				t.Fatalf("the console leads to %q", found)
			}
			if _, page := f.get(found[0]); !strings.Contains(page, "<dt>To</dt><dd>Demo Shop</dd>") {
				t.Error("the other side doesn't show the merchant")
			}
		})
	}
}

// side is the address of a page on which somebody plays the other side.
var side = regexp.MustCompile(`/(bank|approve|scan)/[^"]+`)
