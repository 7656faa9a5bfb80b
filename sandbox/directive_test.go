package sandbox_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"payapp/sandbox"
)

// docs/sandbox.md, "Steering": outcomes.
func TestDirectiveOutcomes(t *testing.T) {
	for directive, want := range map[string]struct {
		after          time.Duration
		status, reason string
	}{
		"success": {3 * time.Second, "SUCCESS", ""}, "success@7s": {7 * time.Second, "SUCCESS", ""}, "refused": {3 * time.Second, "REFUSED", ""},
		"failed": {3 * time.Second, "FAILED", ""}, "canceled@1m": {time.Minute, "CANCELED", ""}, "expired": {3 * time.Second, "EXPIRED", ""},
		"failed-security":        {3 * time.Second, "FAILED", "SECURITY_CHECK_FAILED"},
		"failed-inactivity@1s":   {time.Second, "FAILED", "CUSTOMER_VERIFICATION_INACTIVITY"},
		"failed-unregistered@5s": {5 * time.Second, "FAILED", "CUSTOMER_NOT_REGISTERED"},
		"expires":                {10 * time.Second, "EXPIRED", ""},
		"expires@2s":             {2 * time.Second, "EXPIRED", ""},
	} {
		t.Run(directive, func(t *testing.T) {
			f := setup(t)
			id := "o-1~" + directive
			token := f.token(id)
			f.create(token, id, "PROMPTPAY", "THB", "10")
			f.clock.advance(want.after - time.Millisecond)
			if got := f.status(token, id); got != "PENDING" {
				t.Errorf("before: got %v", got)
			}
			f.clock.advance(time.Millisecond)
			read := f.want(200, token, "GET", "/payins/"+id, "")
			if got := read.at("process.status"); got != want.status {
				t.Errorf("got %v, want %s", got, want.status)
			}
			if got, _ := read.at("failureReasonCode").(string); got != want.reason {
				t.Errorf("reason: got %q, want %q", got, want.reason)
			}
			f.clock.advance(1000 * time.Hour)
			if got := f.status(f.token(id), id); got != want.status {
				t.Errorf("long after: got %v", got)
			}
		})
	}
}

func TestDirectiveStrange(t *testing.T) {
	f := setup(t)
	id := "o~strange@4s"
	token := f.token(id)
	f.create(token, id, "PROMPTPAY", "THB", "10")
	if got := f.status(token, id); got != "AWAITING_STARDUST" {
		t.Errorf("got %v", got)
	}
	f.clock.advance(4 * time.Second)
	if got := f.status(token, id); got != "SUCCESS" {
		t.Errorf("got %v", got)
	}
}

func TestDirectiveLost(t *testing.T) {
	f := setup(t)
	id := "o~lost~success@1s"
	token := f.token(id)
	body := f.payinBody("PROMPTPAY", "THB", "10")
	if r, err := f.call(token, "POST", "/payins/"+id, body); err == nil {
		t.Fatalf("got an answer: %d", r.status)
	}
	f.want(409, token, "POST", "/payins/"+id, body)
	if got := f.status(token, id); got != "PENDING" {
		t.Errorf("got %v", got)
	}
}

func TestDirectiveBusyAndDown(t *testing.T) {
	for directive, status := range map[string]int{"busy": 429, "down": 503} {
		f := setup(t)
		id := "o~" + directive
		token := f.token(id)
		body := f.payinBody("PROMPTPAY", "THB", "10")
		const options = `{"money":{"amount":10,"currencyCode":"THB"}}`
		for range 2 {
			f.want(status, token, "POST", "/payins/!availablePaymentOptions", options)
			f.want(status, token, "POST", "/payins/"+id, body)
		}
		f.want(200, token, "POST", "/payins/!availablePaymentOptions", options)
		f.want(200, token, "POST", "/payins/"+id, body)
		first := f.want(status, token, "GET", "/payins/"+id, "")
		second := f.want(status, token, "GET", "/payins/"+id, "")
		f.want(200, token, "GET", "/payins/"+id, "")
		f.want(200, token, "GET", "/merchant-info", "")
		if a, b := first.header.Get("Retry-After"), second.header.Get("Retry-After"); directive == "busy" && (a != "" || b != "1") {
			t.Errorf("Retry-After: got %q, then %q", a, b)
		}
	}
}

func TestDirectiveSlow(t *testing.T) {
	f := setup(t)
	id := "o~slow@7s"
	token := f.token(id)
	f.want(200, token, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":10,"currencyCode":"THB"}}`)
	f.create(token, id, "PROMPTPAY", "THB", "10")
	f.status(token, id)
	if len(f.slept) != 3 || f.slept[0] != 7*time.Second {
		t.Errorf("got %v, want 7s three times", f.slept)
	}
}

// A server's write limit would cut off slower answers.
func TestDirectiveSlowHasAnEnd(t *testing.T) {
	f := setup(t)
	const id = "o~slow@720h"
	f.want(404, f.token(id), "GET", "/payins/"+id, "")
	if len(f.slept) != 1 || f.slept[0] != time.Minute || 2*f.slept[0] >= sandbox.WriteTimeout {
		t.Errorf("got %v", f.slept)
	}
}

func TestDirectiveGarbage(t *testing.T) {
	f := setup(t)
	id := "o~garbage"
	token := f.token(id)
	f.create(token, id, "PROMPTPAY", "THB", "10")
	r := f.want(200, token, "GET", "/payins/"+id, "")
	if r.json != nil || !strings.HasPrefix(r.header.Get("Content-Type"), "text/html") {
		t.Errorf("got %s %s", r.header.Get("Content-Type"), r.raw)
	}
}

func TestDirectiveUnauthorized(t *testing.T) {
	f := setup(t)
	id := "o~unauthorized"
	token := f.token(id)
	f.want(401, token, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":10,"currencyCode":"THB"}}`)
	f.want(401, token, "POST", "/payins/"+id, f.payinBody("PROMPTPAY", "THB", "10"))
	f.want(401, token, "GET", "/payins/"+id, "")
}

func TestDirectivesRequiredAndVat(t *testing.T) {
	f := setup(t)
	id := "o~required~vat"
	r := f.create(f.token(id), id, "PROMPTPAY", "THB", "10")
	if !strings.Contains(r.raw, `"moneyRequired":{"amount":10.37,"currencyCode":"THB"}`) || !strings.Contains(r.raw, `"vat":{"amount":0.37,"currencyCode":"THB"}`) {
		t.Errorf("got %s", r.raw)
	}
	if code, _ := r.at("paymentMethodResponse.qrCode").(string); !strings.Contains(code, "540510.37") {
		t.Errorf("the code asks for another amount: %s", code)
	}
	for _, c := range []struct{ code, currency, required, added string }{
		{"OFFLINE", "LAK", "50037", "37"}, {"OFFLINE", "VND", "50037", "37"}, // whole amounts
		{"DUITNOW", "MYR", "50000.37", "0.37"},
	} {
		id := "o-" + c.currency + "~required~vat"
		r := f.create(f.token(id), id, c.code, c.currency, "50000")
		if !strings.Contains(r.raw, `"moneyRequired":{"amount":`+c.required+`,`) || !strings.Contains(r.raw, `"vat":{"amount":`+c.added+`,`) {
			t.Errorf("%s: got %s", c.currency, r.raw)
		}
		if code, _ := r.at("paymentMethodResponse.qrCode").(string); !strings.Contains(code, fmt.Sprintf("54%02d%s", len(c.required), c.required)) {
			t.Errorf("%s: the code asks for another amount: %s", c.currency, code)
		}
	}
	plain := f.create(f.token("o"), "o", "PROMPTPAY", "THB", "10")
	if strings.Contains(plain.raw, "moneyRequired") || strings.Contains(plain.raw, "vat") {
		t.Errorf("without directives: got %s", plain.raw)
	}
}
