package gateway

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
)

// ErrInLine means that the call still waits for its turn or for a slow answer.
// It continues in the background; asking again joins it.
var ErrInLine = limiter.ErrInLine

// group makes one call for everybody who asks the same thing at the same time.
// singleflight won't do: its callers can't tell whether the call has been sent.
type group[T any] struct {
	mu    sync.Mutex
	calls map[string]*underway[T]
}

// underway is a call that is in line, sent or finished.
type underway[T any] struct {
	*progress
	landed chan struct{}
	held   atomic.Int64 // requests that are held for the answer
	value  T
	err    error
}

// mostHeld is how many requests are held for one call's answer: what a browser
// with a few tabs needs. Anybody can say that a page waits.
const mostHeld = 8

// progress is how far a call has come. It travels in the call's context.
type progress struct {
	sent  chan struct{} // closed when the first request may be sent
	once  sync.Once
	asked atomic.Int64 // when somebody last asked for it, in Unix ns
	stays bool         // keeps its place even if nobody asks again
}

func (p *progress) markSent() {
	if p != nil {
		p.once.Do(func() { close(p.sent) })
	}
}

// abandoned reports whether nobody has asked again for a call that is still in
// line.
func (p *progress) abandoned(now time.Time) bool {
	return p != nil && !p.stays && now.Sub(time.Unix(0, p.asked.Load())) > abandonedAfter
}

// abandonedAfter is several refreshes of a page that waits in line.
const abandonedAfter = 12 * time.Second

type progressKey struct{}

// progressFrom is the progress of the call that ctx belongs to, nil if it is a
// call of its own.
func progressFrom(ctx context.Context) *progress {
	p, _ := ctx.Value(progressKey{}).(*progress)
	return p
}

// limits bounds one call.
type limits struct {
	line   time.Duration // in total, with the time in line
	answer time.Duration // after the first request was sent
	stays  bool          // nobody has to ask again for it
}

// join joins the call under way for the key, or starts it. The call has its own
// limits and outlives the request that started it: others may be waiting for
// it.
func (g *group[T]) join(ctx context.Context, key string, l limits, call func(context.Context) (T, error)) *underway[T] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if u, ok := g.calls[key]; ok {
		u.asked.Store(time.Now().UnixNano())
		return u
	}
	u := &underway[T]{progress: &progress{sent: make(chan struct{}), stays: l.stays}, landed: make(chan struct{})}
	u.asked.Store(time.Now().UnixNano())
	if g.calls == nil {
		g.calls = map[string]*underway[T]{}
	}
	g.calls[key] = u
	go func() {
		ctx, cancel := context.WithTimeout(context.WithValue(context.WithoutCancel(ctx), progressKey{}, u.progress), l.line)
		defer cancel()
		ended := make(chan struct{})
		defer close(ended)
		go u.endAfter(l.answer, cancel, ended)
		u.value, u.err = guarded(ctx, call)
		g.mu.Lock()
		delete(g.calls, key)
		g.mu.Unlock()
		close(u.landed)
	}()
	return u
}

// finish waits for the calls under way.
func (g *group[T]) finish(ctx context.Context) {
	g.mu.Lock()
	calls := slices.Collect(maps.Values(g.calls))
	g.mu.Unlock()
	for _, u := range calls {
		select {
		case <-u.landed:
		case <-ctx.Done():
			return
		}
	}
}

// endAfter cancels a call that has had no answer for this long after it was
// sent.
func (p *progress) endAfter(answer time.Duration, cancel context.CancelFunc, ended <-chan struct{}) {
	select {
	case <-ended:
		return
	case <-p.sent:
	}
	timer := time.NewTimer(answer)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
		cancel()
	}
}

// panicError is a panic in a call. Those who wait get it as an error; the stack
// is for the log.
type panicError struct {
	cause any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic in a gateway call: %v", e.cause) }
func (e *panicError) Unwrap() error { return apiclient.ErrMalformed }

func guarded[T any](ctx context.Context, call func(context.Context) (T, error)) (value T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &panicError{cause, debug.Stack()}
		}
	}()
	return call(ctx)
}

// patience is how long somebody waits for a call.
type patience struct {
	line   time.Duration // for its turn
	answer time.Duration // for the answer, once the request was sent
	whole  time.Duration // for both together, 0 = as long as they take
	held   bool          // longer than a person; only for mostHeld at once, others wait as a person does
}

// patient is how long the caller waits: own, unless the configuration sets a
// patience for all.
func (g *Gateway) patient(own patience) patience {
	if g.config.Patience > 0 {
		return patience{line: g.config.Patience, answer: g.config.Patience}
	}
	return own
}

// await returns the call's outcome, or ErrInLine when patience runs out. If ctx
// ends first, the error is an ErrUnavailable that wraps the context's error.
func (u *underway[T]) await(ctx context.Context, p patience) (T, error) {
	var none T
	select {
	case <-u.landed:
		return u.value, u.err
	default:
	}
	if p.held {
		defer u.held.Add(-1)
		if u.held.Add(1) > mostHeld {
			p = personPatience
		}
	}
	if p.whole > 0 {
		p.line, p.answer = min(p.line, p.whole), min(p.answer, p.whole)
	}
	began := time.Now()
	timer := time.NewTimer(p.line)
	defer timer.Stop()
	for sent := u.sent; ; {
		select {
		case <-u.landed:
			return u.value, u.err
		case <-ctx.Done():
			return none, left(ctx)
		case <-sent:
		case <-timer.C:
			select {
			case <-sent: // just now
			default:
				return none, ErrInLine
			}
		}
		sent = nil // from now on it waits for the answer
		if p.whole > 0 {
			p.answer = min(p.answer, p.whole-time.Since(began))
		}
		timer.Reset(p.answer)
	}
}

func left(ctx context.Context) error {
	return fmt.Errorf("left before the gateway answered: %w: %w", apiclient.ErrUnavailable, context.Cause(ctx))
}
