package handlers_test

import (
	"fmt"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
)

// Whatever a gateway answers to a creation, an answer came: no page says that none
// did, each has a support code and a way out, and pressing again comes to an end.
func TestACreationsAnswerIsNeverNoAnswer(t *testing.T) {
	runBeside(t)
	for name, c := range map[string]struct {
		loses   []dialect.Loss
		problem string
	}{
		"404":                        {[]dialect.Loss{dialect.Answered(404)}, "answer-unclear"},
		"302":                        {[]dialect.Loss{dialect.Answered(302)}, "answer-unclear"},
		"200 with errors":            {[]dialect.Loss{dialect.Errors}, "answer-unclear"},
		"400 after a lost try":       {[]dialect.Loss{dialect.Unprocessed, dialect.Answered(400)}, "answer-unclear"},
		"406 after a lost try":       {[]dialect.Loss{dialect.Unprocessed, dialect.Answered(406)}, "answer-unclear"},
		"403 after a lost try":       {[]dialect.Loss{dialect.Unprocessed, dialect.Answered(403)}, "answer-unclear"},
		"400":                        {[]dialect.Loss{dialect.Answered(400)}, "refused"},
		"418":                        {[]dialect.Loss{dialect.Answered(418)}, "refused"},
		"406 without a code":         {[]dialect.Loss{dialect.Answered(406)}, "refused"},
		"401, and reads are granted": {[]dialect.Loss{dialect.Answered(401)}, "option-unavailable"},
		"403":                        {[]dialect.Loss{dialect.Answered(403)}, "option-unavailable"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, m := newBabel(t, persistent), methodOf(t, "PROMPTPAY", "THB")
			var always []dialect.Loss
			for range 4 {
				always = append(always, c.loses...)
			}
			customer, p, id := b.pays(t, m, dialect.Dialect{Loses: always})
			for presses := range 3 {
				p = b.later(customer, p).Want(200, "problem").WantHook("problem", c.problem)
				if says(p, "details.notCreated") || !says(p, "common.reference") || p.Link("return") == "" {
					t.Errorf("after %d presses: an answer came, and the page has no support code or no way out:\n%s", presses+1, p.Text())
				}
				if unclear := c.problem == "answer-unclear"; unclear == (says(p, "money.none") || says(p, "money.page")) {
					t.Errorf("what became of the money is said wrong:\n%s", p.Text())
				}
				b.clock.advance(time.Minute)
				p = customer.Get(p.URL.Path).WantHook("problem", c.problem)
				p = customer.Press(customer.Press(p, "back").Want(200, "details"), "pay")
			}
			if n := b.gateway.Creations(id); n < 3 {
				t.Errorf("%d creations in four presses", n)
			}
		})
	}
}

// later is the page a moment after it: a read at the very time of the creation may be
// older.
func (b *babel) later(customer *browser.Browser, p *browser.Page) *browser.Page {
	b.clock.advance(3 * time.Second)
	return customer.Get(p.URL.Path)
}

// Once the gateway takes it after all, the payment goes on as after the first press.
func TestAnUnclearCreationGoesOn(t *testing.T) {
	for _, lost := range []dialect.Loss{dialect.Answered(404), dialect.Errors} {
		b, m := newBabel(t), methodOf(t, "ONLINE", "THB")
		customer, p, _ := b.pays(t, m, dialect.Dialect{Loses: []dialect.Loss{lost}})
		p = customer.Press(b.later(customer, p).WantHook("problem", "answer-unclear"), "back")
		ledOn(t, customer.Press(p.Want(200, "review"), "pay"), m)
	}
}

// A creation that isn't granted for one method leaves the others open, also within
// the seconds for which the refusal is remembered.
func TestAMethodThatIsNotGrantedLeavesTheOthers(t *testing.T) {
	for _, status := range []int{401, 403} {
		b := newBabel(t)
		id := fmt.Sprint("order-", status)
		b.gateway.Expect(id, dialect.Dialect{Loses: []dialect.Loss{dialect.Answered(status)}},
			dialect.Row{Code: "PROMPTPAY", Currency: "THB", Usual: "qr"}, dialect.Row{Code: "ONLINE", Currency: "THB", Usual: "redirect"})
		link := linkOf(id, methodOf(t, "PROMPTPAY", "THB"))
		link.Del("paymentMethodCode")
		customer := b.customer(id)
		p := customer.Enter(link).Want(200, "options")
		p = customer.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
		p = customer.Press(p, "pay", "accountNumber", "0801234567").Want(200, "problem").WantHook("problem", "option-unavailable")
		if !p.Has("data-action", "change-method") || p.Link("return") == "" {
			t.Errorf("%d: no other way:\n%s", status, p.Text())
		}
		p = customer.Press(p, "change-method").Want(200, "options")
		p = customer.Press(p, "continue", "paymentMethodCode", "ONLINE")
		customer.Press(p.Want(200, "review"), "pay").Want(200, "leaving")
	}
}
