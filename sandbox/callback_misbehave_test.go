package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// paths are the listener's calls without what all have.
func (l *listener) paths() []string {
	var list []string
	for _, call := range l.calls() {
		list = append(list, strings.Fields(call)[1])
	}
	return list
}

// A shop must survive what happens to callbacks: each way is to be had by a
// directive.
func TestCallbacksMisbehaveOnDemand(t *testing.T) {
	for directives, want := range map[string]struct {
		moves []string
		wait  time.Duration
		paths []string // ID stands for the id
		note  string
	}{
		"~callback-twice":     {[]string{"SUCCESS"}, 0, []string{"/cb?shop=1&idPayin=ID", "/cb?shop=1&idPayin=ID"}, "the second one"},
		"~callback-twice@9s":  {[]string{"SUCCESS"}, 0, []string{"/cb?shop=1&idPayin=ID"}, "the second one"},
		"~callback-never":     {[]string{"PROCESSING", "SUCCESS"}, time.Hour, nil, "not sent"},
		"~callback-late@1m":   {[]string{"SUCCESS"}, 59 * time.Second, nil, "1m0s late"},
		"~callback-late@30s":  {[]string{"SUCCESS"}, 30 * time.Second, []string{"/cb?shop=1&idPayin=ID"}, "30s late"},
		"~callback-unknown":   {[]string{"SUCCESS"}, 0, []string{"/cb?shop=1&idPayin=ID", "/cb?shop=1&idPayin=nobody-ID"}, "an id that nobody has"},
		"~callback-astray":    {[]string{"SUCCESS"}, 0, []string{"/cb-astray?shop=1&idPayin=ID"}, "a wrong address"},
		"~callback-swapped":   {[]string{"PROCESSING"}, time.Minute, nil, "after the last one"},
		"~callback-swapped~x": {[]string{"PROCESSING", "SUCCESS"}, time.Second, []string{"/cb?shop=1&idPayin=ID", "/cb?shop=1&idPayin=ID"}, "after the last one"},
	} {
		f, l := setup(t), listen(t, 0)
		id := "o-1" + directives
		f.createFor(l, id)
		for _, status := range want.moves {
			f.setStatus(id, status)
			f.deliver()
		}
		f.clock.advance(want.wait)
		f.deliver()
		var paths []string
		for _, path := range l.paths() {
			paths = append(paths, strings.Replace(strings.ReplaceAll(path, "%40", "@"), id, "ID", 1))
		}
		slices.Sort(paths) // several are sent at once
		if !slices.Equal(paths, want.paths) {
			t.Errorf("%s: got %q, want %q", directives, paths, want.paths)
		}
		story := f.payin(id)
		if !slices.ContainsFunc(story.Callbacks, func(c seenCallback) bool { return strings.Contains(c.Note, want.note) }) {
			t.Errorf("%s: the console doesn't say %q: %+v", directives, want.note, story.Callbacks)
		}
	}
}

// The one in between comes after the last one.
func TestCallbacksComeOutOfOrder(t *testing.T) {
	f, l := setup(t), listen(t, 0)
	const id = "o-1~callback-swapped"
	f.createFor(l, id)
	for _, status := range []string{"PROCESSING", "SUCCESS"} {
		f.setStatus(id, status)
		f.deliver()
	}
	f.clock.advance(time.Second)
	f.deliver()
	list := f.payin(id).Callbacks
	if len(list) != 2 || list[0].TellsOf != "PROCESSING" || list[0].Attempts[0].At <= list[1].Attempts[0].At {
		t.Errorf("got %+v", list)
	}
}

// The listener hears of a payment whose creation isn't answered yet, and can
// read it.
func TestCallbackComesBeforeTheAnswer(t *testing.T) {
	f := setup(t)
	const id = "o-1~callback-first"
	token := f.token(id)
	var heard int
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r2, err := f.call(token, "GET", "/payins/"+r.FormValue("idPayin"), "")
		if err != nil {
			t.Error(err)
		}
		heard = r2.status
	}))
	defer shop.Close()
	f.want(200, token, "POST", "/payins/"+id, strings.Replace(f.payinBody("PROMPTPAY", "THB", "100"), "http://127.0.0.1:1/callback", shop.URL, 1))
	if heard != 200 {
		t.Errorf("before the answer: got %d, want 200", heard)
	}
	f.deliver()
	if got := f.payin(id).Callbacks; len(got) != 1 || got[0].State != "delivered" {
		t.Errorf("got %+v", got)
	}
}

// The console shows each delivery as it was sent and answered, the answer's
// body only up to a bound, and sends further ones.
func TestCallbacksAreShownInFullAndSentAgain(t *testing.T) {
	f := setup(t)
	var got []string
	var mu sync.Mutex // several are sent at once
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		got = append(got, r.URL.Path+" "+r.FormValue("idPayin"))
		mu.Unlock()
		w.Header().Set("X-Shop", "mine")
		w.Header().Set("Set-Cookie", "session=hush")
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write([]byte("short and stout" + strings.Repeat("!", 5000)))
	}))
	defer shop.Close()
	f.want(200, f.token("o-1"), "POST", "/payins/o-1", strings.Replace(f.payinBody("PROMPTPAY", "THB", "100"), "http://127.0.0.1:1/callback", shop.URL+"/hook", 1))
	f.setStatus("o-1", "SUCCESS")
	f.deliver()
	attempt := f.payin("o-1").Callbacks[0].Attempts[0]
	for text, wants := range map[string][]string{
		attempt.Request: {"POST /hook?idPayin=o-1 HTTP/1.1\n", "Content-Type: application/x-www-form-urlencoded\n", "\n\nidPayin=o-1"},
		attempt.Answer:  {"HTTP/1.1 418 I'm a teapot\n", "X-Shop: mine", "\n\nshort and stout!"},
	} {
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in %s", want, text)
			}
		}
	}
	if attempt.Status != 418 || len(attempt.Answer) > 5000 || strings.Contains(attempt.Answer, "hush") {
		t.Errorf("got %d, %d bytes: %s", attempt.Status, len(attempt.Answer), attempt.Answer)
	}
	if _, page := f.get("/console/payins/o-1"); !strings.Contains(page, "short and stout") {
		t.Error("the page doesn't show the answer")
	}
	var sent struct{ Callbacks []seenCallback }
	got = nil
	for _, form := range []map[string]any{
		{"kind": "twice"}, {"kind": "unknown"}, {"kind": "astray"}, {"tellsId": "o-9"}, {"url": shop.URL + "/other"}, {"kind": "late", "delay": "5s"},
	} {
		f.ask(200, "/console/payins/o-1/callbacks", form, &sent)
		f.deliver()
	}
	want := []string{"/hook o-1", "/hook o-1", "/hook nobody-o-1", "/hook-astray o-1", "/hook o-9", "/other o-1"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(sent.Callbacks) != 1 || sent.Callbacks[0].State != "due" || sent.Callbacks[0].NextAt != "2026-11-21T09:00:05.000Z" {
		t.Errorf("late: got %+v", sent)
	}
	for field, value := range map[string]string{"kind": "sideways", "url": "ftp://x/", "tellsId": "a b", "delay": "soon"} {
		f.ask(400, "/console/payins/o-1/callbacks", map[string]any{field: value}, nil)
	}
	var one seenCallback
	f.ask(200, "/console/callbacks/1", nil, &one)
	if one.ID != 1 || one.TellsOf != "SUCCESS" {
		t.Errorf("got %+v", one)
	}
	f.ask(404, "/console/callbacks/99", nil, nil)
}

// A payment is paid partly, with another amount, or after its deadline: a shop
// that compares amounts notices. What was requested stays what it was.
func TestPaymentsArePaidOtherwise(t *testing.T) {
	f := setup(t)
	for directives, want := range map[string]struct{ amount string }{
		"~paid-partial@1s": {"50.12"}, "~paid-wrong@1s": {"100.26"}, "~success@1s": {"100.25"},
	} {
		id := "o-1" + directives
		f.create(f.token(id), id, "PROMPTPAY", "THB", "100.25")
		f.clock.advance(time.Second)
		r := f.want(200, f.token(id), "GET", "/payins/"+id, "")
		paid, requested := asJSON(t, r.at("paymentMethodResponse.money.amount")), asJSON(t, r.at("paymentRequested.money.amount"))
		if paid != want.amount || requested != "100.25" || r.at("process.status") != "SUCCESS" {
			t.Errorf("%s: got %s of %s, %v, want %s", directives, paid, requested, r.at("process.status"), want.amount)
		}
	}
	const late = "o-2~paid-late@5s~expires@10s"
	created := f.create(f.token(late), late, "PROMPTPAY", "THB", "100")
	if got := created.at("paymentMethodResponse.expireAt"); got != "2026-11-21T09:00:13.000Z" {
		t.Errorf("it expires at %v", got)
	}
	for _, want := range []string{"PENDING", "EXPIRED", "SUCCESS"} {
		if got := f.status(f.token(late), late); got != want {
			t.Errorf("got %v, want %s", got, want)
		}
		f.clock.advance(10 * time.Second)
	}
}
