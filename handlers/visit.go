package handlers

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/money"
	"payapp/internal/session"
	"payapp/internal/watch"
	"payapp/scenarios"
)

// The cookies of one payment. Both live on the payment's own path, so that
// payments in one browser never meet.
const (
	instructionCookie = "pay"
	workCookie        = "work"
)

// How much of the session's 7 KB each cookie may take.
const (
	instructionLimit = 5 << 10
	workLimit        = session.MaxTotal - instructionLimit
)

// sealedInstruction is scenarios.Instruction as it lies in its cookie. The
// names are short because the cookie travels with every request.
type sealedInstruction struct {
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
}

func sealInstruction(i scenarios.Instruction) sealedInstruction {
	return sealedInstruction{
		Merchant: i.MerchantCode, ID: i.IDPayin, Token: i.Token.Reveal(),
		Amount: i.Money.Amount(), Currency: i.Money.Currency(), Callback: i.CallbackURL, Return: i.ReturnURL,
		Method: i.MethodCode, Operator: i.OperatorCode, Available: i.OptionsAvailable, Editable: i.DataEditable, Data: i.Data,
	}
}

// open is not ok for an amount that is none, as after a change of currencies.
func (s sealedInstruction) open() (i scenarios.Instruction, ok bool) {
	m, err := money.Parse(s.Amount, s.Currency)
	return scenarios.Instruction{
		MerchantCode: s.Merchant, IDPayin: s.ID, Token: apiclient.NewToken(s.Token),
		Money: m, CallbackURL: s.Callback, ReturnURL: s.Return,
		MethodCode: s.Method, OperatorCode: s.Operator, OptionsAvailable: s.Available, DataEditable: s.Editable, Data: s.Data,
	}, err == nil
}

// openStatus is open for a status link, which has no amount.
func (s sealedInstruction) openStatus() (i scenarios.Instruction, currency string, ok bool) {
	return scenarios.Instruction{IDPayin: s.ID, Token: apiclient.NewToken(s.Token)}, s.Currency, money.Known(s.Currency)
}

// sealedWork is the second cookie.
type sealedWork struct {
	scenarios.Work
	Proven bool   `json:"p,omitempty"`  // the gateway has accepted the token
	Entry  int64  `json:"e,omitempty"`  // the visit that it belongs to
	Token  string `json:"th,omitempty"` // fingerprint of the token that it was done with
}

// visit is one request of one payment: who, which payment, which language.
type visit struct {
	ref         string
	path        string // cookies' path and the payment's address
	instruction scenarios.Instruction
	currency    string // of a status link, which has no amount
	query       string // a search among the operators
	work        sealedWork
	expires     time.Time // the token's, zero = not told
	locale      *i18n.Locale
	caller      watch.Caller
	status      bool   // a status link: read only
	merchant    string // channel name, once known
}

// openPayment loads the visit of /pay/{ref}. The error is a session error;
// problem.go shows its page.
func (s *Server) openPayment(c echo.Context) (*visit, error) {
	ref := c.Param("ref")
	return s.open(c, &visit{ref: ref, path: payPath(ref)})
}

// openStatus loads the visit of /status/{ref} likewise.
func (s *Server) openStatus(c echo.Context) (*visit, error) {
	ref := c.Param("ref")
	return s.open(c, &visit{ref: ref, path: statusPath(ref), status: true})
}

func (s *Server) open(c echo.Context, v *visit) (*visit, error) {
	v.locale, v.query = s.locale(c), query(c, "q")
	var sealed sealedInstruction
	if err := s.Sealer.Open(c.Request(), instructionCookie, v.path, &sealed); err != nil {
		return v, err
	}
	var ok bool
	if v.status {
		v.instruction, v.currency, ok = sealed.openStatus()
	} else {
		v.instruction, ok = sealed.open()
	}
	if !ok {
		return v, session.ErrInvalid
	}
	s.openWork(c, v, sealed)
	return v, nil
}

// openWork loads the second cookie. Losing it loses what was typed, never the
// payment. When the link was opened again since, only what is still true
// stays.
func (s *Server) openWork(c echo.Context, v *visit, sealed sealedInstruction) {
	if err := s.Sealer.Open(c.Request(), workCookie, v.path, &v.work); err != nil {
		v.work = sealedWork{}
	}
	if v.work.Entry != sealed.Entry {
		v.work.Entry, v.work.Work = sealed.Entry, v.work.Reopened()
	}
	if print := fingerprint(sealed.Token); v.work.Token != print {
		v.work.Token, v.work.Proven, v.work.Work = print, false, v.work.WithAnotherToken()
	}
	s.identify(c, v, sealed)
}

// fingerprint tells tokens apart without keeping one twice.
func fingerprint(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// identify tells on whose behalf the gateway is called. The merchant is the
// token's own claim: the one in the RedirectURL is the customer's to edit.
func (s *Server) identify(c echo.Context, v *visit, sealed sealedInstruction) {
	if sealed.Expires != 0 {
		v.expires = time.Unix(sealed.Expires, 0)
	}
	v.caller = watch.Caller{
		Token:    v.instruction.Token,
		Merchant: sealed.Claimant,
		Address:  c.RealIP(),
		Proven:   v.work.Proven,
	}
}

// readClaims notes what the token says of itself.
func (s *sealedInstruction) readClaims(claims apiclient.Claims) {
	s.Claimant = claims.MerchantCode
	if !claims.ExpiresAt.IsZero() {
		s.Expires = claims.ExpiresAt.Unix()
	}
}

// keep seals the customer's work. What was typed is dropped where it is too
// much in all, each field filled to the brim: the form asks again.
func (s *Server) keep(c echo.Context, v *visit) error {
	seal := func() ([]*http.Cookie, error) {
		return s.Sealer.SealWithin(workLimit, workCookie, v.path, v.work, s.sessionAge(v.expires))
	}
	cookies, err := seal()
	if isTooLarge(err) {
		v.work.Work = v.work.WithoutTyped()
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

// A session outlives its token a little, so that a page can say that the time
// is over; phones drop cookies without an age when apps switch.
const (
	sessionGrace   = time.Hour
	sessionDefault = 24 * time.Hour
	sessionMost    = 7 * 24 * time.Hour
)

// sessionAge follows the token's expiry, where the token tells it.
func (s *Server) sessionAge(expires time.Time) time.Duration {
	if expires.IsZero() {
		return sessionDefault
	}
	return min(max(expires.Sub(s.Now()), 0)+sessionGrace, sessionMost)
}

// languageCookie remembers the customer's last choice, over all payments.
const languageCookie = "lang"

// locale is the page's language: ?lang=, the last choice, the browser's, and
// English.
func (s *Server) locale(c echo.Context) *i18n.Locale {
	wish, remembered := query(c, "lang"), ""
	if cookie, err := c.Cookie(languageCookie); err == nil {
		remembered = cookie.Value
	}
	l := s.Bundle.Match(wish, remembered, c.Request().Header.Get("Accept-Language"))
	if wish != "" && remembered != l.Tag() && s.Bundle.Match(wish, "", "") == l {
		c.SetCookie(&http.Cookie{ //nolint:gosec // Secure follows the public address; without https there is only the sandbox
			Name: languageCookie, Value: l.Tag(), Path: "/", MaxAge: int(365 * 24 * time.Hour / time.Second),
			HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.PublicURL, "https:"),
		})
	}
	return l
}

// query is a parameter of the address; most addresses have none to parse.
func query(c echo.Context, name string) string {
	if c.Request().URL.RawQuery == "" {
		return ""
	}
	return c.QueryParam(name)
}

// publicURL is our own outside address.
func (s *Server) publicURL(c echo.Context) string {
	return cmp.Or(s.PublicURL, c.Scheme()+"://"+c.Request().Host)
}
