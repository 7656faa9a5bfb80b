package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/session"
	"payapp/money"
	"payapp/scenarios"
)

// Two of a payment's three cookies; the third is keptCookie. They are on the
// payment's own path, so that payments in one browser are independent.
const (
	orderCookie    = "pay"
	progressCookie = "progress"
)

// How much of the session's 7 KB each cookie may take.
const (
	orderLimit    = 5 << 10
	progressLimit = session.MaxTotal - orderLimit
)

// sealedOrder is scenarios.Order as stored in its cookie. The names are short
// because the cookie travels with every request.
type sealedOrder struct {
	Merchant  string            `json:"m,omitempty"`
	ID        string            `json:"i"`
	Token     string            `json:"t"`
	Amount    string            `json:"a,omitempty"`
	Currency  string            `json:"c"`
	Callback  string            `json:"cb,omitempty"`
	Return    string            `json:"r,omitempty"`
	Method    string            `json:"pm,omitempty"`
	Operator  string            `json:"po,omitempty"`
	Available bool              `json:"oa,omitempty"`
	Editable  bool              `json:"ed,omitempty"`
	Data      map[string]string `json:"d,omitempty"`
	Entry     int64             `json:"e"` // when the link was opened, in ms: tells visits apart

	// What the token's claims say, read once at the entry.
	Claimant string `json:"cm,omitempty"` // the token's own merchant
	Expires  int64  `json:"ex,omitempty"` // Unix seconds, 0 = not told

	// Until is when the payment can no longer be paid, in Unix seconds; 0 =
	// unknown. The session lasts as long.
	Until int64 `json:"un,omitempty"`
}

func sealOrder(o scenarios.Order) sealedOrder {
	return sealedOrder{
		Merchant: o.MerchantCode, ID: o.IDPayin, Token: o.Token.Reveal(),
		Amount: o.Money.Amount(), Currency: o.Money.Currency(), Callback: o.CallbackURL, Return: o.ReturnURL,
		Method: o.MethodCode, Operator: o.OperatorCode, Available: o.OptionsAvailable, Editable: o.DataEditable, Data: o.Data,
	}
}

// open returns ok = false if the amount isn't valid, for example after the
// currencies changed.
func (s sealedOrder) open() (o scenarios.Order, ok bool) {
	m, err := money.Parse(s.Amount, s.Currency)
	return scenarios.Order{
		MerchantCode: s.Merchant, IDPayin: s.ID, Token: apiclient.NewToken(s.Token),
		Money: m, CallbackURL: s.Callback, ReturnURL: s.Return,
		MethodCode: s.Method, OperatorCode: s.Operator, OptionsAvailable: s.Available, DataEditable: s.Editable, Data: s.Data,
	}, err == nil
}

// openStatus is open for a status link, which has no amount.
func (s sealedOrder) openStatus() (o scenarios.Order, currency string, ok bool) {
	return scenarios.Order{IDPayin: s.ID, Token: apiclient.NewToken(s.Token)}, s.Currency, money.Known(s.Currency)
}

// sealedProgress is the content of the second cookie.
type sealedProgress struct {
	scenarios.Progress
	Proven bool   `json:"p,omitempty"`  // the gateway has accepted the token
	Entry  int64  `json:"e,omitempty"`  // the visit that it belongs to
	Terms  string `json:"tm,omitempty"` // those of the link that it was done with
}

// readClaims notes what the token says about itself.
func (s *sealedOrder) readClaims(claims apiclient.Claims) {
	s.Claimant = claims.MerchantCode
	if !claims.ExpiresAt.IsZero() {
		s.Expires = claims.ExpiresAt.Unix()
	}
}

// keep seals the customer's progress. Typed values are dropped if they are too
// long in total; the form then asks again.
func (s *server) keep(c echo.Context, v *visit) error {
	seal := func() ([]*http.Cookie, error) {
		return s.Sealer.SealWithin(progressLimit, progressCookie, v.path, v.progress, s.ageOf(v))
	}
	cookies, err := seal()
	if isTooLarge(err) {
		v.progress.Progress = v.progress.WithoutTyped()
		cookies, err = seal()
	}
	if err != nil {
		return err
	}
	setCookies(c, cookies)
	return nil
}

func setCookies(c echo.Context, cookies []*http.Cookie) {
	for _, cookie := range cookies {
		c.SetCookie(cookie)
	}
}

// A session outlives its token a little, so that a page can say that it has
// expired. Phones drop cookies without an age when switching apps.
const (
	sessionGrace   = time.Hour
	sessionDefault = 24 * time.Hour
	sessionMost    = 7 * 24 * time.Hour
)

// sessionAge follows the token's expiry, if it has one.
func (s *server) sessionAge(expires time.Time) time.Duration {
	if expires.IsZero() {
		return sessionDefault
	}
	return min(max(expires.Sub(s.Now()), 0)+sessionGrace, sessionMost)
}
