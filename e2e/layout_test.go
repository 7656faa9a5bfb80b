package e2e

import (
	"context"
	"encoding/json"
	"payapp/e2e/kit"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// timeline collects what Chromium traces of its work. A trace is of the whole
// browser: who reads it picks out one page by its address.
type timeline struct {
	mu     sync.Mutex
	events []string // JSON, one each
	ended  chan struct{}
}

func (l *timeline) event(ev any) {
	switch ev := ev.(type) {
	case *tracing.EventDataCollected:
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, value := range ev.Value {
			l.events = append(l.events, string(value))
		}
	case *tracing.EventTracingComplete:
		close(l.ended)
	}
}

// forcedLayout is a layout, or a computation of styles, that a script waited for.
type forcedLayout struct{ what, page, function string }

// forcedLayouts are the layouts and style computations that a script at the
// address had to wait for, while the step ran.
func (b *tab) forcedLayouts(address string, step func()) (forced []forcedLayout) {
	b.t.Helper()
	seen := &timeline{ended: make(chan struct{})}
	listening, stop := context.WithCancel(b.Root)
	defer stop()
	if err := chromedp.Listen(listening, seen.event); err != nil {
		b.t.Fatal(err)
	}
	kit.Command(b.Tab, tracing.Start, tracing.StartParams{
		TransferMode: tracing.StartTransferModeReportEvents,
		TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{
			"devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.stack",
		}},
	})
	step()
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		if _, err := cdp.Call(ctx, s, tracing.End, cdp.Empty{}); err != nil {
			return err
		}
		select {
		case <-seen.ended:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	seen.mu.Lock()
	defer seen.mu.Unlock()
	for _, text := range seen.events {
		var e struct {
			Name string
			Args struct {
				BeginData struct {
					StackTrace []struct{ URL, FunctionName string }
				}
			}
		}
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			b.t.Fatalf("%v in %s", err, text)
		}
		if e.Name != "Layout" && e.Name != "UpdateLayoutTree" {
			continue
		}
		for _, frame := range e.Args.BeginData.StackTrace {
			if strings.HasPrefix(frame.URL, address) {
				forced = append(forced, forcedLayout{e.Name, frame.URL, frame.FunctionName})
			}
		}
	}
	return forced
}

// Ours: a script that asks for a position or a size while the page is loading
// makes a cheap phone lay the page out twice. None of our pages does. A page that
// focuses its summary must: to focus, a browser has to lay out.
func TestNoForcedLayout(t *testing.T) {
	b, address := inOwnGallery(t, phone)
	focusing := map[string]bool{}
	forced := b.forcedLayouts(address, func() {
		for _, entry := range onPhones { // one of each kind: they have the script of all
			b.Visit(address + "/" + entry)
			focusing[entry] = ask[bool](b, `document.activeElement != document.body`)
		}
	})
	for _, f := range forced {
		entry, _, _ := strings.Cut(f.page[len(address)+1:], "?")
		if !focusing[entry] {
			t.Error(f)
		}
	}
	seen := b.forcedLayouts("", func() {
		ask[int](b, `(document.body.style.width = "300px", document.body.offsetHeight)`)
	})
	if len(seen) == 0 {
		t.Error("a forced layout isn't seen: the test is blind")
	}
}
