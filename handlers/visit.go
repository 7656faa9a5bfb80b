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
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// visit is one request of one payment: what its cookies hold, the language, and
// the caller for the gateway. It has a field for each thing that is loaded once.
type visit struct {
	ref          string
	path         string // the cookies' path and the payment's address
	order        entry.Order
	currency     string    // of a status link, which has no amount
	query        string    // a search among the operators
	allLanguages bool      // all languages are requested
	again        string    // a choice that is asked for once more
	expires      time.Time // the token's, zero = unknown
	locale       *i18n.Locale
	caller       upstream.Caller
	readOnly     bool      // a status link: it shows a status and no form
	opened       bool      // the link was opened just now
	announced    time.Time // the time of the reading that events announced to the page
	waited       time.Time // since when a waiting page is shown; zero = none is
	creating     bool      // a creation waits in line at this replica

	known    known.Payment    // by the third cookie, and by answers since
	progress content.Progress // the second cookie's content, and what was done since
	verified bool             // the gateway has accepted the token
	endKnown bool             // the third cookie says how the payment ended

	sealed     *content.Order // the cookies' contents as they came
	came       content.Progress
	cookie     content.Known
	orderSize  int  // of the first cookie, in bytes of the Cookie header
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
	return s.open(c, &visit{ref: ref, path: statusPath(ref), readOnly: true})
}

func (s *server) open(c echo.Context, v *visit) (*visit, error) {
	v.locale, v.query, v.allLanguages, v.again = s.locale(c), asked(c, "q"), asksLanguages(c), asked(c, "step")
	var sealed content.Order
	if err := s.Sealer.Open(c.Request(), orderCookie, v.path, &sealed); err != nil {
		return v, err
	}
	var ok bool
	if v.readOnly {
		v.order, v.currency, ok = sealed.OpenStatus()
	} else {
		v.order, ok = sealed.Open()
	}
	if !ok {
		return v, session.ErrInvalid
	}
	v.orderSize = s.Sealer.Size(c.Request(), orderCookie)
	v.sealed, v.announced, v.waited = &sealed, s.announcedTo(c.Request()), s.waitedOf(c.Request())
	s.openProgress(c, v, sealed)
	s.openKnown(c, v)
	v.endKnown = v.known.View().Status().Ended()
	s.identify(c, v, sealed)
	return v, nil
}

// openProgress opens the second cookie. Losing it loses what was typed, never
// the payment. If the link was opened again since, only what is still true
// stays; if that link had other terms, only what was typed.
func (s *server) openProgress(c echo.Context, v *visit, sealed content.Order) {
	if err := s.Sealer.Open(c.Request(), progressCookie, v.path, &v.progress); err != nil {
		v.progress = content.Progress{}
	}
	if v.progress.Entry != sealed.Entry {
		v.opened = true
		v.progress.Entry, v.progress.Progress = sealed.Entry, v.progress.Reopened()
		terms := v.order.Terms()
		if v.progress.Terms != "" && v.progress.Terms != terms {
			v.progress.Progress = v.progress.WithOtherTerms()
		}
		v.progress.Terms = terms
	}
	v.came, v.entryStays = v.progress, !v.opened
}

// paymentID identifies the payment itself, for callbacks: the same for all of
// its links' tokens and for status links.
func (v *visit) paymentID() string {
	merchant := v.order.MerchantCode
	if v.readOnly {
		merchant = v.caller.Merchant
	}
	return session.Ref("pay", merchant, v.order.IDPayin)
}

// identify sets the caller for the gateway. The merchant is the token's own
// claim, since customers can edit the one in the RedirectURL.
func (s *server) identify(c echo.Context, v *visit, sealed content.Order) {
	if sealed.Expires != 0 {
		v.expires = time.Unix(sealed.Expires, 0)
	}
	address := middleware.AddressOf(c)
	v.caller = upstream.Caller{
		Token:    v.order.Token,
		Merchant: sealed.Claimant,
		Address:  address.IP,
		Proxys:   address.Proxys,
		Glances:  v.readOnly,
		Verified: v.verified,
	}
}

// asking says what a visit asks for before it decides.
type asking struct {
	upstream.Ask
	shows bool   // something is shown, with the merchant's name and options of now; that it was seen is remembered
	mute  bool   // … a picture or an event: beside a page, whose cookies it must not replace
	do    change // what a POST does; nil for none
}

// run is the one way through a visit, once it is open: ask the gateway, decide or act,
// and remember. What a POST does is its decision; the page after it decides anew, so
// only what is shown has something due.
func (s *server) run(c echo.Context, v *visit, a asking) (f scenarios.Facts, due scenarios.Due, err error) {
	got := s.ask(c.Request().Context(), v, a)
	if a.mute {
		f = s.facts(v, got)
		return f, scenarios.Decide(f), nil
	}
	if a.do != nil {
		f = s.facts(v, got)
		f.Again = scenarios.NotAgain // only a choice is made once more
		progress, err := a.do(c, v, f)
		if err != nil && !errors.Is(err, scenarios.ErrNotDue) {
			return f, due, err
		}
		v.progress.Progress = progress
		s.merge(v, s.lastOf(v)) // another replica may serve the next page
	}
	if err := s.rememberKnown(c, v); err != nil {
		return f, due, err
	}
	f = s.facts(v, got)
	v.progress.Progress = f.Progress
	if a.shows {
		due = scenarios.Decide(f)
		s.logStep(c, v, f, due.Step)
		if !v.allLanguages { // the page of languages shows no step
			v.progress.Progress = f.Progress.Shown(due.Step)
		}
	}
	v.progress.Payee, v.progress.Verified = f.Payee, v.verified
	s.note(c, v, f)
	return f, due, s.rememberProgress(c, v)
}

// facts are the facts of a visit, whole: what its cookies hold, and what was said
// just now.
func (s *server) facts(v *visit, got answers) scenarios.Facts {
	view := s.viewOf(v)
	if got.trouble == scenarios.TokenRejected && view.Exists() && !s.over(v, got.err) {
		got.trouble = scenarios.GatewayStrange
	}
	return scenarios.Facts{
		Order:      v.order,
		Progress:   v.progress.Progress,
		Known:      view,
		Options:    got.options,
		Trouble:    got.trouble,
		Unsure:     got.unsure,
		Catalogue:  s.Catalogue,
		Currency:   v.currency,
		ReadOnly:   v.readOnly,
		Again:      scenarios.Again(v.again),
		AllowHTTP:  s.AllowHTTP,
		Now:        s.Now(),
		Behind:     s.Upstream.Behind(),
		Verified:   v.verified,
		Expires:    v.expires,
		Payee:      cmp.Or(v.progress.Payee, s.brand(v).Name, got.channel),
		Numberless: s.takesNumbers(v) && !s.Upstream.GrantsNumber(v.caller, v.order.IDPayin),
		Unkept:     v.cookie.Steps >= content.StepsNoWay,
	}.Settled()
}

// takesNumbers reports whether the payment may need a number at all: to read a token's
// claims costs more than to decide.
func (s *server) takesNumbers(v *visit) bool {
	currency := v.order.Money.Currency()
	return !v.readOnly && slices.ContainsFunc(s.Catalogue.Codes(currency), func(code string) bool {
		m, _ := s.Catalogue.Find(code, currency)
		return m.Reference != methods.ReferenceNone
	})
}

// note counts and logs what a person should know of.
func (s *server) note(c echo.Context, v *visit, f scenarios.Facts) {
	middleware.NotePayment(c, v.names())
	if v.opened && v.verified {
		s.audit(c, v, "payment opened", slog.Bool("status_link", v.readOnly), slog.String("status", string(f.Known.Status())))
	}
	if !v.endKnown && f.Known.Status().Ended() {
		s.metrics.ShownOutcome(f.Known.Payin.ProcessedAt, f.Now)
		s.audit(c, v, "outcome shown", slog.String("status", string(f.Known.Status())), slog.String("word", f.Known.Payin.Status))
	}
}

// rememberProgress seals what the customer has done, if that has changed. Typed
// values are dropped if they are too long in total; the form then asks again.
func (s *server) rememberProgress(c echo.Context, v *visit) error {
	if reflect.DeepEqual(v.progress, v.came) && (v.entryStays || v.opened && !v.verified) {
		return nil // a link that was opened is news only once its token is accepted
	}
	cookies, err := s.sealProgress(v)
	if isTooLarge(err) {
		v.progress.Typed = nil
		cookies, err = s.sealProgress(v)
	}
	if err != nil {
		return err
	}
	setCookies(c, cookies)
	return nil
}
