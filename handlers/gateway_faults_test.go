package handlers_test

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/journal"
	"payapp/methods"
	"payapp/money"
	"payapp/sandbox"
)

// steered is a link whose order id steers the sandbox.
func (w *world) steered(amount, currency, directives string, pairs ...string) url.Values {
	w.t.Helper()
	return w.link(amount, currency, append(pairs, "idPayin", "o-"+strings.ToLower(rand.Text()[:8])+directives)...)
}

// pay walks a PROMPTPAY payment up to Pay, looking again while the gateway is
// in trouble, as a customer does.
func (w *world) pay(link url.Values) (*browser.Browser, *browser.Page) {
	w.t.Helper()
	b := w.browser()
	link.Set("paymentMethodCode", "PROMPTPAY")
	p := b.Enter(link)
	for range 5 {
		if p.Hook("page") != "problem" {
			break
		}
		w.clock.advance(3 * time.Second)
		p = b.Press(p, "refresh")
	}
	return b, b.Press(p.Want(200, "details"), "pay", "accountNumber", "0801234567")
}

func TestFault27_OtherAmountUnderTheSameID(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	_, p := w.pay(link)
	p.Want(200, "instructions")
	forged := with(link, "amount", "99", "token", w.token("DEMO", link.Get("idPayin"), "99", "THB"))
	p = w.browser().Enter(forged).Want(200, "problem").WantHook("problem", "amount-mismatch").WantHook("method", "PROMPTPAY")
	if p.Has("data-row", "accountNumber") || strings.Contains(p.Body, "<svg data-qr") {
		t.Error("instructions to pay are shown")
	}
	if !strings.Contains(w.log.String(), "level=ERROR") {
		t.Error("nobody is told")
	}
}

func TestFault28_Refusals(t *testing.T) {
	for directive, code := range map[string]string{
		"~refuse-security":     "SECURITY_CHECK_FAILED",
		"~refuse-inactivity":   "CUSTOMER_VERIFICATION_INACTIVITY",
		"~refuse-unregistered": "CUSTOMER_NOT_REGISTERED",
	} {
		w := setup(t)
		b := w.browser()
		p := b.Enter(w.steered("10", "THB", directive)).Want(200, "options")
		p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
		p = b.Press(p, "pay", "accountNumber", "080 123 4567").Want(200, "problem").WantHook("problem", code)
		again := b.Press(p, "back").Want(200, "details")
		if got := browser.Attr(again.Input("accountNumber"), "value"); got != "080 123 4567" {
			t.Errorf("%s: what was typed is %q", code, got)
		}
		p = b.Press(again, "pay").Want(200, "problem")
		p = b.Press(p, "change-method").Want(200, "options")
		p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
		if got := browser.Attr(p.Input("accountNumber"), "value"); got != "080 123 4567" {
			t.Errorf("%s: after another method what was typed is %q", code, got)
		}
	}
}

func TestFault28_UnknownCode(t *testing.T) {
	w := setup(t)
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/payins/o-") {
			return 406, `{"code":"MOON_IS_FULL","message":"internal words"}`
		}
		return 0, ""
	})
	_, p := w.pay(w.steered("10", "THB", ""))
	p.Want(200, "problem").WantHook("problem", "refused").WantHook("method", "PROMPTPAY")
	if strings.Contains(p.Text(), "internal words") || strings.Contains(p.Text(), "MOON_IS") {
		t.Errorf("the gateway's words are shown:\n%s", p.Words())
	}
	if !strings.Contains(p.Text(), "Support code") {
		t.Error("nothing to quote")
	}
}

func TestFault29_Busy(t *testing.T) {
	w := setup(t)
	_, p := w.pay(w.steered("10", "THB", "~busy"))
	p.Want(200, "instructions")
}

func TestFault30_Down(t *testing.T) {
	w := setup(t)
	link := w.steered("10", "THB", "~down")
	_, p := w.pay(link)
	p.Want(200, "instructions")

	// Down for good, in the middle of a payment: what is known stays.
	w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
	b, q := w.browser(), w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	start := b.Enter(q).Want(200, "problem").WantHook("problem", "gateway-unavailable")
	if !strings.Contains(start.Body, "http-equiv=\"refresh\"") {
		t.Error("the page doesn't look again by itself")
	}
}

func TestFault31_Nonsense(t *testing.T) {
	for name, body := range map[string]string{
		"HTML": "<html>", "empty": "", "null": "null", "array": "[]", "no parts": "{}",
		"wrong id":  `{"paymentRequested":{"money":{"amount":10,"currencyCode":"THB"}},"paymentMethodResponse":{"idPayin":"other","paymentMethodCode":"PROMPTPAY","money":{"amount":10,"currencyCode":"THB"}},"process":{"status":"SUCCESS"}}`,
		"null part": `{"paymentRequested":null,"paymentMethodResponse":null,"process":null}`,
		"malformed": `{"process":{"status":"SUCC`,
	} {
		w := setup(t)
		link := w.link("10", "THB")
		b, p := w.pay(link)
		at := p.Want(200, "instructions").URL.Path
		w.gatewayAnswers(func(r *http.Request) (int, string) {
			if r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/payins/") {
				return 200, body
			}
			return 0, ""
		})
		w.clock.advance(time.Minute)
		q := b.Get(at)
		if q.Status != 200 || q.Hook("status") != "unknown" {
			t.Errorf("%s: %d, status %q", name, q.Status, q.Hook("status"))
		}
		w.restart(discard()) // which has never read the payment
		// What is about no payment may mean that there is none. Whoever goes on is told
		// by the creation's 409 that there is one.
		page := "status"
		if name == "empty" || name == "array" || name == "no parts" {
			page = "details"
		}
		another := w.browser()
		r := another.Enter(link).Want(200, page)
		if page == "status" {
			r.WantHook("status", "unknown")
		} else if r = another.Press(r, "pay", "accountNumber", "0801234567"); w.calls.created(link.Get("idPayin")) != 1 {
			t.Errorf("%s: it is created twice", name)
		} else {
			r.Want(200, "status")
		}
		if strings.Contains(strings.ToLower(r.Text()), "paid.") {
			t.Errorf("%s: says paid:\n%s", name, r.Words())
		}
	}
}

func TestFault32_StrangeStatus(t *testing.T) {
	w := setup(t)
	link := w.steered("10", "THB", "~strange@60s")
	b, p := w.pay(link)
	at := p.URL.Path
	w.clock.advance(10 * time.Second)
	b.Get(at).Want(200, "instructions").WantHook("status", "pending")
	if news := b.Get(at + "/events?once=1"); !strings.Contains(news.Body, "retry: 10000") {
		t.Errorf("a strange status isn't polled slowly: %q", news.Body)
	}
	w.clock.advance(time.Minute)
	b.Get(at).Want(200, "status").WantHook("status", "success")
}

// A link whose time is over keeps what is known, and asks for nothing more.
func TestALinkWhoseTimeIsOverIsFollowedNoLonger(t *testing.T) {
	w := setup(t)
	b, p := w.pay(w.link("10", "THB"))
	at := p.Want(200, "instructions").URL.Path
	w.gatewayAnswers(func(r *http.Request) (int, string) { return 401, `{"code":"UNAUTHORIZED"}` })
	w.clock.advance(time.Minute)
	if p := b.Get(at); p.Has("data-news", "") || !strings.Contains(p.Body, `data-news="`) {
		t.Errorf("one refused read ends it:\n%s", p.Words())
	}
	w.clock.advance(31 * time.Second)
	if news := b.Get(at + "/events?once=1"); news.Status != 410 {
		t.Errorf("news are %d %q, want 410", news.Status, news.Body)
	}
	over := func(p *browser.Page, name string) {
		t.Helper()
		p.Want(200, name).WantHook("status", "unknown")
		for _, asking := range []string{`data-news="`, "http-equiv", `data-action="refresh"`} {
			if strings.Contains(p.Body, asking) {
				t.Errorf("%s still asks: it has %s", name, asking)
			}
		}
	}
	over(b.Get(at), "instructions")
	over(b.Do(http.MethodPost, at+"/paid", nil), "status")
}

func TestFault33_PaidStaysPaid(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b, p := w.pay(link)
	at := p.URL.Path
	w.set(link.Get("idPayin"), "SUCCESS")
	b.Get(at).Want(200, "status").WantHook("status", "success")
	w.clock.advance(time.Hour / 3)
	w.rewriteReads(func(payin map[string]any) { payin["process"].(map[string]any)["status"] = "FAILED" })
	log := &journal.Journal{}
	w.restart(slog.New(slog.NewTextHandler(log, nil))) // another replica, which hasn't seen SUCCESS
	b.Get(at).Want(200, "status").WantHook("status", "success")
	if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "word=FAILED") {
		t.Error("nobody is told")
	}
}

func TestFault33_PaidAfterTheDeadline(t *testing.T) {
	w := setup(t)
	link := w.steered("10", "THB", "~expires@60s")
	b, p := w.pay(link)
	w.clock.advance(2 * time.Minute)
	b.Get(p.URL.Path).Want(200, "status").WantHook("status", "expired")
	w.set(link.Get("idPayin"), "SUCCESS")
	b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
}

func TestStatusLinkIsReadOnly(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	_, p := w.pay(link)
	p.Want(200, "instructions")
	token := w.infoToken(link.Get("idPayin"))
	b := w.browser()
	q := b.Get("/status?" + url.Values{"idPayin": link["idPayin"], "token": {token}, "currencyCode": {"THB"}}.Encode())
	q.Want(200, "status").WantHook("status", "pending")
	if q.Link("return") != link.Get("returnUrl") {
		t.Errorf("return leads to %q", q.Link("return"))
	}
	for _, status := range []string{"REFUSED", "SUCCESS"} {
		w.set(link.Get("idPayin"), status)
	}
	b.Get(q.URL.Path).Want(200, "status").WantHook("status", "success")
	b.Press(q, "refresh").Want(200, "status").WantHook("status", "success")
	w.browser().Get("/status?idPayin=x").Want(400, "problem").WantHook("problem", "entry-invalid")
}

// A mail with the order's status link may be read before the customer pays.
func TestStatusLinkBeforeItsPayment(t *testing.T) {
	w := setup(t)
	w.proveVersion()
	link := w.link("10", "THB")
	b := w.browser()
	early := b.Get("/status?" + url.Values{
		"idPayin": link["idPayin"], "token": {w.infoToken(link.Get("idPayin"))}, "currencyCode": {"THB"},
	}.Encode())
	early.Want(200, "problem").WantHook("problem", "not-started")
	_, paying := w.pay(link)
	paying.Want(200, "instructions")
	w.clock.advance(time.Minute)
	b.Press(early, "refresh").Want(200, "status").WantHook("status", "pending")
}

func TestFailureReasons(t *testing.T) {
	w := setup(t)
	for directive, words := range map[string]string{
		"~failed-security@1s": "security check", "~failed-inactivity@1s": "in time", "~failed-unregistered@1s": "way to pay",
		"~refused@1s": "refused", "~canceled@1s": "cancelled", "~failed@1s": "payment failed",
	} {
		b, p := w.pay(w.steered("10", "THB", directive))
		w.clock.advance(5 * time.Second)
		q := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "failed")
		if !strings.Contains(q.Text(), words) {
			t.Errorf("%s: no %q in:\n%s", directive, words, q.Words())
		}
	}
	b, p := w.pay(w.steered("10", "THB", "~expired@1s"))
	w.clock.advance(5 * time.Second)
	b.Get(p.URL.Path).Want(200, "status").WantHook("status", "expired")
}

// gatewayAnswers lets a test answer in the gateway's place; status 0 leaves it
// to the sandbox.
func (w *world) gatewayAnswers(answer func(*http.Request) (int, string)) {
	next := w.box.Handler()
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		status, body := answer(r)
		if status == 0 {
			next.ServeHTTP(rw, r)
			return
		}
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(status)
		_, _ = io.WriteString(rw, body)
	}))
}

// rewriteReads changes what the sandbox answers to reads of payments.
func (w *world) rewriteReads(change func(payin map[string]any)) {
	next := w.box.Handler()
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		recorder := httptest.NewRecorder()
		next.ServeHTTP(recorder, r)
		body := recorder.Body.Bytes()
		if r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/payins/") && recorder.Code == 200 {
			var payin map[string]any
			if err := json.Unmarshal(body, &payin); err != nil {
				w.t.Error(err)
			}
			change(payin)
			body, _ = json.Marshal(payin)
		}
		rw.Header().Set("Content-Type", "application/json")
		rw.WriteHeader(recorder.Code)
		_, _ = rw.Write(body)
	}))
}

func (w *world) infoToken(idPayin string) string {
	w.t.Helper()
	token, err := w.box.SignToken(w.t.Context(), sandbox.TokenSpec{MerchantCode: "DEMO", IDPayin: idPayin, Operations: []string{"GET /payins/" + idPayin}})
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}

func isLogo(n *html.Node) bool {
	return n.Data == "img" && strings.HasPrefix(browser.Attr(n, "src"), "/static/logo-")
}

// Fault 3 at Pay: a token that may look but not pay. Nothing that the customer
// does can help, so the page says so and leads back.
func TestFault03_TokenThatMayNotPay(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY", "accountNumber", "0812345678")
	id := link.Get("idPayin")
	token, err := w.box.SignToken(t.Context(), sandbox.TokenSpec{
		MerchantCode: "DEMO", IDPayin: id, Money: money.MustParse("10", "THB"), Validity: 30 * time.Minute,
		Operations: []string{"POST /payins/!availablePaymentOptions", "GET /payins/" + id},
	})
	if err != nil {
		t.Fatal(err)
	}
	link.Set("token", token)
	b := w.browser()
	p := b.Press(b.Enter(link).Want(200, "review"), "pay").Want(403, "problem").WantHook("problem", "token-rejected")
	if p.Link("return") != link.Get("returnUrl") {
		t.Errorf("no way back:\n%s", p.Words())
	}
	b.Get(p.URL.Path).Want(403, "problem")

	// A link with a token that may pay goes on.
	link.Set("token", w.token("DEMO", id, "10", "THB"))
	b.Press(b.Enter(link).Want(200, "review"), "pay").Want(200, "instructions")
}

// Fault 4: the gateway answers about the payment and refuses the options, maybe
// for a moment. The token is this payment's, so the page has a way back.
func TestFault04_TokenThatMayOnlyRead(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	id := link.Get("idPayin")
	token, err := w.box.SignToken(t.Context(), sandbox.TokenSpec{
		MerchantCode: "DEMO", IDPayin: id, Money: money.MustParse("10", "THB"), Operations: []string{"GET /payins/" + id},
	})
	if err != nil {
		t.Fatal(err)
	}
	link.Set("token", token)
	b := w.browser()
	for range 2 {
		p := b.Enter(link).Want(403, "problem").WantHook("problem", "token-rejected")
		if p.Link("return") != link.Get("returnUrl") {
			t.Errorf("no way back:\n%s", p.Words())
		}
	}
}

// interface.md, Payin create request, emailAddress: "validated where present". What the
// gateway finds at fault stands beside its field, in our words, with what was
// typed.
func TestFieldErrorsOfTheGatewayReachTheirField(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "OFFLINE", "accountName", "Somchai", "allowCustomerDataChange", "true")
	refuse := true
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if r.Method == http.MethodPost && r.URL.Path == "/payins/"+link.Get("idPayin") && refuse {
			return 400, `{"status":400,"error":"Bad Request","errors":[{"field":"paymentMethod.account.accountName","message":"ACCNAME_FMT_7"}]}`
		}
		return 0, ""
	})
	b := w.browser()
	p := b.Enter(link)
	p = b.Press(p, "pay", "accountName", "Somchai Jaidee").Want(200, "details")
	if !p.Has("data-error", "accountName") || !strings.Contains(p.Text(), "The payment service refused this") {
		t.Errorf("the field isn't told of:\n%s", p.Words())
	}
	if !strings.Contains(p.Body, `value="Somchai Jaidee"`) || strings.Contains(p.Body, "ACCNAME_FMT_7") {
		t.Errorf("what was typed is gone, or the gateway's words are shown:\n%s", browser.Short(p.Body))
	}
	refuse = false
	b.Press(p, "pay", "accountName", "Somchai").Want(200, "instructions")
}

// interface.md, Errors, "404: the X-API-Version header is missing or its version
// is unsupported": it is never "not created", and proves no token.
func TestFault56_AVersions404IsNoPaymentThatIsMissing(t *testing.T) {
	for _, says := range []string{`{"code":"UNSUPPORTED_VERSION"}`, ""} {
		w := setup(t)
		w.gatewayAnswers(func(*http.Request) (int, string) { return 404, says })
		b, link := w.browser(), w.link("10", "THB")
		p := b.Enter(link).Want(200, "problem").WantHook("problem", "gateway-unavailable")
		if strings.Contains(p.Text(), "Demo Shop") || !strings.Contains(w.log.String(), "level=ERROR") {
			t.Errorf("the token is taken for verified, or nobody is told:\n%s", p.Words())
		}
		w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
		w.clock.advance(time.Minute)
		b.Get(p.URL.Path).Want(200, "options")
	}
}

// interface.md, Payin read response: "failureReasonCode when the payment
// failed", and States: "Complete set of status values: not shown": what has failed asks for no money.
func TestFailedPaymentsAskForNoMoney(t *testing.T) {
	for name, change := range map[string]func(payin map[string]any){
		"CANCELLED": func(p map[string]any) { p["process"] = map[string]any{"status": "CANCELLED"} },
		"rejected":  func(p map[string]any) { p["process"] = map[string]any{"status": "rejected"} },
		"DECLINED":  func(p map[string]any) { p["process"] = map[string]any{"status": "DECLINED"} },
		"ERROR":     func(p map[string]any) { p["process"] = map[string]any{"status": "ERROR"} },
		"a reason beside a strange word": func(p map[string]any) {
			p["process"], p["failureReasonCode"] = map[string]any{"status": "HALTED"}, "SECURITY_CHECK_FAILED"
			delete(p["paymentMethodResponse"].(map[string]any), "qrCode")
			delete(p["paymentMethodResponse"].(map[string]any), "reference")
		},
		"a word of the catalogue file": func(p map[string]any) { p["process"] = map[string]any{"status": "Voided"} },
	} {
		catalogue, err := methods.Load(strings.NewReader("statusWords: {VOIDED: CANCELED}"))
		if err != nil {
			t.Fatal(err)
		}
		w := setup(t, func(c *application.Config) { c.Catalogue = catalogue })
		b, p := w.pay(w.link("10", "THB"))
		p.Want(200, "instructions")
		w.rewriteReads(change)
		w.clock.advance(3 * time.Second)
		q := b.Get(p.URL.Path)
		if q.Want(200, "status").WantHook("status", "failed"); hasPicture(q) || q.Has("data-action", "continue") {
			t.Errorf("%s: there is something to pay:\n%s", name, q.Words())
		}
	}
}

// interface.md, Payin read response: "process.processedAt". A gateway that doesn't
// send it hasn't said when it was paid: the receipt has only when it was started.
func TestAnUntoldTimeOfPaymentIsNotShown(t *testing.T) {
	w := setup(t)
	b, p := w.pay(w.link("10", "THB"))
	p.Want(200, "instructions")
	w.rewriteReads(func(payin map[string]any) {
		payin["process"] = map[string]any{"status": "SUCCESS", "createdAt": "2026-08-01T10:00:00Z"}
	})
	w.clock.advance(3 * time.Second)
	q := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	if q.Has("data-row", "date") || !strings.Contains(q.Text(), "Started ") {
		t.Errorf("it tells when it was paid, or not when it was started:\n%s", q.Words())
	}
}
