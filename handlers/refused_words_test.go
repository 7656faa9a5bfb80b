package handlers_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
)

// strong reports whether a message stands in bold.
func strong(p *browser.Page, key string) bool {
	return p.Find(func(n *html.Node) bool {
		return n.Data == "strong" && n.FirstChild != nil && strings.Contains(textOf(n), key)
	}) != nil
}

func textOf(n *html.Node) string {
	var text strings.Builder
	browser.Walk(n, func(n *html.Node) bool {
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
		}
		return false
	})
	return text.String()
}

// What failed for who can't have paid is told as not paid, in one voice with what is above
// it, and first what to do where money left the account. Who says to have paid reads that
// in bold, with not to pay again.
func TestWordsBesideAFailure(t *testing.T) {
	for _, word := range []string{"REFUSED", "FAILED", "CANCELED"} {
		for _, said := range []bool{false, true} {
			b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
			customer, p, id := b.pays(t, m, dialect.Dialect{})
			if said {
				p = customer.Press(p, "continue")
			}
			b.gateway.Say(id, word, "")
			b.clock.advance(3 * time.Second)
			p = customer.Do(http.MethodPost, p.URL.Path+"/refresh", nil).Want(200, "status").WantHook("status", "failed")
			if got := says(p, "waiting.moneyUnknown"); got != said || says(p, "status.failed.label") == said {
				t.Errorf("%s, said %v: warns of paying twice: %v\n%s", word, said, got, p.Text())
			}
			if calm := !said; calm != strong(p, "money.notPaid") || !says(p, "money.accountLeftAt") || calm == strong(p, "money.accountLeftAt") {
				t.Errorf("%s, said %v: what may have left the account:\n%s", word, said, p.Text())
			}
		}
	}
}

// A refusal that the gateway keeps as a failed payment uses up the order's id. The page
// after Pay names it at once, and leads to the shop, not through another form.
func TestAnOrderThatIsUsedUp(t *testing.T) {
	b := newBabel(t)
	b.gateway.Expect("order-1", dialect.Dialect{Loses: []dialect.Loss{dialect.Failed}},
		dialect.Row{Code: "PROMPTPAY", Currency: "THB", Usual: "qr"}, dialect.Row{Code: "ONLINE", Currency: "THB", Usual: "redirect"})
	link := linkOf("order-1", methodOf(t, "PROMPTPAY", "THB"))
	link.Del("paymentMethodCode")
	customer := b.customer("order-1")
	p := customer.Press(customer.Enter(link), "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	p = customer.Press(p, "pay", "accountNumber", "0801234567").Want(200, "status").WantHook("status", "failed")
	for range 2 {
		if !saysAny(p, "status.CUSTOMER_NOT_REGISTERED.") || p.Has("data-action", "change-method") || p.Link("return") == "" {
			t.Errorf("it leads anywhere but to the shop:\n%s", p.Text())
		}
		b.clock.advance(time.Hour)
		p = customer.Get(p.URL.Path).Want(200, "status")
	}
}

// Data that the shop locked and the gateway rejects: its customer can't correct it, so
// the page names it and leads to the shop. Without a name it asks nobody to check what
// they never typed.
func TestLockedDataThatTheGatewayRejects(t *testing.T) {
	for body, problem := range map[string]string{
		`{"fieldErrors":[{"field":"paymentMethod.account.accountNumber","message":"no such account"}]}`: "locked-invalid",
		`{"code":"INVALID"}`: "refused",
	} {
		b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
		id := fmt.Sprint("order-", b.orders.Add(1))
		b.gateway.Expect(id, dialect.Dialect{Refuse: body, RefuseStatus: 400}, dialect.Row{Code: m.Code, Currency: m.Currency})
		link := linkOf(id, m)
		link.Set("accountNumber", "0801234567")
		customer := b.customer(id)
		p := customer.Press(customer.Enter(link).Want(200, "review"), "pay").Want(200, "problem").WantHook("problem", problem)
		if says(p, "problem.refused.do") || says(p, "problem.refused.doAlone") || p.Link("return") == "" {
			t.Errorf("%s: somebody who can't is asked to check it:\n%s", body, p.Text())
		}
		if problem == "locked-invalid" && !says(p, "field.accountNumber.label") && !saysAny(p, "field.") {
			t.Errorf("the field isn't named:\n%s", p.Text())
		}
	}
}

// An address that isn't opened leaves a payment that was started and can't be paid
// here: whether it was paid isn't the question.
func TestAnAddressThatIsNotOpened(t *testing.T) {
	b, m := newBabel(t), methodOf(t, "ONLINE", "THB")
	bank := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, r)
			w.WriteHeader(answer.Code)
			_, _ = io.WriteString(w, strings.ReplaceAll(answer.Body.String(), "https://bank.example/pay", "bbl://bank.example/pay"))
		})
	}
	b.between.Store(&bank)
	_, p, _ := b.pays(t, m, dialect.Dialect{})
	p.Want(200, "problem").WantHook("problem", "link-refused")
	if says(p, "status.over.next") || !says(p, "problem.link-refused.doAt") || p.Link("return") == "" {
		t.Errorf("what to do:\n%s", p.Text())
	}
}
