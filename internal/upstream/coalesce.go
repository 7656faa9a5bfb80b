package upstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"payapp/apiclient"
	"payapp/internal/upstream/aged"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
)

// ErrInLine means that the call still waits for its turn or for a slow answer.
// It continues in the background; asking again joins it.
var ErrInLine = limiter.ErrInLine

// group makes one call for everybody who asks the same thing at the same time.
// singleflight won't do: its callers can't tell whether the call has been sent.
type group[T any] struct {
	mu    sync.Mutex
	calls map[string]*underway[T]
	// left are calls whose outcome a page that waits in line still asks for.
	left *aged.Map[submission, *underway[T]]
}

// submission names what a customer submitted for a payment: another process may have
// got a later one. Clocks of processes differ, so it is a name, not a time.
type submission struct {
	payment.Key
	name string
}

// settle waits for a call, which stays for outcome if its caller leaves.
func (g *group[T]) settle(ctx context.Context, of submission, u *underway[T], p Wait) (value T, err error) {
	value, err = u.await(ctx, p)
	if errors.Is(err, ErrInLine) || ctx.Err() != nil {
		g.left.Put(of, u)
	}
	return value, err
}

// outcome is what became of a call whose caller left, or ErrInLine while it
// continues. ErrNoCreation means that this process has none; another may.
func (g *group[T]) outcome(ctx context.Context, of submission) (value T, err error) {
	u, ok := g.left.Get(of)
	if !ok {
		return value, ErrNoCreation
	}
	return u.await(ctx, Wait{})
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
	limits
	sent  chan struct{} // closed when the first request may be sent
	once  sync.Once
	asked atomic.Int64 // when somebody last asked for it, in Unix ns
	end   context.CancelFunc
	late  *time.Timer               // ends the call; nil while it is in line
	ends  atomic.Pointer[time.Time] // when late does; nil while it is in line
}

// inTime is the context of a call. Its deadline is the call's: the client makes no
// pause that wouldn't fit.
type inTime struct {
	context.Context
	*progress
}

// Deadline is context.Context's.
func (c inTime) Deadline() (at time.Time, ok bool) {
	at, ok = c.Context.Deadline()
	if ends := c.ends.Load(); ends != nil && ends.Before(at) {
		at = *ends
	}
	return at, ok
}

// limits bounds one call.
type limits struct {
	line   time.Duration // in total, with the time in line
	answer time.Duration // after the first request was sent that wasn't refused for the rate
	stays  bool          // keeps its place even if nobody asks again
}

func (p *progress) markSent() {
	p.once.Do(func() { close(p.sent) })
	if p.late == nil {
		ends := time.Now().Add(p.answer)
		p.late = time.AfterFunc(p.answer, p.end)
		p.ends.Store(&ends)
	}
}

// markLimited says that the request wasn't processed: the call is in line again.
func (p *progress) markLimited() {
	p.late.Stop()
	p.late = nil
	p.ends.Store(nil)
}

// abandoned reports whether nobody has asked again for a call that is still in
// line.
func (p *progress) abandoned(now time.Time) bool {
	return !p.stays && now.Sub(time.Unix(0, p.asked.Load())) > abandonedAfter
}

// abandonedAfter is several refreshes of a page that waits in line.
const abandonedAfter = 12 * time.Second

type progressKey struct{}

// progressFrom is the progress of the call that ctx belongs to.
func progressFrom(ctx context.Context) *progress { return ctx.Value(progressKey{}).(*progress) }

// join joins the call under way for the key, or starts it. The call has its own
// limits and outlives the request that started it.
func (g *group[T]) join(ctx context.Context, key string, l limits, call func(context.Context) (T, error)) *underway[T] {
	u, _ := g.joined(ctx, key, l, call)
	return u
}

// joined is join. joins reports whether the call was already under way.
func (g *group[T]) joined(
	ctx context.Context, key string, l limits, call func(context.Context) (T, error),
) (u *underway[T], joins bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if u, ok := g.calls[key]; ok {
		u.asked.Store(time.Now().UnixNano())
		return u, true
	}
	u = &underway[T]{progress: &progress{limits: l, sent: make(chan struct{})}, landed: make(chan struct{})}
	u.asked.Store(time.Now().UnixNano())
	ctx, u.end = context.WithTimeout(context.WithValue(context.WithoutCancel(ctx), progressKey{}, u.progress), l.line)
	if g.calls == nil {
		g.calls = map[string]*underway[T]{}
	}
	g.calls[key] = u
	go func() {
		defer u.end()
		u.value, u.err = guarded(inTime{ctx, u.progress}, call)
		g.mu.Lock()
		delete(g.calls, key)
		g.mu.Unlock()
		close(u.landed)
	}()
	return u, false
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

// panicError is a panic in a call; the stack is for the log.
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

// patient is how long the caller waits: own, unless the configuration sets a
// patience for all.
func (c *Client) patient(own Wait) Wait {
	if c.config.Patience > 0 {
		return Wait{Line: c.config.Patience, Whole: c.config.Patience}
	}
	if own == (Wait{}) {
		return Person
	}
	return own
}

// await returns the call's outcome, or ErrInLine when patience runs out, or an
// ErrUnavailable that wraps the context's error.
func (u *underway[T]) await(ctx context.Context, p Wait) (none T, err error) {
	if p.Held {
		defer u.held.Add(-1)
		if u.held.Add(1) > mostHeld {
			p = Person
		}
	}
	line, whole := time.NewTimer(p.Line), time.NewTimer(p.Whole)
	for {
		select {
		case <-u.landed:
			return u.value, u.err
		default:
		}
		select {
		case <-u.landed:
		case <-ctx.Done():
			return none, fmt.Errorf("left before the gateway answered: %w: %w", apiclient.ErrUnavailable, context.Cause(ctx))
		case <-whole.C:
			return none, ErrInLine
		case <-line.C:
			select {
			case <-u.sent: // and so it waits for the answer
			default:
				return none, ErrInLine
			}
		}
	}
}
