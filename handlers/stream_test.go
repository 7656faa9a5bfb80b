package handlers_test

import (
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/apiclient"
	"payapp/internal/application"
	"payapp/internal/known"
	"payapp/internal/stream"
	"payapp/internal/testing/await"
	"payapp/internal/testing/browser"
	"payapp/internal/upstream"
)

// version is the page's own.
func version(t *testing.T, p *browser.Page) string {
	t.Helper()
	main := p.Find(func(n *html.Node) bool { return browser.HasAttr(n, "data-version") })
	if main == nil {
		t.Fatalf("page %q waits for nothing", p.Hook("page"))
	}
	return browser.Attr(main, "data-version")
}

// A stream begins with what the page shows and goes on with what it should
// show, on an answer that has all that every answer has.
func TestAStreamIsHeld(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b, p := w.pay(link)
	w.calls.reset()
	s := w.listen(b, p.URL.Path+"/events")
	if s.status != "HTTP/1.1 200 OK" {
		t.Errorf("status line %q", s.status)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no", "Connection": "close",
		"Content-Length": "", "Transfer-Encoding": "", "Set-Cookie": "",
	} {
		if got := s.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "X-Robots-Tag"} {
		if got, want := s.header.Get(name), p.Header.Get(name); got != want || got == "" {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if _, err := time.Parse(http.TimeFormat, s.header.Get("Date")); err != nil {
		t.Error(err)
	}
	first := s.next()
	if retry, err := strconv.Atoi(first.retry); err != nil || retry < 1000 || retry > 5000 {
		t.Errorf("the browser is to come back after %q", first.retry)
	}
	if v := version(t, p); first.data != v || !strings.HasPrefix(first.id, v+"-") {
		t.Errorf("it begins with %+v, the page is %s", first, v)
	}
	if beat := s.next(); beat != (told{event: "beat", data: "20000"}) {
		t.Errorf("it goes on with %+v", beat)
	}
	if n := w.calls.count(""); n != 0 {
		t.Errorf("%d calls for what is known", n)
	}
	await.Until(t, "logged", func() bool { return strings.Contains(w.log.String(), `route=/pay/:ref/events status=200`) })
	if log := w.log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("the log says: %s", lineWith(log, "level=ERROR"))
	}

	w.set(link.Get("idPayin"), "SUCCESS")
	changed := s.next()
	for changed.event != "" {
		changed = s.next()
	}
	if changed.data == first.data {
		t.Error("the old version was told again")
	}
	s.hangUp()
	end := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	again := w.listen(b, p.URL.Path+"/events", "Last-Event-ID: "+changed.id)
	defer again.hangUp()
	if e := again.next(); e.data != changed.data { // once: what has ended isn't watched
		t.Errorf("who asks again is told %+v; the page is\n%s", e, end.Words())
	}
}

// Older clients and those that want one event, or no body.
func TestAStreamForEverybody(t *testing.T) {
	w := setup(t)
	b, p := w.pay(w.link("10", "THB"))
	at := p.URL.Path + "/events"
	old := w.send(b, "GET "+at+" HTTP/1.0")
	defer old.hangUp()
	if e := old.next(); old.status != "HTTP/1.0 200 OK" || e.data != version(t, p) {
		t.Errorf("HTTP/1.0: %q, %+v", old.status, e)
	}
	once := b.Get(at + "?once=1")
	if want := "retry: 2000\ndata: " + version(t, p) + "\n\n"; once.Body != want {
		t.Errorf("one event is %q, want %q", once.Body, want)
	}
	if head := b.Do(http.MethodHead, at, nil); head.Status != 200 || head.Header.Get("Content-Type") != "text/event-stream; charset=utf-8" {
		t.Errorf("HEAD: %d %v", head.Status, head.Header)
	}
	if p := w.browser().Get(at); p.Status != 410 {
		t.Errorf("without a cookie: %d", p.Status)
	}
	unpaid := w.browser()
	options := unpaid.Enter(w.link("10", "THB")).Want(200, "options")
	if news := unpaid.Get(options.URL.Path + "/events"); !strings.HasPrefix(news.Body, "retry: ") {
		t.Errorf("before Pay: %d %q", news.Status, news.Body)
	}
}

// Fault 40: beyond the caps there is one event a request.
func TestFault40_StreamsBeyondTheCaps(t *testing.T) {
	w := setup(t, func(c *application.Config) { c.Streams.PerNetwork = 6 })
	b, p := w.pay(w.link("10", "THB"))
	other, q := w.pay(w.link("10", "THB"))
	hold := func(b *browser.Browser, p *browser.Page) {
		t.Helper()
		s := w.listen(b, p.URL.Path+"/events")
		t.Cleanup(s.hangUp)
		if e := s.next(); e.id == "" {
			t.Errorf("it isn't held: %+v", e)
		}
	}
	beyond := func(b *browser.Browser, p *browser.Page) {
		t.Helper()
		if news := b.Get(p.URL.Path + "/events"); news.Body != "retry: 2000\ndata: "+version(t, p)+"\n\n" {
			t.Errorf("got %q", news.Body)
		}
	}
	for range 4 {
		hold(b, p)
	}
	beyond(b, p)
	hold(other, q)
	hold(other, q)
	beyond(other, q)
}

// What the reads in the background find is decided as the page would.
func TestAStreamDecidesAsThePageDoes(t *testing.T) {
	w := setup(t)
	poller, _ := w.prompt(stream.Config{})
	link := w.link("10", "THB")
	b, p := w.pay(link)
	s := w.listen(b, p.URL.Path+"/events")
	defer s.hangUp()
	if got := s.news(); got != version(t, p) {
		t.Fatalf("it begins with %s", got)
	}
	if acted := poller.actedAt(); !acted.Equal(w.clock.now()) {
		t.Errorf("acted %v, want %v", acted, w.clock.now())
	}
	who := upstream.Caller{Token: apiclient.NewToken(link.Get("token")), Merchant: "DEMO", Address: "127.0.0.1", Verified: true}
	read := func() *browser.Page {
		t.Helper()
		_, _ = poller.Payin(t.Context(), who, link.Get("idPayin"), known.Payment{}, upstream.Ask{NotBefore: time.Now()})
		poller.tell()
		return b.Get(p.URL.Path)
	}
	for range 3 { // nothing new
		w.clock.advance(3 * time.Second)
		read()
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
	w.clock.advance(time.Minute)
	trouble := read()
	if got := s.news(); got != version(t, trouble) {
		t.Errorf("in trouble the stream says %s, the page is %s", got, version(t, trouble))
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
	w.clock.advance(time.Minute)
	well := read()
	if got := s.news(); got != version(t, well) || got != version(t, p) {
		t.Errorf("after it the stream says %s, the page is %s", got, version(t, well))
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 401, `{"code":"UNAUTHORIZED"}` })
	w.clock.advance(time.Minute)
	refused := read()
	if got := s.news(); got != version(t, refused) {
		t.Errorf("once refused the stream says %s, the page is %s", got, version(t, refused))
	}
	w.clock.advance(31 * time.Second)
	read()
	if over := s.next(); over.data != "over" || over.id != "" {
		t.Errorf("when the token is refused: %+v", over)
	}
	if e := s.next(); e != (told{}) {
		t.Errorf("it goes on with %+v", e)
	}
	await.Until(t, "let go", func() bool { return poller.watching() == 0 })
	if news := b.Get(p.URL.Path + "/events"); news.Status != 410 {
		t.Errorf("afterwards: %d %q", news.Status, news.Body)
	}
}

// Deadlines pass without the gateway's saying so.
func TestAStreamKnowsTheDeadlines(t *testing.T) {
	w := setup(t)
	poller, _ := w.prompt(stream.Config{})
	b, p := w.pay(w.link("10", "THB"))
	s := w.listen(b, p.URL.Path+"/events")
	defer s.hangUp()
	s.next()
	s.next()
	w.calls.reset()
	w.clock.advance(29 * time.Minute) // PromptPay's QR code has 15, the token 30
	poller.tell()
	if got := s.news(); got == version(t, p) {
		t.Error("the payment's deadline changes nothing")
	}
	if n := w.calls.count(""); n != 0 {
		t.Errorf("%d calls", n)
	}
	b.Get(p.URL.Path).Want(200, "status").WantHook("status", "expired")
	w.clock.advance(time.Minute)
	poller.tell()
	if over := s.next(); over.data != "over" {
		t.Errorf("after the token's expiry: %+v", over)
	}
	if e := s.next(); e != (told{}) {
		t.Errorf("it goes on with %+v", e)
	}
}

// A status link waits for a payment that isn't there yet.
func TestAStatusLinkWaitsForItsPayment(t *testing.T) {
	w := setup(t)
	poller, _ := w.prompt(stream.Config{})
	w.proveVersion()
	link := w.link("10", "THB")
	b := w.browser()
	p := b.Get("/status?"+with(link, "token", w.infoToken(link.Get("idPayin"))).Encode()).Want(200, "problem").WantHook("problem", "not-started")
	s := w.listen(b, p.URL.Path+"/events")
	defer s.hangUp()
	if got := s.news(); got != version(t, p) {
		t.Errorf("it begins with %s, the page is %s", got, version(t, p))
	}
	w.pay(link)
	w.clock.advance(3 * time.Second)
	p = b.Get(p.URL.Path).Want(200, "status")
	poller.tell()
	if got := s.news(); got != version(t, p) {
		t.Errorf("the stream says %s, the page is %s", got, version(t, p))
	}
}

// A customer who waits costs little, whatever their cookies and headers hold.
func TestWhatAHeldStreamCosts(t *testing.T) {
	const n, most = 500, 24 << 10
	w := setupAlone(t, false)
	poller, _ := w.prompt(stream.Config{PerPayment: n, PerNetwork: n})
	b, p := w.pay(w.link("10", "THB"))
	var all []*listener
	hold := func() {
		s := w.listen(b, p.URL.Path+"/events", "User-Agent: "+strings.Repeat("x", 8<<10))
		s.next()
		s.text = nil
		all = append(all, s)
	}
	hold()
	memory := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	before, goroutines := memory(), runtime.NumGoroutine()
	for range n - 1 {
		hold()
	}
	each := (int64(memory()) - int64(before)) / n
	more := runtime.NumGoroutine() - goroutines
	t.Logf("%d bytes a stream, with its client's end; %d goroutines more", each, more)
	if each > most || more > 50 || poller.watching() != n {
		t.Errorf("%d streams take %d bytes each, want at most %d, and %d goroutines", poller.watching(), each, most, more)
	}
	for _, s := range all {
		s.hangUp()
	}
}

// A process that has just been started knows of those who wait what their
// browsers do: their streams don't have them look again.
func TestStreamsAfterARestart(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b, p := w.pay(link)
	w.restart(discard())
	s := w.listen(b, p.URL.Path+"/events")
	defer s.hangUp()
	if got := s.news(); got != version(t, p) {
		t.Errorf("it begins with %s, the page is %s", got, version(t, p))
	}
	w.set(link.Get("idPayin"), "SUCCESS")
	await.Until(t, "read as paid", func() bool { // a read of the poller may be under way, which began before
		w.clock.advance(3 * time.Second)
		return b.Get(p.URL.Path).Hook("status") == "success"
	})
	if got := s.news(); got == version(t, p) {
		t.Errorf("once the payment is read it says %s again", got)
	}
}

// A page that is loaded because of its stream says when what it was told of was
// read: the replica that it comes from may have an older reading.
func TestAPageSaysWhatItsStreamTold(t *testing.T) {
	w := setup(t)
	poller, _ := w.prompt(stream.Config{})
	b, p := w.pay(w.link("10", "THB"))
	s := w.listen(b, p.URL.Path+"/events")
	defer s.hangUp()
	_, read, _ := strings.Cut(s.next().id, "-")
	heard := func(cookie string) time.Time {
		t.Helper()
		b.HTTP.Jar.SetCookies(p.URL, []*http.Cookie{{Name: "announced", Value: cookie, Path: p.URL.Path}})
		b.Get(p.URL.Path).Want(200, "instructions")
		return poller.heardOf()
	}
	if got, want := heard(read), w.clock.now().Truncate(time.Millisecond); !got.Equal(want) {
		t.Errorf("the gateway is asked for what was read at %v, want %v", got, want)
	}
	for _, junk := range []string{"", "-", "!", strings.Repeat("z", 100)} {
		if got := heard(junk); !got.IsZero() {
			t.Errorf("cookie %q says %v", junk, got)
		}
	}
}
