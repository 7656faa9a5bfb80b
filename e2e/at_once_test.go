package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"payapp/e2e/kit"
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

// A problem page, a page that stays another one, and the browser's own error end a
// walk at once: long before a step's patience.
func TestWalksFailAtOnce(t *testing.T) {
	begin(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprintf(w, `<!DOCTYPE html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><main %s>`, map[string]string{
			"/problem": `data-page="problem" data-problem="internal"`, "/options": `data-page="options"`,
		}[r.URL.Path])
	}))
	t.Cleanup(server.Close)
	for _, c := range []struct{ address, want string }{
		{server.URL + "/problem", "internal instead of page instructions"},
		{server.URL + "/options", "options stays, instead of page instructions"},
		{"http://127.0.0.1:1/", "the browser shows its own error"},
	} {
		t.Run(c.want, func(t *testing.T) {
			begin(t)
			w := worldOf(t).World
			w.App, w.Failures, w.Kept, w.Sandbox = server.URL, "", nil, ""
			d := &doomed{T: t}
			b := kit.Open(d, &w, customer{Device: phone})
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.Visit(c.address)
				b.Want("instructions")
			}()
			<-done
			if !strings.Contains(strings.Join(d.said, "\n"), c.want) {
				t.Errorf("it said %q, want %q", d.said, c.want)
			}
		})
	}
}
