package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
)

// hasPicture reports whether there is something to scan.
func hasPicture(p *browser.Page) bool {
	return p.Find(func(n *html.Node) bool { return n.Data == "svg" && browser.HasAttr(n, "data-qr") }) != nil
}

// Fault 30, "5xx, resets → … the last known status with its time": where a
// status is known it stays, says since when, and looks again by itself.
func TestFault30_LastKnownStatusWithItsTime(t *testing.T) {
	for name, fail := range map[string]http.HandlerFunc{
		"503":   func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) },
		"reset": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		w := setup(t)
		b, p := w.pay(w.link("10", "THB"))
		p = b.Press(p, "continue").Want(200, "status").WantHook("status", "pending")
		w.clock.advance(time.Minute)
		b.Get(p.URL.Path).Want(200, "status")
		w.calls.replace(fail)
		w.clock.advance(10 * time.Minute)
		for range 2 { // by a press, and by the page's own refresh
			q := b.Press(p, "refresh").Want(200, "status").WantHook("method", "PROMPTPAY")
			if text := q.Text(); !strings.Contains(text, "Last checked 16:01") {
				t.Errorf("%s: nothing says since when:\n%s", name, browser.Short(text))
			}
			if !strings.Contains(q.Body, `http-equiv="refresh"`) || !q.Has("data-action", "return") {
				t.Errorf("%s: it neither looks again nor leads back", name)
			}
			w.clock.advance(time.Minute)
		}
	}
}

// Fault 31, "malformed JSON, HTML with 200, empty body … → unknown, never failed
// and never paid", where it is the answer to the creation: the gateway has the
// payment, which is found, and isn't created twice.
func TestFault31_NonsenseToACreation(t *testing.T) {
	for name, body := range map[string]string{
		"HTML": "<html>502", "empty": "", "cut": `{"paymentMethodResponse":{"idPayin"`, "null": "null",
		"another payment's": `{"paymentMethodResponse":{"idPayin":"other","paymentMethodCode":"PROMPTPAY","money":{"amount":10,"currencyCode":"THB"}},"process":{"status":"SUCCESS"}}`,
	} {
		w := setup(t)
		link := w.link("10", "THB")
		create := "/payins/" + link.Get("idPayin")
		w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			answer := httptest.NewRecorder()
			if w.box.Handler().ServeHTTP(answer, r); r.Method == http.MethodPost && r.URL.Path == create && answer.Code == 200 {
				answer.Body.Reset()
				answer.Body.WriteString(body)
			}
			rw.Header().Set("Content-Type", "application/json")
			rw.WriteHeader(answer.Code)
			_, _ = rw.Write(answer.Body.Bytes())
		}))
		b, p := w.pay(link)
		if s := p.Hook("status"); p.Status != 200 || s == "failed" || s == "success" {
			t.Errorf("%s: right after Pay: %d, status %q", name, p.Status, s)
		}
		w.clock.advance(time.Minute)
		b.Get("/pay/"+strings.TrimPrefix(p.URL.Path, "/pay/")).Want(200, "instructions").WantHook("status", "pending")
		if n := w.calls.created(link.Get("idPayin")); n != 1 {
			t.Errorf("%s: %d creations were accepted", name, n)
		}
		if !strings.Contains(w.log.String(), "level=WARN") {
			t.Errorf("%s: nobody is told", name)
		}
	}
}

// Fault 37, "QR payload too long or empty → the same data as text; never an
// unscannable picture", on the page. PromptPay has nothing but its code.
func TestFault37_TextInsteadOfAPicture(t *testing.T) {
	longer := strings.Repeat("0", 7090) // than any code is
	for payload, page := range map[string]string{strings.Repeat("00020101", 500): "instructions", "": "problem", longer: "problem"} {
		w := setup(t)
		w.rewriteReads(func(payin map[string]any) { payin["paymentMethodResponse"].(map[string]any)["qrCode"] = payload })
		link := w.link("10", "THB")
		w.pay(link)
		w.restart(discard()) // it knows nothing of the creation's answer, which had a code
		b := w.browser()
		p := b.Enter(link)
		w.clock.advance(3 * time.Second)
		q := b.Press(p, "refresh").Want(200, page)
		if hasPicture(q) {
			t.Errorf("%d bytes: a picture is drawn", len(payload))
		}
		if payload == longer {
			if strings.Contains(q.Body, longer[:1000]) {
				t.Errorf("a code that is longer than any is in a page of %d bytes", len(q.Body))
			}
			payload = ""
		}
		if !strings.Contains(q.Text(), payload) || payload == "" && q.Hook("problem") != "no-way-to-pay" {
			t.Errorf("%d bytes: nothing stands in its place:\n%s", len(payload), q.Words())
		}
		if picture := b.Get(p.URL.Path + "/qr.png"); picture.Header.Get("Content-Type") == "image/png" {
			t.Errorf("%d bytes: a picture can be saved", len(payload))
		}
	}
}

// Fault 38, "moneyRequired ≤ 0 or in another currency → never rendered as an
// amount to pay; page, log. Absent → the customer pays money".
func TestFault38_MoneyRequiredOnThePage(t *testing.T) {
	for name, required := range map[string]any{
		"zero": map[string]any{"amount": 0, "currencyCode": "THB"}, "negative": map[string]any{"amount": -77.77, "currencyCode": "THB"},
		"another currency": map[string]any{"amount": 77.77, "currencyCode": "USD"},
	} {
		w := setup(t)
		b, p := w.pay(w.link("10", "THB"))
		w.rewriteReads(func(payin map[string]any) {
			payin["paymentMethodResponse"].(map[string]any)["moneyRequired"] = required
		})
		w.clock.advance(3 * time.Second)
		q := b.Press(p, "refresh").Want(200, "problem").WantHook("problem", "amount-mismatch")
		if strings.Contains(q.Text(), "77.77") || hasPicture(q) || strings.Contains(q.Body, "data-row") {
			t.Errorf("%s: there is something to pay:\n%s", name, q.Words())
		}
		if !strings.Contains(w.log.String(), "level=ERROR") {
			t.Errorf("%s: nobody is told", name)
		}
	}
	w := setup(t)
	b, p := w.pay(w.link("10", "THB"))
	w.rewriteReads(func(payin map[string]any) { delete(payin["paymentMethodResponse"].(map[string]any), "moneyRequired") })
	w.clock.advance(3 * time.Second)
	if q := b.Press(p, "refresh").Want(200, "instructions"); !q.Has("data-amount", "10.00") {
		t.Errorf("without moneyRequired:\n%s", q.Words())
	}
}
