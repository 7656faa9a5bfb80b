package handlers

import (
	"cmp"
	"errors"
	"log/slog"
	"reflect"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
	"payapp/scenarios"
)

// asking says what a visit asks for before it decides.
type asking struct {
	load loading
	page bool   // it shows a page: that the step was seen is remembered
	do   change // what a POST does; nil for none
	mute bool   // a picture or an event: beside a page, whose cookies it must not replace
}

// run is the one way through a visit, once it is open: ask the gateway, act,
// decide, and remember.
func (s *server) run(c echo.Context, v *visit, a asking) (scenarios.Facts, scenarios.Due, error) {
	said := s.ask(c.Request().Context(), v, a.load)
	if a.do != nil {
		f := s.facts(v, said)
		f.Again = scenarios.NotAgain // only a choice is made once more
		progress, err := a.do(c, v, f)
		if err != nil && !errors.Is(err, scenarios.ErrNotDue) {
			return scenarios.Facts{}, scenarios.Due{}, err
		}
		v.progress.Progress = progress
		s.learn(v, s.lastOf(v)) // another replica may serve the next page
	}
	if a.mute {
		f := s.facts(v, said)
		return f, scenarios.Decide(f), nil
	}
	if err := s.rememberKnown(c, v); err != nil {
		return scenarios.Facts{}, scenarios.Due{}, err
	}
	f := s.facts(v, said)
	due := scenarios.Decide(f)
	v.progress.Progress = f.Progress
	if a.page && !v.allLanguages { // the page of languages shows no step
		v.progress.Progress = f.Progress.Shown(due.Step)
	}
	v.progress.Payee = f.Payee
	s.note(c, v, f, due)
	return f, due, s.rememberProgress(c, v)
}

// facts are the facts of a visit, whole: what its cookies hold, and what was said
// just now.
func (s *server) facts(v *visit, said said) scenarios.Facts {
	return scenarios.Facts{
		Order:     v.order,
		Progress:  v.progress.Progress,
		Known:     s.evident(v),
		Options:   said.options,
		Trouble:   said.trouble,
		Unsure:    said.unsure,
		Catalogue: s.Catalogue,
		Currency:  v.currency,
		ReadOnly:  v.readOnly,
		Again:     scenarios.Again(v.again),
		AllowHTTP: s.AllowHTTP,
		Now:       s.Now(),
		Behind:    s.Upstream.Behind(),
		Verified:  v.verified,
		Expires:   v.expires,
		Payee:     cmp.Or(v.progress.Payee, s.brand(v).Name, said.channel),
		Unkept:    v.cookie.Steps >= content.StepsNoWay,
	}.Settled()
}

// note counts and logs what a person should know of.
func (s *server) note(c echo.Context, v *visit, f scenarios.Facts, due scenarios.Due) {
	middleware.NotePayment(c, v.names())
	if v.opened && v.verified {
		s.audit(c, v, "payment opened", slog.Bool("status_link", v.readOnly), slog.String("status", string(f.Known.Status())))
	}
	if !v.endKnown && f.Known.Status().Ended() {
		s.metrics.ShownOutcome(f.Known.Payin.ProcessedAt, f.Now)
		s.audit(c, v, "outcome shown", slog.String("status", string(f.Known.Status())), slog.String("word", f.Known.Payin.Status))
	}
	s.logStep(c, v, f, due.Step)
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
