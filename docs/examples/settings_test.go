package examples

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"payapp/sandbox"
)

// A setting that can't work stops the shop at once, with its name and the
// reason. PHP's server runs nothing at its start: there the first page says so.
func TestSettingsAreCheckedAtTheStart(t *testing.T) {
	for setting, reason := range map[string]string{
		"KEY=public.pem": "is a public key; the private one signs", "KEY=none.pem": "none.pem", "KEY=broken.pem": "KEY",
		"AMOUNT=1,234.50": "isn't digits with at most one point",
	} {
		everywhere(t, func(w *world) {
			for name, text := range map[string]string{
				"public.pem": "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "broken.pem": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
			} {
				if err := os.WriteFile(w.file(name), []byte(text), 0o600); err != nil {
					w.Fatal(err)
				}
			}
			name, value, _ := strings.Cut(setting, "=")
			if name == "KEY" {
				value = w.file(value)
			}
			if w.language != "php" {
				said, ok := w.runWith(name + "=" + value)
				if ok || !strings.Contains(said, name) || !strings.Contains(said, reason) || strings.Count(said, "\n") != 1 {
					w.Errorf("got %q", said)
				}
				return
			}
			s := w.open(name + "=" + value)
			if state, _ := s.page("/"); state != "broken" {
				w.Errorf("got the page %q", state)
			}
			s.close()
			if said := strings.Join(s.journal, "\n"); !strings.Contains(said, name) || !strings.Contains(said, reason) {
				w.Errorf("got %q", said)
			}
		})
	}
}

// A gateway that doesn't answer is another matter than a mistake of the shop.
func TestGatewayIsDown(t *testing.T) {
	everywhere(t, func(w *world) {
		down := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) }))
		defer down.Close()
		s := w.open("GATEWAY=" + down.URL)
		response, err := customer.PostForm(w.public.URL+"/orders", url.Values{"email": {"alex@shop.example"}})
		if err != nil {
			w.Fatal(err)
		}
		if state, _ := s.read(response); state != "unreachable" || response.StatusCode != http.StatusBadGateway {
			w.Errorf("got %s, page %q", response.Status, state)
		}
	})
}

// Files in the orders' folder that are no orders stop nobody.
func TestForeignFiles(t *testing.T) {
	everywhere(t, func(w *world) {
		if w.language != "python" { // its orders are in a database
			if err := os.Mkdir(w.file("orders"), 0o700); err != nil {
				w.Fatal(err)
			}
			if err := os.WriteFile(w.file("orders/a-note.json"), []byte("{}"), 0o600); err != nil {
				w.Fatal(err)
			}
		}
		const soon = "POLL_SECONDS=0.001"
		s := w.open(soon)
		w.listen(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusNoContent) })
		order := s.buy()
		w.pay(order)
		w.settle(order, "SUCCESS")
		if mail := s.toldByPoll(soon); strings.Contains(mail, mailPending) {
			s.toldByPoll(soon)
		}
		s.wantPage(order, "paid")
	})
}

// PHP's server has its address in its command: the links lead there.
func TestPHPKnowsItsAddress(t *testing.T) {
	w := setup(t, "php", sandbox.Config{})
	s := w.open("SHOP_URL=")
	if back := s.buy().ReturnURL; !strings.HasPrefix(back, "http://127.0.0.1:") || strings.HasPrefix(back, "http://127.0.0.1:8090") {
		t.Errorf("the customer returns to %s", back)
	}
}
