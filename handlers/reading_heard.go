package handlers

import (
	"net/http"
	"strconv"
	"time"
)

// heardCookie is set by a page that is loaded again because of its stream: when
// the reading was made that the stream told of, as the event's id has it
// (internal/stream/event.go). It lies on the payment's own path for a minute.
// Anybody can write it, and gets no more by it than by "check now".
const heardCookie = "heard"

// heardOf is when a reading was made that the page knows of; zero = none. The
// page may come from another replica than its news.
func heardOf(r *http.Request) time.Time {
	cookie, err := r.Cookie(heardCookie)
	if err != nil {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(cookie.Value, 36, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}
