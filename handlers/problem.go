package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/internal/links"
	"payapp/internal/presenter"
	"payapp/internal/query"
	"payapp/internal/session"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// What handlers return, beside the errors of middleware; showError turns each
// into its page.
var (
	errEntryMissing  = errors.New("no parameters at the entry")
	errTokenRejected = errors.New("token doesn't fit the link")
	errForged        = errors.New("callback without our signature")
)

// The problem codes that handlers add to those of scenarios.
const (
	problemEntryMissing    = "entry-missing"
	problemEntryInvalid    = "entry-invalid"
	problemSessionMissing  = "session-missing"
	problemSessionTooLarge = "session-too-large"
	problemPhoneCode       = "phone-code"
	problemNotFound        = "not-found"
	problemBadRequest      = "bad-request"
	problemTooLarge        = "too-large"
	problemInternal        = "internal"
	problemOverloaded      = "overloaded"
)

// problemStatus is the HTTP status of a problem's page; 200 if the page itself
// works and only the payment doesn't. Trouble at the gateway is never a 5xx:
// the page shows what is known.
var problemStatus = map[string]int{
	problemEntryMissing:            http.StatusBadRequest,
	problemEntryInvalid:            http.StatusBadRequest,
	problemSessionTooLarge:         http.StatusBadRequest,
	problemSessionMissing:          http.StatusBadRequest,
	problemPhoneCode:               http.StatusGone,
	problemBadRequest:              http.StatusBadRequest,
	scenarios.ProblemTokenRejected: http.StatusForbidden,
	scenarios.ProblemTokenExpired:  http.StatusForbidden,
	problemNotFound:                http.StatusNotFound,
	problemTooLarge:                http.StatusRequestEntityTooLarge,
	problemInternal:                http.StatusInternalServerError,
	problemOverloaded:              http.StatusServiceUnavailable,
}

// problem is a problem page before it has texts.
type problem struct {
	code      string
	status    int // 0 means problemStatus
	cause     error
	faults    []entry.ParamFault
	returnURL string // the way back to the shop, "" = unknown
}

// problems are the errors that have a page, and its status where that isn't its code's.
var problems = []struct {
	err    error
	code   string
	status int
}{
	{errEntryMissing, problemEntryMissing, 0},
	{errTokenRejected, scenarios.ProblemTokenRejected, 0},
	{errForged, problemBadRequest, http.StatusForbidden},
	{middleware.ErrForbidden, problemBadRequest, http.StatusForbidden},
	{middleware.ErrTooLong, problemTooLarge, http.StatusRequestURITooLong},
	{middleware.ErrOverloaded, problemOverloaded, 0},
	{middleware.ErrTooLarge, problemTooLarge, 0},
	{middleware.ErrSlow, problemBadRequest, http.StatusRequestTimeout},
	{middleware.ErrBadRequest, problemBadRequest, 0},
	{session.ErrTooLarge, problemSessionTooLarge, 0},
}

// problemOf maps errors to pages. Nothing else does.
func problemOf(err error) problem {
	if invalid, ok := errors.AsType[*entry.InvalidError](err); ok {
		p := problem{code: problemEntryInvalid, cause: err, faults: invalid.Faults}
		if invalid.Has(entry.TooLong) {
			p.code = problemSessionTooLarge
		}
		return p
	}
	for _, p := range problems {
		if errors.Is(err, p.err) {
			return problem{code: p.code, status: p.status, cause: err}
		}
	}
	switch refused, ok := errors.AsType[*echo.HTTPError](err); { // by echo itself
	case ok && refused.Code == http.StatusNotFound:
		return problem{code: problemNotFound, cause: err}
	case ok && refused.Code < http.StatusInternalServerError:
		return problem{code: problemBadRequest, status: refused.Code, cause: err}
	}
	return problem{code: problemInternal, cause: err}
}

func isTooLarge(err error) bool { return errors.Is(err, session.ErrTooLarge) }

// showError is echo's error handler.
func (s *server) showError(err error, c echo.Context) {
	switch {
	case c.Response().Committed && hasLeft(c, err): // nothing to look into
		return
	case c.Response().Committed:
		s.logFailure(c, "answer failed after it had begun", err)
		return
	}
	if err := s.renderProblem(c, problemOf(err)); err != nil {
		s.logFailure(c, "problem page failed", err)
	}
}

// noSession answers a payment's address in a browser without its cookie: after
// a bank's return, with the signed way back to the shop.
func (s *server) noSession(c echo.Context, err error) error {
	if asked(c, "returned") != "" {
		to, _ := s.signedBack(c)
		return s.renderProblem(c, problem{code: problemSessionMissing, status: http.StatusOK, cause: err, returnURL: to})
	}
	if asked(c, phoneParam) != "" {
		return s.renderProblem(c, problem{code: problemPhoneCode, cause: err})
	}
	return s.renderProblem(c, problem{code: problemSessionMissing, cause: err})
}

// renderProblem shows a problem in the customer's language, with a support
// code.
func (s *server) renderProblem(c echo.Context, p problem) error {
	status := cmp.Or(p.status, statusOfProblem(p.code))
	cause := ""
	if status == http.StatusInternalServerError {
		s.logFailure(c, "request failed", p.cause)
	} else {
		if p.cause != nil {
			cause = p.cause.Error()
			if refused, ok := errors.AsType[*echo.HTTPError](p.cause); ok {
				cause = fmt.Sprint(refused.Message)
			}
		}
		middleware.NoteProblem(c, p.code, p.cause) // for the request's log line, to which the support code leads
	}
	s.metrics.Problems.WithLabelValues(p.code, session.CauseOf(p.cause)).Inc()
	return render(c, status, s.presenter.Problem(presenter.ProblemInput{
		Locale:      s.locale(c),
		Code:        p.code,
		SupportCode: middleware.SupportCode(c),
		Faults:      p.faults,
		ReturnURL:   p.returnURL,
		From:        s.siteBefore(c),
		Cause:       cause,
		OwnAddress:  isOwnAddress(c),
		Link:        isLink(c),
		Likely:      s.Bundle.Likely(asked(c, "currencyCode"), c.Request().Header.Get("Accept-Language")),
		Languages:   asksLanguages(c),
	}))
}

// siteBefore is the site that led here. Ours isn't told: its first page needs a link.
func (s *server) siteBefore(c echo.Context) string {
	if site := links.Site(c.Request().Referer(), s.AllowHTTP); site != s.publicURL(c)+"/" {
		return site
	}
	return ""
}

// isOwnAddress reports whether the address has no parameters except the
// language: a link's parameters, with the token, stay out of pages.
func isOwnAddress(c echo.Context) bool {
	for p := range query.Pairs(c.Request().URL.RawQuery) {
		if p.Name != "lang" && p.Name != phoneParam {
			return false
		}
	}
	return true
}

// isLink reports whether the page is at a shop's link, to which a form without
// an address of its own is sent.
func isLink(c echo.Context) bool {
	path := c.Request().URL.Path
	return !isOwnAddress(c) && (path == "/" || path == "/status")
}

func statusOfProblem(code string) int {
	return cmp.Or(problemStatus[code], http.StatusOK)
}
