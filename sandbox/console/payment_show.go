package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

type paymentPage struct {
	ID, Status, Reason, Merchant, Method, Created string
	Bare, Currency, Amount, Reference             string
	TakesReference                                bool // and has none yet
	CallbackURL, ReturnURL                        string
	Unknown                                       []string // directives
	Pages                                         []pageLink
	Statuses                                      []string
	Transitions                                   []transitionRow
	Callbacks                                     []callbackRow
	Exchanges                                     []exchangeRow
}

type pageLink struct{ Name, URL, Text string }

type transitionRow struct {
	At, Status, Reason, Cause string
	Planned                   bool
}

type callbackRow struct {
	Seq      int64
	Status   string
	Attempts []string
	Next     string
}

type exchangeRow struct {
	At, Method, Path, Request, Response string
	Status                              int
}

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
		body := &paymentPage{
			ID: p.ID, Merchant: p.Merchant, Method: p.Method, Created: page.Long(p.CreatedAt),
			Bare: strings.TrimSuffix(shown(p), " "+p.Currency), Currency: p.Currency, Amount: shown(p),
			Reference: p.Reference, CallbackURL: p.CallbackURL, ReturnURL: p.ReturnURL,
			Statuses: process.Statuses, Unknown: directive.Unknown(p.ID),
		}
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
		if err := c.tellStory(r, p, body); err != nil {
			return nil, err
		}
		return &page.Page{Name: "payment", Title: p.ID, Body: body, Live: true}, nil
	}
}

func (c *Console) tellStory(r *http.Request, p store.Payment, body *paymentPage) error {
	ctx, now := r.Context(), c.Clock.Now()
	transitions, err := c.Store.Transitions(ctx, p)
	if err != nil {
		return err
	}
	for _, t := range transitions {
		planned := t.At.After(now)
		if !planned {
			body.Status, body.Reason = t.Status, t.Reason
		}
		body.Transitions = append(body.Transitions, transitionRow{page.Long(t.At), t.Status, t.Reason, t.Cause, planned})
	}
	callbacks, err := c.Store.Callbacks(ctx, p)
	if err != nil {
		return err
	}
	for _, callback := range callbacks {
		body.Callbacks = append(body.Callbacks, callbackRowOf(callback))
	}
	exchanges, err := c.Store.Exchanges(ctx, p.Merchant, p.Kind+"/"+p.ID)
	if err != nil {
		return err
	}
	for _, e := range exchanges {
		body.Exchanges = append(body.Exchanges, exchangeRow{
			page.Long(e.At), e.Method, e.Path, page.Indented(e.Request), page.Indented(e.Response), e.Status,
		})
	}
	return nil
}

func callbackRowOf(c store.Callback) callbackRow {
	row := callbackRow{Seq: c.Seq, Status: c.Status, Next: "given up"}
	switch n := len(c.Attempts); {
	case !c.NextAt.IsZero():
		row.Next = page.Long(c.NextAt)
	case n > 0 && c.Attempts[n-1].Accepted():
		row.Next = "delivered"
	}
	for _, a := range c.Attempts {
		outcome := fmt.Sprint(a.Status)
		if a.Error != "" {
			outcome = a.Error
		}
		row.Attempts = append(row.Attempts, page.Long(a.At)+" · "+outcome)
	}
	return row
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
