package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// garbage is an answer that is no JSON.
type garbage string

const garbagePage garbage = "<!doctype html><title>Gateway</title><p>It works!</p>"

// steeredCalls is how many calls of each operation busy and down turn away.
const steeredCalls = 2

// steer applies the directives that act on every call about a payment. An
// answer or an error ends the call. The payment that a token is about stands
// for a missing id in the path, so that directives reach the option list too.
func (a *API) steer(e endpoint, c *call) (any, error) {
	if c.id == "" {
		c.id = token.Payment(c.claims.Operations)
		if e.name != "options" {
			c.id = ""
		}
	}
	c.directives = directive.Parse(c.id)
	d := c.directives
	if d.Slow > 0 {
		a.delay(c.Context(), d.Slow)
	}
	if d.Unauthorized {
		return nil, errUnauthorized
	}
	if d.Busy || d.Down {
		n, err := a.Store.Count(c.Context(), e.name+"/"+c.merchant.Code+"/"+c.id)
		if err != nil {
			return nil, err
		}
		if n < steeredCalls && d.Down {
			return nil, errDown
		}
		if n < steeredCalls {
			return nil, busy(n)
		}
	}
	if d.Garbage && c.Method == http.MethodGet {
		return garbagePage, nil
	}
	return nil, nil
}

// busy is a 429, the second one with a Retry-After: the interface promises
// none, and a gateway may send one.
func busy(n int) *apiError {
	e := *errTooMany
	if n > 0 {
		e.retryAfter = "1"
	}
	return &e
}

// unknownHeader names the directives of an order id that there aren't, in every
// answer about it.
const unknownHeader = "X-Sandbox-Unknown-Directive"

// tellUnknown says that somebody may have misspelt a directive: an id may have
// any, so the call is answered as it is, and the header, the log, the console and
// the shop tell.
func (a *API) tellUnknown(header http.Header, c *call) {
	unknown := directive.Unknown(c.id)
	if len(unknown) == 0 || !wire.ValidID(c.id) {
		return
	}
	header.Set(unknownHeader, strings.Join(unknown, " "))
	if c.Method == http.MethodPost && !mark.IsLooking(c.Context()) {
		a.Logger.WarnContext(c.Context(), "sandbox: unknown directive", "id", c.id, "unknown", unknown, "path", c.URL.Path)
	}
}

// delay holds an answer back.
func (a *API) delay(ctx context.Context, d time.Duration) {
	a.Sleep(ctx, min(d, faults.MaxDelay))
}
