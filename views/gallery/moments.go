package gallery

import (
	"context"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/internal/site"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// moment is one moment of a payment: what the gateway said, and what the customer
// did. What its page says is decided and presented as in the application.
type moment struct {
	money string           // "1234.50 THB"
	payin *apiclient.Payin // nil = nothing was created; the order's id, its money and times are filled in
	facts []fact
	input func(*presenter.Input)
	live  bool // beside a gateway, not the sandbox
}

// fact is something that the application knows at a moment.
type fact func(*scenarios.Facts)

// paying is a moment of a payment that the gateway has.
func paying(money string, p apiclient.Payin, facts ...fact) moment {
	return moment{money: money, payin: &p, facts: facts}
}

const (
	shop    = "Lotus Books"
	order   = "A-10293"
	address = "/pay/9vXq2kT7bNw0RzLs4mYhCe" // of the payment
	shopURL = "https://shop.example/orders/A-10293?step=paid"
	// seen is a mark of what a page shows; a real one is a keyed hash.
	seen = "EprX5Q1kaF91w6lNzxoARtiTqdMv6mvVrcPl85JQ-5Mu5i73"
)

var settings = site.Settings{
	Sandbox:  true,
	Operator: site.Operator{Name: "Example Pay", Privacy: "https://pay.example/privacy", Terms: "https://pay.example/terms"},
}

// at is a time in the hour after six in which the gallery plays, in Bangkok.
func at(minute int) time.Time { return time.Date(2026, time.November, 21, 11, minute, 0, 0, time.UTC) }

// now is when all pages are looked at: Pay was pressed five minutes ago.
var now = at(25)

// show is an entry of one moment.
func show(name, title string, m moment) Entry {
	return Entry{Name: name, Title: title, moment: &m, Page: func(l *i18n.Locale) templ.Component {
		in := m.due()
		return presented(l, in.Currency, func(h house, likely [3]string) (presenter.Page, error) {
			in.Locale, in.Likely = l, likely
			if m.live {
				return h.live.Page(in)
			}
			return h.presenter.Page(in)
		})
	}}
}

// due is what the moment's page is made of, but for its language.
func (m moment) due() presenter.Input {
	amount, currency, _ := strings.Cut(m.money, " ")
	f := scenarios.Facts{
		Order: entry.Order{
			MerchantCode: "LOTUS", IDPayin: order, Money: money.MustParse(amount, currency),
			CallbackURL: "https://shop.example/callback", ReturnURL: shopURL,
		},
		Known: known.Missed(now).View(), Catalogue: methods.Default(), Now: now, Verified: true,
		Progress: scenarios.Progress{Payee: shop},
	}
	if m.payin != nil {
		p := *m.payin
		p.IDPayin, p.Money, p.CreatedAt = order, f.Order.Money, at(20)
		if p.Status == "" {
			p.ExpireAt = at(45)
		} else {
			p.ProcessedAt = at(26)
		}
		f.Known = known.Read(p, now).WithSent(known.Sent{Method: p.MethodCode, Operator: p.Operator, At: at(20)}).View()
		f.Progress.PaidAt, f.Progress.Method = at(20), p.MethodCode
	}
	in := presenter.Input{
		Now: now, Path: address, SupportCode: "01JD-8WK3-Q2", PollAfter: 15 * time.Second,
		Brand: presenter.Brand{Brand: site.Brand{SupportEmail: "help@shop.example"}},
	}
	for _, is := range m.facts {
		is(&f)
	}
	f = f.Settled()
	in.Due, in.ReturnURL = scenarios.Decide(f), f.Order.ReturnURL
	if _, forms := f.Seen(in.Step); forms {
		in.Mark = seen
	}
	if m.input != nil {
		m.input(&in)
	}
	return in
}

// presented is a page of the application's presenter.
func presented(l *i18n.Locale, currency string, page func(house, [3]string) (presenter.Page, error)) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		h, err := houseOf(l)
		if err != nil {
			return err
		}
		made, err := page(h, h.languages.Likely(currency, l.Tag()))
		if err != nil {
			return err
		}
		return made.Render(ctx, w)
	})
}

// house is what all pages share.
type house struct {
	languages *i18n.Bundle
	presenter *presenter.Presenter
	live      *presenter.Presenter
}

var (
	plain  = sync.OnceValues(func() (house, error) { return build(i18n.Load) })
	pseudo = sync.OnceValues(func() (house, error) { return build(i18n.LoadWithPseudo) })
)

// houseOf has pseudo-languages only for pages in one of them.
func houseOf(l *i18n.Locale) (house, error) {
	switch l.Tag() {
	case i18n.PseudoLong, i18n.PseudoRTL, i18n.PseudoKeys:
		return pseudo()
	}
	return plain()
}

func build(load func() (*i18n.Bundle, error)) (h house, err error) {
	if h.languages, err = load(); err != nil {
		return house{}, err
	}
	if h.presenter, err = presenter.New(h.languages, methods.Default(), settings); err != nil {
		return house{}, err
	}
	live := settings
	live.Sandbox = false
	h.live, err = presenter.New(h.languages, methods.Default(), live)
	return h, err
}
