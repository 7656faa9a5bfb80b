package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
)

var quoted = regexp.MustCompile(`\b[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}\b`)

// The reference on a page leads to a line that says what was wrong, by the
// names of parameters and never by what they held.
func TestLogTellsWhatAReferenceIsAbout(t *testing.T) {
	w := setup(t)
	const secret = "s3cr3t"
	b := w.browser()
	elsewhere := w.link("10", "THB")
	elsewhere.Set("amount", "11")
	for name, c := range map[string]struct {
		page *browser.Page
		want []string
	}{
		"a faulty link": {
			b.Enter(w.link("10", "THB", "amount", secret, "token", secret+"!", "returnUrl", "https://shop.example")),
			[]string{"status=400", "problem=entry-invalid", `cause="invalid parameters: token malformed, amount malformed"`},
		},
		"a token for something else": {
			b.Enter(elsewhere),
			[]string{"status=403", "problem=token-rejected", "token for another amount", "order=" + elsewhere.Get("idPayin")},
		},
		"no session":   {b.Get("/pay/" + secret), []string{"status=400", "problem=session-missing", "cause="}},
		"no such page": {b.Get("/" + secret), []string{"status=404", "problem=not-found"}},
		"an odd form":  {b.Do(http.MethodPost, "/", url.Values{"token": {secret + "\xff"}}), []string{"status=400", "problem=entry-invalid"}},
	} {
		reference := quoted.FindString(c.page.Text())
		if reference == "" {
			t.Errorf("%s: no reference on the page:\n%s", name, c.page.Words())
			continue
		}
		line := requestLine(w.log.String(), reference)
		for _, want := range c.want {
			if !strings.Contains(line, want) {
				t.Errorf("%s: %s isn't in %q", name, want, line)
			}
		}
	}
	if log := w.log.String(); strings.Contains(log, secret) {
		t.Errorf("a value is logged: %s", lineWith(log, secret))
	}
}

// A status link's problems are written down as a payment's are.
func TestLogTellsWhyAStatusStops(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	w.pay(link)
	token := w.token("DEMO", link.Get("idPayin"), "10", "THB")
	w.browser().Get("/status?"+url.Values{"idPayin": {link.Get("idPayin")}, "token": {token}, "currencyCode": {"USD"}}.Encode()).Want(403, "problem")
	if line := lineWith(w.log.String(), "payment stopped"); !strings.Contains(line, "problem=token-rejected") {
		t.Errorf("got %q", line)
	}
}

// requestLine is the line of the request whose page has the reference.
func requestLine(log, reference string) string {
	for line := range strings.Lines(log) {
		if strings.Contains(line, " msg=request ") && strings.Contains(line, "support_code="+reference) {
			return line
		}
	}
	return ""
}

func lineWith(log, part string) string {
	for line := range strings.Lines(log) {
		if strings.Contains(line, part) {
			return line
		}
	}
	return ""
}
