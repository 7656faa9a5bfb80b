package handlers

import (
	"strings"
	"time"

	"payapp/internal/stream"
	"payapp/scenarios"
)

// follower is what a held stream keeps of its request: enough to decide what is
// due from later readings, and nothing of the request itself.
type follower struct {
	server *server
	visit  visit
	next   func(scenarios.Facts) scenarios.Step
	acted  time.Time
	until  time.Time // the token's expiry; zero if none is ahead
}

func (s *server) follow(v *visit, f scenarios.Facts, next func(scenarios.Facts) scenarios.Step) *follower {
	w := &follower{server: s, visit: *v, next: next, acted: actedAt(f)}
	w.visit.ref = strings.Clone(v.ref) // these are slices of the request's text
	w.visit.caller.Address = strings.Clone(v.caller.Address)
	w.visit.path, w.visit.query, w.visit.locale = "", "", nil
	w.visit.sealed, w.visit.request = nil, nil
	if v.expires.After(s.Now()) {
		w.until = v.expires
	}
	return w
}

// Watch keeps the payment read. Callbacks name it as visit.paymentID does.
func (w *follower) Watch(told func()) (stop func()) {
	v := &w.visit
	return w.server.Gateway.Watch(v.caller, v.order.IDPayin, v.paymentID(), w.acted, told)
}

// News decides what is due from the last reading. Once the token has expired
// the page should reload.
func (w *follower) News() stream.News {
	if !w.until.IsZero() && !w.server.Now().Before(w.until) {
		return stream.News{Over: true}
	}
	f, known := w.server.last(&w.visit)
	switch {
	case f.Trouble == scenarios.TokenRejected:
		return stream.News{Over: true}
	case !known:
		return stream.News{Again: w.again(f)}
	}
	return stream.News{Version: scenarios.Version(w.next(f)), Read: f.Reading.At, Again: w.again(f)}
}

// again is the time until a clock alone changes what is due: the payment's
// deadline, or the token's expiry.
func (w *follower) again(f scenarios.Facts) time.Duration {
	var wait time.Duration
	soonest := func(left time.Duration) {
		if left > 0 && (wait == 0 || left < wait) {
			wait = left
		}
	}
	if at := f.Reading.Payin.ExpireAt; !at.IsZero() {
		soonest(at.Sub(f.Now))
	}
	if !w.until.IsZero() {
		soonest(w.until.Sub(w.server.Now()))
	}
	return wait
}

// last are the facts from what is known here. known is false if nothing is.
func (s *server) last(v *visit) (f scenarios.Facts, known bool) {
	f = s.known(v)
	got, known, err := s.Gateway.Last(v.caller, v.order.IDPayin)
	if known || err != nil {
		f.Reading, f.Trouble = readingOf(got, err)
	}
	return s.recall(v, f), known || err != nil
}
