package handlers

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/gateway"
	"payapp/internal/presenter"
	"payapp/internal/stream"
	"payapp/scenarios"
)

// showNews answers the page's event stream: the version of what is due, at
// once, and then each new one. A page with another version reloads.
func (s *server) showNews(c echo.Context) error {
	v, err := s.openPayment(c)
	return s.news(c, v, err, scenarios.Next)
}

// showStatusNews does the same for a status link.
func (s *server) showStatusNews(c echo.Context) error {
	v, err := s.openStatus(c)
	return s.news(c, v, err, scenarios.NextStatus)
}

// news holds the stream if possible. Otherwise it sends one event and ends, and
// the browser asks again when the event says.
func (s *server) news(c echo.Context, v *visit, err error, next func(scenarios.Facts) scenarios.Step) error {
	if err != nil {
		return c.NoContent(http.StatusNoContent) // ends the asking
	}
	place, held := s.reserve(c, v)
	if held {
		defer place.Release() // does nothing once the stream is held
	}
	f, known := s.last(v)
	if f.Trouble == scenarios.TokenRejected {
		return c.NoContent(http.StatusNoContent)
	}
	if held && worthHolding(v, f) {
		version := ""
		if known {
			version = scenarios.Version(next(f))
		}
		if s.hold(c, place, s.follow(v, f, next), version, f.Reading.At) {
			return nil
		}
	}
	// Without a held stream there are no background reads.
	if f = s.load(c.Request().Context(), v); f.Trouble == scenarios.TokenRejected {
		return c.NoContent(http.StatusNoContent)
	}
	if f.Trouble == scenarios.InLine {
		return s.newsOnce(c, f, "") // nothing is known that the page doesn't show
	}
	return s.newsOnce(c, f, scenarios.Version(next(f)))
}

// worthHolding reports whether there is a payment that the poller reads. Opening
// its stream makes no call, so that a restart doesn't cause a rush. Without a
// payment a page waits for what the poller doesn't read, such as options.
func worthHolding(v *visit, f scenarios.Facts) bool {
	return v.progress.Proven && (v.readOnly || f.Progress.Accepted) || f.Reading.State == scenarios.Created
}

func (s *server) newsOnce(c echo.Context, f scenarios.Facts, version string) error {
	h := c.Response().Header()
	h.Set("X-Accel-Buffering", "no")
	if s.streams.Draining() {
		h.Set("Connection", "close")
	}
	return c.Blob(http.StatusOK, eventStream, stream.Once(version, s.streams.Retry(pollAfter(f))))
}

const eventStream = "text/event-stream; charset=utf-8"

// pollAfter is when to ask for the payment again: quickly after the customer
// did something, slowly later.
func pollAfter(f scenarios.Facts) time.Duration {
	wait := gateway.Interval(f.Now.Sub(actedAt(f)), scenarios.IsStrange(f.Reading.Payin))
	switch f.Trouble {
	case scenarios.NoTrouble:
	case scenarios.InLine:
		wait = presenter.WaitingRefresh
	default:
		wait = max(wait, troubleWait)
	}
	return wait
}

// actedAt is when the customer last did something.
func actedAt(f scenarios.Facts) time.Time {
	acted := slices.MaxFunc([]time.Time{f.Reading.Payin.CreatedAt, f.Progress.PaidAt, f.Progress.SaidPaidAt}, time.Time.Compare)
	if acted.IsZero() {
		acted = f.Now.Add(-2 * time.Minute) // unknown: a middling interval
	}
	return acted
}

// troubleWait spares a gateway in trouble.
const troubleWait = 10 * time.Second
