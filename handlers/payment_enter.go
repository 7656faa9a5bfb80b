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
	v := &visit{ref: session.Ref("pay", order.MerchantCode, order.IDPayin, order.Token.Reveal()), order: order}
	v.path = payPath(v.ref)
	middleware.NotePayment(c, v.names())
	sealed := content.OfOrder(order)
	if claims, ok := apiclient.ReadClaims(order.Token); ok {
		if err := entry.CheckClaims(order, claims); err != nil {
			s.noteRefused(c, scenarios.ProblemTokenRejected, order.MerchantCode)
			return fmt.Errorf("%w: %w", errTokenRejected, err)
		}
		sealed.ReadClaims(claims)
	}
	return s.enter(c, v, sealed)
}

// enter seals the order and redirects. The progress of an earlier visit is in a
// cookie on the payment's own path, where openProgress finds it and sees that
// this is another visit.
func (s *server) enter(c echo.Context, v *visit, sealed content.Order) error {
	s.locale(c) // remembers ?lang=
	s.identify(c, v, sealed)
	sealed.Entry = s.Now().UnixMilli()
	cookies, err := s.Sealer.SealWithin(orderLimit, orderCookie, v.path, sealed, s.sessionAge(v.expires))
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
