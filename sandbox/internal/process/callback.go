package process

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"payapp/sandbox/internal/store"
)

// Callbacks are assumed to be a POST to the callbackUrl with only the id, as a
// form field and as a query parameter. They are retried until a 2xx: after 2 s,
// then after twice as long each time, up to an hour. They are given up three
// days after the change of status.
const (
	firstRetry  = 2 * time.Second
	longestWait = time.Hour
	giveUpAfter = 72 * time.Hour
	// CallbackTimeout is how long a listener may take.
	CallbackTimeout = 10 * time.Second
	// deliverers limits how many listeners are called at once.
	deliverers = 32
	// lease is how long a delivery may take before the callback is due again.
	lease = 3 * CallbackTimeout
	// maxAnswer is how much of a listener's answer is read, in bytes.
	maxAnswer = 64 << 10
	// keptAnswer is how much of it the console shows, in bytes.
	keptAnswer = 2 << 10
	// idleLook is how often the loop looks when nothing is due, in case the
	// clock moves.
	idleLook = time.Minute
)

// Wake makes the background delivery check again what is due.
func (r *Runner) Wake() {
	select {
	case r.wake <- struct{}{}:
	default: // a check is pending already
	}
}

// deliverForever delivers callbacks as they come due, until the context ends. A
// slow listener delays no others.
func (r *Runner) deliverForever(ctx context.Context) {
	for ctx.Err() == nil {
		if _, err := r.deliverDue(ctx, &r.done); err != nil && ctx.Err() == nil {
			r.Logger.ErrorContext(ctx, "sandbox: callbacks", "error", err)
		}
		timer := time.NewTimer(r.untilNext(ctx))
		select {
		case <-ctx.Done():
		case <-r.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// untilNext is the time until something is due. If all slots are taken, the
// next free one wakes the loop.
func (r *Runner) untilNext(ctx context.Context) time.Duration {
	if len(r.slots) == cap(r.slots) {
		return idleLook
	}
	next, err := r.Store.NextAt(ctx)
	if err != nil || next.IsZero() {
		return idleLook
	}
	return min(idleLook, max(next.Sub(r.Clock.Now()), time.Millisecond))
}

// Deliver makes the callbacks of every status change that has come due, and
// calls the listeners whose delivery is due. It returns when all calls are
// done.
func (r *Runner) Deliver(ctx context.Context) error {
	for {
		var calls sync.WaitGroup
		n, err := r.deliverDue(ctx, &calls)
		calls.Wait()
		if err != nil || n == 0 {
			return err
		}
	}
}

// deliverDue starts a call of each listener that is due, in the group, as long
// as there are free slots. It returns how many it started.
func (r *Runner) deliverDue(ctx context.Context, calls *sync.WaitGroup) (int, error) {
	r.delivering.Lock() // nobody else takes slots
	defer r.delivering.Unlock()
	now := r.Clock.Now()
	if err := r.Store.Emit(ctx, now, r.emissions(now)); err != nil {
		return 0, err
	}
	due, err := r.Store.Claim(ctx, now, lease, cap(r.slots)-len(r.slots))
	if err != nil {
		return 0, err
	}
	for _, callback := range due {
		r.slots <- struct{}{}
		calls.Go(func() {
			defer r.Wake()
			defer func() { <-r.slots }()
			if err := r.deliver(ctx, callback); err != nil {
				r.Logger.ErrorContext(ctx, "sandbox: callback", "id", callback.ID, "error", err)
			}
		})
	}
	return len(due), nil
}

// deliver calls one listener and records the result.
func (r *Runner) deliver(ctx context.Context, c store.Callback) error {
	attempt := store.Attempt{At: r.Clock.Now()}
	err := r.notify(ctx, c, &attempt)
	if ctx.Err() != nil { // stopping: due again at the next start
		return r.Store.Resend(context.WithoutCancel(ctx), c.Seq, r.Clock.Now())
	}
	if err != nil {
		attempt.Error = err.Error()
	}
	attempt.Took = r.Clock.Now().Sub(attempt.At).Milliseconds()
	next := r.Clock.Now().Add(backoff(len(c.Attempts)))
	if attempt.Accepted() || next.Sub(c.CreatedAt) > giveUpAfter {
		next = time.Time{}
	}
	return r.Store.Attempted(ctx, c.Seq, attempt, next)
}

func backoff(attempts int) time.Duration {
	return min(firstRetry<<min(attempts, 20), longestWait)
}

// notify sends the callback, only the id, and keeps what was sent and answered.
func (r *Runner) notify(ctx context.Context, c store.Callback, kept *store.Attempt) error {
	target, err := url.Parse(c.URL)
	if err != nil {
		return err
	}
	name := "idPayin"
	if c.Kind == store.Payout {
		name = "idPayout"
	}
	id := url.Values{name: {c.TellsID}}
	target.RawQuery = withParameter(target.RawQuery, name, id.Encode())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target.String(), strings.NewReader(id.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("User-Agent", userAgent)
	kept.Request = written(request, id.Encode(), r.Store.Known())
	response, err := r.Listeners.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	kept.Status = response.StatusCode
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	kept.Response = answered(response, body, r.Store.Known())
	return err
}

// userAgent identifies the sandbox to a merchant's listener.
const userAgent = "payapp-sandbox (stand-in for the payment gateway)"

// withParameter appends a parameter to a query, replacing any of that name; the
// rest stays byte for byte.
func withParameter(query, name, pair string) string {
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		key, _, _ := strings.Cut(part, "=")
		if unescaped, err := url.QueryUnescape(key); part != "" && (err != nil || unescaped != name) {
			kept = append(kept, part)
		}
	}
	return strings.Join(append(kept, pair), "&")
}
