package console

import (
	"fmt"
	"net/http"
	"time"

	"payapp/sandbox/internal/page"
)

// How long ?wait= waits: unless ?timeout= says so, and at most.
const (
	usualWait = 30 * time.Second
	mostWait  = time.Minute
)

// wait returns when met does, checked at every change of what the sandbox keeps
// and when next says that something is planned. When the time is over it is an
// error with what is there instead. next may be nil.
func (c *Console) wait(r *http.Request, met func() (bool, error), next func() (time.Time, error), instead func() (string, any)) error {
	limit := usualWait
	if text := r.FormValue("timeout"); text != "" {
		var err error
		if limit, err = time.ParseDuration(text); err != nil || limit <= 0 || limit > mostWait {
			return page.BadRequest("The parameter timeout is no duration such as 10s, up to a minute.")
		}
	}
	c.endWithServer(r)
	over := time.NewTimer(limit)
	defer over.Stop()
	for {
		changed := c.Store.Changed() // before the check, so that no change is missed
		if done, err := met(); done || err != nil {
			return err
		}
		planned, err := c.planned(next)
		if err != nil {
			return err
		}
		select {
		case <-changed:
			planned.Stop()
		case <-planned.C:
		case <-r.Context().Done():
			return r.Context().Err()
		case <-c.stopping:
			return &page.Error{Status: http.StatusServiceUnavailable, Text: "The sandbox is stopping."}
		case <-over.C:
			text, state := instead()
			return &page.Error{Status: http.StatusGatewayTimeout, Text: fmt.Sprintf("%s within %v.", text, limit), With: state}
		}
	}
}

// endWithServer ends all waits once the request's server shuts down: it waits
// for requests under way.
func (c *Console) endWithServer(r *http.Request) {
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok {
		c.served.Do(func() { server.RegisterOnShutdown(func() { close(c.stopping) }) })
	}
}

// planned is a timer until something planned is due, or longer than anybody
// waits if nothing is.
func (c *Console) planned(next func() (time.Time, error)) (*time.Timer, error) {
	left := 2 * mostWait
	if next != nil {
		at, err := next()
		if err != nil {
			return nil, err
		}
		if !at.IsZero() {
			left = max(at.Sub(c.Clock.Now()), time.Millisecond)
		}
	}
	return time.NewTimer(left), nil
}
