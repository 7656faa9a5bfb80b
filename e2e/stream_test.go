package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"payapp/e2e/kit"
	"payapp/internal/stream"
)

// listening is a phone that shows how to pay, with its stream open.
func listening(t *testing.T) (o order, l *line, b *tab) {
	t.Helper()
	o = newOrder(t, "99.00", "THB")
	l = spoil(t, theWorld.App)
	b = l.instructed(customer{Device: phone}, o)
	l.until(b, "listening", func() bool { return l.count(isOpen) > 0 })
	return o, l, b
}

// A change arrives on a held stream.
func TestNewsIsPushed(t *testing.T) {
	begin(t)
	o, l, b := listening(t)
	o.Set("SUCCESS")
	b.AwaitStatus("success")
	if l.count(hasPushed) == 0 || l.count(single) > 0 {
		t.Errorf("%d streams told of a change; %d requests were for one event", l.count(hasPushed), l.count(single))
	}
	l.until(b, "quiet", func() bool { return l.count(isOpen) == 0 })
}

// News that comes while a press is on its way doesn't take it back: the page
// loads itself again when the press is over.
func TestNewsTakeNoPressBack(t *testing.T) {
	begin(t)
	o, l, b := listening(t)
	b.Tell(`document.body.classList.add("works")`) // as a press does
	o.Set("SUCCESS")
	l.until(b, "told", func() bool { return l.count(hasPushed) > 0 })
	b.Tell(`globalThis.told = performance.now()`)
	b.Until("still the same page, 3 s after the news: it would load again 1.5 s after it came", `performance.now() - told > 3000`)
	b.Tell(`document.body.classList.remove("works")`)
	b.AwaitStatus("success")
}

// Fault 24: a phone that slept shows the status when it wakes, although its
// connection was cut meanwhile.
func TestFault24_Asleep(t *testing.T) {
	begin(t)
	o, l, b := listening(t)
	b.lifecycle("frozen")
	b.Observer.Unplug()
	l.cut()
	o.Set("SUCCESS")
	b.lifecycle("active")
	b.AwaitStatus("success")
}

// lifecycle freezes a tab as a browser does in the background, or wakes it
// again.
func (b *tab) lifecycle(state string) {
	b.t.Helper()
	kit.Command(b.Tab, page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: page.SetWebLifecycleStateState(state)})
	if state == "active" {
		kit.Command(b.Tab, page.BringToFront, cdp.Empty{})
	}
}

// refusals are what firewalls, proxies and portals on the way answer for us, a 410
// and a 204 among them: an HTML page, or nothing. Some come twice.
var refusals = map[int]int{
	http.StatusOK: 1, http.StatusNoContent: 1, http.StatusUnauthorized: 1, http.StatusForbidden: 2, http.StatusNotFound: 1,
	http.StatusProxyAuthRequired: 1, http.StatusRequestTimeout: 1, http.StatusGone: 1, http.StatusTooManyRequests: 1,
	http.StatusInternalServerError: 1, http.StatusBadGateway: 1, http.StatusServiceUnavailable: 2,
}

// Fault 24: if requests for events are refused, by whatever answer, the page tries
// again, after longer and longer waits, until it has a stream again.
func TestFault24_NewsRefused(t *testing.T) {
	begin(t)
	for status, times := range refusals {
		t.Run(http.StatusText(status), func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB")
			l := spoil(t, theWorld.App)
			b := l.instructed(customer{Device: phone}, o)
			b.Observer.Expect(int64(status))
			var asked []time.Time
			l.set(func() {
				l.answer = func(*http.Request) int {
					if asked = append(asked, time.Now()); len(asked) > times {
						return 0
					}
					return status
				}
			})
			b.Observer.Unplug()
			l.cut()
			o.Set("SUCCESS")
			b.AwaitStatus("success")
			l.set(func() { l.answer = nil })
			for i := range times {
				if pause := asked[i+1].Sub(asked[i]); pause < time.Duration(4*(i+1))*time.Second {
					t.Errorf("it was asked again after %v", pause)
				}
			}
		})
	}
}

// watched is the condition that the page says that it waits, and unwatched that it
// says when it was checked instead, and offers to be loaded anew.
const (
	watched   = `document.querySelector(".wait").checkVisibility() && document.querySelector("[data-news-line]").hidden`
	unwatched = `!document.querySelector(".wait").checkVisibility() && document.querySelector("[data-checked]").checkVisibility() &&
		(line => line.checkVisibility() && line.innerText.startsWith(line.dataset.unwatched.trim()) && !!line.querySelector("a"))(document.querySelector("[data-news-line]"))`
)

// Fault 24: a page that nobody tells of the payment doesn't say that it waits. It asks
// at once when its customer is back, and after some questions it loads itself anew.
func TestFault24_APageThatIsNotWatched(t *testing.T) {
	begin(t)
	_, l, b := listening(t)
	b.Until("watched", watched)
	b.Observer.Expect(http.StatusForbidden)
	var asked int
	l.set(func() { l.answer = func(*http.Request) int { asked++; return http.StatusForbidden } })
	questions := func() (n int) { l.set(func() { n = asked }); return n }
	b.Observer.Unplug()
	l.cut()
	b.Until("saying so", unwatched)
	l.until(b, "asked twice", func() bool { return questions() == 2 })
	before := b.Document()
	b.Leave(func() { b.Tell(back) }) // the third
	if n := questions(); n > 4 || b.Document() == before {
		t.Errorf("after %d questions it is the same page: %t", n, b.Document() == before)
	}
	b.Until("saying so again", unwatched)
	l.set(func() { l.answer = nil })
	b.Tell(back)
	l.until(b, "listening", func() bool { return l.count(isOpen) > 0 })
	b.Until("watched", watched)
}

// If a proxy or scanner holds a stream back until it ends, the page asks for
// one event at a time instead.
func TestNewsThroughAProxyThatBuffers(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	l := spoil(t, theWorld.App)
	l.buffers = true
	b := l.instructed(customer{Device: desktop}, o)
	o.Set("SUCCESS")
	b.AwaitStatus("success")
	if l.count(single) == 0 {
		t.Error("no request was for one event")
	}
}

// A line that was lost for a moment looks like one that holds streams back: the page
// asks for some events one at a time, and then for a stream again.
func TestALostLineIsNoProxy(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	l := spoil(t, theWorld.App)
	l.buffers = true
	b := l.instructed(customer{Device: phone}, o)
	l.until(b, "asking for one event", func() bool { return l.count(single) > 0 })
	l.set(func() { l.buffers = false })
	l.until(b, "listening", func() bool { return l.count(isOpen) > 0 })
	o.Set("SUCCESS")
	b.AwaitStatus("success")
}

// A dead connection without an error: the page notices that beats are missing.
func TestNewsOnADeadLine(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	replica, _ := startReplica(t, stream.Config{Beat: time.Second})
	l := spoil(t, replica)
	b := l.instructed(customer{Device: phone}, o)
	l.until(b, "listening", func() bool { return l.count(isOpen) > 0 })
	l.stall()
	o.Set("SUCCESS")
	b.AwaitStatus("success")
}

// Fault 20: a page in the background ends its stream, and opens a new one when
// the customer is back.
func TestFault20_StreamOfAPageThatWasLeft(t *testing.T) {
	begin(t)
	o, l, b := listening(t)
	b.Press("a" + action("return"))
	b.InSandbox()
	l.until(b, "let go", func() bool { return l.count(isOpen) == 0 })
	b.Back()
	b.Want("instructions")
	l.until(b, "listening again", func() bool { return l.count(isOpen) > 0 })
	o.Set("SUCCESS")
	b.AwaitStatus("success")
}

// Fault 41: a replica that stops tells its pages to reconnect, one that dies
// doesn't. Either way they continue with another.
func TestFault41_PagesOfAReplicaThatIsRestarted(t *testing.T) {
	begin(t)
	for _, end := range []string{"stops", "dies"} {
		t.Run(end, func(t *testing.T) {
			begin(t)
			o := newOrder(t, "99.00", "THB")
			first, replica := startReplica(t, stream.Config{})
			second, _ := startReplica(t, stream.Config{})
			l := spoil(t, first)
			b := l.instructed(customer{Device: phone}, o)
			l.until(b, "listening", func() bool { return l.count(isOpen) > 0 })
			before := b.Document()
			was := l.count(held)
			l.lead(second)
			if end == "stops" && replica != nil {
				replica.Drain()
			} else {
				b.Observer.Unplug()
				l.cut()
			}
			l.until(b, "listening to the other", func() bool { return l.count(held) > was && l.count(isOpen) > 0 })
			if b.Document() != before {
				t.Error("the page was loaded again for nothing")
			}
			o.Set("SUCCESS")
			b.AwaitStatus("success")
		})
	}
}

// Two replicas that disagree about what is due don't make the page flicker: it
// reloads less and less often, but at once for real news.
func TestFault53_ReloadsThatChangeNothing(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	l := spoil(t, theWorld.App)
	b := l.instructed(customer{Device: phone}, o)
	told := regexp.MustCompile(`(?m)^(id|data): \w{8,}$`)
	l.set(func() { l.change = func(text string) string { return told.ReplaceAllString(text, "$1: another") } })
	b.Reload()
	var loaded []float64
	for range 2 {
		before := b.Document()
		b.Until("loaded again", kit.Another(before))
		loaded = append(loaded, b.Document())
	}
	if wait := loaded[1] - loaded[0]; wait < 4900 {
		t.Errorf("it was loaded again after %v ms", wait)
	}
	l.set(func() { l.change = nil })
	o.Set("SUCCESS")
	b.AwaitStatus("success")
}

// A page in line goes on by itself, without events.
func TestWaitingPageGoesOn(t *testing.T) {
	begin(t)
	o := newOrder(t, "99.00", "THB")
	l := spoil(t, theWorld.App)
	b := l.instructed(customer{Device: phone}, o)
	l.set(func() {
		l.change = func(text string) string {
			return strings.Replace(text, `data-page="instructions"`, `data-page="waiting"`, 1)
		}
	})
	b.Reload()
	b.Want("waiting")
	var loaded []float64
	for range 2 {
		before := b.Document()
		b.Until("loaded again", kit.Another(before))
		loaded = append(loaded, b.Document())
	}
	if wait := loaded[1] - loaded[0]; wait < 1900 {
		t.Errorf("it was loaded again after %v ms", wait)
	}
	l.set(func() { l.change = nil })
	b.Until("going on", `document.readyState == "complete" && document.querySelector("main")?.dataset.page == "instructions"`)
}
