package handlers

import (
	"cmp"
	"errors"
	"log/slog"
	"reflect"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/session"
	"payapp/internal/upstream"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
)

// visit is one request of one payment: the facts, as its cookies have them and as the
// gateway completes them, and what is around them.
type visit struct {
	scenarios.Facts
	ref     string
	path    string // the cookies' path and the payment's address
	locale  *i18n.Locale
	caller  upstream.Caller
	payment known.Payment // by the third cookie, and by answers since
	channel string        // the merchant's name, if it was asked for

	why    reason    // why the gateway is asked
	since  time.Time // since when an answer counts, as the page was told; zero = any does
	opened bool      // the link was opened just now

	link       content.Link // the cookies' contents as they came
	came       content.Done
	cookie     content.Told
	endKnown   bool // the third cookie says how the payment ended
	entryStays bool // the second cookie is of this visit, with a lifetime that is right
}

// openPayment opens the visit of /pay/{ref}. Errors are session errors;
// problem.go shows their page.
func (s *server) openPayment(c echo.Context) (*visit, error) {
	ref := c.Param("ref")
	return s.open(c, &visit{ref: ref, path: payPath(ref)})
}

// openStatus does the same for /status/{ref}.
func (s *server) openStatus(c echo.Context) (*visit, error) {
	ref := c.Param("ref")
	return s.open(c, &visit{ref: ref, path: statusPath(ref), Facts: scenarios.Facts{ReadOnly: true}})
}

func (s *server) open(c echo.Context, v *visit) (*visit, error) {
	v.locale, v.Again = s.locale(c), scenarios.Again(cmp.Or(asked(c, "step"), c.Param("step")))
	if err := s.Sealer.Open(c.Request(), orderCookie, v.path, &v.link); err != nil {
		return v, err
	}
	if v.Order = v.link.Open(); !money.Known(cmp.Or(v.Order.CurrencyCode, v.Order.Money.Currency())) {
		return v, session.ErrInvalid // since then the currencies changed
	}
	s.openProgress(c, v)
	s.openKnown(c, v)
	v.endKnown = v.payment.View().Status().Ended()
	s.identify(c, v)
	v.why, v.since = s.whyShown(c, v)
	return v, nil
}

// openProgress opens the second cookie. Losing it loses what was typed, never
// the payment. If the link was opened again since, only what is still true
// stays; if that link had other terms, only what was typed.
func (s *server) openProgress(c echo.Context, v *visit) {
	var kept content.Done
	if err := s.Sealer.Open(c.Request(), progressCookie, v.path, &kept); err != nil {
		kept = content.Done{}
	}
	if v.Progress, v.Verified = kept.Progress, kept.Verified; kept.Entry != v.link.Entry {
		v.opened = true
		if v.Progress = kept.Reopened(); kept.Terms != "" && kept.Terms != v.Order.Terms() {
			v.Progress = v.Progress.WithOtherTerms()
		}
	}
	v.came, v.entryStays = v.kept(), !v.opened
}

// kept is what the second cookie should hold.
func (v *visit) kept() content.Done {
	return content.Done{Progress: v.Progress, Entry: v.link.Entry, Terms: v.Order.Terms(), Verified: v.Verified}
}

// paymentID identifies the payment itself, for callbacks: the same for all of
// its links' tokens and for status links.
func (v *visit) paymentID() string {
	merchant := v.Order.MerchantCode
	if v.ReadOnly {
		merchant = v.caller.Merchant
	}
	return session.Ref("pay", merchant, v.Order.IDPayin)
}

// identify sets the caller for the gateway. The merchant is the token's own
// claim, since customers can edit the one in the RedirectURL.
func (s *server) identify(c echo.Context, v *visit) {
	if v.link.Expires != 0 {
		v.Expires = time.Unix(v.link.Expires, 0)
	}
	address := middleware.AddressOf(c)
	v.caller = upstream.Caller{
		Token:    v.Order.Token,
		Merchant: v.link.Claimant,
		Address:  address.IP,
		Proxys:   address.Proxys,
		Glances:  v.ReadOnly,
		Verified: v.Verified,
	}
}

// run is the one way through a visit, once it is open: ask the gateway, decide or act,
// and remember. What a POST does is its decision; the page after it decides anew, so
// only what is shown has something due.
func (s *server) run(c echo.Context, v *visit, do change) (due scenarios.Due, err error) {
	s.ask(c.Request().Context(), v)
	if do != nil {
		v.Facts = s.facts(v)
		v.Again = scenarios.NotAgain // only a choice is made once more
		progress, err := do(c, v)
		if err != nil && !errors.Is(err, scenarios.ErrNotDue) {
			return due, err
		}
		v.Progress = progress
		s.merge(v, s.lastOf(v)) // another replica may serve the next page
	}
	if err := s.rememberKnown(c, v); err != nil {
		return due, err
	}
	v.Facts = s.facts(v)
	if reasons[v.why].shows {
		due = scenarios.Decide(v.Facts)
		s.logStep(c, v, due.Step)
		if !asksLanguages(c) { // the page of languages shows no step
			v.Progress = v.Progress.Shown(due.Step)
		}
	}
	s.note(c, v)
	return due, s.rememberProgress(c, v)
}

// glance is run for what stands beside a page, a picture or an event, whose cookies it
// must not replace.
func (s *server) glance(c echo.Context, v *visit) scenarios.Due {
	s.ask(c.Request().Context(), v)
	v.Facts = s.facts(v)
	return scenarios.Decide(v.Facts)
}

// facts are the facts of a visit, whole: what its cookies hold, and what was said
// just now.
func (s *server) facts(v *visit) scenarios.Facts {
	f := v.Facts
	f.Known, f.Catalogue, f.AllowHTTP, f.Now, f.Behind = s.viewOf(v), s.Catalogue, s.AllowHTTP, s.Now(), s.Upstream.Behind()
	f.Progress.Payee = cmp.Or(f.Progress.Payee, s.brand(v).Name, v.channel)
	f.Numberless = s.takesNumbers(v) && !s.Upstream.GrantsNumber(v.caller, v.Order.IDPayin)
	return f.Settled()
}

// takesNumbers reports whether the payment may need a number at all: to read a token's
// claims costs more than to decide.
func (s *server) takesNumbers(v *visit) bool {
	currency := v.Order.Money.Currency()
	return !v.ReadOnly && slices.ContainsFunc(s.Catalogue.Codes(currency), func(code string) bool {
		m, _ := s.Catalogue.Find(code, currency)
		return m.Reference != methods.ReferenceNone
	})
}

// note counts and logs what a person should know of.
func (s *server) note(c echo.Context, v *visit) {
	middleware.NotePayment(c, v.names())
	status := slog.String("status", string(v.Known.Status()))
	if v.opened && v.Verified {
		s.audit(c, v, "payment opened", slog.Bool("status_link", v.ReadOnly), status)
	}
	if !v.endKnown && v.Known.Status().Ended() {
		s.metrics.ShownOutcome(v.Known.Payin.ProcessedAt, v.Now)
		s.audit(c, v, "outcome shown", status, slog.String("word", v.Known.Payin.Status))
	}
}

// rememberProgress seals what the customer has done, if that has changed. Typed
// values are dropped if they are too long in total; the form then asks again.
func (s *server) rememberProgress(c echo.Context, v *visit) error {
	if reflect.DeepEqual(v.kept(), v.came) && (v.entryStays || v.opened && !v.Verified) {
		return nil // a link that was opened is news only once its token is accepted
	}
	cookies, err := s.sealProgress(c, v)
	if isTooLarge(err) {
		v.Progress.Typed = nil
		cookies, err = s.sealProgress(c, v)
	}
	if err != nil {
		return err
	}
	if now := s.Now(); now.Before(v.came.PhoneUntil) && now.After(v.Progress.PhoneUntil) {
		s.Upstream.Withdraw(v.ref)
	}
	setCookies(c, cookies)
	return nil
}
