package console

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

type paymentPage struct {
	store.Payment
	Accepted       bool // there is such a payment
	Status, Reason string
	Unknown        []string // directives
	TakesReference bool     // and has none yet
	Pages          []pageLink
	Statuses       []string
	Now            time.Time
	Transitions    []store.Transition
	Callbacks      []store.Callback
	Calls          []callView // oldest first
}

// Outcomes are those that the interface names; a form sets any other.
func (*paymentPage) Outcomes() []string { return []string{process.Success, process.Refused} }

// CallbackKinds are what the form for callbacks offers.
func (*paymentPage) CallbackKinds() []string { return callbackKinds }

// Ended reports whether nothing follows by itself.
func (p *paymentPage) Ended() bool { return process.Final(p.Status) }

type pageLink struct{ Name, URL, Text string }

// asked is the payment in a page's address: its id and, if merchants share an
// id, the query's merchant, which is asked for.
func (c *Console) asked(r *http.Request, kind string) (store.Payment, error) {
	p, err := c.find(r, kind)
	if errors.Is(err, store.ErrNotFound) {
		return p, noPayment(r, kind)
	}
	return p, err
}

func (c *Console) find(r *http.Request, kind string) (store.Payment, error) {
	if r.FormValue("merchant") == "" {
		merchants, err := c.Store.MerchantsOf(r.Context(), kind, r.PathValue("id"))
		if err != nil {
			return store.Payment{}, err
		}
		if len(merchants) > 1 {
			text := "Several merchants have this " + kind + ": say which with ?merchant=" + strings.Join(merchants, " or ?merchant=") + "."
			return store.Payment{}, &page.Error{Status: http.StatusConflict, Text: text}
		}
	}
	return c.Store.Payment(r.Context(), r.FormValue("merchant"), kind, r.PathValue("id"))
}

// noPayment says what the address asks for in vain.
func noPayment(r *http.Request, kind string) error {
	text := "There is no " + kind + " " + r.PathValue("id")
	if merchant := r.FormValue("merchant"); merchant != "" {
		text += " of " + merchant
	}
	return &page.Error{Status: http.StatusNotFound, Text: text + " here."}
}

// addressed is the end of a payment's address, with its merchant.
func addressed(merchant, id string) string {
	if merchant == "" {
		return url.PathEscape(id)
	}
	return url.PathEscape(id) + "?" + url.Values{"merchant": {merchant}}.Encode()
}

// showPayment shows one payment's whole story, also of one that was never
// accepted, if there were calls about it. With ?wait= it waits before.
func (c *Console) showPayment(kind string) page.Func {
	return func(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
		if err := c.waitFor(r, kind); err != nil {
			return nil, err
		}
		body, err := c.payment(r, kind)
		if err != nil {
			return nil, err
		}
		if err := c.addPages(r, body); err != nil {
			return nil, err
		}
		return &page.Page{Name: "payment", Title: body.ID, Body: body, Live: true, JSON: body.view()}, nil
	}
}

// payment reads the payment in a page's address with its story and the calls
// about it, or the calls alone.
func (c *Console) payment(r *http.Request, kind string) (*paymentPage, error) {
	body, err := c.state(r, kind)
	if err != nil {
		return nil, err
	}
	calls, err := c.Store.Calls(r.Context(), store.CallFilter{ID: body.ID, Kind: kind, Merchant: body.Merchant})
	if err != nil {
		return nil, err
	}
	if !body.Accepted && len(calls) == 0 {
		return nil, noPayment(r, kind)
	}
	slices.Reverse(calls)
	body.Calls = c.callViews(r, calls)
	return body, nil
}

// state is payment without the calls.
func (c *Console) state(r *http.Request, kind string) (*paymentPage, error) {
	p, err := c.find(r, kind)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	body := &paymentPage{Payment: p, Accepted: err == nil, Statuses: process.Statuses, Now: c.Clock.Now()}
	if !body.Accepted {
		body.Kind, body.ID, body.Merchant = kind, r.PathValue("id"), r.FormValue("merchant")
	}
	body.Unknown = directive.Unknown(body.ID + body.Steering)
	if !body.Accepted {
		return body, nil
	}
	return body, c.fillHistory(r, body)
}

// addPages adds links to the pages of the customer's and the shop's side.
func (c *Console) addPages(r *http.Request, body *paymentPage) error {
	if !body.Accepted || body.Kind != store.Payin {
		return nil
	}
	p := body.Payment
	m, _ := c.Process.Methods.Find(p.Method, p.Currency)
	body.TakesReference = m.Reference != rules.NoReference && p.Reference == ""
	side, err := c.sidePage(p)
	if err != nil {
		return err
	}
	body.Pages = []pageLink{
		side,
		{"status", "/console/payins/" + url.PathEscape(p.ID) + "/status?" + url.Values{"merchant": {p.Merchant}}.Encode(), "Status page"},
	}
	if c.Shop.Has(r.Context(), p.ID, p.Merchant) {
		body.Pages = append(body.Pages, pageLink{"order", "/shop/orders/" + p.ID, "Order in the shop"})
	}
	return nil
}

func (c *Console) fillHistory(r *http.Request, body *paymentPage) (err error) {
	if body.Transitions, err = c.Store.Transitions(r.Context(), body.Payment); err != nil {
		return err
	}
	for _, t := range body.Transitions {
		if !t.At.After(body.Now) {
			body.Status, body.Reason = t.Status, t.Reason
		}
	}
	body.Callbacks, err = c.Store.Callbacks(r.Context(), body.Payment)
	return err
}

// showStatusPage redirects to the application's status page of a payin, with a
// token that can only read it and the merchant's name.
func (c *Console) showStatusPage(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	p, err := c.asked(r, store.Payin)
	if err != nil {
		return nil, err
	}
	link, err := c.Shop.StatusLink(r.Context(), p.Merchant, p.ID, p.Amount, p.Currency, true)
	if err != nil {
		return nil, err
	}
	return &page.Page{To: link, JSON: map[string]string{"statusUrl": link}}, nil
}
