package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"payapp/e2e/internal/harness"
)

// watcher is a customer whose page stays open and listens for events: the page's
// script, as seen from outside.
type watcher struct {
	*customer
	crowd *watchers
	line  *http.Client // the customer's, but its answers may last
	paid  atomic.Pointer[time.Time]
	ended bool // the gateway has refused it
	// State of the page's script.
	lastID   string
	retry    time.Duration
	loaded   time.Time
	failures int // answers in a row that weren't a stream
	useless  int // reloads in a row that changed nothing
}

func newWatcher(who *customer, crowd *watchers) *watcher {
	return &watcher{customer: who, crowd: crowd, line: &http.Client{Transport: who.HTTP.Transport, Jar: who.HTTP.Jar}}
}

// A browser's own wait before it reconnects, what follows an answer that isn't a
// stream, and how long a stream may be silent before the script considers it dead.
const (
	usualRetry  = 3 * time.Second
	firstProbe  = 5 * time.Second
	slowestRead = time.Minute
	silence     = 50 * time.Second
)

// reloadAfter is how long a loaded page stays, by how many reloads before it changed
// nothing.
var reloadAfter = []time.Duration{1500 * time.Millisecond, 5 * time.Second, 15 * time.Second, time.Minute}

// hasPaid reports whether the customer has paid.
func (w *watcher) hasPaid() bool { return w.paid.Load() != nil }

// follow listens until the page says how the payment ended.
func (w *watcher) follow(ctx context.Context) {
	w.retry = usualRetry
	w.loaded = time.Now()
	for ctx.Err() == nil {
		switch {
		case w.Page.Events != "":
			if w.listen(ctx) && harness.Pause(ctx, w.beforeReload()) {
				w.look(ctx)
			}
		case w.Page.Refreshes: // in line, or a problem that asks again
			if harness.Pause(ctx, w.Page.Refresh) {
				w.look(ctx)
			}
		default:
			return
		}
	}
}

// beforeReload is how long the script leaves a page alone: a while after it was loaded,
// and longer after each reload that changed nothing.
func (w *watcher) beforeReload() time.Duration {
	return reloadAfter[min(w.useless, len(reloadAfter)-1)] - time.Since(w.loaded)
}

// listen holds one stream to its end and waits as long as it says. It reports whether
// to reload the page.
func (w *watcher) listen(ctx context.Context) (reload bool) {
	held, hangUp := context.WithCancelCause(ctx)
	defer hangUp(nil)
	silent := time.AfterFunc(silence, func() { hangUp(errSilent) })
	defer silent.Stop()
	response, err := w.ask(held)
	if err != nil {
		if ctx.Err() == nil {
			w.crowd.trouble("stream: no answer")
			w.failed(ctx, 0)
		}
		return false
	}
	defer response.Body.Close()
	w.crowd.asked.Add(1)
	switch response.StatusCode {
	case http.StatusOK:
	case http.StatusGone:
		return true
	default:
		w.crowd.trouble("stream: " + strconv.Itoa(response.StatusCode))
		after, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		w.failed(ctx, time.Duration(after)*time.Second)
		return false
	}
	w.failures = 0
	reload = w.read(response.Body, silent)
	if reload || ctx.Err() != nil {
		return reload
	}
	if errors.Is(context.Cause(held), errSilent) {
		w.crowd.trouble("stream: silent")
	}
	harness.Pause(ctx, w.retry)
	return false
}

var errSilent = errors.New("the stream is silent")

// ask requests a stream as a page's script does.
func (w *watcher) ask(ctx context.Context) (*http.Response, error) {
	address, err := w.Page.Address.Parse(w.Page.Events)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "text/event-stream")
	request.Header.Set("Cache-Control", "no-cache")
	request.Header.Set("X-Forwarded-For", w.ForwardedFor)
	if w.lastID != "" {
		request.Header.Set("Last-Event-ID", w.lastID)
	}
	return w.line.Do(request)
}

// read reads events until one has news, or the stream ends. Each puts off the silence.
func (w *watcher) read(stream io.Reader, silent *time.Timer) (reload bool) {
	events := readEvents(stream)
	for {
		e, err := events.next()
		if err != nil {
			return false
		}
		silent.Reset(silence)
		if e.hasRetry {
			w.retry = e.retry
		}
		if e.hasID {
			w.lastID = e.id
		}
		if e.name == "beat" {
			w.crowd.beats.Add(1)
		}
		if e.name == "" && e.data != "" && e.data != w.Page.Version {
			w.crowd.news.Add(1)
			w.hear(e)
			return true
		}
	}
}

// hear keeps what the script sends with the next page: the time of the reading that it
// was told of.
func (w *watcher) hear(e event) {
	if _, read, ok := strings.Cut(e.id, "-"); ok {
		//nolint:gosec // as the page's script sets it; it is no secret
		announced := &http.Cookie{Name: "announced", Value: read, Path: w.Page.Address.Path, MaxAge: 60}
		w.HTTP.Jar.SetCookies(w.Page.Address, []*http.Cookie{announced})
	}
}

// failed waits as the script does before it tries again: twice as long each time, and
// never less than the server asks for.
func (w *watcher) failed(ctx context.Context, atLeast time.Duration) {
	w.failures++
	harness.Pause(ctx, max(atLeast, min(firstProbe<<min(w.failures-1, 8), slowestRead)))
}

// look reloads the page. A loaded page listens anew, without an id.
func (w *watcher) look(ctx context.Context) {
	before := w.Page.Version
	w.crowd.reloads.Add(1)
	if err := w.Reload(ctx); err != nil {
		if ctx.Err() == nil {
			w.crowd.trouble("page: " + named(err))
			harness.Pause(ctx, personWaits)
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
