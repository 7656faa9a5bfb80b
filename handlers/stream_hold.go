package handlers

import (
	"bytes"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/stream"
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
