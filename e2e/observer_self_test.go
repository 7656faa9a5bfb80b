package e2e

import (
	"context"
	"net/http"
	"net/http/httptest"
	"payapp/e2e/kit"
	"slices"
	"strings"
	"testing"
	"time"
)

// The observer finds the fault that each of these pages has.
func TestObserverFindsFaults(t *testing.T) {
	begin(t)
	const secret = "tok.en-0123456789"
	for _, c := range []struct{ name, html, want string }{
		{"console", `<script>console.error("broken")</script>`, "console.error"},
		{"exception", `<script>throw new Error("broken")</script>`, "script failed"},
		{"policy", `<p style="color: red">red</p>`, "content security policy"},
		{"second request", `<img src="/picture.png" alt="">`, "a second request"},
		{"broken picture", `<img src="/picture.png" alt="">`, "a broken picture"},
		{"missing picture", `<img src="/none.png" alt="">`, "answer 404"},
		{"third party", `<img src="http://127.0.0.1:1/x.png" alt="">`, "a third party"},
		{"missing", `<script>fetch("/missing/events")</script>`, "answer 404"},
		{"token in the page", `<p>` + secret + `</p>`, "the token is in the page"},
		{"token in a request", `<script>fetch("/events?token=` + secret + `").catch(() => 0)</script>`, "the token is in the address"},
		{"storage", `<script>localStorage.x = 1</script>`, "the page stores"},
		{"wide", `<div id="wide">wide</div><script>wide.style.width = "2000px"</script>`, "scrolls to the side"},
		{"amount", `<span data-amount="99.00" data-currency="THB"><bdi>฿90.00</bdi></span>`, `shows the amount "฿90.00", and its hook says 99.00`},
		{"amount to copy", `<dl><div data-row="amount" data-value="99.00"><dt>Amount</dt><dd>฿9,900</dd><dd class="act" hidden>Copy</dd></div></dl>`, `shows the amount "฿9,900"`},
		{"currency", `<span data-amount="99.00" data-currency="THB">₹99.00</span>`, `shows the amount "₹99.00", and its hook says THB`},
		{"status", `<script>document.querySelector("main").dataset.page = "status"; document.querySelector("main").dataset.status = "pending"</script><h1>Paid. Thank you.</h1>`, `says "Paid. Thank you.", which is success, and its hook says pending`},
		{"payee", `<dl><div data-row="accountNumber" data-value="0123456789"><dt>Account</dt><dd>0123 4567 80</dd></div></dl>`, `shows "Account\n0123 4567 80", and the hook of the row accountNumber says "0123456789"`},
		{"amount in the heading", `<script>document.querySelector("main").dataset.page = "instructions"</script><h1>Pay ฿98.00</h1><span data-amount="99.00" data-currency="THB">฿99.00</span>`, `heading shows the amount "฿98.00", and its hooks say 99.00`},
		{"amount in the title", `<script>document.querySelector("main").dataset.page = "instructions"; document.title = "Pay ฿98.00"</script><span data-amount="99.00" data-currency="THB">฿99.00</span>`, `title shows the amount "฿98.00"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			guard, cancel := context.WithTimeout(t.Context(), kit.Patience)
			defer cancel()
			mux := http.NewServeMux()
			mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Security-Policy", "default-src 'self' http://127.0.0.1:1; script-src 'unsafe-inline'; connect-src 'self'")
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write([]byte(`<!DOCTYPE html><html lang="en"><link rel="icon" href="data:,"><main>` + c.html + `</main>`))
			})
			mux.HandleFunc("GET /picture.png", func(http.ResponseWriter, *http.Request) {})
			server := httptest.NewServer(mux)
			t.Cleanup(server.Close)
			b := open(t, customer{Device: phone})
			b.Observer.Belongs(server.URL)
			b.Observer.Allow("", secret)
			b.Visit(server.URL + "/")
			var found []string
			for !slices.ContainsFunc(found, func(fault string) bool { return strings.Contains(fault, c.want) }) {
				select {
				case <-time.After(kit.PollEvery):
				case <-guard.Done():
					t.Fatalf("found %q, want %q", found, c.want)
				}
				faults, _ := b.Observer.Take()
				found = append(found, faults...)
			}
			b.Visit("about:blank") // the page sends no more events
			_, _ = b.Observer.Take()
		})
	}
}
