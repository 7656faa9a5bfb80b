package handlers

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

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

// enterStatus takes a status link. Its cookie is on a path of its own, so
// that it can't disturb a payment in the same browser.
func (s *server) enterStatus(c echo.Context) error {
	if chosen, err := s.choseLanguage(c); chosen || err != nil {
		return err
	}
	if c.Request().Method == http.MethodPost {
		return echo.ErrMethodNotAllowed
	}
	order, err := entry.ParseStatus(c.Request().URL.RawQuery)
	if err != nil {
		return err
	}
	v := &visit{ref: session.Ref("status", order.IDPayin, order.Token.Reveal())}
	v.path, v.Order, v.ReadOnly = statusPath(v.ref), order, true
	middleware.NotePayment(c, []slog.Attr{slog.String("order", order.IDPayin), slog.String("ref", v.ref)})
	return s.enter(c, v)
}

// posted is a posted form as it was written, of which each part is read by itself.
// otherKind names what was posted instead of a form, such as JSON.
func posted(c echo.Context) (form, otherKind string) {
	if c.Request().Method != http.MethodPost {
		return "", ""
	}
	body := middleware.ReadBody(c)
	if len(body) == 0 {
		return "", ""
	}
	kind, _, _ := strings.Cut(c.Request().Header.Get(echo.HeaderContentType), ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	if kind != echo.MIMEApplicationForm {
		return "", kindInWords(kind)
	}
	return string(body), ""
}

// kindInWords is a Content-Type that is fit to be shown.
func kindInWords(kind string) string {
	const most = 60
	if kind == "" || len(kind) > most || strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789/.+-_") != "" {
		return "?"
	}
	return kind
}
