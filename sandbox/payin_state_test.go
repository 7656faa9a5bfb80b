package sandbox_test

import (
	"net/url"
	"testing"
	"time"
)

// A deadline holds whatever people did to the payment before it.
func TestPaymentsExpireAfterTheConsole(t *testing.T) {
	for _, status := range []string{"PENDING", "PROCESSING", "ON_A_JOURNEY"} {
		f := setup(t)
		f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
		f.setStatus("o-1", status)
		f.clock.advance(15*time.Minute - time.Millisecond)
		if got := f.status(f.token("o-1"), "o-1"); got != status {
			t.Errorf("%s, before the deadline: got %v", status, got)
		}
		f.clock.advance(time.Millisecond)
		if got := f.status(f.token("o-1"), "o-1"); got != "EXPIRED" {
			t.Errorf("%s, at the deadline: got %v, want EXPIRED", status, got)
		}
		f.setStatus("o-1", status) // somebody reopens it
		f.clock.advance(time.Hour)
		if got := f.status(f.token("o-1"), "o-1"); got != status {
			t.Errorf("%s, after the deadline: got %v", status, got)
		}
	}
}

// A payment that waits for its reference expires at its deadline.
func TestPaymentsExpireWithoutTheirReference(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "P2A_V2", "INR", "10")
	f.post("/scan/o-1", url.Values{"action": {"pay-stay"}})
	f.clock.advance(24 * time.Hour)
	if got := f.status(f.token("o-1"), "o-1"); got != "EXPIRED" {
		t.Errorf("got %v, want EXPIRED", got)
	}
}

func TestReferenceAfterTheEnd(t *testing.T) {
	const reference = `{"reference":"432112345678"}`
	f := setup(t)
	for _, status := range []string{"REFUSED", "FAILED", "CANCELED", "EXPIRED"} {
		id := "o-" + status
		token := f.token(id)
		f.create(token, id, "P2A_V2", "INR", "10")
		f.setStatus(id, status)
		if r := f.want(400, token, "POST", "/payins/"+id+"/externalReference", reference); r.json["code"] != "PAYMENT_ENDED" {
			t.Errorf("%s: got %s", status, r.raw)
		}
	}
	token := f.token("o-1")
	f.create(token, "o-1", "P2A_V2", "INR", "10")
	f.want(200, token, "POST", "/payins/o-1/externalReference", reference)
	f.setStatus("o-1", "REFUSED")
	f.want(200, token, "POST", "/payins/o-1/externalReference", reference) // the same again
}

// Only a failed payment has a failure reason.
func TestReasonsOfFailuresAlone(t *testing.T) {
	f := setup(t)
	f.create(f.token("o-1"), "o-1", "PROMPTPAY", "THB", "10")
	for status, want := range map[string]any{"SUCCESS": nil, "PENDING": nil, "ON_A_JOURNEY": nil, "REFUSED": "SECURITY_CHECK_FAILED", "FAILED": "SECURITY_CHECK_FAILED"} {
		f.post("/console/payins/o-1", url.Values{"status": {status}, "failureReasonCode": {"SECURITY_CHECK_FAILED"}})
		if got := f.want(200, f.token("o-1"), "GET", "/payins/o-1", "").at("failureReasonCode"); got != want {
			t.Errorf("%s: got %v, want %v", status, got, want)
		}
	}
}
