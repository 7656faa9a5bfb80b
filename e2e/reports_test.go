package e2e

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"payapp/e2e/kit"
	"payapp/internal/stream"
	"payapp/internal/testing/journal"
)

// A browser tells the application by itself what the policy stopped: here a
// picture that somebody has put into the page. Browsers report to https only.
func TestBrowserReportsWhatThePolicyStopped(t *testing.T) {
	begin(t)
	var log journal.Journal
	handler, err := theWorld.handler(slog.New(slog.NewTextHandler(&log, nil)), stream.Config{})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Accept-Encoding")
		page := httptest.NewRecorder()
		handler.ServeHTTP(page, r)
		for name, values := range page.Header() {
			if name != "Content-Length" {
				w.Header()[name] = values
			}
		}
		w.WriteHeader(page.Code)
		_, _ = w.Write(bytes.Replace(page.Body.Bytes(), []byte("</main>"), []byte(`<img src="https://thief.example/x" alt=""></main>`), 1))
	}))
	t.Cleanup(func() { handler.Drain(); server.CloseClientConnections(); server.Close() })
	// Settings are given, because the full Chromium alone reports.
	own, err := kit.StartBrowser(kit.Options{Settings: "{}", Flags: []string{"short-reporting-delay", "ignore-certificate-errors"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(own.Stop)
	b := openIn(t, own, customer{Device: phone})
	b.Observer.Belongs(server.URL)
	b.Visit(server.URL)
	reported := func() bool { return strings.Contains(log.String(), "browser report") }
	(&line{t: t}).until(b, "reported", reported)
	if got := log.String(); !strings.Contains(got, "kind=csp-violation about=img-src blocked=thief.example") {
		t.Error(got)
	}
	if faults, _ := b.Observer.Take(); len(faults) == 0 { // the observer saw it, too
		t.Error("the picture was no fault")
	}
}
