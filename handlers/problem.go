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

// problemOf maps errors to pages. Nothing else does.
func problemOf(err error) problem {
	var (
		invalid *entry.InvalidError
		refused *echo.HTTPError
	)
	switch {
	case errors.As(err, &invalid) && invalid.Has(entry.TooLong):
		return problem{code: problemSessionTooLarge, cause: err, faults: invalid.Faults}
	case errors.As(err, &invalid):
		return problem{code: problemEntryInvalid, cause: err, faults: invalid.Faults}
	case errors.Is(err, errEntryMissing):
		return problem{code: problemEntryMissing, cause: err}
	case errors.Is(err, errTokenRejected):
		return problem{code: scenarios.ProblemTokenRejected, cause: err}
	case errors.Is(err, middleware.ErrForbidden), errors.Is(err, errForged):
		return problem{code: problemBadRequest, status: http.StatusForbidden, cause: err}
	case errors.Is(err, middleware.ErrTooLong):
		return problem{code: problemTooLarge, status: http.StatusRequestURITooLong, cause: err}
	case errors.Is(err, middleware.ErrOverloaded):
		return problem{code: problemOverloaded, cause: err}
	case errors.Is(err, middleware.ErrTooLarge):
		return problem{code: problemTooLarge, cause: err}
	case errors.Is(err, middleware.ErrSlow):
		return problem{code: problemBadRequest, status: http.StatusRequestTimeout, cause: err}
	case errors.Is(err, middleware.ErrBadRequest):
		return problem{code: problemBadRequest, cause: err}
	case isTooLarge(err):
		return problem{code: problemSessionTooLarge, cause: err}
	case errors.As(err, &refused):
		return problemOfHTTP(refused)
	default:
		return problem{code: problemInternal, cause: err}
	}
}

// problemOfHTTP handles requests that echo itself refuses.
func problemOfHTTP(err *echo.HTTPError) problem {
	switch {
	case err.Code == http.StatusNotFound:
		return problem{code: problemNotFound, cause: err}
	case err.Code < http.StatusInternalServerError:
		return problem{code: problemBadRequest, status: err.Code, cause: err}
	default:
		return problem{code: problemInternal, cause: err}
	}
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
		From:        links.Site(c.Request().Referer(), s.AllowHTTP),
		Cause:       cause,
		OwnAddress:  isOwnAddress(c),
		Link:        isLink(c),
		Likely:      s.Bundle.Likely(asked(c, "currencyCode"), c.Request().Header.Get("Accept-Language")),
		Languages:   asksLanguages(c),
	}))
}

// isOwnAddress reports whether the address has no parameters except the
// language: a link's parameters, with the token, stay out of pages.
func isOwnAddress(c echo.Context) bool {
	for p := range query.Pairs(c.Request().URL.RawQuery) {
		if p.Name != "lang" {
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
