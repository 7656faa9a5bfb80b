package sandbox

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
)

// statusLinkValidity is how long a status link of the shop or console works.
const statusLinkValidity = 30 * 24 * time.Hour

// showStatusPage leads to the application's status page of a payin, with a
// token that can read it and nothing else.
func (s *Sandbox) showStatusPage(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	p, err := s.asked(r, store.Payin)
	if err != nil {
		return nil, err
	}
	link, err := s.statusLink(r, p.Merchant, p.ID, p.Currency)
	if err != nil {
		return nil, err
	}
	page.SeeOther(w, r, link)
	return nil, nil
}

func (s *Sandbox) statusLink(r *http.Request, merchant, id, currency string) (string, error) {
	raw, err := s.SignToken(mark.ForLooking(r.Context()), TokenSpec{
		MerchantCode: merchant,
		Operations:   token.InfoOperations(id),
		Validity:     statusLinkValidity,
	})
	if err != nil {
		return "", err
	}
	return s.app() + "/status?" + url.Values{"idPayin": {id}, "token": {raw}, "currencyCode": {currency}}.Encode(), nil
}

// app is the payment application's address, without a trailing slash.
func (s *Sandbox) app() string { return strings.TrimSuffix(*s.appURL.Load(), "/") }
