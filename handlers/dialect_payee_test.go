package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/i18n"
	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/dialect"
	"payapp/internal/testing/racing"
)

// hurried shows a page without the merchant's name if that takes long.
func hurried(cfg *application.Config) { cfg.NamePatience = time.Millisecond }

// Who is paid is the channel's name or nobody: a link's returnUrl can be edited by
// anybody, so its host is named only where one returns to. A watcher holds each page
// of the walk to that, and to the same name from the first that has one.
func TestTheHostOfTheReturnAddressIsNobodysPayee(t *testing.T) {
	runBeside(t)
	for _, info := range []dialect.Info{dialect.Unnamed, dialect.Refused, dialect.Missing, dialect.Slow} {
		t.Run(string(info), func(t *testing.T) {
			t.Parallel()
			for _, way := range racing.Part(3, presented) {
				b, m := newBabel(t, hurried), methodOf(t, way.code, way.currency)
				customer, p, id := b.pays(t, m, dialect.Dialect{Info: info})
				for _, p := range []*browser.Page{p, customer.Get(p.URL.Path), customer.Do(http.MethodPost, p.URL.Path+"/refresh", nil)} {
					nobodyIsNamed(t, p)
				}
				b.gateway.Pay(id)
				b.clock.advance(3 * time.Second)
				p = customer.Do(http.MethodPost, p.URL.Path+"/refresh", nil).Want(200, "status").WantHook("status", "success")
				nobodyIsNamed(t, p)
			}
		})
	}
}

// returning are the messages that name where one returns to.
var returning = []string{
	"common.return", "common.orderAt", "review.wrong", "instructions.nothingCame", "instructions.otherWay",
}

func nobodyIsNamed(t *testing.T, p *browser.Page) {
	t.Helper()
	if payee := dialect.Payee(p.Body); payee != "" {
		t.Errorf("%q is paid:\n%s", payee, p.Words())
	}
	// The header has the host in an element of its own.
	text := strings.ReplaceAll(p.Text(), i18n.KeyEnd+"\nshop.example", i18n.KeyEnd+" shop.example")
	for line := range strings.Lines(text) {
		key, named := dialect.English().Naming(line, "shop.example")
		if named && !slices.Contains(returning, key) {
			t.Errorf("the host is named by %s:\n%s", key, p.Words())
		}
	}
}

// Once a page has named who is paid, so do all: at a process that never heard the
// name, and when merchant-info is slow, gone or refused since.
func TestThePayeeStaysDuringAPayment(t *testing.T) {
	runBeside(t)
	for _, info := range []dialect.Info{dialect.Unnamed, dialect.Refused, dialect.Missing, dialect.Slow} {
		b, m := newBabel(t), methodOf(t, "PROMPTPAY", "THB")
		customer, p, id := b.pays(t, m, dialect.Dialect{})
		if dialect.Payee(p.Body) != dialect.ChannelName {
			t.Fatalf("the merchant isn't named:\n%s", p.Words())
		}
		b.gateway.Rename(id, info)
		other := b.replica(hurried)
		b.serves.Store(&other)
		b.clock.advance(time.Hour)
		for _, p := range looks(customer, p.URL.Path) {
			if dialect.Payee(p.Body) != dialect.ChannelName {
				t.Errorf("merchant-info %s: the merchant isn't named any more:\n%s", info, p.Words())
			}
		}
	}
}
