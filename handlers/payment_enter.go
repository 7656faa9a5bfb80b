package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
	"payapp/internal/session"
	"payapp/scenarios/entry"
)

// enterPayment takes a RedirectURL, or the same as a form, seals it into the
// payment's cookie and redirects to the payment's own address. It makes no call
// of the gateway; the link can be opened again, whatever the payment's state.
func (s *server) enterPayment(c echo.Context) error {
	if chosen, err := s.choseLanguage(c); chosen || err != nil {
		return err
	}
	values, err := entryValues(c)
	if err != nil {
		return err
	}
	mandatory := []string{"merchantCode", "idPayin", "token", "amount", "currencyCode", "callbackUrl", "returnUrl"}
	if !slices.ContainsFunc(mandatory, values.Has) {
		return errEntryMissing
	}
	order, err := entry.Parse(values, entry.Rules{
		AllowHTTP: s.AllowHTTP, Schemes: s.ReturnSchemes, IsField: s.Catalogue.IsField,
	})
	if err != nil {
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

// entryValues are the parameters of the address and, for a POST, of the form. A
// parameter in both counts twice.
func entryValues(c echo.Context) (url.Values, error) {
	if c.Request().Method != http.MethodPost {
		return c.Request().URL.Query(), nil
	}
	if err := middleware.ParseForm(c); err != nil {
		return nil, err
	}
	return c.Request().Form, nil
}
