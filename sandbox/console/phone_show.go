package console

import (
	"net/http"
	"time"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

// onScreen is how many payments the customer's phone shows.
const onScreen = 10

// notice is a payment that waits for its customer.
type notice struct {
	store.Listed
	look
	To, Where string // whom it pays, and the page on which it is paid
	Now       time.Time
}

// showPhone is the customer's phone: what waits to be paid, newest first.
func (c *Console) showPhone(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	now := c.Clock.Now()
	filter := store.Filter{Kind: store.Payin, Status: process.Pending, Limit: onScreen}
	list, err := c.Store.Payments(r.Context(), filter, now)
	if err != nil {
		return nil, err
	}
	var notices []notice
	body := consolePage{Payments: list}
	payments := c.paymentList(r, body)
	for i, p := range list {
		order, err := c.Process.OrderOf(p.Payment)
		if err != nil {
			return nil, err
		}
		side, err := c.sidePage(p.Payment)
		if err != nil {
			return nil, err
		}
		notices = append(notices, notice{p, lookOf(order), c.payee(p.Merchant), side.URL, now})
		payments.Payments[i].Link = c.BaseURL(r) + side.URL
	}
	return &page.Page{Name: "phone", Title: "The customer's phone", Body: notices, Live: true, JSON: payments}, nil
}
