package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
)

// tale is one payment beside a gateway unlike the sandbox: its payer's tab, and who else
// looks.
type tale struct {
	*babel
	test  failer
	payer *browser.Browser
	page  *browser.Page
	id    string
	path  string
}

// begin pays by a method in a dialect.
func (b *babel) begin(t failer, code, currency string, d dialect.Dialect) *tale {
	b.t.Helper()
	payer, page, id := b.pays(t, methodOf(b.t, code, currency), d)
	return &tale{b, t, payer, page, id, page.URL.Path}
}

// look checks now, once nothing known is fresh.
func (t *tale) look() *browser.Page {
	t.clock.advance(3 * time.Second)
	t.payer.Do(http.MethodPost, t.path+"/refresh", nil)
	t.page = t.payer.Get(t.path)
	return t.page
}

// hears is a look after the gateway's word.
func (t *tale) hears(word string) *browser.Page {
	t.gateway.Say(t.id, word, "")
	return t.look()
}

// goesOn looks every 20 seconds for a while, as an open page does.
func (t *tale) goesOn(during time.Duration) *browser.Page {
	for end := t.clock.now().Add(during); t.clock.now().Before(end); t.clock.advance(20 * time.Second) {
		t.look()
	}
	return t.page
}

// link opens a status link in a browser that knows nothing.
func (t *tale) link(amount string) *browser.Page {
	values := url.Values{"idPayin": {t.id}, "token": {t.gateway.Token(t.id)}, "currencyCode": {"THB"}}
	if amount != "" {
		values.Set("amount", amount)
	}
	return browser.New(t.t, t.app).Get("/status?" + values.Encode())
}

// does presses a button of the payer's page.
func (t *tale) does(action string, pairs ...string) *browser.Page {
	t.page = t.payer.Press(t.page, action, pairs...)
	return t.page
}

// wants holds a page to what it says, shows and is: a message; "!" before what it
// mustn't say; "page status" as hooks; "code" and "bank" for a way that is open.
func (t *tale) wants(p *browser.Page, wanted ...string) {
	t.t.Helper()
	for _, want := range wanted {
		what, not := strings.CutPrefix(want, "!")
		var is bool
		page, status, hooks := strings.Cut(what, " ")
		switch {
		case hooks:
			is = p.Hook("page") == page && p.Hook("status")+p.Hook("problem") == status
		case what == "code":
			is = hasPicture(p)
		case what == "bank":
			is = p.Link("proceed") != ""
		case strings.HasSuffix(what, "."):
			is = saysAny(p, what)
		default:
			is = says(p, what)
		}
		if is == not {
			t.test.Errorf("%s: want %s, page %s %s%s: %v", t.id, want, p.Hook("page"), p.Hook("status"), p.Hook("problem"), dialect.English().Keys(p.Body))
		}
	}
}

const waitsForMoney = "status.pending.heading"

// What hurt people, or would under a simpler rule, one after the other. The numbers are
// those of docs/adr/0033. (Ours, but for the words that the interface has.)
func TestSequences(t *testing.T) {
	runBeside(t)
	for name, story := range map[string]func(b *babel, t failer){
		"01 OPEN, two seconds after no word, leaves the code open": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.wants(p.hears("OPEN"), "instructions pending", "code", "!"+waitsForMoney, "waiting.moneyUnknown")
		},
		"02 PROCESSING as the first word isn't waiting, nor unheard": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{ExpireIn: 10 * time.Minute})
			p.wants(p.hears("PROCESSING"), "!"+waitsForMoney)
			p.clock.advance(12 * time.Minute)
			p.wants(p.look(), "!status.overdue.money", "!status.unpaid")
		},
		"03 AWAITING_UTR, who says to have paid gets the number's form": func(b *babel, t failer) {
			p := b.begin(t, "P2A_V2", "INR", dialect.Dialect{})
			p.does("continue")
			p.wants(p.hears("AWAITING_UTR"), "reference pending")
		},
		"04 nothing to pay any more, for who says to have paid": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.does("continue")
			p.gateway.Require(p.id, "0")
			p.wants(p.hears("PROCESSING"), "status pending", "!problem.")
		},
		"05 EXPIRED beside a code with a time inside": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{Fickle: true})
			p.goesOn(5 * time.Minute)
			p.wants(p.hears("EXPIRED"), "status expired", "!code")
			p.wants(p.look(), "status expired", "!code")
		},
		"06 REFUSED, then a lagging replica with the only code": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.goesOn(5 * time.Minute)
			p.hears("REFUSED")
			p.hears("PENDING")
			p.wants(p.look(), "status failed", "!code")
			p.clock.advance(2 * time.Minute)
			p.wants(p.look(), "status pending", "!code", "status.checkedAgain.money")
		},
		"07 due 1,234.61 of 1,234.50, and either comes": func(b *babel, t failer) {
			for _, came := range []string{"1234.50", "1234.61"} {
				p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{Requires: "1234.61"})
				p.look()
				p.gateway.Receive(p.id, came, "THB")
				p.wants(p.look(), "status success", "status.success.next", "!status.differs.")
			}
		},
		"08 paid, and money is net of a fee": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{Fee: "12.50"})
			p.gateway.Receive(p.id, "1222.00", "THB")
			p.wants(p.look(), "status success", "status.success.next", "!status.differs.")
		},
		"09 a documented reason without a word, beside the code": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.gateway.Say(p.id, dialect.Wordless, "SECURITY_CHECK_FAILED")
			p.wants(p.look(), "status failed", "!code")
		},
		"10 no list of options: 409": func(b *babel, t failer) {
			b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{Options: 409}) // comes to Pay
		},
		"11 REFUSED, and 20 seconds later PENDING": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.hears("REFUSED")
			p.clock.advance(17 * time.Second)
			p.wants(p.hears("PENDING"), "!status.refused.next", "!status.unpaid")
		},
		"12 unfolded, it stays so": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.wants(p.hears("VALIDATING"), "status pending", "!code")
			p.does("back")
			p.wants(p.page, "code", "!"+waitsForMoney)
			p.wants(p.look(), "code", "!"+waitsForMoney)
		},
		"12 a status link that is unfolded stays so, and its events are of that page": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.hears("VALIDATING")
			values := url.Values{"idPayin": {p.id}, "token": {p.gateway.Token(p.id)}, "currencyCode": {"THB"}}
			reader := browser.New(b.t, b.app)
			page := reader.Get("/status?" + values.Encode())
			p.wants(page, "!code")
			page = reader.Get(page.URL.Path + page.Link("back"))
			p.wants(page, "code")
			events := reader.Do(http.MethodGet, page.Hook("news")+"?once=1", nil)
			if !strings.Contains(events.Body, "data: "+page.Hook("version")+"\n") {
				t.Errorf("the page is %s, and it is told to load itself again: %q", page.Hook("version"), events.Body)
			}
			p.wants(reader.Press(page, "refresh"), "code")
		},
		"13 a revoked token is over within a minute": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.gateway.Stray(p.id, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401)
			p.wants(p.goesOn(time.Minute), "instructions.waitingOver")
		},
		"14 paid at the store in the last minute": func(b *babel, t failer) {
			p := b.begin(t, "CODE_PAYMENT", "TWD", dialect.Dialect{ExpireIn: 10 * time.Minute})
			p.clock.advance(9 * time.Minute)
			p.hears("VALIDATING")
			for range 2 {
				p.clock.advance(24 * time.Hour)
				p.wants(p.look(), "status pending", "!status.overdue.", "status.leftOut")
			}
		},
		"15 a store code for three days, under a word of its own": func(b *babel, t failer) {
			p := b.begin(t, "CODE_PAYMENT", "TWD", dialect.Dialect{ExpireIn: 72 * time.Hour})
			page := p.hears("OPEN")
			p.wants(page, "instructions pending", "!"+waitsForMoney)
			if !page.Has("data-row", "reference") || page.Link("remind") == "" || !page.Has("data-action", "print") {
				t.Errorf("without its code, calendar or print:\n%s", page.Words())
			}
		},
		"T1 a word that says more than waiting isn't told as waiting": func(b *babel, t failer) {
			for _, word := range []string{
				"IN_CLEARING", "VALIDATING", "PAYMENT_DETECTED", "PAID", "COMPLETED", "SETTLED", "PARTIALLY_PAID", "REFUNDED", "REVERSED", "VOID", "LAPSED",
			} {
				p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
				p.wants(p.hears(word), "!"+waitsForMoney, "!code", "!status.unpaid")
				p.wants(p.link(""), "!"+waitsForMoney, "!status.unpaid")
			}
		},
		"T1 paid, then given back": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.gateway.Pay(p.id)
			p.wants(p.look(), "status success", "status.success.next")
			p.wants(p.hears("REFUNDED"), "status success", "!status.success.next")
			p.wants(p.link(""), "!"+waitsForMoney, "!code")
		},
		"T2 one refused read ends nothing": func(b *babel, t failer) {
			for _, status := range []int{401, 403} {
				p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
				p.gateway.Stray(p.id, status)
				p.wants(p.look(), "!instructions.waitingOver", "code")
				p.clock.advance(31 * time.Second)
				p.wants(p.look(), "instructions pending", "code")
			}
		},
		"T3 a second way after a refusal": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.goesOn(3 * time.Minute)
			p.hears("REFUSED")
			p.gateway.Another(p.id)
			p.hears("PENDING")
			p.wants(p.look(), "status pending", "!code", "!status.refused.", "status.secondTry")
			p.does("back")
			p.wants(p.page, "code", "status.secondTry")
		},
		"T4 the rest is told as a change, and what was paid by its own amount": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.gateway.Require(p.id, "617.25")
			p.wants(p.hears("PENDING"), "instructions.instead", "!instructions.amountNote", "!instructions.amountWhy")
			p.gateway.Require(p.id, "")
			p.gateway.Pay(p.id)
			for _, page := range []*browser.Page{p.look(), p.link("")} {
				if !page.Has("data-amount", amountOf("THB")) || page.Has("data-amount", "617.25") {
					t.Errorf("paid %s, and it says otherwise: %s", amountOf("THB"), page.Words())
				}
			}
			q := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			q.gateway.Require(q.id, "617.25")
			q.look()
			q.gateway.Receive(q.id, "617.25", "THB")
			q.wants(q.look(), "status success", "!status.success.next")
		},
		"T5 a status link leads nowhere that the payment's page doesn't": func(b *babel, t failer) {
			for _, required := range []string{"0"} {
				p := b.begin(t, "ONLINE", "THB", dialect.Dialect{})
				p.gateway.Require(p.id, required)
				p.wants(p.hears("PENDING"), "problem amount-mismatch", "!bank")
				p.wants(p.link(""), "!bank")
			}
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.wants(p.link("617.25"), "!code")
		},
		"T10 the last attempt's code beside a word that goes on, and a code to pay by": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.gateway.Say(p.id, "OPEN", "CUSTOMER_VERIFICATION_INACTIVITY")
			p.wants(p.look(), "instructions pending", "code", "!"+waitsForMoney)
			p.gateway.Say(p.id, "PENDING", "CUSTOMER_VERIFICATION_INACTIVITY")
			p.wants(p.look(), "instructions pending", "code", "!"+waitsForMoney)
		},
		"T12 amounts that don't match are looked at again": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.gateway.Require(p.id, "0")
			if p.wants(p.look(), "problem amount-mismatch"); !p.page.Has("data-action", "refresh") {
				t.Errorf("it never looks again:\n%s", p.page.Words())
			}
			q := b.begin(t, "ONLINE", "THB", dialect.Dialect{})
			b.back(q.payer, q.id)
			q.gateway.Require(q.id, "1250")
			q.wants(q.look(), "bank", "instructions.instead")
		},
		"T12 why it failed, on a status link too": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			p.gateway.Say(p.id, "FAILED", "CUSTOMER_NOT_REGISTERED")
			p.wants(p.link(""), "status failed", "problem.CUSTOMER_NOT_REGISTERED.what")
		},
		"T14 a link with another amount was paid": func(b *babel, t failer) {
			p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
			m := methodOf(b.t, "PROMPTPAY", "THB")
			other := linkOf(p.id, m)
			other.Set("amount", "100000")
			p.gateway.Pay(p.id)
			p.wants(p.look(), "status success", "status.success.next")
			other.Set("token", p.gateway.Token(p.id))
			p.wants(b.customer(p.id).Enter(other), "status success", "!status.success.next")
		},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			story(newBabel(t), t)
		})
	}
}

// A method's limits are everyday: the gateway then refuses to list ways to pay. The
// statuses of invalid input are "not shown", so only what a refusal says tells it from
// others. Where there is no list, the shop's method is tried.
func TestRefusedOptions(t *testing.T) {
	runBeside(t)
	for name, c := range map[string]struct {
		status int
		body   string
		want   string // page, problem
	}{
		"a limit, by field":    {400, `{"errors":[{"field":"money.amount","message":"must be at least 20"}]}`, "problem no-options"},
		"a limit, in words":    {422, `{"message":"Amount below the minimum"}`, "problem no-options"},
		"a limit, by code":     {406, `{"code":"AMOUNT_TOO_LOW"}`, "problem no-options"},
		"a currency":           {400, `{"fields":["currencyCode"]}`, "problem no-options"},
		"required":             {400, `{"errors":[{"field":"money","message":"is required"}]}`, "details "},
		"as a creation":        {400, `{"errors":[{"field":"paymentRequested.money","message":"invalid"}]}`, "details "},
		"no such operation":    {405, ``, "details "},
		"taken for a creation": {409, ``, "details "},
		"not built":            {501, ``, "details "},
		"out of order":         {503, ``, "problem gateway-unavailable"},
		"our version":          {404, `{"message":"API version not supported"}`, "problem gateway-unavailable"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			b := newBabel(t)
			m := methodOf(t, "PROMPTPAY", "THB")
			b.gateway.Expect("order-1", dialect.Dialect{Options: c.status, Because: c.body}, dialect.Row{Code: m.Code, Currency: m.Currency, Usual: "qr"})
			p := b.customer("order-1").Enter(linkOf("order-1", m))
			if got := p.Hook("page") + " " + p.Hook("problem"); got != c.want {
				t.Fatalf("page %s, want %s:\n%s", got, c.want, p.Words())
			}
			if c.want == "problem no-options" && (!p.Has("data-action", "back") || p.Link("return") == "") {
				t.Errorf("no way on, or none to try again:\n%s", p.Words())
			}
		})
	}
}

// A list that was told before wins over a stray refusal: who chooses isn't turned away.
func TestAnOlderListWins(t *testing.T) {
	b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
	b.gateway.Expect("order-1", dialect.Dialect{}, dialect.Row{Code: m.Code, Currency: m.Currency})
	customer := b.customer("order-1")
	p := customer.Enter(linkOf("order-1", m)).Want(200, "details")
	refuses := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "availablePaymentOptions") {
				http.Error(w, `{"code":"AMOUNT_TOO_LOW"}`, http.StatusBadRequest)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	b.between.Store(&refuses)
	b.clock.advance(2 * time.Minute)
	customer.Get(p.URL.Path).Want(200, "details")
	b.clock.advance(time.Hour)
	customer.Get(p.URL.Path).WantHook("problem", "no-options")
}

// A bank that is down is left for another one, also where the shop named the method.
func TestAnotherBankAfterARefusal(t *testing.T) {
	b := newBabel(t)
	m := methodOf(t, "ONLINE", "THB")
	b.gateway.Expect("order-1", dialect.Dialect{Loses: []dialect.Loss{dialect.Answered(400)}}, dialect.Row{Code: m.Code, Currency: m.Currency, Usual: "redirect", HasOperators: true})
	c := b.customer("order-1")
	p := c.Press(c.Enter(linkOf("order-1", m)).Want(200, "options"), "continue", "paymentOperatorCode", "B4")
	p = c.Press(p, "pay").Want(200, "problem")
	if !says(p, "options.heading.bank") || !p.Has("data-action", "change-method") {
		t.Errorf("no other bank:\n%s", p.Words())
	}
	p = c.Press(p, "change-method").Want(200, "options")
	p = c.Press(p, "continue", "paymentOperatorCode", "B14")
	c.Press(p, "pay").Want(200, "leaving")
}

// The interface's own token grants three operations, and none to give a number: a method
// that needs one isn't offered beside others; where the shop named it, the number goes to
// the shop, as its page says before anybody pays.
func TestANumberThatTheTokenDoesNotGrant(t *testing.T) {
	b := newBabel(t)
	m := methodOf(t, "P2A_V2", "INR")
	b.gateway.Expect("order-1", dialect.Dialect{}, dialect.Row{Code: m.Code, Currency: m.Currency, Usual: "transfer"}, dialect.Row{Code: "NETBANKING", Currency: "INR", Usual: "redirect"})
	token := b.gateway.Token("order-1", "POST /payins/!availablePaymentOptions", "POST /payins/order-1", "GET /payins/order-1")
	link := linkOf("order-1", m)
	link.Set("token", token)
	open := url.Values{}
	for name, values := range link {
		open[name] = values
	}
	open.Del("paymentMethodCode")
	if p := b.customer("order-1").Enter(open); p.Has("value", "P2A_V2") || p.Hook("method") == "P2A_V2" {
		t.Errorf("it is offered beside another:\n%s", p.Words())
	}
	c := b.customer("order-1")
	p := c.Press(c.Enter(link), "pay").Want(200, "instructions")
	if !says(p, "instructions.numberForShop") || says(p, "instructions.paidReference") {
		t.Errorf("before paying:\n%s", p.Words())
	}
	if p = c.Press(p, "continue").Want(200, "status"); !says(p, "instructions.numberForShop") {
		t.Errorf("after paying:\n%s", p.Words())
	}
}

// The sandbox shows such moments by a directive or a word (docs/sandbox.md).
func TestTheSandboxShowsMoments(t *testing.T) {
	t.Run("stray", func(t *testing.T) {
		w := setup(t)
		b, p := w.pay(w.steered("10", "THB", "~stray"))
		at := p.Want(200, "instructions").URL.Path
		for i, want := range []string{"unknown", "pending"} {
			w.clock.advance(31 * time.Second)
			if got := b.Get(at).Want(200, "instructions").Hook("status"); got != want {
				t.Errorf("read %d: %s, want %s", i, got, want)
			}
		}
	})
	t.Run("second-try", func(t *testing.T) {
		w := setup(t)
		b, p := w.pay(w.steered("10", "THB", "~second-try@3m"))
		at := p.Want(200, "instructions").URL.Path
		w.clock.advance(150 * time.Second)
		b.Get(at).Want(200, "instructions")
		w.clock.advance(31 * time.Second)
		b.Get(at).WantHook("moment", "failed")
		for range 2 {
			w.clock.advance(20 * time.Second)
			p = b.Do(http.MethodPost, at+"/refresh", nil)
		}
		if p.WantHook("moment", "unpaid"); hasPicture(p) || !hasPicture(b.Press(p, "back")) {
			t.Errorf("the second way isn't one press away:\n%s", p.Words())
		}
	})
	t.Run("limit", func(t *testing.T) {
		w := setup(t)
		w.browser().Enter(w.steered("10", "THB", "~limit")).Want(200, "problem").WantHook("problem", "no-options")
	})
	t.Run("bank-down", func(t *testing.T) {
		w := setup(t)
		link := w.steered("10", "THB", "~bank-down")
		link.Set("paymentMethodCode", "ONLINE")
		b := w.browser()
		p := b.Press(b.Enter(link).Want(200, "options"), "continue", "paymentOperatorCode", "014")
		p = b.Press(p, "pay").Want(200, "problem")
		if !strings.Contains(p.Text(), "Choose your bank") {
			t.Errorf("no other bank:\n%s", p.Words())
		}
	})
}

// What was stopped is looked at every two minutes, by its own page alone, for an hour.
func TestAStoppedPaymentIsLookedAtSeldom(t *testing.T) {
	b := newBabel(t)
	p := b.begin(t, "PROMPTPAY", "THB", dialect.Dialect{})
	p.gateway.Require(p.id, "0")
	p.wants(p.look(), "problem amount-mismatch")
	if news := p.payer.Get(p.path + "/events"); !strings.Contains(news.Body, "retry: 120000") {
		t.Errorf("it is asked for: %d %q", news.Status, news.Body)
	}
	b.clock.advance(2 * time.Hour)
	if news := p.payer.Get(p.path + "/events"); news.Status != http.StatusGone {
		t.Errorf("hours later: %d %q", news.Status, news.Body)
	}
}
