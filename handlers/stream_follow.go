package handlers

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/internal/known"
	"payapp/internal/stream"
	"payapp/scenarios"
)

// reserve takes a place for the request's stream, within the limits. A request
// for one event gets one: the page makes it if something on the way buffers
// longer streams.
func (s *server) reserve(c echo.Context, v *visit) (*stream.Stream, bool) {
	if c.Request().Method != http.MethodGet || asked(c, "once") != "" {
		return nil, false
	}
	return s.streams.Reserve(v.ref, v.caller.Address)
}

// hold hijacks the request's connection, so that a waiting customer costs none
// of what the server keeps for a request. It reports false if that isn't
// possible, as with HTTP/2.
func (s *server) hold(c echo.Context, place *stream.Stream, of *follower, version string, read time.Time) bool {
	r, w := c.Request(), c.Response()
	h := w.Header()
	conn, _, err := http.NewResponseController(w).Hijack() // anything sent after the request is ignored
	if err != nil {
		return false
	}
	h.Set("Content-Type", eventStream)
	h.Set("X-Accel-Buffering", "no")
	w.Status, w.Committed = http.StatusOK, true // for the log, and so that nobody else answers
	place.Hold(conn, stream.Opening{
		Head:    streamHead(r, h),
		Version: version,
		Read:    read,
		LastID:  r.Header.Get("Last-Event-ID"),
	}, of)
	return true
}

// streamHead is the answer's head, as the server would have written it: a body
// that ends with the connection, for HTTP/1.1 and 1.0.
func streamHead(r *http.Request, h http.Header) []byte {
	h.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	h.Set("Connection", "close")
	var head bytes.Buffer
	minor := 1
	if !r.ProtoAtLeast(1, 1) {
		minor = 0
	}
	fmt.Fprintf(&head, "HTTP/1.%d 200 OK\r\n", minor)
	_ = h.Write(&head) // into memory: never fails
	head.WriteString("\r\n")
	return head.Bytes()
}

// follower is what a held stream keeps of its request: enough to decide what is
// due from later readings, and nothing of the request itself.
type follower struct {
	server *server
	visit  visit
	acted  time.Time
	until  time.Time // the token's expiry; zero if none is ahead
}

func (s *server) follow(v *visit, f scenarios.Facts) *follower {
	w := &follower{server: s, visit: *v, acted: actedAt(f)}
	w.visit.ref = strings.Clone(v.ref) // these are slices of the request's text
	w.visit.caller.Address = strings.Clone(v.caller.Address)
	w.visit.path, w.visit.locale, w.visit.Options, w.visit.Known = "", nil, nil, known.View{}
	w.visit.link, w.visit.came, w.visit.cookie = content.Link{}, content.Done{}, content.Told{}
	if v.Expires.After(s.Now()) {
		w.until = v.Expires
	}
	return w
}

// Watch keeps the payment read. Callbacks name it as visit.paymentID does.
func (w *follower) Watch(notify func()) (stop func()) {
	v := &w.visit
	return w.server.Upstream.Watch(v.caller, v.Order.IDPayin, v.paymentID(), w.acted, notify)
}

// News decides what is due by the last reading. Once the token has expired
// the page should reload.
func (w *follower) News() stream.News {
	if !w.until.IsZero() && !w.server.Now().Before(w.until) {
		return stream.News{Over: true}
	}
	f := w.server.meanwhile(&w.visit)
	switch {
	case f.Trouble == scenarios.TokenRejected:
		return stream.News{Over: true}
	case f.Known.Existence == known.Nothing && f.Trouble == scenarios.NoTrouble:
		return stream.News{Again: w.again(f)}
	}
	return stream.News{Version: scenarios.Version(scenarios.Decide(f)), Read: f.Known.At, Again: w.again(f)}
}

// again is the time until a clock alone changes what is due: the payment's
// deadline, the end of a phone's code, or the token's expiry.
func (w *follower) again(f scenarios.Facts) time.Duration {
	var wait time.Duration
	soonest := func(left time.Duration) {
		if left > 0 && (wait == 0 || left < wait) {
			wait = left
		}
	}
	if at := f.Known.Payin.ExpireAt; !at.IsZero() {
		soonest(at.Add(known.Tolerance + f.Behind + time.Second).Sub(f.Now))
	}
	soonest(f.Progress.PhoneUntil.Sub(f.Now))
	if !w.until.IsZero() {
		soonest(w.until.Sub(w.server.Now()))
	}
	return wait
}

// meanwhile are the facts by what this process knows, without a call.
func (s *server) meanwhile(v *visit) scenarios.Facts {
	last, err := s.Upstream.Last(v.caller, v.Order.IDPayin)
	s.merge(v, last)
	v.Trouble = s.troubleNow(v, troubleOf(err), err)
	return s.facts(v)
}
