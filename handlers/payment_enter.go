package handlers

import (
	"cmp"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
	"payapp/internal/query"
	"payapp/internal/session"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// enterPayment takes a RedirectURL, or the same as a form, seals it into the
// payment's cookie and redirects to the payment's own address. It makes no call
// of the gateway; the link can be opened again, whatever the payment's state.
func (s *server) enterPayment(c echo.Context) error {
	if chosen, err := s.choseLanguage(c); chosen || err != nil {
		return err
	}
	address := c.Request().URL.RawQuery
	form, otherKind := posted(c)
	if entry.IsEmpty(address, form) {
		return nothingAsked(address, otherKind)
	}
	order, err := entry.Parse(entry.Rules{
		AllowHTTP: s.AllowHTTP, Schemes: s.ReturnSchemes, IsField: s.Catalogue.IsField,
	}, address, form)
	if err != nil {
		s.noteRefused(c, problemEntryInvalid, cmp.Or(query.Get(address, "merchantCode"), query.Get(form, "merchantCode")))
		return err
	}
	// A link with another token is another session, so that nobody's link can
	// disturb a payment under way.
	v := &visit{ref: session.Ref("pay", order.MerchantCode, order.IDPayin, order.Token.Reveal())}
	v.path, v.Order = payPath(v.ref), order
	middleware.NotePayment(c, v.names())
	return s.enter(c, v)
}

// enter seals the order and redirects, unless its token certainly contradicts it. The progress of an earlier visit is in a
// cookie on the payment's own path, where openProgress finds it and sees that
// this is another visit.
func (s *server) enter(c echo.Context, v *visit) error {
	claims, _ := apiclient.ReadClaims(v.Order.Token)
	if err := entry.CheckClaims(v.Order, claims); err != nil {
		s.noteRefused(c, scenarios.ProblemTokenRejected, cmp.Or(v.Order.MerchantCode, claims.MerchantCode))
		return fmt.Errorf("%w: %w", errTokenRejected, err)
	}
	s.locale(c) // remembers ?lang=
	v.link = content.OfLink(v.Order, claims)
	s.identify(c, v)
	v.link.Entry = s.Now().UnixMilli()
	cookies, err := s.Sealer.SealWithin(orderLimit, orderCookie, v.path, v.link, s.sessionAge(v.Expires))
	if err != nil {
		return err
	}
	setCookies(c, cookies)
	return c.Redirect(http.StatusSeeOther, v.path)
}

// maxAddress is more than any honest link that isn't one of ours.
const maxAddress = 16 << 10

// nothingAsked is what is wrong with a request that asks for no payment.
func nothingAsked(address, otherKind string) error {
	switch {
	case otherKind != "":
		return &entry.InvalidError{Faults: []entry.ParamFault{
			{Param: echo.HeaderContentType, Reason: entry.Malformed, Mend: otherKind + " → " + echo.MIMEApplicationForm},
		}}
	case len(address) > maxAddress:
		return middleware.ErrTooLong
	default:
		return errEntryMissing
	}
}
