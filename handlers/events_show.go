package handlers

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/internal/stream"
	"payapp/internal/upstream"
	"payapp/scenarios"
)

// showEvents answers the page's event stream: the version of what is due, at
// once, and then each new one. A page with another version reloads. It holds the
// stream if possible. Otherwise it sends one event and ends, and the browser asks
// again when the event says.
func (s *server) showEvents(c echo.Context, open opener) error {
	v, err := open(c)
	if err != nil {
		return noMoreNews(c)
	}
	place, held := s.reserve(c, v)
	if held {
		defer place.Release() // does nothing once the stream is held
	}
	f := s.meanwhile(v)
	if f.Trouble == scenarios.TokenRejected || f.Known.Over(f.Now) && f.Known.Status() != known.Success ||
		f.Stopped() && f.Now.Sub(actedAt(f)) > stoppedWatch {
		return noMoreNews(c) // who has an older page is still told of a success
	}
	if held && worthHolding(f) {
		version := ""
		if f.Known.Existence != known.Nothing || f.Trouble != scenarios.NoTrouble {
			version = scenarios.Version(scenarios.Decide(f))
		}
		if s.hold(c, place, s.follow(v, f), version, f.Known.At) {
			return nil
		}
	}
	// Without a held stream there are no background reads.
	due := s.glance(c, v)
	switch v.Trouble {
	case scenarios.TokenRejected:
		return noMoreNews(c)
	case scenarios.Unasked:
		return s.sendOnce(c, v.Facts, "") // nothing is known that the page doesn't show
	}
	return s.sendOnce(c, v.Facts, scenarios.Version(due))
}

// noMoreNews ends the asking. It is the only answer that does: a page takes any
// other, also a 410 that is no event stream, for somebody's on the way.
func noMoreNews(c echo.Context) error { return c.Blob(http.StatusGone, eventStream, nil) }

// worthHolding reports whether there is a payment that the poller reads. Opening
// its stream makes no call, so that a restart doesn't cause a rush. Without a
// payment a page waits for what the poller doesn't read, such as options.
// One that has ended isn't held: its page looks now and then.
func worthHolding(f scenarios.Facts) bool {
	return !f.Known.Status().Ended() && !f.Stopped() && (f.Known.Exists() || f.ReadOnly && f.Verified)
}

func (s *server) sendOnce(c echo.Context, f scenarios.Facts, version string) error {
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
	if f.Known.Status().Ended() {
		return f.Known.LookAgain(f.Now)
	}
	if f.Stopped() {
		return stoppedWait
	}
	wait := upstream.Interval(f.Now.Sub(actedAt(f)), known.IsStrange(f.Known.Payin))
	switch f.Trouble {
	case scenarios.NoTrouble:
	case scenarios.Unasked:
		wait = presenter.WaitingRefresh
	default:
		wait = max(wait, troubleWait)
	}
	return wait
}

// actedAt is when the customer last did something, or the time to pay ended:
// around then much may happen.
func actedAt(f scenarios.Facts) time.Time {
	acted := slices.MaxFunc([]time.Time{f.Known.Payin.CreatedAt, f.Progress.PaidAt, f.Progress.SaidPaidAt}, time.Time.Compare)
	if f.Known.Overdue(f.Now.Add(-f.Behind)) {
		acted = slices.MaxFunc([]time.Time{acted, f.Known.Payin.ExpireAt}, time.Time.Compare)
	}
	if acted.IsZero() {
		acted = f.Now.Add(-upstream.UnknownAge)
	}
	return acted
}

// troubleWait spares a gateway in trouble.
const troubleWait = 10 * time.Second

// A payment that was stopped is looked at seldom, and not for ever: only the shop can
// change what is wrong.
const (
	stoppedWait  = 2 * time.Minute
	stoppedWatch = time.Hour
)
