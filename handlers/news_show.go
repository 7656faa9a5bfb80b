package handlers

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/watch"
	"payapp/scenarios"
)

// showNews answers the page's event stream with one event, the version of
// what is due now, and says when to ask again. A page of another version
// reloads. The browser reconnects by itself, one request at a time.
func (s *server) showNews(c echo.Context) error {
	v, err := s.openPayment(c)
	return s.news(c, v, err, scenarios.Next)
}

// showStatusNews does the same for a status link.
func (s *server) showStatusNews(c echo.Context) error {
	v, err := s.openStatus(c)
	return s.news(c, v, err, scenarios.NextStatus)
}

func (s *server) news(c echo.Context, v *visit, err error, next func(scenarios.Facts) scenarios.Step) error {
	if err != nil {
		return c.NoContent(http.StatusNoContent) // which ends the asking
	}
	f := s.gather(c.Request().Context(), v)
	if f.Trouble == scenarios.TokenRejected {
		return c.NoContent(http.StatusNoContent)
	}
	wait := pollAfter(f)
	h := c.Response().Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("X-Accel-Buffering", "no")
	c.Response().WriteHeader(http.StatusOK)
	_, err = fmt.Fprintf(c.Response(), "retry: %d\ndata: %s\n\n", wait.Milliseconds(), scenarios.Version(next(f)))
	return err
}

// pollAfter is when to ask for the payment again: quickly after the customer
// did something, slowly later.
func pollAfter(f scenarios.Facts) time.Duration {
	acted := f.Reading.Payin.CreatedAt
	for _, at := range []time.Time{f.Work.PaidAt, f.Work.SaidPaidAt} {
		if at.After(acted) {
			acted = at
		}
	}
	if acted.IsZero() {
		acted = f.Now.Add(-2 * time.Minute) // nobody knows: neither hurried nor forgotten
	}
	wait := watch.PollAfter(f.Now.Sub(acted), !scenarios.IsStrange(f.Reading.Payin))
	if f.Trouble != scenarios.NoTrouble {
		wait = max(wait, troubleWait)
	}
	return wait
}

// troubleWait spares a gateway that is in trouble.
const troubleWait = 10 * time.Second
