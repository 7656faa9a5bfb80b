package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"payapp/e2e/kit"
	"payapp/internal/testing/await"
)

// doomed is a T whose failure is what a test wants.
type doomed struct {
	*testing.T
	said []string
}

func (d *doomed) Errorf(format string, args ...any) {
	d.said = append(d.said, fmt.Sprintf(format, args...))
}
func (d *doomed) Failed() bool { return len(d.said) > 0 }
func (d *doomed) Fatalf(format string, args ...any) {
	d.Errorf(format, args...)
	runtime.Goexit()
}

// fails walks in a test that is meant to fail, and returns what it said.
func fails(t *testing.T, walk func(d *doomed)) []string {
	t.Helper()
	d := &doomed{T: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		walk(d)
	}()
	await.For(t, "the end of the walk", done)
	return d.said
}

// unseen is the world of the suites for walks that are meant to fail: they leave no evidence.
func unseen(t *testing.T) *kit.World {
	w := worldOf(t).World
	w.Failures, w.Left = "", nil
	return &w
}

// A problem page, a page that stays another one, a proxy's and the browser's own error end a
// walk at once: long before a step's patience.
func TestWalksFailAtOnce(t *testing.T) {
	begin(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.URL.Path == "/proxy" {
			w.WriteHeader(http.StatusBadGateway)
			_, _ = fmt.Fprint(w, `<!DOCTYPE html><html lang="en"><title>502</title><link rel="icon" href="data:,"><h1>502 Bad Gateway</h1>`)
			return
		}
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><main %s><button name="paymentOperatorCode" value="004">A</button> <button name="paymentOperatorCode" value="014">B</button>`, map[string]string{
			"/problem": `data-page="problem" data-problem="internal"`, "/options": `data-page="options"`,
			"/failed": `data-page="status" data-status="failed"`, "/late": `data-page="status" data-status="expired" data-news="/events"`,
		}[r.URL.Path])
	}))
	t.Cleanup(server.Close)
	instructions := func(b *kit.Tab) { b.Want("instructions") }
	for _, c := range []struct {
		address, want string
		do            func(*kit.Tab)
	}{
		{server.URL + "/problem", "internal instead of page instructions", instructions},
		{server.URL + "/options", "options stays, instead of page instructions", instructions},
		{server.URL + "/proxy", "the answer is 502 instead of page instructions", instructions},
		{server.URL + "/failed", "failed is final, instead of page instructions", instructions},
		{server.URL + "/failed", "failed is final, instead of status success", func(b *kit.Tab) { b.WaitStatus("success") }},
		{server.URL + "/late", "never status success; the page is", func(b *kit.Tab) { b.World.Patience = time.Second; b.WaitStatus("success", "expired") }},
		{server.URL + "/options", `there is no operator "" to choose, but 004, 014`, func(b *kit.Tab) { b.Choose(choice{Method: "ONLINE"}) }},
		{"http://127.0.0.1:1/", "the browser shows its own error", instructions},
	} {
		t.Run(c.want, func(t *testing.T) {
			begin(t)
			w := unseen(t)
			w.App, w.Sandbox = server.URL, ""
			said := fails(t, func(d *doomed) {
				b := kit.Open(d, w, customer{Device: phone})
				b.Visit(c.address)
				c.do(b)
			})
			if c.address == server.URL+"/proxy" && !strings.Contains(said[0], "answer 502") {
				t.Errorf("it said %q first, and not what the observer saw", said[0])
			}
			if !strings.Contains(strings.Join(said, "\n"), c.want) {
				t.Errorf("it said %q, want %q", said, c.want)
			}
		})
	}
}

// A question to a page of which only a part has come waits for the rest.
func TestQuestionsWaitForTheWholePage(t *testing.T) {
	begin(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!DOCTYPE html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><body>`)
		if r.URL.Path == "/half" {
			_ = http.NewResponseController(w).Flush()
			<-time.After(10 * kit.PollEvery) // any time will do
		}
		_, _ = fmt.Fprint(w, `<main data-page="whole">`)
	}))
	t.Cleanup(server.Close)
	w := worldOf(t).World
	w.App, w.Sandbox = server.URL, ""
	b := kit.Open(t, &w, customer{Device: phone})
	b.Visit(server.URL + "/")
	b.Tell(`location.href = "/half"`)
	b.Until("half", `location.pathname == "/half"`)
	if got := b.Hook("page"); got != "whole" {
		t.Errorf("got %q", got)
	}
}

// Steering that the sandbox doesn't know ends the test before its walk.
func TestMisspeltSteeringFailsAtOnce(t *testing.T) {
	begin(t)
	said := fails(t, func(d *doomed) { kit.NewOrder(d, &worldOf(t).World, "99.00", "THB", "steering", "~sucess@1s") })
	if !strings.Contains(strings.Join(said, "\n"), "knows no steering ~sucess@1s") {
		t.Errorf("it said %q", said)
	}
}
