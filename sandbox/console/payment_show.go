package console

import (
	"net/http"
	"net/url"
	"time"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

type paymentPage struct {
	store.Payment
	Status, Reason string
	TakesReference bool // and has none yet
	Pages          []pageLink
	Statuses       []string
	Now            time.Time
	Transitions    []store.Transition
	Callbacks      []store.Callback
	Exchanges      []store.Exchange
}

type pageLink struct{ Name, URL, Text string }

// asked is the payment in a page's address: its id and, if merchants share an
// id, the query's merchant. Without a merchant it is the newest.
func (c *Console) asked(r *http.Request, kind string) (store.Payment, error) {
	return c.Store.Payment(r.Context(), r.FormValue("merchant"), kind, r.PathValue("id"))
}

// addressed is the end of a payment's address, with its merchant.
func addressed(merchant, id string) string {
	return url.PathEscape(id) + "?" + url.Values{"merchant": {merchant}}.Encode()
}

// showPayment shows one payment's whole story.
func (c *Console) showPayment(kind string) page.Func {
	return func(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, err := c.asked(r, kind)
		if err != nil {
			return nil, err
		}
		body := &paymentPage{Payment: p, Statuses: process.Statuses, Now: c.Clock.Now()}
		if kind == store.Payin {
			m, _ := c.Process.Methods.Find(p.Method, p.Currency)
			body.TakesReference = m.Reference != rules.NoReference && p.Reference == ""
			side, err := c.sidePage(p)
			if err != nil {
				return nil, err
			}
			body.Pages = []pageLink{
				side,
				{"status", "/console/payins/" + url.PathEscape(p.ID) + "/status?" + url.Values{"merchant": {p.Merchant}}.Encode(), "Status page"},
			}
			if c.Shop.Has(r.Context(), p.ID, p.Merchant) {
				body.Pages = append(body.Pages, pageLink{"order", "/shop/orders/" + p.ID, "Order in the shop"})
			}
		}
		if err := c.tellStory(r, body); err != nil {
			return nil, err
		}
		return &page.Page{Name: "payment", Title: p.ID, Body: body, Live: true}, nil
	}
}

func (c *Console) tellStory(r *http.Request, body *paymentPage) (err error) {
	if body.Transitions, err = c.Store.Transitions(r.Context(), body.Payment); err != nil {
		return err
	}
	for _, t := range body.Transitions {
		if !t.At.After(body.Now) {
			body.Status, body.Reason = t.Status, t.Reason
		}
	}
	if body.Callbacks, err = c.Store.Callbacks(r.Context(), body.Payment); err != nil {
		return err
	}
	body.Exchanges, err = c.Store.Exchanges(r.Context(), body.Merchant, body.Kind+"/"+body.ID)
	return err
}

// showStatusPage redirects to the application's status page of a payin, with a
// token that can only read it and the merchant's name.
func (c *Console) showStatusPage(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	p, err := c.asked(r, store.Payin)
	if err != nil {
		return nil, err
	}
	link, err := c.Shop.StatusLink(r.Context(), p.Merchant, p.ID, p.Currency, true)
	if err != nil {
		return nil, err
	}
	page.SeeOther(w, r, link)
	return nil, nil
}
