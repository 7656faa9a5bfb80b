package handlers_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"payapp/internal/testing/dialect"
	"payapp/methods"
)

// Whoever comes first after a start, with a good link, pays: whatever the gateway
// says to what the token doesn't grant, and however it says it.
func TestTheFirstCustomerAfterAStartPays(t *testing.T) {
	runBeside(t)
	for _, d := range []dialect.Dialect{
		{Info: dialect.Unknown}, {Info: dialect.Refused}, {Info: dialect.Missing},
		{Options: 401}, {Options: 403},
		{Options: 401, Info: dialect.Unknown}, {Options: 403, Info: dialect.Refused},
	} {
		for _, way := range presented {
			t.Run(fmt.Sprint(d.Options, d.Info, way.code), func(t *testing.T) {
				t.Parallel()
				b, m := newBabel(t), methodOf(t, way.code, way.currency)
				customer, p, id := b.pays(t, m, d)
				if m.Presentation != methods.Crypto || d.Options == 0 { // without a list nobody chose the network
					ledOn(t, p, m)
				}
				b.clock.advance(3 * time.Second)
				b.gateway.Pay(id)
				customer.Do(http.MethodPost, p.URL.Path+"/refresh", nil).Want(200, "status").WantHook("status", "success")
			})
		}
	}
}

// Where nothing says how the order can be paid, the page says so, and doesn't blame
// the link. It ends there: nothing is asked again and again.
func TestOptionsThatATokenDoesNotGrant(t *testing.T) {
	for _, status := range []int{401, 403} {
		b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
		for range 2 { // at first nothing has shown that our version is taken
			id := fmt.Sprint("open-", status, "-", b.orders.Add(1))
			b.gateway.Expect(id, dialect.Dialect{Options: status}, dialect.Row{Code: m.Code, Currency: m.Currency})
			link := linkOf(id, m)
			link.Del("paymentMethodCode")
			customer := b.customer(id)
			p := customer.Enter(link).Want(200, "problem").WantHook("problem", "options-unsupported")
			if p.Link("return") == "" || p.Has("http-equiv", "refresh") {
				t.Errorf("%d: no way back, or the page asks again:\n%s", status, p.Text())
			}
			b.clock.advance(5 * time.Minute)
			customer.Get(p.URL.Path).WantHook("problem", "options-unsupported")
		}
	}
}

// A gateway that answers 404 to everything may refuse our version: nobody is told
// that nothing was created or paid, whatever was known of the gateway before.
func TestNothingIsToldByA404ToEverything(t *testing.T) {
	runBeside(t)
	for _, proven := range []bool{false, true} {
		b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
		if proven {
			b.pays(t, m, dialect.Dialect{})
		}
		nothing := func(http.Handler) http.Handler { return http.NotFoundHandler() }
		for _, unlocked := range []bool{false, true} {
			id := fmt.Sprint("order-", b.orders.Add(1))
			b.gateway.Expect(id, dialect.Dialect{}, dialect.Row{Code: m.Code, Currency: m.Currency})
			link := linkOf(id, m)
			if unlocked {
				link.Del("paymentMethodCode")
			}
			b.between.Store(&nothing)
			customer := b.customer(id)
			p := customer.Enter(link)
			for range 3 {
				if says(p, "money.none") || says(p, "waiting.money") || says(p, "problem.not-started.heading") || p.Hook("problem") == "token-rejected" {
					t.Errorf("proven %v: the page says more than is known:\n%s", proven, p.Text())
				}
				p = customer.Do(http.MethodPost, p.URL.Path+"/refresh", nil)
			}
			b.between.Store(nil)
			b.clock.advance(time.Minute)
			customer.Get(p.URL.Path).Want(200, "details")
			proven = true // by the options
		}
	}
}

// A status link says of a 404 that may be about our version that it doesn't know.
func TestAStatusLinkAfterAStart(t *testing.T) {
	b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
	_, _, id := b.pays(t, m, dialect.Dialect{})
	fresh := b.replica()
	b.serves.Store(&fresh)
	b.gateway.Hide(id)
	look := func(status, problem string) {
		t.Helper()
		p := b.customer(id).Get("/status?idPayin=" + id + "&token=" + id + "&currencyCode=THB")
		if p.Hook("status") != status || p.Hook("problem") != problem {
			t.Errorf("got %s %s; want %s %s:\n%s", p.Hook("status"), p.Hook("problem"), status, problem, p.Text())
		}
	}
	look("unknown", "")
	b.gateway.Show(id)
	b.clock.advance(3 * time.Second)
	look("pending", "")
}
