package model

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"sync"
	"time"

	intern "payapp/money"
	"payapp/sandbox"
)

// order is a kind of payment that a shop may ask for.
type order struct {
	name, amount, currency string
	pairs                  []string // of the link
}

// orders cover every way to pay, and every scenario.
var orders = []order{
	{"QR, form", "1234.50", "THB", []string{"paymentMethodCode", "PROMPTPAY"}},
	{"anything in THB", "99", "THB", nil},
	{"QR, locked data", "20", "THB", []string{"paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567"}},
	{"QR, data to change", "30.25", "THB", []string{
		"paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567", "allowCustomerDataChange", "true", "optionsAvailable", "true",
	}},
	{"redirect", "10", "THB", []string{"paymentMethodCode", "ONLINE", "paymentOperatorCode", "004"}},
	{"redirect, others too", "15", "THB", []string{"paymentMethodCode", "ONLINE", "optionsAvailable", "true"}},
	{"transfer with a number", "499", "INR", []string{"paymentMethodCode", "P2A_V2"}},
	{"anything in INR", "750", "INR", nil},
	{"store, long form", "800", "TWD", []string{"paymentMethodCode", "CODE_PAYMENT"}},
	{"anything in TWD", "800", "TWD", nil},
	{"phone", "1500", "KES", []string{"paymentMethodCode", "MOBILE_MONEY"}},
	{"anything in ZAR", "349.99", "ZAR", nil},
	{"transfer, soft rules", "1500", "JPY", []string{"paymentMethodCode", "OFFLINE"}},
	{"QR without a form", "123.45", "BRL", nil},
	{"crypto", "12.5", "USDT", []string{"paymentMethodCode", "CRYPTO_OFFLINE"}},
	{"anything in IDR", "150000", "IDR", nil},
}

// endings are the sandbox's directives that an order may carry.
var endings = []string{
	"", "", "", "", "~required", "~vat", "~success@40s",
	"~refused@2m", "~expires@90s", "~strange@1m", "~refuse-security", "~failed-inactivity@30s",
}

// payment is an order and what the customers' side knows of it.
type payment struct {
	world    *world
	merchant string
	id       string
	order    order
	opaque   bool    // its tokens say nothing of themselves
	bare     bool    // its tokens don't grant the merchant's name
	links    []*link // that the shop made
	book     ledger

	mu      sync.Mutex
	presses []press // of Pay
}

// press is what a customer who pressed Pay saw.
type press struct {
	method, operator string
	money            []string
}

// link is a RedirectURL, and when its token expires.
type link struct {
	values  url.Values
	token   string
	money   string
	genuine bool // made by the shop, and not edited since
	until   time.Time
}

// newPayment is an order of the shop with its first link.
func (w *world) newPayment(kind order, ending string, validity time.Duration) *payment {
	p := &payment{world: w, merchant: "DEMO", id: fmt.Sprintf("order-%d%s", len(w.payments), ending), order: kind}
	w.payments = append(w.payments, p)
	p.link(kind.amount, validity)
	return p
}

// link is another RedirectURL of the shop for the order, with a token of its
// own.
func (p *payment) link(amount string, validity time.Duration) *link {
	token := p.sign(sandbox.TokenSpec{
		MerchantCode: p.merchant, IDPayin: p.id, Money: intern.MustParse(amount, p.order.currency), Validity: validity,
		Operations: append([]string{"POST /payins/" + p.id + "/externalReference"}, sandbox.AppOperations(p.id)...),
	})
	values := url.Values{
		"merchantCode": {p.merchant}, "idPayin": {p.id}, "amount": {amount}, "currencyCode": {p.order.currency}, "token": {token},
		"callbackUrl": {"https://shop.example/callback"}, "returnUrl": {"https://shop.example/thanks?order=" + p.id},
	}
	for i := 0; i < len(p.order.pairs); i += 2 {
		values.Set(p.order.pairs[i], p.order.pairs[i+1])
	}
	l := &link{
		values: values, token: token, money: money{json.Number(amount), p.order.currency}.String(), genuine: true, until: p.world.now().Add(validity),
	}
	p.links = append(p.links, l)
	return l
}

// sign makes a token. That of a gateway unlike the sandbox may say nothing of itself.
func (p *payment) sign(spec sandbox.TokenSpec) string {
	if p.world.other != nil {
		if p.opaque {
			return p.world.other.Token(p.id)
		}
		if last := len(spec.Operations) - 1; p.bare && spec.Operations[last] == "GET /merchant-info" {
			spec.Operations = spec.Operations[:last]
		}
		return p.world.other.Token(p.id, spec.Operations...)
	}
	token, err := p.world.box.SignToken(context.Background(), spec)
	if err != nil {
		p.world.t.Fatalf("sign: %v", err)
	}
	return token
}

// statusLink leads to the status page, with a token that can only read.
func (p *payment) statusLink(validity time.Duration) (token, target string) {
	token = p.sign(sandbox.TokenSpec{
		MerchantCode: p.merchant, IDPayin: p.id, Operations: []string{"GET /payins/" + p.id}, Validity: validity,
	})
	return token, "/status?" + url.Values{"idPayin": {p.id}, "token": {token}, "currencyCode": {p.order.currency}}.Encode()
}

// pressed notes that somebody pressed Pay on a page that showed this.
func (p *payment) pressed(seen press) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.presses = append(p.presses, seen)
}

// judgeCreation compares what the gateway accepted with who pressed what.
func (w *world) judgeCreation(id string) {
	for _, p := range w.payments {
		if p.id == id {
			p.judge()
		}
	}
}

func (p *payment) judge() {
	p.book.mu.Lock()
	accepted := p.book.accepted
	p.book.mu.Unlock()
	if len(accepted) == 0 {
		return
	}
	if len(accepted) > 1 {
		p.world.fail("twice", "%s was created %d times: %v", p.id, len(accepted), accepted)
	}
	got := accepted[len(accepted)-1]
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, seen := range p.presses {
		sameOperator := seen.operator == "" || seen.operator == got.operator
		for _, m := range seen.money {
			if m == got.money && seen.method == got.method && sameOperator {
				return
			}
		}
	}
	p.world.fail("unseen", "%s was created with %+v, which nobody saw who pressed Pay: %+v", p.id, got, p.presses)
}
