package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// earlier is a site with a service worker that answers for all of its host.
const earlier = `<!DOCTYPE html><html lang="en"><title>Earlier</title><link rel="icon" href="data:,"><script>
navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => document.title = "Kept")
</script></html>`

const earlierWorker = `onactivate = event => event.waitUntil(clients.claim())
onfetch = event => event.respondWith(new Response("<!DOCTYPE html><title>Earlier</title>", {headers: {"Content-Type": "text/html"}}))`

// What an earlier site on our host has left in a browser doesn't answer for us, however
// the customer comes: it ends itself, and the page follows.
func TestAnEarlierSitesWorkerEnds(t *testing.T) {
	begin(t)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, kind := earlier, "text/html"
		if r.URL.Path == "/sw.js" {
			body, kind = earlierWorker, "text/javascript"
		}
		w.Header().Set("Content-Type", kind)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(site.Close)
	l := spoil(t, site.URL)
	o := newOrder(t, "99.00", "THB")
	o.App = l.address
	b := open(t, customer{Device: phone})
	b.Observer.Belongs(l.address)
	b.Observer.Allow(o.URL(), o.Token)
	b.Visit(l.address)
	b.Until("the earlier site's worker answers", `document.title == "Kept" && !!navigator.serviceWorker.controller`)

	l.lead(theWorld.App)
	b.Navigate(o.URL())
	b.Until("the payment's page", `!!document.querySelector("[data-page=options]")`)
	b.Until("there is no worker any more", `(navigator.serviceWorker.getRegistrations().then(all => (window.left = all.length)), window.left === 0)`)
}
