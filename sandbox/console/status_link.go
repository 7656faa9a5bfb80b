package console

import (
	"net/http"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
)

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
