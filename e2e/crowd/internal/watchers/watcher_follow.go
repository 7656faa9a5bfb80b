package watchers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/events"
	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
)

// Watcher is a customer whose page stays open and listens for events.
type Watcher struct {
	*town.Customer
	crowd *Crowd
	line  *events.Line
	paid  atomic.Pointer[time.Time]
	told  atomic.Pointer[time.Time] // when the stream first had news after it was paid
	loads atomic.Int64              // pages loaded since it was paid
	// State of the page's script.
	lastID   string
	retry    time.Duration
	loaded   time.Time
	failures int // answers in a row that weren't a stream
	useless  int // reloads in a row that changed nothing
}

// The page's script, as seen from outside: a browser's own wait before it
// reconnects, and what follows an answer that isn't a stream.
const (
	usualRetry  = 3 * time.Second
	firstProbe  = 5 * time.Second
	slowestRead = time.Minute
)

// reloadAfter is how long a loaded page stays, by how many reloads before it
// changed nothing.
var reloadAfter = []time.Duration{1500 * time.Millisecond, 5 * time.Second, 15 * time.Second, time.Minute}

// HasPaid reports whether the customer has paid.
func (w *Watcher) HasPaid() bool { return w.paid.Load() != nil }

// follow listens until the page says how the payment ended.
func (w *Watcher) follow(ctx context.Context) {
	defer w.line.HangUp()
	w.retry = usualRetry
	w.loaded = time.Now()
	for ctx.Err() == nil {
		switch {
		case w.Page.Events != "":
			if w.listen(ctx) && machine.Pause(ctx, w.beforeReload()) {
				w.look(ctx)
			}
		case w.Page.Refreshes: // in line, or a problem that asks again
			if machine.Pause(ctx, w.Page.Refresh) {
				w.look(ctx)
			}
		default:
			return
		}
	}
}

// beforeReload is how long the script leaves a page alone: a while after it was
// loaded, and longer after each reload that changed nothing.
func (w *Watcher) beforeReload() time.Duration {
	since := time.Since(w.loaded)
	return reloadAfter[min(w.useless, len(reloadAfter)-1)] - since
}

// listen holds one stream to its end and waits as long as it says. It reports
// whether to reload the page.
func (w *Watcher) listen(ctx context.Context) (reload bool) {
	address, err := w.Page.Address.Parse(w.Page.Events)
	if err != nil {
		w.crowd.trouble("no address of events")
		return true
	}
	s, err := w.line.Open(ctx, address, w.head(address))
	if err != nil {
		if ctx.Err() == nil {
			w.crowd.trouble("stream: no answer")
			w.failed(ctx, 0)
		}
		return false
	}
	w.crowd.Asked.Add(1)
	switch {
	case s.Status == http.StatusNoContent:
		s.Close(true)
		return true
	case s.Status != http.StatusOK:
		s.Close(false)
		w.crowd.trouble("stream: " + strconv.Itoa(s.Status))
		after, _ := strconv.Atoi(s.RetryAfter)
		w.failed(ctx, time.Duration(after)*time.Second)
		return false
	}
	w.failures = 0
	w.crowd.Open.Add(1)
	reload, err = w.read(s)
	w.crowd.Open.Add(-1)
	s.Close(errors.Is(err, io.EOF))
	if reload || ctx.Err() != nil {
		return reload
	}
	if events.WasSilent(err) {
		w.crowd.trouble("stream: silent")
	}
	machine.Pause(ctx, w.retry)
	return false
}

// read reads events until one has news, or the stream ends.
func (w *Watcher) read(s *events.Stream) (reload bool, err error) {
	for {
		e, err := s.Next()
		if err != nil {
			return false, err
		}
		if e.HasRetry {
			w.retry = e.Retry
		}
		if e.HasID {
			w.lastID = e.ID
		}
		if e.Name == "beat" {
			w.crowd.Beats.Add(1)
		}
		if e.Name == "" && e.Data != "" && e.Data != w.Page.Version {
			w.crowd.News.Add(1)
			w.hear(e)
			if !w.crowd.Still {
				return true, nil
			}
		}
	}
}

// hear keeps what the script sends with the next page (the time of the reading
// that it was told of), and notes the first news of a paid payment.
func (w *Watcher) hear(e events.Event) {
	if _, read, ok := strings.Cut(e.ID, "-"); ok {
		//nolint:gosec // as the page's script sets it; it is no secret
		heard := &http.Cookie{Name: "heard", Value: read, Path: w.Page.Address.Path, MaxAge: 60}
		w.Client.Jar.SetCookies(w.Page.Address, []*http.Cookie{heard})
	}
	if w.paid.Load() != nil {
		now := time.Now()
		w.told.CompareAndSwap(nil, &now)
	}
}

// failed waits as the script does before it tries again: twice as long each
// time, and never less than the server asks for.
func (w *Watcher) failed(ctx context.Context, atLeast time.Duration) {
	w.failures++
	machine.Pause(ctx, max(atLeast, min(firstProbe<<min(w.failures-1, 8), slowestRead)))
}

// look reloads the page. A loaded page listens anew, without an id.
func (w *Watcher) look(ctx context.Context) {
	before := w.Page.Version
	w.crowd.Reloads.Add(1)
	if w.paid.Load() != nil {
		w.loads.Add(1)
	}
	if err := w.Reload(ctx); err != nil {
		if ctx.Err() == nil {
			w.crowd.trouble("page: " + town.Named(err))
			machine.Pause(ctx, town.PersonWaits)
		}
		return
	}
	w.lastID, w.retry, w.loaded = "", usualRetry, time.Now()
	if w.Page.Version == before {
		w.useless++
	} else {
		w.useless = 0
	}
	w.crowd.looked(w)
}

// head is the request's head as a browser sends it.
func (w *Watcher) head(address *url.URL) string {
	head := "X-Forwarded-For: " + w.Address + "\r\n"
	if w.lastID != "" {
		head += "Last-Event-ID: " + w.lastID + "\r\n"
	}
	var cookies []string
	for _, cookie := range w.Client.Jar.Cookies(address) {
		cookies = append(cookies, cookie.Name+"="+cookie.Value)
	}
	if len(cookies) > 0 {
		head += "Cookie: " + strings.Join(cookies, "; ") + "\r\n"
	}
	return head
}
