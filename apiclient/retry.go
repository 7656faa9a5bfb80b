package apiclient

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// attempt sends the request until there is an answer, an error that another
// attempt won't fix, or no time left. It is a loop of its own instead of a
// library because it counts lost answers but only times 429s, asks the gate
// before each request, and ends at once if a wait wouldn't fit into the
// deadline.
//
// Every operation of the interface is safe to repeat: creations are idempotent
// by id (interface.md, Endpoints 1), and an extra token or reference does no
// harm.
//
// The error is that of the last request, and says whether an earlier one's answer was
// lost. A 429 is no answer: after a lost one the error stays ErrUnavailable, which says
// that the request may have been processed.
func (c *Client) attempt(ctx context.Context, request call) (status int, body []byte, sent int, err error) {
	gate := c.gateOf(ctx)
	failures := 0
	var last, lost *Error
	for {
		if waitErr := gate.Wait(ctx); waitErr != nil {
			if last == nil {
				last = &Error{kind: ErrRateLimited, Op: request.op, err: waitErr}
			}
			return 0, nil, sent, last.after(lost)
		}
		status, body, failure := c.send(ctx, request)
		sent++
		if failure == nil {
			gate.Answered(nil)
			return status, body, sent, nil
		}
		gate.Answered(failure.only(ErrUnavailable))
		failure.Attempts = sent
		last = failure
		if errors.Is(failure, ErrUnavailable) {
			failures++
			lost = failure
		}
		wait, reason := c.again(failure, failures)
		if errors.Is(failure, ErrRateLimited) {
			gate.Limited(wait)
			if failure.RetryAfter == 0 {
				c.tell(unlike{"retry-after", ""}, nil)
			}
		}
		if reason == "" || !sleep(ctx, wait) {
			return 0, nil, sent, last.after(lost)
		}
		c.logger.InfoContext(ctx, "gateway call repeated", "op", request.op, "reason", reason,
			"status", failure.HTTPStatus, "attempt", sent+1, "waited_ms", wait.Milliseconds())
	}
}

// only is the error if it is of that kind, otherwise nil.
func (e *Error) only(kind error) error {
	if errors.Is(e, kind) {
		return e
	}
	return nil
}

// after is the error of a call whose last request failed with e. lost is an
// earlier request whose answer was lost, or nil.
func (e *Error) after(lost *Error) *Error {
	if lost == nil || lost == e {
		return e
	}
	if errors.Is(e, ErrRateLimited) {
		unsure := *lost
		unsure.Attempts = e.Attempts
		return &unsure
	}
	e.Lost = true
	return e
}

// again returns how long to wait before another attempt, and why it is worth
// making; an empty reason means no more attempts.
func (c *Client) again(failure *Error, failures int) (wait time.Duration, reason string) {
	switch {
	case errors.Is(failure, ErrRateLimited) && failure.RetryAfter > 0:
		// The request wasn't processed. The jitter keeps callers apart.
		return failure.RetryAfter + jitter(c.timings.Backoff), "rate limited, as long as asked"
	case errors.Is(failure, ErrRateLimited):
		return c.timings.Limited + jitter(c.timings.Limited), "rate limited"
	case !errors.Is(failure, ErrUnavailable) || failures >= c.timings.Attempts:
		return 0, ""
	}
	mean := c.timings.Backoff << (failures - 1)
	wait = max(mean/2+jitter(mean), failure.RetryAfter)
	if failure.HTTPStatus == 0 {
		return wait, "no answer"
	}
	return wait, "server error"
}

// jitter is a random duration below limit.
func jitter(limit time.Duration) time.Duration {
	if limit <= 0 {
		return 0
	}
	return rand.N(limit)
}

// sleep waits, and reports false at once if the wait would outlast the
// deadline.
func sleep(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return false
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
