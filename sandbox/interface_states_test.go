package sandbox_test

import (
	"testing"
	"time"

	"payapp/sandbox"
)

// interface.md, States: the service takes a while to validate a payment after
// the customer completed it, and calls back on each change.
func TestStatesValidationTakesAWhile(t *testing.T) {
	f, l := setup(t), listen(t, 0)
	f.createFor(l, "o-1")
	token := f.token("o-1")
	f.play("/scan/o-1", "pay-stay")
	f.deliver()
	if got := f.status(token, "o-1"); got != "PROCESSING" || len(l.calls()) != 1 {
		t.Errorf("paid: got %v after %d callbacks", got, len(l.calls()))
	}
	f.clock.advance(time.Second)
	if got := f.status(token, "o-1"); got != "PROCESSING" {
		t.Errorf("a moment later: got %v", got)
	}
	f.clock.advance(time.Second)
	f.deliver()
	if got := f.status(token, "o-1"); got != "SUCCESS" || len(l.calls()) != 2 {
		t.Errorf("validated: got %v after %d callbacks", got, len(l.calls()))
	}
}

// interface.md, Limits: 10 requests a second unless the sandbox is told
// otherwise.
func TestLimitsRateIsTenByDefault(t *testing.T) {
	f := setup(t, func(c *sandbox.Config) { c.Rate = 0 })
	token := f.token("o-1")
	for range 10 {
		f.want(200, token, "GET", "/merchant-info", "")
	}
	f.want(429, token, "GET", "/merchant-info", "")
	f.clock.advance(time.Second)
	f.want(200, token, "GET", "/merchant-info", "")
}
