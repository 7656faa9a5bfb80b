package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/internal/application"
)

// Ours: who opens the link of a slow gateway has a page that says so instead of
// an empty window, and then the right one, of the same calls.
func TestFirstPageOfASlowGateway(t *testing.T) {
	w := setup(t, func(c *application.Config) { c.Patience, c.NamePatience = 0, 0 })
	answers := make(chan struct{})
	usual := w.box.Handler()
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		<-answers
		usual.ServeHTTP(rw, r)
	}))
	b := w.browser()
	p := b.Enter(w.link("100", "THB")).Want(200, "waiting")
	if !strings.Contains(p.Body, `http-equiv="refresh" content="2"`) || p.Doc == nil {
		t.Error("the page doesn't go on by itself without script")
	}
	set := p.Header.Get("Set-Cookie")
	if !strings.HasPrefix(set, "waited=") || !strings.Contains(set, "Path="+p.URL.Path+"; Max-Age=60; HttpOnly; SameSite=Lax") {
		t.Errorf("Set-Cookie: %q", set)
	}
	close(answers)
	w.clock.advance(20 * time.Second) // a refresh may come late
	p = b.Get(p.URL.Path).Want(200, "options")
	if reads, options := w.calls.count("GET /payins/"), w.calls.count("POST /payins/!"); reads != 1 || options != 1 {
		t.Errorf("%d reads and %d lists of options; want one each", reads, options)
	}
	for _, cookie := range b.HTTP.Jar.Cookies(p.URL) {
		if cookie.Name == "waited" {
			t.Errorf("the cookie %s stays", cookie)
		}
	}
}
