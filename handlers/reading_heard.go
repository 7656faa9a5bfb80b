package handlers

import (
	"net/http"
	"strconv"
	"time"
)

// heardCookie is set by a page that reloads because of its stream. It has the
// time of the reading that the stream told of, in the format of the event's id
// (internal/stream/event.go). It is on the payment's own path for a minute.
// Forging it gains no more than "check now".
const heardCookie = "heard"

// heardAhead is how far another replica's clock may be ahead of ours.
const heardAhead = time.Minute

// heardOf is the time of a reading that the page knows of; zero = none. The
// page may come from another replica than its events.
func (s *server) heardOf(r *http.Request) time.Time {
	cookie, err := r.Cookie(heardCookie)
	if err != nil {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(cookie.Value, 36, 64)
	if err != nil {
		return time.Time{}
	}
	heard := time.UnixMilli(ms)
	if heard.After(s.Now().Add(heardAhead)) {
		return time.Time{}
	}
	return heard
}
