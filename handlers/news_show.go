package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/gateway"
	"payapp/internal/presenter"
	"payapp/internal/stream"
	"payapp/scenarios"
)

// showNews answers the page's event stream: the version of what is due now, at
// once, and then every other that comes to be due. A page of another version
// reloads.
func (s *server) showNews(c echo.Context) error {
	v, err := s.openPayment(c)
	return s.news(c, v, err, scenarios.Next)
}

// showStatusNews does the same for a status link.
func (s *server) showStatusNews(c echo.Context) error {
	v, err := s.openStatus(c)
	return s.news(c, v, err, scenarios.NextStatus)
}

// news holds the stream where it can. Else it has one event and ends, and the
// browser comes again when the event says.
func (s *server) news(c echo.Context, v *visit, err error, next func(scenarios.Facts) scenarios.Step) error {
	if err != nil {
		return c.NoContent(http.StatusNoContent) // which ends the asking
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
	// Nobody reads in the background for who isn't held.
	if f = s.load(c.Request().Context(), v); f.Trouble == scenarios.TokenRejected {
		return c.NoContent(http.StatusNoContent)
	}
	if f.Trouble == scenarios.InLine {
		return s.newsOnce(c, f, "") // nothing is known that the page doesn't show
	}
	return s.newsOnce(c, f, scenarios.Version(next(f)))
}

// worthHolding reports whether there is a payment to watch, which is read in
// the background once the token is proven. Opening its stream asks nothing: a
// restart would have everybody who waits ask at once, before all newcomers. The
// page stands as it is until the payment has been read. Without a payment a
// page waits for something else: for options, which nobody reads in the
// background.
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

// actedAt is when the customer did something last.
func actedAt(f scenarios.Facts) time.Time {
	acted := f.Reading.Payin.CreatedAt
	for _, at := range []time.Time{f.Progress.PaidAt, f.Progress.SaidPaidAt} {
		if at.After(acted) {
			acted = at
		}
	}
	if acted.IsZero() {
		acted = f.Now.Add(-2 * time.Minute) // nobody knows: neither hurried nor forgotten
	}
	return acted
}

// troubleWait spares a gateway that is in trouble.
const troubleWait = 10 * time.Second
